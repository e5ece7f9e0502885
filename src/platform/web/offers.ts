import { rawRead, rawRemove } from './area.ts';
import type { Durable } from './durable.ts';
import { idsIn, isBlank, join } from './join.ts';
import type { Kept } from './kept.ts';
import { keyWords } from './key-words.ts';
import { declared } from './keys.ts';
import { presentOwner, tellOwner } from './owner.ts';
import { deviceOwners, isOfDevice, kept, type Line, placeOf } from './place.ts';
import { readStored, writeStored } from './storage.ts';

/** Things that were made on this device without an account, in an earlier visit or by somebody else. */
export interface Left {
  owner: string;
  /** Names each of them; the same one may lie in two places. */
  names: string[];
  noun: readonly [string, string];
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
  const isNew = (name: string) => !known.has(name) && known.add(name);
  const found = await Promise.all([...shelves].map((shelf) => shelf.left().catch(() => [])));
  return [...leftInStorage(), ...found.flat()]
    .filter(({ owner }) => owner !== presentOwner())
    .flatMap((left) => {
      const names = left.names.filter(isNew);
      return names.length === 0 ? [] : [{ ...left, names }];
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
    for (const line of kept(owner))
      if (leftIn(owner, line)?.names.some((name) => names.has(name)))
        rawRemove(placeOf(line.key, line.row, line.area, owner), line.area);
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
  deviceOwners().flatMap((owner) => kept(owner).flatMap((line) => leftIn(owner, line) ?? []));

function leftIn(owner: string, { area, key, row }: Line): Left | null {
  const value = rawRead(placeOf(key, row, area, owner), area);
  // Those of an AI draft are counted by the list that names it.
  const isListed = key.startsWith('documentAnswers:draft-');
  const noun = nounOf(key);
  if (isListed || !noun || row.signIn !== 'joins' || value === null || isBlank(value)) return null;
  const ids = row.meets === 'lines' && !row.isTouched ? idsIn(value) : [key];
  return { owner, noun, names: ids.map((id) => nameOf(owner, noun, id)) };
}

/** What is kept under this key is called so. */
export const nounOf = (key: string): Left['noun'] | undefined =>
  keyWords[declared(key)?.name as keyof typeof keyWords]?.noun;

const nameOf = (owner: string, [noun]: Left['noun'], id: string): string => `${owner} ${noun} ${id}`;

/** A database of `disk.ts` as such a shelf. */
export const shelfOf = (
  durable: Durable,
  nouns: Record<string, readonly [string, string]>,
  /** What came is to be sent. */
  send: () => void,
): Shelf => ({
  async left() {
    const owners = (await durable.owners()).filter(isOfDevice);
    const found = owners.flatMap((owner) =>
      Object.entries(nouns).map(async ([kind, noun]) => {
        const lines = (await durable.list(owner, kind)).filter(isThere);
        return { owner, noun, names: lines.map(({ id }) => nameOf(owner, noun, id)) };
      }),
    );
    return (await Promise.all(found)).filter(({ names }) => names.length > 0);
  },
  async take(owner, to) {
    await durable.adopt(owner, to);
    send();
  },
  async drop(owner) {
    for (const kind of Object.keys(nouns))
      for (const { id } of await durable.list(owner, kind)) await durable.discard(owner, kind, id);
  },
});

const isThere = ({ local, remote }: Kept): boolean => {
  const head = local ?? remote;
  return head !== null && !head.isPurged;
};
