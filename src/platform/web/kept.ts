/** What every kind of thing that is kept says of itself in a list. The server's `seq` orders its changes. */
export interface HeadLike {
  id: string;
  version: number;
  contentVersion: number;
  seq: number;
  isPurged: boolean;
  /** What puts it in its place in a list: in the bin or not, and since when it is as it is. */
  deletedAt?: string | null;
  updatedAt?: string;
}

/** A line of a list: what the account says, and over it what this device has done since. */
export interface Kept<H extends HeadLike = HeadLike> {
  owner: string;
  kind: string;
  id: string;
  remote: H | null;
  local: H | null;
}

/** Sorts a list's lines: what is shown before what is in the bin before what is gone, then by their time. */
export function placeInList({ local, remote }: Pick<Kept, 'local' | 'remote'>): string {
  const head = local ?? remote;
  const shelf = !head || head.isPurged ? '2' : head.deletedAt ? '1' : '0';
  return `${shelf} ${head?.updatedAt ?? ''}`;
}

/** The newest lines that are neither in the bin nor gone, and how many there are in all. */
export interface Front<H extends HeadLike = HeadLike> {
  lines: Kept<H>[];
  total: number;
}

export interface Body {
  owner: string;
  kind: string;
  id: string;
  body: unknown;
  /** The version of the account that it is, or was made upon. */
  version: number;
  /** Names this very text on this device. */
  rev: string;
  /** Not in the account yet. */
  isMine: boolean;
}

export interface Operation {
  what: 'add' | 'change' | 'remove' | 'restore';
  /** Sent again it is still the same write. */
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
  /** Why it was refused: nothing of this thing goes on until somebody decides. */
  refusal: string | null;
  /** Not made upon what was queued before it: it must not be taken for its continuation. */
  isFork: boolean;
  /** Whether it carries the text: only then the account's answer says which version the text here is. */
  hasText: boolean;
}

/** A text that a list does not show and nobody may lose: the whole of what was cut, what a clean-up let go. */
export interface Aside {
  owner: string;
  kind: string;
  id: string;
  at: string;
  body: unknown;
  /** Brought to the account; or an older version by now, that the account takes no more and this device keeps. */
  brought?: 'there' | 'past';
}

export interface Edit {
  owner: string;
  kind: string;
  id: string;
  /** The line as it looks now. */
  head: HeadLike;
  /** Left out where only the line changes. */
  body?: unknown;
  /** The text that this one was made upon, by its rev; left out by who loaded none. */
  on?: string | undefined;
  op: Operation;
  /** Made upon the text that is here, whichever version that is; `op.base` counts where there is none. */
  uponBody?: true;
  at: string;
  aside?: unknown;
}

/** What the account answered to a waiting write. */
export interface Settlement {
  head: HeadLike;
  version: number;
  /** It became another one: somebody else's edit stands where it was meant for. */
  isCopy: boolean;
  /** The account has one of its own, and took nothing: the text here is not that one. */
  isTheirs?: boolean;
  /** Somebody had put it in the bin, and this write brought it back. */
  isBack?: true;
}

/** Where a device is in the account's order of changes; numbers of another history say nothing. */
export interface Place {
  value: number;
  epoch: string | null;
}

/** What makes a write of a text that the account had, and lost with what a backup does not know. */
export type TellAgain = (body: unknown, head: HeadLike) => Pick<Operation, 'key' | 'payload'> | null;

export interface Change {
  owner: string;
  kind: string;
  kept: Kept[];
  gone: string[];
  /** They are gone from the list alone: a copy that lies elsewhere on this device may be the last one. */
  keepsCopies?: boolean;
  /** Whether what waits to be sent has changed. */
  queue: boolean;
}
