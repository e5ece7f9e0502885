import { Problem } from '#base/problem.ts';

/** What any feature may want of a session without knowing accounts: to have it back, and to hear of its end. */

type SignInAsk = (isOver: boolean) => Promise<boolean>;
let ask: SignInAsk | null = null;

/** The accounts feature offers it once; returns how to take the offer back. */
export function offerSignIn(next: SignInAsk): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** A session that ended in the middle of something: sign in right here, then go on. True when the session is back. */
export const requestSignIn = (isOver = true): Promise<boolean> => ask?.(isOver) ?? Promise.resolve(false);

/** Does something that needs a session; when it has ended, once more after signing in in place. */
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

/** Sends what this person typed and the account has not got, while it still can. */
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

/** One that fails or dawdles holds up neither the others nor the sign-out. */
async function allWithin(list: Set<SignOutWork>, uid: string, patienceMs: number): Promise<void> {
  const all = Promise.allSettled([...list].map(async (work) => work(uid)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
}
