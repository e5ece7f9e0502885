import { useSyncExternalStore } from 'react';

/** What is typed at the top of the home page, for the pictures below it. */
export interface Names {
  ours: string;
  theirs: string;
}

const none: Names = { ours: '', theirs: '' };
let names = none;
const listeners = new Set<() => void>();

export function tellNames(ours: string, theirs: string): void {
  names = { ours: ours.trim(), theirs: theirs.trim() };
  for (const hear of listeners) hear();
}

const subscribe = (hear: () => void) => {
  listeners.add(hear);
  return () => void listeners.delete(hear);
};

export const useNames = (): Names =>
  useSyncExternalStore(
    subscribe,
    () => names,
    () => none,
  );
