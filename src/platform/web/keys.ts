/**
 * Everything that the hub stores in a browser: whose it is, how long it lives, and what happens to it on sign-in
 * and sign-out. Nothing else can be written (`storage.ts`, `disk.ts`, `caches.ts`), and e2e/owners.spec.ts compares
 * this table with what is actually there. Owners are a member (by uid), someone working offline (`offline_…`), and
 * the guest of this device. No one else reads what belongs to one of them: a guest's value is under the plain name,
 * everyone else's under `name@owner`. The names that other programs know (`exact`) always contain the current
 * owner's value in its plain form; everyone else's is moved to `name@owner` in the meantime.
 */
export interface Declared {
  /** `tab`: session storage; `device`: local storage; `both`: on the device, or in the tab if there is no room. */
  area: 'device' | 'tab' | 'both';
  /** `device`: belongs to no one; nothing that anyone typed. */
  owner: 'device' | 'account' | 'exact';
  /** `locked`: stored for its owner's next sign-in, inaccessible to anyone else. */
  signOut: 'stays' | 'goes' | 'locked';
  /**
   * What a guest has on sign-in, or what someone created offline: `joins` at once if this visit began it, and is
   * offered otherwise; `stays` where it is.
   */
  signIn: 'joins' | 'stays';
  /**
   * If the account already has one: `over` puts the new one first and sets the former aside for its owner to
   * restore (`formerOf`), `lines` combines the two lists, `alone` leaves the new one where it was, to be offered.
   * `own` is an object of lists with a copy of the account's: the entries that this device created are combined,
   * and only they are kept on sign-out.
   */
  meets?: 'over' | 'lines' | 'alone' | 'own';
  /** Moves together with this key. */
  follows?: string;
  /** A change in this visit counts as if it began in it: it contains nothing typed. */
  isTouched?: true;
}

type Places = `${Declared['area']} ${Declared['owner']} ${Declared['signOut']} ${Declared['signIn']}`;
const row = (places: Places, more: Pick<Declared, 'meets' | 'follows' | 'isTouched'> = {}): Declared => {
  const [area, owner, signOut, signIn] = places.split(' ') as [
    Declared['area'],
    Declared['owner'],
    Declared['signOut'],
    Declared['signIn'],
  ];
  return { area, owner, signOut, signIn, ...more };
};

/**
 * Where it is stored, whose it is, and what happens to it on sign-out and sign-in; how long it lives is in
 * `key-words.ts`, because this table is in every page's first script. A name that ends in `*` covers all that start
 * with it.
 */
