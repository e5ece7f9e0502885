/**
 * Everything that the hub keeps in a browser: whose it is, how long it lives, what becomes of it when somebody signs out
 * or in. Nothing else can be written (`storage.ts`, `disk.ts`, `caches.ts`), and e2e/owners.spec.ts compares this
 * table with what is really there.
 *
 * Owners are a member (by uid), somebody who works offline (`offline_…`), and the guest of this device. What belongs to
 * one of them is read by nobody else: a guest's lies under the plain name, everybody else's under `name@owner`. The
 * names that other programs know (`exact`) always hold what is the present owner's, in their plain shape; everybody
 * else's is put away under `name@owner` meanwhile.
 */
export interface Declared {
  /** `tab`: session storage; `device`: local storage; `both`: on the device, or in the tab when there is no room. */
  area: 'device' | 'tab' | 'both';
  /** `device`: nobody's own; no words that somebody typed. */
  owner: 'device' | 'account' | 'exact';
  life: string;
  /** `locked`: kept for its owner's next sign-in, out of everybody else's reach. */
  signOut: 'stays' | 'goes' | 'locked';
  /**
   * What a guest has when they sign in, or what somebody made offline: `joins` at once when this visit began it, and is
   * offered otherwise; `stays` where it is.
   */
  signIn: 'joins' | 'stays';
  /**
   * Where the account has one here already: `over` puts the newcomer first and keeps the former for its owner to take
   * back (`formerOf`), `lines` puts the two lists together, `alone` leaves the newcomer where it was, to be offered.
   */
  meets?: 'over' | 'lines' | 'alone';
  /** What it is called when it is offered, one and many; without it nobody is asked about it. */
  noun?: readonly [string, string];
  /** Goes where this one goes. */
  follows?: string;
  /** Changed in this visit is as good as begun in it: there are no typed words in it. */
  isTouched?: true;
}

const untilRemoved = 'until it is removed';
const untilSent = 'until it is sent or emptied';
const tab = 'the tab’s';
const doc = ['document', 'documents'] as const;
const row = (
  area: Declared['area'],
  owner: Declared['owner'],
  signOut: Declared['signOut'],
  signIn: Declared['signIn'],
  life: string,
  more: Pick<Declared, 'meets' | 'noun' | 'follows' | 'isTouched'> = {},
): Declared => ({ area, owner, signOut, signIn, life, ...more });

/**
 * Where, whose, what becomes of it at sign-out and at sign-in, and how long it lives. A name that ends in `*` stands for
 * all that begin so.
 */
