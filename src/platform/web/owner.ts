import { type Area, areas, rawNames, rawRead, rawRemove, rawWrite } from './area.ts';
import { loadChunk } from './chunks.ts';
import type { join } from './join.ts';
import { declared } from './keys.ts';
import { guest, holderOf, isOfDevice, kept, type Line, markerKey, ownLines, placeOf } from './place.ts';
import { endVisit, endVisits, noteAct, wasFound } from './visit.ts';

let present: string | null = null;
/** Incremented whenever the content of a page becomes someone else's. */
let hands = 0;
const listeners = new Set<() => void>();

/** Whose data this tab reads and writes. Until the hub has said who is here, it is whoever was here last. */
export const presentOwner = (): string => (present ??= begin());

/**
 * Whose names this tab last contained, if the device doesn't say whether that is still so: without room it couldn't
 * store its last member, or another tab signed them out. Only the hub knows; asked before a page reads anything.
 */
export function unsureHolder(): string | null {
  const holder = holderOf('session');
  return present !== null || isOfDevice(holder) || holder === knownHere() ? null : holder;
}

/** The hub says so. Until then a page is a guest's, and what is typed there would give way to the member's own. */
export const beginAs = (owner: string): string => (present ??= begin(owner));

/** Called when someone else's data replaces what was here. */
export function onOwner(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Someone signs in or out: values under exact names are swapped, and what a guest created in this visit goes to
 * whoever they turned out to be.
 */
export function becomeOwner(next: string): void {
  const before = presentOwner();
  if (before === next) return;
  // What is here now and wasn't begun by the next person must not be attributed to them.
  if (next === guest || !isOfDevice(before)) endVisit();
  const hasOwn = kept(next).length > 0;
  for (const area of areas) handOver(area, holderOf(area), next);
  present = next;
  if (before === guest) joinVisit(next);
  noteAct();
  tellOwner(before !== guest || hasOwn || kept(guest).length > 0);
}

/** What a page has read is someone else's, or more, by now. */
export function tellOwner(isElse = true): void {
  if (isElse) hands++;
  for (const listener of listeners) listener();
}

export const countHands = (): number => hands;

/**
 * Logging out: copies of what the account has are removed; what it may not have stays, locked to its owner. `only`: the
 * session storage of a tab that another one has logged out.
 */
export function leaveOwner(only?: 'session'): void {
  const owner = presentOwner();
  for (const { area, key, row } of kept(owner)) {
    if (only && area !== only) continue;
    const place = placeOf(key, row, area, owner);
    const isCopy = row.meets === 'own' && !isOfDevice(owner);
    const left = isCopy ? ownLines(rawRead(place, area) ?? '') : null;
    if (row.signOut === 'goes' || isCopy) rawRemove(place, area);
    if (left) rawWrite(place, left, area);
  }
  for (const name of rawNames('session')) {
    const row = declared(name)?.row;
    if (row?.owner === 'device' && row.signOut === 'goes') rawRemove(name, 'session');
  }
  if (only) return;
  endVisits();
  becomeOwner(guest);
}

/** Before the first write to an exact name: records next to it that it is theirs. */
export function claim(area: Area): void {
  const owner = presentOwner();
  if (owner !== guest && rawRead(markerKey, area) === null) rawWrite(markerKey, owner, area);
}

let bring: typeof join | null = null;
let coming: Promise<void> | null = null;

/**
 * Awaited before someone is known: what they began has to become theirs in the same turn. A page that shows less for
 * a moment would be typed into, and one that is left meanwhile would leave all of it behind.
 */
export async function readyToBecome(patienceMs = 5000): Promise<void> {
  if (presentOwner() !== guest || begunHere().length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([readyToJoin(), new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
}

const begunHere = (): Line[] =>
  kept(guest).filter(({ area, key, row }) => row.signIn === 'joins' && !row.follows && !wasFound(area, key));

/** The code that takes over a guest's data loads when the first of it is created: most visitors create none. */
export const readyToJoin = (): Promise<void> =>
  (coming ??= loadChunk(() => import('./join.ts')).then(
    (module) => void (bring = module.join),
    () => void (coming = null),
  ));

function joinVisit(next: string): void {
  const begun = begunHere();
  if (begun.length === 0 || joinAll(begun, next)) return;
  void readyToJoin().then(() => presentOwner() === next && joinAll(begun, next) && tellOwner());
}

function joinAll(lines: readonly Line[], next: string): boolean {
  for (const line of lines) bring?.(line, guest, next);
  return bring !== null;
}

/** All or nothing: if there is no room to set things aside, the names stay with their previous owner. */
function handOver(area: Area, from: string, to: string): void {
  if (from === to) return;
  const exact = rawNames(area)
    .map((name) => name.replace(/@[^@]+$/, ''))
    .filter((key) => declared(key)?.row.owner === 'exact');
  const before = new Map<string, string | null>();
  const put = (name: string, value: string | null): boolean => {
    if (!before.has(name)) before.set(name, rawRead(name, area));
    rawRemove(name, area);
    return value === null || rawWrite(name, value, area) === 'written';
  };
  for (const key of new Set(exact)) {
    const [leaves, comes] = [rawRead(key, area), rawRead(`${key}@${to}`, area)];
    if (put(`${key}@${to}`, null) && put(key, comes) && put(`${key}@${from}`, leaves)) continue;
    for (const name of before.keys()) rawRemove(name, area);
    for (const [name, value] of before) if (value !== null) rawWrite(name, value, area);
    return;
  }
  rawWrite(markerKey, to, area);
}

const knownHere = (): string => memberIn('offlineUser') ?? memberIn('hub.lastMember') ?? guest;

/** When a page starts. */
function begin(owner = knownHere()): string {
  present = owner;
  noteAct();
  for (const area of areas) {
    const holder = rawRead(markerKey, area);
    if (holder !== null) handOver(area, holder, owner);
    else if (owner !== guest) takeUp(area, owner);
  }
  return owner;
}

/** For data from a release without owners: what is here belongs to whoever is here. */
function takeUp(area: Area, owner: string): void {
  for (const name of rawNames(area)) {
    const value = declared(name)?.row.owner === 'account' ? rawRead(name, area) : null;
    if (value === null || name.includes('@')) continue;
    rawRemove(name, area);
    if (rawWrite(`${name}@${owner}`, value, area) !== 'written') rawWrite(name, value, area);
  }
  rawWrite(markerKey, owner, area);
}

function memberIn(key: 'offlineUser' | 'hub.lastMember'): string | null {
  try {
    const stored = rawRead(key, 'local') ?? rawRead(key, 'session');
    const { uid } = (JSON.parse(stored ?? 'null') ?? {}) as { uid?: unknown };
    return typeof uid === 'string' && /^[\w-]{1,80}$/.test(uid) ? uid : null;
  } catch {
    return null;
  }
}
