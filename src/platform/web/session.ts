import { Problem } from '#base/problem.ts';

/**
 * What any feature may need from a session without knowing about accounts: restoring it, and hearing when it ends.
 */

type SignInAsk = (isOver: boolean) => Promise<boolean>;
let ask: SignInAsk | null = null;

/** Registered once by the accounts feature; returns how to unregister. */
export function offerSignIn(next: SignInAsk): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * The session ended in the middle of something: sign in in place, then continue. True when the session is restored.
 */
export const requestSignIn = (isOver = true): Promise<boolean> => ask?.(isOver) ?? Promise.resolve(false);

/** Runs something that needs a session; if it has ended, once more after signing in in place. */
export async function withSession<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isOver = error instanceof Problem && error.code === 'unauthenticated';
    if (isOver && (await requestSignIn())) return act();
    throw error;
  }
}

type SignOutWork = (uid: string) => void | Promise<void>;
const senders = new Set<SignOutWork>();
const cleaners = new Set<SignOutWork>();

/** Sends unsent work to the account while that is still possible. */
export const beforeSignOut = (send: SignOutWork): (() => void) => among(senders, send);

/** Removes from this browser what the server has confirmed for this person; what was never sent stays. */
export const onSignOut = (clean: SignOutWork): (() => void) => among(cleaners, clean);

export const sendBeforeSignOut = (uid: string, patienceMs = 1500): Promise<void> =>
  allWithin(senders, uid, patienceMs);

export const cleanAfterSignOut = (uid: string, patienceMs = 2000): Promise<void> =>
  allWithin(cleaners, uid, patienceMs);

function among(list: Set<SignOutWork>, work: SignOutWork): () => void {
  list.add(work);
  return () => list.delete(work);
}

/** One that fails or is slow delays neither the others nor signing out. */
async function allWithin(list: Set<SignOutWork>, uid: string, patienceMs: number): Promise<void> {
  const all = Promise.allSettled([...list].map(async (work) => work(uid)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
}
