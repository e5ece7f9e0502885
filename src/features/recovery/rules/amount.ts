/** 49.90, 49,90, 1,234.50, 1.234,50 and $49; null for what is none of these. */
export function centsOf(typed: string): number | null {
  const plain = typed.replace(/[\s$€£¥]|[A-Z]{3}/g, '');
  const match = /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const amount =
    Number((match[1] ?? '').replaceAll(/[.,]/g, '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? amount : null;
}
