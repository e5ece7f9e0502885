import type { Person } from './words.ts';

export type DeviceName = 'laptop' | 'phone';
export const devices: readonly DeviceName[] = ['laptop', 'phone'];

/** Whose a text is: a member's, or nobody's who sat at that device without an account. */
export type Owner = Person | `nobody@${DeviceName}`;

/** How far a text goes by itself: with the account, with the device, with the tab, or no further than the page. */
export type Reach = 'account' | 'device' | 'tab' | 'page';

export interface Text {
  word: string;
  by: Person;
  owner: Owner;
  /** Who else may have it by now, because nobody could tell whose it is. */
  also: Owner[];
  device: DeviceName;
  tab: number;
  visit: number;
  screen: string;
  field: string;
  reach: Reach;
  /** It reached the account, as far as anybody could tell. */
  isSent: boolean;
  /** `kept`: it must be in its place. `replaced`, `gone`: its author wrote over it, or let it go. */
  fate: 'kept' | 'replaced' | 'gone';
}

/** A saved document. */
export interface Doc {
  k: number;
  owner: Owner;
  slug: string;
  device: DeviceName;
  state: 'shown' | 'binned' | 'purged';
}

export interface Device {
  isOn: boolean;
  person: Person;
  isIn: boolean;
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
  /** Accounts, at the moment of the last backup. */
  backup: { accounts: Person[]; texts: Set<string>; docs: number[] } | null;
}

const fresh = (): Device => ({
  isOn: false,
  person: 'mara',
  isIn: false,
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
  backup: null,
});

export const nobodyAt = (device: DeviceName): Owner => `nobody@${device}`;

/** Who looks at the screen of this device now, as the hub can know them. */
export const viewerAt = (model: Model, device: DeviceName): Owner =>
  model.devices[device].isIn ? model.devices[device].person : nobodyAt(device);

export const isWell = ({ hasNetwork, losesAnswers, storage }: Device): boolean =>
  hasNetwork && !losesAnswers && storage === 'well';

/** Whether this viewer may see that text. */
export const mayRead = (viewer: Owner, { owner, also }: Text): boolean =>
  owner === viewer || also.includes(viewer);

/** What must stand on that screen of that tab when it is opened now. */
export function expectedOn(model: Model, device: DeviceName, tab: number, screen: string): Text[] {
  const viewer = viewerAt(model, device);
  return model.texts.filter(
    (text) =>
      text.fate === 'kept' &&
      text.screen === screen &&
      text.owner === viewer &&
      text.reach !== 'page' &&
      (text.device === device
        ? text.reach !== 'tab' || text.tab === tab
        : text.reach === 'account' && text.isSent),
  );
}

/** Somebody signs in or up: what they made as a guest in this very visit is theirs from now on. */
export function joins(model: Model, device: DeviceName): void {
  const { visit, person } = model.devices[device];
  const here = model.texts.filter((text) => text.device === device && text.owner === nobodyAt(device));
  const thisVisit = here.filter((text) => text.visit === visit);
  for (const text of thisVisit) text.owner = person;
  // One document of two visits: nobody can tell whose the older half is.
  for (const text of here)
    if (thisVisit.some(({ screen }) => screen === text.screen)) text.also.push(person, nobodyAt(device));
  for (const doc of model.docs)
    if (doc.owner === nobodyAt(device) && doc.device === device) doc.owner = person;
}

/** Somebody signs out: forms that were only begun go, unsent work waits for them. */
export function leaves(model: Model, device: DeviceName, person: Person): void {
  for (const text of model.texts)
    if (text.device === device && text.owner === person && (text.reach === 'tab' || text.reach === 'page'))
      text.fate = text.fate === 'kept' ? 'gone' : text.fate;
}

/** A tab is closed, or all of them. */
export function closes(model: Model, device: DeviceName, tab?: number): void {
  for (const text of model.texts)
    if (
      text.device === device &&
      (tab === undefined || text.tab === tab) &&
      (text.reach === 'tab' || text.reach === 'page') &&
      text.fate === 'kept'
    )
      text.fate = 'gone';
}
