import { type Area, areas, rawNames, rawRead } from './area.ts';
import { declared, type Declared } from './keys.ts';

/** Owns what is created before anyone is known. */
export const guest = 'guest';

/** Anyone working on this device without an account has an ID created here. */
export const isOfDevice = (owner: string): boolean => owner === guest || owner.startsWith('offline_');

export const markerKey = 'hub.owner';

/** Whose values the exact names contain. */
export const holderOf = (area: Area): string => rawRead(markerKey, area) ?? guest;

/** The name under which an owner's value of a key is stored. */
export function placeOf(key: string, row: Declared, area: Area, owner: string): string {
  if (row.owner === 'device') return key;
  // The separator between key and owner: a key may come from a URL, where it must not be interpreted.
  const name = key.replaceAll('@', '%40');
  const isPlain = row.owner === 'exact' ? holderOf(area) === owner : owner === guest;
  return isPlain ? name : `${name}@${owner}`;
}

/**
 * For an object of lists, the entries that this device created, null if there are none; for anything else, all of
 * it.
 */
export function ownLines(value: string): string | null {
  try {
    const all = JSON.parse(value) as Record<string, unknown>;
    if (Array.isArray(all)) return value;
    const own = Object.entries(all).flatMap(([name, list]) =>
      Array.isArray(list) ? [[name, list.filter((line) => /^local_/.test(line?.id))] as const] : [],
    );
    return own.some(([, list]) => list.length > 0) ? JSON.stringify(Object.fromEntries(own)) : null;
  } catch {
    return value;
  }
}

export interface Line {
  area: Area;
  key: string;
  row: Declared;
}

/** Everything that belongs to one owner. */
export function kept(owner: string): Line[] {
  return areas.flatMap((area) =>
    rawNames(area).flatMap((name) => {
      const at = name.lastIndexOf('@');
      const key = at > 0 ? name.slice(0, at) : name;
      const row = declared(key)?.row;
      if (!row || row.owner === 'device') return [];
      const whose = at > 0 ? name.slice(at + 1) : row.owner === 'exact' ? holderOf(area) : guest;
      return whose === owner ? [{ area, key, row }] : [];
    }),
  );
}

/** Everyone who works, or has worked, here without an account. */
export const deviceOwners = (): string[] => [
  guest,
  ...new Set(
    areas.flatMap((area) => [
      ...[holderOf(area)].filter((owner) => owner.startsWith('offline_')),
      ...rawNames(area).flatMap((name) => /@(offline_\w+)$/.exec(name)?.[1] ?? []),
    ]),
  ),
];
