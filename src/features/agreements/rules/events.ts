/** What can happen to an agreement; each is kept for good, in a chain of hashes. */
export const eventKinds = [
  'created',
  'asked',
  'seen',
  'code sent',
  'code right',
  'signed',
  'approved',
  'declined',
  'forwarded',
  'reminded',
  'bounced',
  'address changed',
  'commented',
  'proposed',
  'proposal taken',
  'proposal refused',
  'filled in',
  'new version',
  'extended',
  'expired',
  'withdrawn',
  'completed',
  'sealed',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface ChainedEvent {
  seq: number;
  /** ISO time in UTC. */
  at: string;
  kind: EventKind;
  person: number | null;
  /** Names in alphabetical order when hashed; texts only. */
  data: Record<string, string>;
  hash: string;
}

/** The hash before the first event. */
export const noHash = '0'.repeat(64);

/**
 * The exact text whose SHA-256 is the hash of an event. It holds the hash of the one before, so nothing in between
 * can be changed, left out or put in. Documented in docs/agreements.md, so that anybody can compute it.
 */
export function chained(event: Omit<ChainedEvent, 'hash'>, before: string): string {
  const data = Object.fromEntries(
    Object.entries(event.data).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  return JSON.stringify([before, event.seq, event.at, event.kind, event.person, data]);
}

/** The number of the first event that doesn't follow from the one before; null if all do. */
export async function firstBroken(
  events: readonly ChainedEvent[],
  sha256: (text: string) => Promise<string> | string,
): Promise<number | null> {
  let before = noHash;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1 || (await sha256(chained(event, before))) !== event.hash) return index + 1;
    before = event.hash;
  }
  return null;
}
