import { rawRead, rawRemove } from './area.ts';
import type { Durable } from './durable.ts';
import { countIn, isBlank, join } from './join.ts';
import type { Kept } from './kept.ts';
import { presentOwner, tellOwner } from './owner.ts';
import { deviceOwners, isOfDevice, kept, placeOf } from './place.ts';
import { readStored, writeStored } from './storage.ts';

/** Things that were made on this device without an account, in an earlier visit or by somebody else. */
export interface Left {
  owner: string;
  /** Names each of them, to remember that they are not wanted. */
  names: string[];
  noun: readonly [string, string];
  count: number;
}

/** What a database has of others, and how it becomes somebody's. */
export interface Shelf {
  left(): Promise<Left[]>;
  take(owner: string, to: string): Promise<unknown>;
  drop(owner: string): Promise<unknown>;
}

const shelves = new Set<Shelf>();

export const offerShelf = (shelf: Shelf): void => void shelves.add(shelf);

/** What the present owner can be asked about. */
export async function leftHere(): Promise<Left[]> {
  const known = new Set([...namesIn('local'), ...namesIn('session')]);
  const found = await Promise.all([...shelves].map((shelf) => shelf.left().catch(() => [])));
  return [...leftInStorage(), ...found.flat()]
    .filter(({ owner }) => owner !== presentOwner())
    .flatMap((left) => {
      const names = left.names.filter((name) => !known.has(name));
      const count = left.count === left.names.length ? names.length : left.count;
      return names.length === 0 ? [] : [{ ...left, names, count }];
    });
}

/** All of it becomes the present owner's; what has no room stays, and is offered again. */
export async function takeLeft(left: readonly Left[]): Promise<void> {
  const to = presentOwner();
  for (const owner of new Set(left.map((one) => one.owner))) {
    for (const line of kept(owner))
      if (line.row.signIn === 'joins' && !line.row.follows) join(line, owner, to);
    for (const shelf of shelves) await shelf.take(owner, to).catch(() => {});
  }
  tellOwner();
}

/** Somebody said that it can go. */
export async function removeLeft(left: readonly Left[]): Promise<void> {
  for (const owner of new Set(left.map((one) => one.owner))) {
    const names = new Set(left.flatMap((one) => one.names));
    for (const { area, key, row } of kept(owner))
      if (names.has(`${owner} ${area} ${key}`)) rawRemove(placeOf(key, row, area, owner), area);
    for (const shelf of shelves) await shelf.drop(owner).catch(() => {});
  }
}

/** They stay where they are; this account is not asked about them again. */
export const refuseLeft = (left: readonly Left[]): void => remember(left, 'local');

/** Not asked again for as long as this tab lives. */
export const putOffLeft = (left: readonly Left[]): void => remember(left, 'session');

const keys = { local: 'hub.notMine', session: 'hub.notNow' } as const;

function remember(left: readonly Left[], area: keyof typeof keys): void {
  const all = new Set([...namesIn(area), ...left.flatMap(({ names }) => names)]);
  writeStored(keys[area], JSON.stringify([...all]), area);
}

function namesIn(area: keyof typeof keys): string[] {
  try {
    const names: unknown = JSON.parse(readStored(keys[area], area) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

const leftInStorage = (): Left[] =>
  deviceOwners().flatMap((owner) =>
    kept(owner).flatMap(({ area, key, row }) => {
      const value = rawRead(placeOf(key, row, area, owner), area);
      // Those of an AI draft are counted by the list that names it.
      if (key.startsWith('documentAnswers:draft-')) return [];
      if (!row.noun || row.signIn !== 'joins' || value === null || isBlank(value)) return [];
      const count = row.meets === 'lines' && !row.isTouched ? countIn(value) : 1;
      return [{ owner, names: [`${owner} ${area} ${key}`], noun: row.noun, count }];
    }),
  );

/** A database of `disk.ts` as such a shelf. */
export const shelfOf = (
  database: string,
  durable: Durable,
  nouns: Record<string, readonly [string, string]>,
): Shelf => ({
  async left() {
    const owners = (await durable.owners()).filter(isOfDevice);
    const found = owners.flatMap((owner) =>
      Object.entries(nouns).map(async ([kind, noun]) => {
        const lines = (await durable.list(owner, kind)).filter(isThere);
        const names = lines.map(({ id }) => `${owner} ${database} ${kind} ${id}`);
        return { owner, names, noun, count: names.length };
      }),
    );
    return (await Promise.all(found)).filter(({ count }) => count > 0);
  },
  take: (owner, to) => durable.adopt(owner, to),
  async drop(owner) {
    for (const kind of Object.keys(nouns))
      for (const { id } of await durable.list(owner, kind)) await durable.discard(owner, kind, id);
  },
});

const isThere = ({ local, remote }: Kept): boolean => {
  const head = local ?? remote;
  return head !== null && !head.isPurged;
};
