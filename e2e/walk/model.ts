import type { Person } from './words.ts';

export type DeviceName = 'laptop' | 'phone';
export const devices: readonly DeviceName[] = ['laptop', 'phone'];

/** Whose a text is: a member's, a guest's at that device, or the anonymous offline user's there. */
export type Owner = Person | 'operator' | `${'nobody' | 'offline'}@${DeviceName}`;

/**
 * How far a text goes by itself: with the account, with the device, with the tab, or no further than the page. One that
 * was handed in (`given`) has left its screen for good: the hub has it where `Text.table` says.
 */
export type Reach = 'account' | 'device' | 'tab' | 'page' | 'given';

export interface Text {
  word: string;
  by: Person;
  owner: Owner;
  /** Who else may have it by now: it was given to them, or nobody could tell whose it is. */
  also: Owner[];
  /** Published: anybody may come upon it. */
  isPublic?: true;
  /** An address at which this person reads mail, whoever typed it. */
  mailbox?: Person;
  /** Where a text that was given must be found in the database. */
  table?: string;
  device: DeviceName;
  tab: number;
  visit: number;
  screen: string;
  field: string;
  reach: Reach;
  /** It reached the account, as far as anybody could tell. */
  isSent: boolean;
  /**
   * `kept`: it must be in its place. `aside`: something else has its place, and it is kept where its author can take it
   * back. `replaced`, `gone`: its author wrote over it, or let it go.
   */
  fate: 'kept' | 'aside' | 'replaced' | 'gone';
}

/** A saved document. */
export interface Doc {
  k: number;
  owner: Owner;
  slug: string;
  device: DeviceName;
  state: 'shown' | 'binned' | 'purged';
}

/** A document that was sent to be signed. */
export interface Agreement {
  k: number;
  sender: Person;
  /** The other side. */
  receiver: Person;
  state: 'out' | 'signed' | 'ended';
  /** Who signs it, and who of them has. */
  signers: Person[];
  signed: Person[];
  /** Who may read what was said in it: both sides, and guests where one of them opened it as a guest. */
  readers: Owner[];
  /** The link that anybody can sign by, where it came from one. */
  link?: number;
  /** Of the receiver, and not settled yet. */
  comments: { word: string; isProposal: boolean }[];
}

export interface Device {
  isOn: boolean;
  person: Person;
  isIn: boolean;
  /** The act in which the session began that it has. */
  session: number;
  /** Works as the anonymous offline user. */
  isOfflineUser: boolean;
  hasNetwork: boolean;
  losesAnswers: boolean;
  storage: 'well' | 'slow' | 'refused' | 'full';
  daysAhead: number;
  visit: number;
  /** The screen that each tab shows. */
  tabs: (string | null)[];
}

export interface Model {
  devices: Record<DeviceName, Device>;
  /** Who has an account. */
  accounts: Set<Person>;
  texts: Text[];
  docs: Doc[];
  /** Letters that were handed in, by the number of the act; answered, they have an address to reply at. */
  letters: { k: number; word: string; isAnswered: boolean }[];
  /** Funnels that are published, by the number of the act that did it. */
  funnels: { k: number; owner: Person }[];
  /** Documents that were sent to be signed, by the number of the act. */
  agreements: Agreement[];
  /** Links that anybody can sign by, by the number of the act that made them. */
  openLinks: { k: number; owner: Person }[];
  /** Who has a contract among their saved documents that can be sent. */
  contracts: Set<Person>;
  /** Whose plan has no room for another saved document. */
  full: Set<Person>;
  /** Accounts, at the moment of the last backup. */
  backup: { at: number; accounts: Person[]; texts: Set<string>; docs: number[] } | null;
}

const fresh = (): Device => ({
  isOn: false,
  person: 'mara',
  isIn: false,
  session: 0,
  isOfflineUser: false,
  hasNetwork: true,
  losesAnswers: false,
  storage: 'well',
  daysAhead: 0,
  visit: 1,
  tabs: [null],
});

export const newModel = (): Model => ({
  devices: { laptop: fresh(), phone: fresh() },
  accounts: new Set(),
  texts: [],
  docs: [],
  letters: [],
  funnels: [],
  agreements: [],
  openLinks: [],
  contracts: new Set(),
  full: new Set(),
  backup: null,
});

export const nobodyAt = (device: DeviceName): Owner => `nobody@${device}`;
export const offlineAt = (device: DeviceName): Owner => `offline@${device}`;
/** Made without an account. */
export const isOfDevice = (owner: Owner): boolean => owner.includes('@');

/** Who looks at the screen of this device now, as the hub can know them. */
export function viewerAt(model: Model, device: DeviceName): Owner {
  const { isIn, isOfflineUser, person } = model.devices[device];
  if (isIn) return person;
  return isOfflineUser ? offlineAt(device) : nobodyAt(device);
}

export const isWell = ({ hasNetwork, losesAnswers, storage }: Device): boolean =>
  hasNetwork && !losesAnswers && storage === 'well';

