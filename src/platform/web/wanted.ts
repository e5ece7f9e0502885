import { useEffect, useSyncExternalStore } from 'react';
import { minutes } from '#base/clock.ts';
import { readStored, removeStored, writeStored } from './storage.ts';
import { visitSince } from './visit.ts';

/** What somebody was about to do when they had to sign in; it is done on the page that they come back to. */
export interface Wanted {
  act: string;
  /** Path and search of that page. */
  at: string;
  /** Said over the form they sign in with. */
  words: string;
  on: number;
  /** The visit it was wanted in: a logout in any tab ends it, and whoever comes then may be somebody else. */
  visit: number;
}

const key = 'hub.wanted';
const lasts = minutes(30);

export const want = (wanted: Omit<Wanted, 'on' | 'visit'>, now: number): void =>
  void writeStored(key, JSON.stringify({ ...wanted, on: now, visit: visitSince(now) }), 'session');

/** Only for the page it was wanted on, and not long after: nobody is surprised by what they have given up. */
export function readWanted(at: string, now: number): Wanted | null {
  try {
    const found = JSON.parse(readStored(key, 'session') ?? 'null') as Partial<Wanted> | null;
    if (typeof found?.act !== 'string' || typeof found.words !== 'string' || found.at !== at) return null;
    if (found.visit !== visitSince(now)) return null;
    return typeof found.on === 'number' && Math.abs(now - found.on) < lasts ? (found as Wanted) : null;
  } catch {
    return null;
  }
}

const never = () => () => undefined;

/**
 * What is said to who is to sign in for it, on the way to that page; nothing on the server. Whoever signs in for anything
 * else has given it up.
 */
export function useWantedWords(at: string | null): string | null {
  useEffect(() => {
    if (at === null || readWanted(at, Date.now()) === null) removeStored(key, 'session');
  }, [at]);
  return useSyncExternalStore(
    never,
    () => (at === null ? null : (readWanted(at, Date.now())?.words ?? null)),
    () => null,
  );
}

/** True once. */
export function takeWanted(act: string, at: string, now: number): boolean {
  if (readWanted(at, now)?.act !== act) return false;
  removeStored(key, 'session');
  return true;
}
