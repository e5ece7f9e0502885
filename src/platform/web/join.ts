import { type Area, areas, rawNames, rawRead, rawRemove, rawWrite } from './area.ts';
import { declared } from './keys.ts';
import { type Line, placeOf } from './place.ts';

/** What gave way to something that joined, for its owner to restore. */
export interface Former {
  value: string;
  at: string;
}

/**
 * Moves one item, with what follows it, to another owner. False if it has to stay: no room, or one exists already.
 */
export function join({ area, key, row }: Line, from: string, to: string): boolean {
  const source = placeOf(key, row, area, from);
  const value = rawRead(source, area);
  if (value === null) return true;
  const target = placeOf(key, row, area, to);
  const there = rawRead(target, area);
  const next = together(there, renamed(value, from, to), row.meets);
  if (next === null) return false;
  rawRemove(source, area);
  if (!isBlank(value)) {
    const made = there !== null && row.meets === 'over' && there !== next ? keepFormer(key, there, to) : true;
    if (!made || rawWrite(target, next, area) !== 'written') {
      rawWrite(source, value, area);
      return false;
    }
  }
  // What accompanied the old value says nothing about the new one.
  if (there !== null && there !== next && row.meets === 'over')
    for (const follower of followersOf(key, to)) rawRemove(follower.from, follower.area);
  for (const follower of followersOf(key, from)) {
    const words = rawRead(follower.from, follower.area);
    rawRemove(follower.from, follower.area);
    if (words !== null) rawWrite(follower.to(to), renamed(words, from, to), follower.area);
  }
  return true;
}

/** Nothing typed in it: only empty texts, no numbers, no entries. */
export function isBlank(value: string): boolean {
  const isNone = (part: unknown): boolean =>
    part === null ||
    part === undefined ||
    part === '' ||
    (typeof part === 'object' && Object.values(part).every(isNone));
  try {
    return isNone(JSON.parse(value));
  } catch {
    return value.trim() === '';
  }
}

/** The items in one list. */
export const idsIn = (value: string): string[] => linesIn(value)?.map(([id]) => id) ?? [value];

/** The same with their names; null if it isn't a list. */
export function linesIn(value: string): [id: string, line: unknown][] | null {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map((line) => [String(idOf(line)), line]) : null;
  } catch {
    return null;
  }
}

function together(there: string | null, next: string, meets: Line['row']['meets']): string | null {
  if (there === null || there === next || isBlank(there) || isBlank(next) || meets === 'over') return next;
  try {
    const [mine, theirs] = [JSON.parse(next), JSON.parse(there)] as [unknown, unknown];
    if (meets === 'lines') return asText(bothOf(mine, theirs));
    if (meets !== 'own' || !isLists(mine) || !isLists(theirs)) return null;
    const lists = Object.keys({ ...mine, ...theirs }).map((name) => [
      name,
      bothOf(mine[name] ?? [], theirs[name] ?? []) ?? theirs[name] ?? mine[name],
    ]);
    return asText(Object.fromEntries(lists));
  } catch {
    return null;
  }
}

const asText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const isLists = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The new entries before the existing ones; null if either isn't a list. */
function bothOf(mine: unknown, theirs: unknown): unknown[] | null {
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const ids = new Set(theirs.map(idOf));
  return [...mine.filter((one) => !ids.has(idOf(one))), ...theirs];
}

const idOf = (line: unknown): unknown => (line as { id?: unknown } | null)?.id ?? JSON.stringify(line);

/** Updates the owner inside a record. */
function renamed(value: string, from: string, to: string): string {
  const owner = (id: string) => `"userId":${JSON.stringify(id)}`;
  return value.replaceAll(owner(from), owner(to)).replaceAll(owner('offline_user'), owner(to));
}

function keepFormer(key: string, value: string, owner: string): boolean {
  const name = `hub.former:${key}@${owner}`;
  let known: unknown;
  try {
    known = JSON.parse(rawRead(name, 'local') ?? '[]');
  } catch {
    known = [];
  }
  const all = [
    { value, at: new Date().toISOString() } satisfies Former,
    ...(Array.isArray(known) ? known : []),
  ];
  return rawWrite(name, JSON.stringify(all), 'local') === 'written';
}

interface Follower {
  area: Area;
  from: string;
  to: (owner: string) => string;
}

function followersOf(head: string, from: string): Follower[] {
  const name = declared(head)?.name ?? head;
  const star = name.endsWith('*') ? head.slice(name.length - 1) : '';
  return areas.flatMap((area) =>
    rawNames(area).flatMap((stored) => {
      const key = stored.replace(/@[^@]+$/, '');
      const found = declared(key);
      const own = found?.name.endsWith('*') ? key.slice(found.name.length - 1) : '';
      if (!found || found.row.follows !== name || own !== star) return [];
      const { row } = found;
      const mine = placeOf(key, row, area, from);
      return mine === stored
        ? [{ area, from: mine, to: (owner: string) => placeOf(key, row, area, owner) }]
        : [];
    }),
  );
}
