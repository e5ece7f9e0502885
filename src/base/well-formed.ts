/**
 * Text that every format can carry: no lone surrogates, no control characters and nothing that XML forbids, because
 * a single one makes a whole file unreadable.
 */
export const wellFormed = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\v|\f/g, '\n')
    // oxlint-disable-next-line no-control-regex -- they are what must not be in it
    .replace(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, '');

/** The same for every string inside. */
export function wellFormedWithin<T>(value: T): T {
  if (typeof value === 'string') return wellFormed(value) as T;
  if (Array.isArray(value)) return value.map(wellFormedWithin) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wellFormedWithin(one)])) as T;
}
