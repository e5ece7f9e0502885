/** Arithmetic as it is done on paper: no figure below the greatest one differs from it by a cent. */

/** What is more than can be written to the cent is no figure any more. */
export const exact = (amount: number): number =>
  Math.abs(amount) > Number.MAX_SAFE_INTEGER ? Math.sign(amount) * Infinity : amount;

/** Digits, and how many of them stand behind the point. */
interface Decimal {
  digits: bigint;
  behind: number;
}

/** The shortest decimal that is this number, which is what somebody typed. */
function decimalOf(value: number): Decimal {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const behind = part.length - Number(power);
  const digits = BigInt(`${sign}${whole}${part}`);
  return behind < 0 ? { digits: digits * 10n ** BigInt(-behind), behind: 0 } : { digits, behind };
}

/** Half a cent goes away from zero, as people reckon. */
function rounded({ digits, behind }: Decimal): number {
  const unit = 10n ** BigInt(behind);
  const size = digits < 0n ? -digits : digits;
  const cents = Number((2n * size + unit) / (2n * unit));
  return exact(digits < 0n && cents !== 0 ? -cents : cents);
}

/** The product in whole cents; `percent`: of the second as a percentage. */
export function centsOfProduct(one: number, other: number, { percent = false } = {}): number {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return one * other;
  const [a, b] = [decimalOf(one), decimalOf(other)];
  return rounded({ digits: a.digits * b.digits, behind: a.behind + b.behind + (percent ? 2 : 0) });
}

/** Simple interest at so many percent a year of 365 days, in whole cents; none before it is late. */
export function interestFor(cents: number, percent: number, days: number): number {
  if (!Number.isFinite(cents) || !Number.isFinite(percent) || days <= 0)
    return days > 0 ? cents * percent : 0;
  const [a, b] = [decimalOf(cents), decimalOf(percent)];
  // A 36,500th is no decimal: to a millionth of a cent it is exact enough to be rounded to a whole one.
  const digits = (a.digits * b.digits * BigInt(days) * 10n ** 6n) / 36_500n;
  return rounded({ digits, behind: a.behind + b.behind + 6 });
}

/** The tax at this percentage that is part of such an amount, in whole cents. */
export function taxIn(cents: number, percent: number): number {
  if (!Number.isFinite(cents) || !Number.isFinite(percent) || percent <= 0) return percent > 0 ? cents : 0;
  const [a, b] = [decimalOf(cents), decimalOf(percent)];
  const whole = 100n * 10n ** BigInt(b.behind) + b.digits;
  // To a millionth of a cent, like the interest.
  return rounded({ digits: (a.digits * b.digits * 10n ** 6n) / whole, behind: a.behind + 6 });
}

export const wholeCents = (amount: number): number =>
  Number.isFinite(amount) ? rounded(decimalOf(amount)) : amount;
