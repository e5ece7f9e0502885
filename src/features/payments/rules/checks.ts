import { days, hours, minutes } from '#base/clock.ts';
import type { PaymentState } from './contract.ts';

const waits: Partial<Record<PaymentState, number[]>> = {
  open: [2, 5, 15, 60, 180, 720, 1440, 1440].map(minutes),
  declined: [5, 60, 720, 1440].map(minutes),
  pending: [1, 4, 12, 24, 48, 96, 168, 168, 168].map(hours),
  // Only to find refunds whose notice was lost.
  paid: [1, 6, 23, 60, 90].map(days),
  partly_refunded: [1, 6, 23, 60, 90].map(days),
};

/** When a payment is looked at again if nobody tells us anything; null: never. */
export function nextCheck(state: PaymentState, checks: number, now: Date): Date | null {
  const wait = waits[state]?.[checks];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
