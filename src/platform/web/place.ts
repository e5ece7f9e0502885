import { type Area, areas, rawNames, rawRead } from './area.ts';
import { declared, type Declared } from './keys.ts';

/** Owns what is made before anybody is known. */
export const guest = 'guest';

/** Who works on this device without an account has an id of this device. */
export const isOfDevice = (owner: string): boolean => owner === guest || owner.startsWith('offline_');

export const markerKey = 'hub.owner';

/** Whose values the exact names hold. */
export const holderOf = (area: Area): string => rawRead(markerKey, area) ?? guest;

/** Under which name an owner's value of a key lies. */
export function placeOf(key: string, row: Declared, area: Area, owner: string): string {
  if (row.owner === 'device') return key;
  // The sign between key and owner: in a key, which may come out of an address, it is none.
  const name = key.replaceAll('@', '%40');
  const isPlain = row.owner === 'exact' ? holderOf(area) === owner : owner === guest;
  return isPlain ? name : `${name}@${owner}`;
}

/** Of an object of lists the lines that this device made, null where there are none; of anything else, all of it. */
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

/** Everything of one owner. */
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

/** Everybody who works, or worked, here without an account. */
export const deviceOwners = (): string[] => [
  guest,
  ...new Set(
    areas.flatMap((area) => [
      ...[holderOf(area)].filter((owner) => owner.startsWith('offline_')),
      ...rawNames(area).flatMap((name) => /@(offline_\w+)$/.exec(name)?.[1] ?? []),
    ]),
  ),
];