export const storedKeys = {
  theme: row('device device stays stays'),
  // Who is here, and what is known about that before the server has responded.
  offlineUser: row('both device goes stays'),
  'hub.lastMember': row('device device goes stays'),
  'hub.endSession': row('device device stays stays'),
  'hub.owner': row('both device stays stays'),
  'hub.visit': row('tab device goes stays'),
  'hub.left': row('device device stays stays'),
  'hub.notMine': row('device account locked stays'),
  'hub.notNow': row('tab account goes stays'),
  /** What gave way to a new value, by the name of its key. */
  'hub.former:*': row('device account locked stays'),
  // Slugs of documents bought here; a member's own are removed on sign-out.
  purchasedTemplates: row('device device stays stays'),

  // Documents.
  'documentAnswers:*': row('both account locked joins', { meets: 'over' }),
  /** The account's answers when this device last asked, and what is on its way there. */
  'documentAnswersBase:*': row('device account locked joins', { follows: 'documentAnswers:*' }),
  // From earlier releases.
  'documentAnsweredAt:*': row('device account locked joins', { follows: 'documentAnswers:*' }),
  'documentSavedAs:*': row('device account locked joins', { follows: 'documentAnswers:*' }),
  'hub.edit.*': row('device account locked joins', { meets: 'over' }),
  'hub.aiRequest': row('both account locked joins', { meets: 'over' }),
  'hub.aiGiven': row('tab account locked joins', { follows: 'hub.aiRequest' }),
  'hub.aiDrafts': row('both account locked joins', { meets: 'lines' }),
  localSavedTemplates: row('device exact locked joins', { meets: 'lines' }),
  savedTemplates: row('device exact goes stays'),
  'simpleRecord:*': row('device account locked joins', { meets: 'alone' }),

  // Branding.
  userBranding: row('device exact locked joins', { meets: 'alone' }),
  userBranding_logo: row('tab exact goes joins', { follows: 'userBranding' }),
  'hub.brandingLogo': row('device account locked joins', { follows: 'userBranding' }),
  /** The last state that this device and the account agreed on. */
  'hub.branding': row('device account locked joins', { follows: 'userBranding' }),

  // The store.
  cart: row('device exact locked joins', { meets: 'lines', isTouched: true }),
  'hub.cartMark': row('device account locked joins', { follows: 'cart' }),
  'hub.checkout': row('tab account locked joins', { meets: 'alone' }),
  'hub.checkoutKey*': row('device account locked joins', { meets: 'alone', isTouched: true }),
  'hub.donation': row('tab account locked joins', { meets: 'alone' }),

  // Plan and recovery: a member's are copies of the server's.
  subscriptionData: row('device exact goes stays'),
  aiTemplateUsage: row('device exact goes stays'),
  'hub.subscription': row('device exact goes stays'),
  automationData: row('device exact locked joins', { meets: 'own' }),

  // Agreements.
  /** What was filled in to send documents, by the template it is sent from. */
  'hub.sendDrafts': row('device account locked joins', { meets: 'lines' }),
  /** What somebody asked to sign has typed and drawn in this tab. */
  'hub.signDraft:*': row('tab account locked joins', { meets: 'alone' }),

  // Miscellaneous.
  'hub.wanted': row('tab device goes stays'),
  'hub.accountDraft': row('tab device goes stays'),
  'hub.nameDraft': row('device account locked stays'),
  'hub.contactDraft': row('tab account locked joins', { meets: 'alone' }),
  /** How a member's conversation or agreement was opened: its address doesn't say, because a history outlives a logout. */
  'hub.threadLink:*': row('tab account goes stays'),
  'hub.replyDraft:*': row('tab account locked joins', { meets: 'alone' }),
  'hub.funnelClipboard': row('device account goes joins', { meets: 'alone' }),
  // What was asked before signing up stands before what was asked right after it.
  aiChat: row('tab account locked joins', { meets: 'lines' }),
  aiChatDraft: row('tab account locked joins', { meets: 'alone' }),
};

type Named<K> = K extends `${infer Begin}*` ? `${Begin}${string}` : K;
/** What `storage.ts` accepts. */
export type StoredKey = Named<keyof typeof storedKeys>;

const all: [string, Declared][] = Object.entries(storedKeys);
const plain = new Map(all.filter(([name]) => !name.endsWith('*')));
const patterns = all.filter(([name]) => name.endsWith('*'));

/** The table row and its name; null for an undeclared key. */
export function declared(key: string): { name: string; row: Declared } | null {
  const exact = plain.get(key);
  if (exact) return { name: key, row: exact };
  const [name, found] = patterns.find(([begin]) => key.startsWith(begin.slice(0, -1))) ?? [];
  return name !== undefined && found ? { name, row: found } : null;
}

/**
 * The databases: every entry is keyed by its owner first; on sign-out, what an account has confirmed is deleted and
 * the rest is locked.
 */
export const databases = ['hub', 'hub-funnels'] as const;
export type DatabaseName = (typeof databases)[number];

/**
 * Caches contain what is the same for everyone: public pages, documents, and the files of a release (`hub ` and its
 * name).
 */
export const cacheNames = ['page-data', 'hub-documents'] as const;
export type CacheName = (typeof cacheNames)[number];
