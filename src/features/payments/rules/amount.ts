/** The provider writes money as text with two decimals; we count cents. */
export const providerAmount = (cents: number): string => (cents / 100).toFixed(2);

/** Null for what is no such amount: it must never be taken for one. */
export function centsOf(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
