import { digest } from '#base/digest.ts';
import { Problem } from '#base/problem.ts';
import { alone } from './leader.ts';
import { type Declared, type StoredKey, storedKeys } from './keys.ts';
import { onOwner } from './owner.ts';
import { reportError } from './reporting.ts';
import { readStored, removeStored, writeStored } from './storage.ts';
import { getViewer, onlineMember, subscribeViewer } from './viewer.ts';

/** A record as the account has it; null if it has none. The server counts the versions. */
export interface AccountCopy<T> {
  value: T | null;
  version: number;
  /** The newest version in which another device overwrote something it hadn't seen. */
  clashedUpon?: number | null;
}

/** Something that an account has exactly one of, such as its branding or its cart. */
export interface RecordKind<T> {
  /** Where this device stores it. */
  key: StoredKey;
  /** Where this device stores the last state it agreed on with the account. */
  agreedKey: StoredKey;
  read(): T;
  write(value: T): void;
  /** False if there was no room for it: then only this page has it. */
  isKept(): boolean;
  /** Called for every change on this device, in this tab or another; returns how to stop. */
  onChange(hear: () => void): () => void;
  isBlank(value: T): boolean;
  isSame(one: T, other: T): boolean;
  /** What to remember about a value, to detect later what has changed. */
  trace(value: T): unknown;
  /**
   * Merges the device's and the account's records. `base` is the trace of their common ancestor; null if they have
   * never met. `gaveWay` is what was dropped, to be offered to its owner.
   */
  merge(here: T, there: T, base: unknown): { value: T; gaveWay?: T };
  ask(): Promise<AccountCopy<T>>;
  /**
   * Replaces exactly that version; resolves with the account's record after it. `clashes`: the new one drops
   * something from that version which this device hadn't seen, so whoever wrote it is told on their device, too.
   */
  send(value: T, upon: number, clashes: boolean): Promise<AccountCopy<T>>;
  offer?(gaveWay: T): void;
}

/** How far a change has got on its way to the account. `device`: there is no account to send it to. */
export type Sending =
  | 'device'
  | 'asking'
  | 'sending'
  | 'sent'
  | 'waiting'
  | 'signed-out'
  | { refused: string };

interface Agreed {
  version: number;
  trace: unknown;
  /** Identifies the text that was stored then: as long as it is there, the account has all of it. */
  text: string;
}

const quietMs = 500;
const retryMs = 15_000;
const mostTurns = 8;

export type AccountRecord = ReturnType<typeof followRecord>;

/**
 * Keeps one record on this device in sync with its account while the page is open. The server decides the order:
 * what reaches the account later is later, whatever a device's clock says.
 */
export function followRecord<T>(kind: RecordKind<T>) {
  let sending: Sending = 'device';
  let member: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const say = (next: Sending) => {
    sending = next;
    for (const listener of listeners) listener();
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(sync, ms);
  };

  function sync(): void {
    clearTimeout(timer);
    const uid = onlineMember();
    if (uid === null) return;
    if (sending !== 'sent') say(hasAll(kind) ? 'asking' : 'sending');
    alone(`hub.record ${kind.key}`, () => agree(kind, uid)).then(
      (isWhole) => {
        if (onlineMember() !== uid) return;
        say(isWhole ? 'sent' : 'waiting');
        if (!isWhole) later(quietMs);
      },
      (error: unknown) => {
        if (onlineMember() === uid || getViewer().isEnded) failed(error);
      },
    );
  }

  function failed(error: unknown): void {
    const problem = error instanceof Problem ? error : new Problem('internal');
    if (!(error instanceof Problem)) reportError(error);
    const { code, message, details } = problem;
    const isFinal = code === 'bad_request' || code === 'too_large' || code === 'forbidden';
    if (code === 'unauthenticated') return say('signed-out');
    if (isFinal) return say({ refused: Object.values(details.fields ?? {})[0] ?? message });
    say('waiting');
    later((details.retryAfterSeconds ?? 0) * 1000 || retryMs);
  }

  const look = () => {
    if (onlineMember() === member) return;
    member = onlineMember();
    if (member !== null) say('asking');
    else if (getViewer().isEnded !== true) say('device');
    sync();
  };
  const changed = () => {
    if (onlineMember() === null || hasAll(kind)) return;
    say('sending');
    later(quietMs);
  };
  const wake = () => {
    if (document.visibilityState === 'visible') sync();
    else if (onlineMember() !== null && !hasAll(kind)) sync();
  };
  kind.onChange(changed);
  onOwner(changed);
  subscribeViewer(look);
  window.addEventListener('online', sync);
  document.addEventListener('visibilitychange', wake);
  look();

  return {
    sending: () => sending,
    /** Whether it is certain by now whose record this is, and that it is the newest known. */
    isSettled: () => getViewer().ready && (sending !== 'asking' || agreedOn(kind) !== null),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sends what is queued and fetches what is new, now. */
    sync,
  };
}

