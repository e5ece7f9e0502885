import { useSyncExternalStore } from 'react';

/** Who is using this browser, as far as every feature may know. The accounts feature sets it. */
export interface WebViewer {
  /** False until the first response to "who is this?". */
  ready: boolean;
  mode: 'online' | 'offline';
  /** This member's session has ended: nothing can be sent until they have signed in again. */
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

/** The account that can be read and written right now: a member with a session, and no one who works offline. */
export function onlineMember(): string | null {
  const { ready, mode, user, isEnded } = current;
  return ready && mode === 'online' && user && !user.isOffline && !isEnded ? user.uid : null;
}

export function subscribeViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On the server and in the first paint, everyone is "not known yet". */
export const useViewer = (): WebViewer => useSyncExternalStore(subscribeViewer, getViewer, () => initial);