/** Whether this viewer may see that text. */
export const mayRead = (viewer: Owner, { owner, also, isPublic }: Text): boolean =>
  isPublic === true || owner === viewer || also.includes(viewer);

/** It must be found somewhere: in its place, or where its author can take it back from. */
export const mustBe = ({ fate, reach }: Text): boolean =>
  (fate === 'kept' || fate === 'aside') && reach !== 'page';

/** They stood where somebody typed, whatever the model took them for, and made way. */
export function replace(model: Model, words: Set<string> = new Set(), screen?: string): void {
  for (const text of model.texts)
    if (words.has(text.word) && mustBe(text) && (screen === undefined || text.screen === screen))
      text.fate = 'replaced';
}

/** What must stand on that screen of that tab when it is opened now. */
export function expectedOn(model: Model, device: DeviceName, tab: number, screen: string): Text[] {
  const viewer = viewerAt(model, device);
  return model.texts.filter(
    (text) =>
      text.fate === 'kept' &&
      text.screen === screen &&
      text.owner === viewer &&
      text.reach !== 'page' &&
      text.reach !== 'given' &&
      (text.device === device
        ? text.reach !== 'tab' || text.tab === tab
        : text.reach === 'account' && text.isSent),
  );
}

/** Somebody signs in or up, or goes offline: what they made as a guest in this very visit is theirs from now on. */
export function joins(model: Model, device: DeviceName, person: Owner): void {
  const { visit } = model.devices[device];
  const here = model.texts.filter((text) => text.device === device && text.owner === nobodyAt(device));
  // Typed where something lay from an earlier visit already: that is offered, and nobody's without a yes.
  const isFound = ({ screen, reach }: Text) =>
    reach === 'device' &&
    // In a list each is a thing of its own.
    screen !== 'funnel' &&
    here.some(
      (other) =>
        other.visit !== visit &&
        // A text is made of the answers that stood there.
        (other.screen === screen || other.screen === screen.replace(/^text /, 'answers ')),
    );
  for (const text of here)
    if (text.visit === visit && text.fate === 'kept' && isFound(text)) text.fate = 'aside';
  const thisVisit = here.filter((text) => text.visit === visit && !isFound(text));
  // What was begun as a guest comes first; what the account had there makes way, to be taken back.
  for (const text of model.texts)
    if (
      text.owner === person &&
      text.fate === 'kept' &&
      thisVisit.some(({ screen }) => screen === text.screen)
    )
      text.fate = 'aside';
  for (const text of thisVisit) {
    // A form that the account had begun here before stays; the guest's lies beside it.
    const isBegun = model.texts.some(
      (other) => other.owner === person && other.screen === text.screen && other.device === device,
    );
    if (text.reach === 'tab' && isBegun && text.fate === 'kept')
      Object.assign(text, { fate: 'aside', also: [...text.also, person] });
    else text.owner = person;
    // A member's receipt goes to the address of the account: theirs is not asked for again.
    if (text.screen === 'checkout' && text.field === 'email' && text.fate === 'kept') text.fate = 'aside';
  }
  // One document of two visits: nobody can tell whose the older half is.
  for (const text of here)
    if (thisVisit.some(({ screen }) => screen === text.screen)) text.also.push(person, nobodyAt(device));
  for (const doc of model.docs)
    if (doc.owner === nobodyAt(device) && doc.device === device) doc.owner = person;
}

/** What lies on this device from guests of earlier visits and from those who worked offline: whoever is in is asked. */
export const leftAt = (model: Model, device: DeviceName): Text[] =>
  model.texts.filter(
    (text) =>
      text.device === device &&
      isOfDevice(text.owner) &&
      text.owner !== viewerAt(model, device) &&
      (text.fate === 'kept' || text.fate === 'aside') &&
      /^(?:(?:answers|text) |funnel$|campaign$)/.test(text.screen),
  );

/** Somebody signs out: forms that were only begun go, unsent work waits for them. */
export function leaves(model: Model, device: DeviceName, person: Owner): void {
  for (const text of model.texts)
    if (text.device === device && text.owner === person && (text.reach === 'tab' || text.reach === 'page'))
      letGo(text);
  // Nobody can be this offline user again: it is offered to whoever signs in.
  for (const text of model.texts)
    if (text.owner === offlineAt(device) && text.fate === 'kept')
      text.fate = text.reach === 'device' ? 'aside' : 'gone';
}

const letGo = (text: Text): void => {
  if (text.fate !== 'replaced') text.fate = 'gone';
};

/** A tab is closed, or all of them. */
export function closes(model: Model, device: DeviceName, tab?: number): void {
  for (const text of model.texts)
    if (
      text.device === device &&
      (tab === undefined || text.tab === tab) &&
      (text.reach === 'tab' || text.reach === 'page')
    )
      letGo(text);
}

/** A backup that is brought back knows no session that began after it, and nobody whose account did. */
export function isForgotten({ backup, devices: all }: Model, device: DeviceName): boolean {
  const { isIn, person, session } = all[device];
  return isIn && backup !== null && (!backup.accounts.includes(person) || session > backup.at);
}
