/** An amount for programs: 1234.50 of a currency with cents, 1234 of one without. */
export function plainAmount(minorUnits: number, currency = 'USD'): string {
  if (!Number.isSafeInteger(minorUnits)) throw new RangeError(`Not a whole number: ${minorUnits}`);
  const places =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const digits = String(Math.abs(minorUnits)).padStart(places + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
