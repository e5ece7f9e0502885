import { rawRead, rawRemove, rawWrite } from './area.ts';
import type { Durable } from './durable.ts';
import { idsIn, isBlank, join, linesIn } from './join.ts';
import type { Entry } from './entry.ts';
import { keyWords } from './key-words.ts';
import { declared } from './keys.ts';
import { presentOwner, tellOwner } from './owner.ts';
import { deviceOwners, isOfDevice, kept, type Line, placeOf } from './place.ts';
import { readStored, writeStored } from './storage.ts';

/** Things created on this device without an account, in an earlier visit or by someone else. */
export interface Left {
  owner: string;
  /** One label each; the same thing may be in two places. */
  names: string[];
  noun: readonly [string, string];
}

/** What a database contains from others, and how it changes hands. */
export interface OfferSource {
  left(): Promise<Left[]>;
  /** Only what `names` lists: what someone kept from an earlier offer stays. */
  take(owner: string, to: string, names: Names): Promise<unknown>;
  drop(owner: string, names: Names): Promise<unknown>;
}

type Names = ReadonlySet<string>;

const sources = new Set<OfferSource>();

export const addOfferSource = (source: OfferSource): void => void sources.add(source);

/** What the current owner can be asked about. */
export async function leftHere(): Promise<Left[]> {
  const known = new Set([...namesIn('local'), ...namesIn('session')]);
  const isNew = (name: string) => !known.has(name) && known.add(name);
  const found = await Promise.all([...sources].map((source) => source.left().catch(() => [])));
  return [...leftInStorage(), ...found.flat()]
    .filter(({ owner }) => owner !== presentOwner())
    .flatMap((left) => {
      const names = left.names.filter(isNew);
      return names.length === 0 ? [] : [{ ...left, names }];
    });
}

/** All of it becomes the current owner's; what doesn't fit stays, and is offered again. */
export async function takeLeft(left: readonly Left[]): Promise<void> {
  const to = presentOwner();
  for (const [owner, names] of byOwner(left)) {
    for (const line of kept(owner))
      if (line.row.signIn === 'joins' && !line.row.follows) takeLine(line, owner, to, names);
    for (const source of sources) await source.take(owner, to, names).catch(() => {});
  }
  tellOwner();
}

/** The person said it can be deleted. */
export async function removeLeft(left: readonly Left[]): Promise<void> {
  for (const [owner, names] of byOwner(left)) {
    for (const line of kept(owner)) {
      const { named, rest, place } = apart(line, owner, names);
      if (named === null) continue;
      if (rest === null) rawRemove(place, line.area);
      else rawWrite(place, rest, line.area);
    }
    for (const source of sources) await source.drop(owner, names).catch(() => {});
  }
}

const byOwner = (left: readonly Left[]): [string, Names][] =>
  [...new Set(left.map((one) => one.owner))].map((owner) => [
    owner,
    new Set(left.filter((one) => one.owner === owner).flatMap(({ names }) => names)),
  ]);

/** Moves what the offer named; the rest of a list stays where it was. */
function takeLine(line: Line, from: string, to: string, names: Names): void {
  // Only what the offer named may be taken.
  if (!leftIn(from, line) && !isOfDraft(line.key)) return;
  const { named, rest, value, place } = apart(line, from, names);
  if (named === null || value === null) return;
  if (rest !== null) rawWrite(place, named, line.area);
  const isTaken = join(line, from, to);
  if (rest !== null) rawWrite(place, isTaken ? rest : value, line.area);
}

/** Splits a value into what is named and what isn't; null where there is none. */
function apart({ area, key, row }: Line, owner: string, names: Names) {
  const place = placeOf(key, row, area, owner);
  const value = rawRead(place, area);
  const all = value !== null && row.meets === 'lines' && !row.isTouched ? linesIn(value) : null;
  const noun = nounOf(isOfDraft(key) ? 'hub.aiDrafts' : key);
  const isNamed = (id: string) => noun !== undefined && names.has(nameOf(owner, noun, id));
  if (value === null || !all) {
    const isAll = value !== null && isNamed(isOfDraft(key) ? key.slice(draftBegin.length) : key);
    return { value, place, named: isAll ? value : null, rest: isAll ? null : value };
  }
  const of = (which: boolean) => {
    const part = all.filter(([id]) => isNamed(id) === which).map(([, line]) => line);
    return part.length === 0 ? null : part.length === all.length ? value : JSON.stringify(part);
  };
  return { value, place, named: of(true), rest: of(false) };
}

const draftBegin = 'documentAnswers:draft-';
/** The answers of an AI draft are counted, moved and removed together with its entry in the list of drafts. */
const isOfDraft = (key: string): boolean => key.startsWith(draftBegin);

/** They stay where they are; this account isn't asked about them again. */
export const refuseLeft = (left: readonly Left[]): void => remember(left, 'local');

/** Not asked again for as long as this tab is open. */
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
  const noun = nounOf(key);
  if (isOfDraft(key) || !noun || row.signIn !== 'joins' || value === null || isBlank(value)) return null;
  const ids = row.meets === 'lines' && !row.isTouched ? idsIn(value) : [key];
  return { owner, noun, names: ids.map((id) => nameOf(owner, noun, id)) };
}

/** The label for what is stored under this key. */
export const nounOf = (key: string): Left['noun'] | undefined =>
  keyWords[declared(key)?.name as keyof typeof keyWords]?.noun;

const nameOf = (owner: string, [noun]: Left['noun'], id: string): string => `${owner} ${noun} ${id}`;

/** A database of `disk.ts` as a source of offers. */
export const placeInList = (
  durable: Durable,
  nouns: Record<string, readonly [string, string]>,
  /** There is something to send now. */
  send: () => void,
): OfferSource => ({
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
  async take(owner, to, names) {
    await durable.adopt(owner, to, {
      only: ({ kind, id }) => names.has(nameOf(owner, nouns[kind] ?? ['', ''], id)),
    });
    send();
  },
  async drop(owner, names) {
    for (const [kind, noun] of Object.entries(nouns))
      for (const { id } of await durable.list(owner, kind))
        if (names.has(nameOf(owner, noun, id))) await durable.discard(owner, kind, id);
  },
});

const isThere = ({ local, remote }: Entry): boolean => {
  const head = local ?? remote;
  return head !== null && !head.isPurged;
};
