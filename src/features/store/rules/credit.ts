import { cents, type Cents } from '#base/money.ts';

interface Paid {
  cents: number;
  taxCents: number;
}

/** The part `share` of `whole`, of what went back so far: to the cent, and all of it at the end. */
const partOf = (backCents: number, share: number, whole: number): number =>
  whole > 0 ? Math.round((backCents * share) / whole) : 0;

/**
 * What one refund is in net and tax, after all that went back before it. Each is counted from the sum so far and not by
 * itself, so that the credit notes of an order add up to its invoice however often it is refunded.
 */
export function creditOf(backCents: number, beforeCents: number, paid: Paid): { net: Cents; tax: Cents } {
  const taxUpTo = (sum: number) => partOf(sum, paid.taxCents, paid.cents);
  const tax = cents(taxUpTo(beforeCents + backCents) - taxUpTo(beforeCents));
  return { net: cents(backCents - tax), tax };
}

/** Of the net that went back so far, what falls to each line: parts that add up, and the whole line at the end. */
export function creditByLine(netBackCents: number, lines: readonly { netCents: number }[]): Cents[] {
  const whole = lines.reduce((sum, { netCents }) => sum + netCents, 0);
  let upTo = 0;
  let given = 0;
  return lines.map(({ netCents }) => {
    upTo += netCents;
    const share = partOf(netBackCents, upTo, whole) - given;
    given += share;
    return cents(share);
  });
}
