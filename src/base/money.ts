/** Money is integer cents everywhere; the decimal point only exists for display. */
export type Cents = number & { readonly cents: unique symbol };

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return amount as Cents;
}

export const addCents = (...amounts: Cents[]): Cents =>
  cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));

/** $1,234.50; whole amounts without cents ($29). */
export function formatMoney(amount: Cents, currency = 'USD', locale = 'en-US'): string {
  const whole = amount % 100 === 0;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount / 100);
}
