import { safeReturnPath } from './return-path.ts';

const places: readonly [begin: string, words: string][] = [
  ['/dashboard/templates', 'your saved templates'],
  ['/dashboard', 'your dashboard'],
  ['/my-purchases', 'your purchases'],
  ['/billing', 'your billing'],
  ['/checkout', 'the checkout'],
];

/** Why somebody stands before the sign-in form who wanted another page; null where they came by themselves. */
export function entryWords(wanted: string | null, isEnded: boolean): string | null {
  const next = safeReturnPath(wanted);
  const path = next.split(/[?#]/)[0] ?? '';
  const place = places.find(([begin]) => `${path}/`.startsWith(`${begin}/`))?.[1];
  if (isEnded) return `Your session has ended. Sign in to return to ${place ?? 'where you were'}.`;
  return wanted !== null && place ? `Sign in to go to ${place}.` : null;
}

export const endedParam = 'ended';
/** They logged out here, and the server has not heard of it: its cookie cannot be taken away without it. */
export const unheardWords =
  'You are logged out on this page, but we are offline and could not end your session. Leave this page open until you are online again: it ends the session then. On a computer that others use, close the browser and clear its cookies if you cannot wait.';
