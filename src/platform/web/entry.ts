/** What every kind of stored item says about itself in a list. The server's `seq` orders its changes. */
export interface HeadLike {
  id: string;
  version: number;
  contentVersion: number;
  seq: number;
  isPurged: boolean;
  /** What determines its place in a list: whether it is in the bin, and since when. */
  deletedAt?: string | null;
  updatedAt?: string;
}

/** A list entry: what the account says, overlaid with what this device has done since. */
export interface Entry<H extends HeadLike = HeadLike> {
  owner: string;
  kind: string;
  id: string;
  remote: H | null;
  local: H | null;
}

/** Sorts a list's entries: visible ones, then the bin, then deleted ones, each by time. */
export function placeInList({ local, remote }: Pick<Entry, 'local' | 'remote'>): string {
  const head = local ?? remote;
  const group = !head || head.isPurged ? '2' : head.deletedAt ? '1' : '0';
  return `${group} ${head?.updatedAt ?? ''}`;
}

/** The newest visible entries, and how many there are in total. */
export interface Front<H extends HeadLike = HeadLike> {
  lines: Entry<H>[];
  total: number;
}

export interface Body {
  owner: string;
  kind: string;
  id: string;
  body: unknown;
  /** The account's version that it is, or is based on. */
  version: number;
  /** Identifies this exact text on this device. */
  rev: string;
  /** Not in the account yet. */
  isMine: boolean;
}

export interface Operation {
  what: 'add' | 'change' | 'remove' | 'restore';
  /** Retries keep it, so that the server can recognize the same write. */
  key: string;
  base: number;
  payload: Record<string, unknown>;
}

export interface Waiting {
  owner: string;
  seq: number;
  kind: string;
  id: string;
  op: Operation;
  at: string;
  tries: number;
  /** Why it was rejected: nothing for this item is sent until someone decides. */
  refusal: string | null;
  /** Not based on what was queued before it, so it must not be merged with that. */
  isFork: boolean;
  /** Whether it includes the text: only then does the account's response say which version the text here is. */
  hasText: boolean;
}

/** A text that isn't listed and must not be lost: the full text of one that was cut, or one removed by a clean-up. */
export interface Aside {
  owner: string;
  kind: string;
  id: string;
  at: string;
  body: unknown;
  /**
   * To be sent to the account; or an older version by now, which the account no longer accepts and this device
   * keeps.
   */
  brought?: 'there' | 'past';
}

export interface Edit {
  owner: string;
  kind: string;
  id: string;
  /** The list entry as it looks now. */
  head: HeadLike;
  /** Omitted if only the list entry changes. */
  body?: unknown;
  /** The rev of the text that this one is based on; omitted if none was loaded. */
  on?: string | undefined;
  op: Operation;
  /** Based on the text that is here, whichever version that is; if there is none, `op.base` counts. */
  uponBody?: true;
  at: string;
  aside?: unknown;
}

/** The account's response to a queued write. */
export interface Settlement {
  head: HeadLike;
  version: number;
  /** It became a separate item, because someone else's edit is in its place. */
  isCopy: boolean;
  /** The account has its own and accepted nothing: the text here is a different one. */
  isTheirs?: boolean;
  /** Someone had moved it to the bin, and this write restored it. */
  isBack?: true;
}

/** A device's position in the account's change history; numbers from another history mean nothing. */
export interface Place {
  value: number;
  epoch: string | null;
}

/** Creates a write for a text that the account had, and lost when it was restored from a backup. */
export type TellAgain = (body: unknown, head: HeadLike) => Pick<Operation, 'key' | 'payload'> | null;

export interface Change {
  owner: string;
  kind: string;
  kept: Entry[];
  gone: string[];
  /** Only removed from the list: a copy elsewhere on this device may be the last one. */
  keepsCopies?: boolean;
  /** Whether the unsent queue has changed. */
  queue: boolean;
}
