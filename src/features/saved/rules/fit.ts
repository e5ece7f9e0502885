/** What no database holds in a text (NUL, half a surrogate pair) goes from all texts of a value, its keys among them. */
export function wellFormed<T>(value: T): T {
  return mended(value) as T;
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(mended);
  if (!isBag(value)) return value;
  const whole: Record<string, unknown> = {};
  // Defined, not set: a key may be called __proto__.
  for (const [key, part] of Object.entries(value))
    Object.defineProperty(whole, String(mended(key)), {
      value: mended(part),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return whole;
}

/** Names and values, and nothing else: no list, no date. */
export const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.prototype.toString.call(value) !== '[object Date]';

export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : value === null || value === undefined
      ? 'nothing'
      : Object.prototype.toString.call(value) === '[object Date]'
        ? 'a date'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`;
