import { safeReturnPath } from './return-path.ts';

const places: readonly [begin: string, words: string][] = [
  ['/dashboard/templates', 'your saved templates'],
  ['/dashboard/branding', 'your branding'],
  ['/dashboard/billing', 'your billing'],
  ['/dashboard/account', 'your account'],
  ['/dashboard', 'your dashboard'],
  ['/my-purchases', 'your purchases'],
  ['/billing', 'your billing'],
  ['/checkout', 'checkout'],
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
  'You’re logged out on this page, but you’re offline, so we couldn’t end your session. Leave this page open until you’re back online, and it ends then. On a shared computer, close the browser and clear its cookies if you can’t wait.';
