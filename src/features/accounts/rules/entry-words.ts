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
