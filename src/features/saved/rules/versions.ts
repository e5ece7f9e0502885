import { days, minutes } from '#base/clock.ts';

/** What is known of a version beside its text, as it is stored. Null: it was written by an older release. */
export interface Written {
  /** The version of the template that this is about. */
  of: number;
  /** When the first of the saves that are one version came. */
  begun: string;
  at: string;
  /** Such as "Firefox on Linux". */
  device: string;
  /** Tells two devices of one name apart. */
  writer: string;
  how: VersionHow;
  /** The version that it brought back, or that its proposals were made to. */
  from?: number;
  name?: string;
  used?: VersionUse;
}

export type VersionHow = 'saved' | 'restored' | 'proposed';
export type VersionUse = 'exported' | 'sent';

/** Who writes, as the request tells. */
export interface Writer {
  device: string;
  writer: string;
}

export const versionBounds = {
  /** Saves by one device within this time are one version. */
  foldMs: minutes(10),
  /** Of each template, without those that are named. */
  newest: 200,
  /** Of what is older, the last of each day stays, for so many days. */
  oldDays: 365,
  /** So many more may come before the next tidying. */
  slack: 20,
  named: 100,
  nameLength: 120,
} as const;

export interface KeptVersion {
  version: number;
  at: Date;
  bytes: number;
  isNamed: boolean;
}

/** Which versions go: `list` has the newest first, without the present text. */
export function versionsToDrop(list: readonly KeptVersion[]): number[] {
  const drop: number[] = [];
  const taken = new Set<number>();
  let unnamed = 0;
  for (const { version, at, isNamed } of list) {
    if (isNamed) continue;
    unnamed += 1;
    if (unnamed <= versionBounds.newest) continue;
    const day = Math.floor(at.getTime() / days(1));
    if (taken.has(day) || taken.size >= versionBounds.oldDays) drop.push(version);
    else taken.add(day);
  }
  return drop;
}

/** Which of an account’s versions make way for texts: the oldest first, and named ones never. */
export function versionsToMakeWay<V extends KeptVersion>(oldestFirst: readonly V[], bytes: number): V[] {
  const gone: V[] = [];
  let freed = 0;
  for (const one of oldestFirst) {
    if (freed >= bytes) break;
    if (one.isNamed) continue;
    gone.push(one);
    freed += one.bytes;
  }
  return gone;
}
