import { days } from '#base/clock.ts';

/** Days from one try to the next after a renewal failed. */
export const retryDays = [2, 5, 7, 7];

/** When to try again after so many failed tries, the renewal itself being the first; null: it is over. */
export function nextTry(failedAt: Date, failedTries: number): Date | null {
  const wait = retryDays[failedTries - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + days(wait));
}