export const storedKeys = {
  theme: row('device', 'device', 'stays', 'stays', untilRemoved),
  // Who is here, and what is known of that before the hub has answered.
  offlineUser: row('device', 'device', 'goes', 'stays', 'until logout'),
  'hub.lastMember': row('device', 'device', 'goes', 'stays', 'the session’s'),
  'hub.endSession': row('device', 'device', 'stays', 'stays', 'until the hub is told'),
  'hub.owner': row('both', 'device', 'stays', 'stays', untilRemoved),
  'hub.visit': row('tab', 'device', 'goes', 'stays', 'the visit’s'),
  'hub.notMine': row('device', 'account', 'locked', 'stays', untilRemoved),
  'hub.notNow': row('tab', 'account', 'goes', 'stays', tab),
  /** What made way for a newcomer, by the name of its key. */
  'hub.former:*': row('device', 'account', 'locked', 'stays', untilRemoved),
  // Slugs of documents that were bought here; a member's own go at sign-out.
  purchasedTemplates: row('device', 'device', 'stays', 'stays', untilRemoved),

  // Documents.
  'documentAnswers:*': row('both', 'account', 'locked', 'joins', untilRemoved, { meets: 'over', noun: doc }),
  /** What the account had of the answers when this device last asked, and what is on its way there. */
  'documentAnswersBase:*': row('device', 'account', 'locked', 'joins', untilRemoved, {
    follows: 'documentAnswers:*',
  }),
  // Of earlier releases.
  'documentAnsweredAt:*': row('device', 'account', 'locked', 'joins', untilRemoved, {
    follows: 'documentAnswers:*',
  }),
  'documentSavedAs:*': row('device', 'account', 'locked', 'joins', untilRemoved, {
    follows: 'documentAnswers:*',
  }),
  'hub.edit.*': row('device', 'account', 'locked', 'joins', 'until it is saved', {
    meets: 'over',
    noun: doc,
  }),
  'hub.aiRequest': row('both', 'account', 'locked', 'joins', 'until it is a draft', {
    meets: 'over',
    noun: ['request for a draft', 'requests for drafts'],
  }),
  'hub.aiGiven': row('tab', 'account', 'locked', 'joins', 'until it is a draft', {
    follows: 'hub.aiRequest',
  }),
  'hub.aiDrafts': row('both', 'account', 'locked', 'joins', 'the newest twelve', {
    meets: 'lines',
    noun: ['AI draft', 'AI drafts'],
  }),
  localSavedTemplates: row('device', 'exact', 'locked', 'joins', untilSent, {
    meets: 'lines',
    noun: ['saved template', 'saved templates'],
  }),
  savedTemplates: row('device', 'exact', 'goes', 'stays', untilSent),
  'simpleRecord:*': row('device', 'account', 'locked', 'joins', untilSent, { meets: 'alone' }),

  // Branding.
  userBranding: row('device', 'exact', 'locked', 'joins', untilRemoved, {
    meets: 'alone',
    noun: ['branding', 'brandings'],
  }),
  'hub.branding': row('device', 'exact', 'locked', 'joins', untilRemoved, { follows: 'userBranding' }),
  userBranding_logo: row('tab', 'exact', 'goes', 'joins', tab, { follows: 'userBranding' }),
  'hub.brandingLogoAt': row('tab', 'exact', 'goes', 'joins', tab, { follows: 'userBranding' }),
  // These two name their owner themselves: no key of theirs is read for anybody else.
  'hub.branding.kept.*': row('device', 'device', 'locked', 'stays', untilSent),
  'hub.branding.aside.*': row('device', 'device', 'locked', 'stays', untilRemoved),

  // The store.
  cart: row('device', 'exact', 'locked', 'joins', 'until it is paid or emptied', {
    meets: 'lines',
    noun: ['cart', 'carts'],
    isTouched: true,
  }),
  'hub.cartMark': row('device', 'account', 'locked', 'stays', 'the cart’s'),
  // Of earlier releases: what an account had not got of its cart; names its owner itself.
  'hub.cartOf.*': row('device', 'device', 'locked', 'stays', untilSent),
  'hub.checkout': row('tab', 'account', 'locked', 'joins', tab, { meets: 'alone' }),
  'hub.checkoutKey*': row('device', 'account', 'locked', 'joins', 'until it is paid', {
    meets: 'alone',
    isTouched: true,
  }),
  'hub.donation': row('tab', 'account', 'locked', 'joins', tab, { meets: 'alone' }),

  // Plan and recovery: a member's are copies of the hub's.
  subscriptionData: row('device', 'exact', 'goes', 'stays', 'until logout'),
  aiTemplateUsage: row('device', 'exact', 'goes', 'stays', 'the month’s'),
  'hub.subscription': row('device', 'exact', 'goes', 'stays', 'until logout'),
  automationData: row('device', 'exact', 'locked', 'joins', 'until logout', {
    meets: 'alone',
    noun: ['cart recovery', 'cart recoveries'],
  }),
  'hub.automation': row('device', 'exact', 'locked', 'joins', 'until logout', { follows: 'automationData' }),
  'hub.automation.unsent': row('device', 'device', 'locked', 'stays', untilSent),

  // Smaller things.
  'hub.accountDraft': row('tab', 'device', 'goes', 'stays', 'until one is in'),
  'hub.contactDraft': row('tab', 'account', 'locked', 'joins', untilSent, { meets: 'alone' }),
  'hub.funnelClipboard': row('device', 'account', 'goes', 'joins', untilRemoved, { meets: 'alone' }),
  aiChat: row('tab', 'account', 'goes', 'joins', tab, { meets: 'alone' }),
  aiChatDraft: row('tab', 'account', 'goes', 'joins', tab, { meets: 'alone' }),
};

type Named<K> = K extends `${infer Begin}*` ? `${Begin}${string}` : K;
/** What `storage.ts` takes. */
export type StoredKey = Named<keyof typeof storedKeys>;

const all: [string, Declared][] = Object.entries(storedKeys);
const plain = new Map(all.filter(([name]) => !name.endsWith('*')));
const patterns = all.filter(([name]) => name.endsWith('*'));

/** The row of the table, and its name there; null for what nobody declared. */
export function declared(key: string): { name: string; row: Declared } | null {
  const exact = plain.get(key);
  if (exact) return { name: key, row: exact };
  const [name, found] = patterns.find(([begin]) => key.startsWith(begin.slice(0, -1))) ?? [];
  return name !== undefined && found ? { name, row: found } : null;
}

/** The databases: every line is keyed by its owner first; at sign-out what an account has confirmed goes, the rest is locked. */
export const databases = ['hub', 'hub-funnels'] as const;
export type DatabaseName = (typeof databases)[number];

/** Caches hold what is the same for everybody: public pages, documents, and the files of a release (`hub ` and its name). */
export const cacheNames = ['page-data', 'hub-documents'] as const;
export type CacheName = (typeof cacheNames)[number];
