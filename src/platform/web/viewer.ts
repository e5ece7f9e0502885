import { useSyncExternalStore } from 'react';

/** Who is using this browser, as every feature's screens may know it. The accounts feature is the one that sets it. */
export interface WebViewer {
  /** False until the first answer to "who is this?". */
  ready: boolean;
  mode: 'online' | 'offline';
  /** The session of this member is over: nothing can be sent until they have signed in again. */
  isEnded?: boolean;
  user: { uid: string; email: string; displayName: string; isOffline: boolean } | null;
}

let current: WebViewer = { ready: false, mode: 'online', user: null };
const initial = current;
const listeners = new Set<() => void>();

export function setViewer(next: WebViewer): void {
  current = next;
  for (const listener of listeners) listener();
}

export const getViewer = (): WebViewer => current;

/** Whose account can be asked and written to now: a member with a session, and nobody who works offline. */
export function onlineMember(): string | null {
  const { ready, mode, user, isEnded } = current;
  return ready && mode === 'online' && user && !user.isOffline && !isEnded ? user.uid : null;
}

export function subscribeViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On the server and in the first paint everybody is "not known yet". */
export const useViewer = (): WebViewer => useSyncExternalStore(subscribeViewer, getViewer, () => initial);
