import { cents, type Cents } from '#base/money.ts';

export interface Coupon {
  code: string;
  /** One of both: 1 to 100, or an amount. */
  percentOff: number | null;
  centsOff: number | null;
  /** Only for these products; null: for all. */
  productIds: readonly string[] | null;
}

/** Nobody types the same way twice: "spring-10", " SPRING10 " and "Spring 10" are one code. */
export const readCouponCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const mostCodeLength = 40;

interface Line {
  id: string;
  lineCents: number;
}

/** What a coupon takes off each line, in whole cents that add up; never more than the line costs. */
export function discountOn(lines: readonly Line[], coupon: Coupon | null): Cents[] {
  const counts = ({ id }: Line) => coupon !== null && (coupon.productIds?.includes(id) ?? true);
  const base = lines.reduce((sum, line) => sum + (counts(line) ? line.lineCents : 0), 0);
  if (!coupon || base === 0) return lines.map(() => cents(0));
  const wanted =
    coupon.percentOff === null ? (coupon.centsOff ?? 0) : Math.round((base * coupon.percentOff) / 100);
  const off = Math.max(0, Math.min(base, wanted));
  const shares = lines.map((line) => (counts(line) ? Math.floor((off * line.lineCents) / base) : 0));
  // What rounding left over goes to the first lines that can bear it.
  let rest = off - shares.reduce((sum, share) => sum + share, 0);
  return lines.map((line, at) => {
    const share = shares[at] ?? 0;
    const more = rest > 0 && counts(line) && share < line.lineCents ? 1 : 0;
    rest -= more;
    return cents(share + more);
  });
}
