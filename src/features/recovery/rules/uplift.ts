/** What the reminders brought beyond what would have come back alone, and how sure that is. */

export interface Arm {
  carts: number;
  back: number;
  /** Sum of the revenues in cents, and of their squares. */
  cents: number;
  squares: number;
}

export interface Uplift {
  written: number;
  heldOut: number;
  rateWritten: number;
  rateHeldOut: number;
  /** Incremental revenue, with the ends of its 95 % interval. */
  cents: number;
  low: number;
  high: number;
}

const mean = ({ carts, cents }: Arm): number => cents / carts;
const variance = (arm: Arm): number =>
  arm.carts < 2 ? 0 : Math.max(0, (arm.squares - arm.carts * mean(arm) ** 2) / (arm.carts - 1));

/** The mean of a cart that was written to, less that of one that was not, times the carts written to; null without two groups. */
export function uplift(written: Arm, held: Arm): Uplift | null {
  if (written.carts < 2 || held.carts < 2) return null;
  const difference = mean(written) - mean(held);
  const error = Math.sqrt(variance(written) / written.carts + variance(held) / held.carts);
  const total = (perCart: number) => Math.round(perCart * written.carts);
  return {
    written: written.carts,
    heldOut: held.carts,
    rateWritten: written.back / written.carts,
    rateHeldOut: held.back / held.carts,
    cents: total(difference),
    low: total(difference - 1.96 * error),
    high: total(difference + 1.96 * error),
  };
}
