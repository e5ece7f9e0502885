/**
 * A nested object as its single values, each under its path ("client.name"): changes from two devices are merged at
 * this level.
 */
export type Leaves = Readonly<Record<string, unknown>>;

const isNest = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list is one value. A key that contains a point would make two paths of one, so its parent stays whole. */
export function leavesOf(value: unknown): Leaves {
  const leaves: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const walk = (part: unknown, path: string, depth: number): void => {
    if (part === undefined || part === null) return;
    const isDeeper = isNest(part) && depth < 8 && Object.keys(part).every(isPlainKey);
    if (!isDeeper) {
      if (path !== '') leaves[path] = part;
      return;
    }
    for (const [key, inner] of Object.entries(part))
      walk(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  walk(value, '', 0);
  return leaves;
}

const isPlainKey = (key: string): boolean => key !== '' && key !== '__proto__' && !key.includes('.');

/** The reverse. */
export function fromLeaves(leaves: Leaves): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(leaves)) {
    const keys = path.split('.');
    const last = keys.pop();
    if (last === undefined || keys.includes('__proto__') || last === '__proto__') continue;
    let at = whole;
    for (const key of keys) {
      const inner = Object.hasOwn(at, key) ? at[key] : undefined;
      at = isNest(inner) ? inner : ((at[key] = {}) as Record<string, unknown>);
    }
    at[last] = value;
  }
  return whole;
}

export const isSameLeaf = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? null) === (b ?? null) || JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

/** The order of keys doesn't matter. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isNest(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}

/** True if nothing has been typed there. */
export function isBlankLeaf(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlankLeaf);
  if (isNest(value)) return Object.values(value).every(isBlankLeaf);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