/** Syncs device and account; true if nothing is left to send. Safe to run twice, and in two tabs at once. */
export async function agree<T>(kind: RecordKind<T>, uid: string): Promise<boolean> {
  let there = await kind.ask();
  for (let turn = 0; turn < mostTurns; turn++) {
    if (onlineMember() !== uid) return false;
    const known = agreedOn(kind);
    // A version lower than the agreed one belongs to another history: nothing may be considered removed.
    const base = known && known.version <= there.version ? known.trace : null;
    const here = kind.read();
    const { value, gaveWay } =
      there.value === null ? { value: here, gaveWay: undefined } : kind.merge(here, there.value, base);
    const isNews = there.value === null ? !kind.isBlank(value) : !kind.isSame(value, there.value);
    const clashes = base !== null && gaveWay !== undefined;
    const answer = isNews ? await kind.send(value, there.version, clashes) : there;
    if (isNews && (answer.value === null || !kind.isSame(answer.value, value))) {
      there = answer;
      continue;
    }
    if (onlineMember() !== uid) return false;
    // What was changed while the account responded stays changed.
    const now = kind.read();
    const next = kind.merge(now, value, kind.trace(here)).value;
    if (!kind.isSame(now, next)) kind.write(next);
    const isWhole = kind.isSame(next, value);
    const agreed: Agreed = {
      version: answer.version,
      trace: kind.trace(value),
      text: isWhole ? nameOf(kind) : '',
    };
    // Next to a record that found no room, it would claim that the stored one is the agreed one.
    if (kind.isKept()) writeStored(kind.agreedKey, JSON.stringify(agreed));
    if (kind.isKept()) unkept.delete(kind.agreedKey);
    else unkept.set(kind.agreedKey, { uid, agreed });
    // What this device had agreed on with the account gave way elsewhere: this is announced here, too.
    const wasTypedOver =
      base !== null && known !== null && (there.clashedUpon ?? 0) >= known.version && !kind.isBlank(here);
    if (wasTypedOver && !kind.isSame(here, value)) kind.offer?.(here);
    if (gaveWay !== undefined) kind.offer?.(gaveWay);
    if (isWhole) return true;
    there = answer;
  }
  return false;
}

const nameOf = ({ key }: Pick<RecordKind<never>, 'key'>): string => digest(readStored(key) ?? '');

/** The agreed state of a record that only this page has. */
const unkept = new Map<StoredKey, { uid: string; agreed: Agreed }>();

function agreedOn({ agreedKey }: Pick<RecordKind<never>, 'agreedKey'>): Agreed | null {
  const atHand = unkept.get(agreedKey);
  if (atHand && atHand.uid === onlineMember()) return atHand.agreed;
  try {
    const agreed = JSON.parse(readStored(agreedKey) ?? 'null') as Partial<Agreed> | null;
    const isWhole = Number.isSafeInteger(agreed?.version) && typeof agreed?.text === 'string';
    return isWhole && agreed && 'trace' in agreed ? (agreed as Agreed) : null;
  } catch {
    return null;
  }
}

/** The account has everything stored here. */
export const isAgreed = (kind: Pick<RecordKind<never>, 'key' | 'agreedKey'>): boolean =>
  agreedOn(kind)?.text === nameOf(kind);

/** And what only this page has, too, as far as is known. */
const hasAll = (kind: Pick<RecordKind<never>, 'key' | 'agreedKey' | 'isKept'>): boolean =>
  kind.isKept() && isAgreed(kind);

/** On logout, what the account has doesn't need to stay behind. */
export function leaveRecord(kind: Pick<RecordKind<never>, 'key' | 'agreedKey'>): void {
  if (!isAgreed(kind)) return;
  removeStored(kind.key);
  for (const [name, { follows, area }] of Object.entries<Declared>(storedKeys))
    if (follows === kind.key) removeStored(name as StoredKey, area === 'tab' ? 'session' : 'local');
}
