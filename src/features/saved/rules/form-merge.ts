import { fromLeaves, isBlankLeaf, isSameLeaf, type Leaves, leavesOf } from '#base/leaves.ts';
import type { FormChange, FormOther } from './forms.ts';

/** The state of a form as the account holds it. Its versions put all devices in one order; no clock has a say. */
export interface FormState {
  version: number;
  leaves: Leaves;
  /** The version in which each was last changed, also to nothing. */
  versions: Readonly<Record<string, number>>;
  /** What somebody typed and a later write took the place of: shown until a person decides. */
  others: readonly FormOther[];
  /** The last turn of each device: sent again, it is done once. */
  turns: Readonly<Record<string, number>>;
}

export const noForm: FormState = { version: 0, leaves: {}, versions: {}, others: [], turns: {} };

export const mostOthers = 100;
const mostOtherCharacters = 200_000;
const mostDevices = 50;
/** No form asks for so much; whoever sends more is no form. */
export const mostPaths = 5000;

/**
 * Field by field, in the order in which writes arrive. Where a field was changed since the version that its writer knew,
 * the later arrival stands in the form and the one before it is kept beside it.
 */
export function mergeForm(
  state: FormState,
  { device, turn, changed, dismissed }: Omit<FormChange, 'epoch' | 'timestamp'>,
  at: string,
  newId: () => string,
): FormState {
  if ((state.turns[device] ?? 0) >= turn) return state;
  const version = state.version + 1;
  // Without what every object inherits: a path may be called "constructor".
  const leaves = Object.assign(Object.create(null), state.leaves) as Record<string, unknown>;
  const versions = Object.assign(Object.create(null), state.versions) as Record<string, number>;
  const groups = new Set(Object.keys(leaves).flatMap(above));
  const others = state.others.filter(({ id }) => !dismissed.includes(id));
  const lose = (path: string, upon: number) => {
    const value = leaves[path];
    if ((versions[path] ?? 0) > upon && !isBlankLeaf(value)) others.push({ id: newId(), path, value, at });
  };
  for (const { path, value, upon, gives } of changed) {
    if (isSameLeaf(leaves[path], value)) continue;
    // Typed on another device since, for the next document perhaps: that was not given to any.
    if (gives && value === null && (versions[path] ?? 0) > upon) continue;
    lose(path, upon);
    // A value where others hold a group of them, or the other way round: one of the two can stand there.
    const below = groups.has(path) ? Object.keys(leaves).filter((one) => one.startsWith(`${path}.`)) : [];
    for (const known of value === null ? [] : [...above(path), ...below]) {
      if (leaves[known] === undefined) continue;
      lose(known, upon);
      delete leaves[known];
      versions[known] = version;
    }
    if (value === null) delete leaves[path];
    else leaves[path] = value;
    for (const group of above(path)) groups.add(group);
    versions[path] = version;
  }
  // The device that wrote last comes last.
  const { [device]: _former, ...turns } = state.turns;
  const kept = Object.entries({ ...turns, [device]: turn }).slice(-mostDevices);
  return {
    version,
    leaves,
    versions: withoutOld(versions, leaves),
    others: bounded(others),
    turns: Object.fromEntries(kept),
  };
}

/** The groups that a path stands in. */
function above(path: string): string[] {
  const keys = path.split('.');
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join('.'));
}

/** When something was removed is remembered for so many paths; beyond them only of what is there. */
function withoutOld(versions: Record<string, number>, leaves: Leaves): Record<string, number> {
  const all = Object.entries(versions);
  return all.length <= mostPaths
    ? versions
    : Object.fromEntries(all.filter(([path]) => leaves[path] !== undefined));
}

/** A whole state that says nothing of what it was made upon: it stands, and what it takes away is kept beside it. */
export function replaceForm(state: FormState, content: string, at: string, newId: () => string): FormState {
  const version = state.version + 1;
  const leaves = leavesOfContent(content);
  const gone = Object.entries(state.leaves).filter(
    ([path, value]) => !isSameLeaf(leaves[path], value) && !isBlankLeaf(value),
  );
  const versions: Record<string, number> = { ...state.versions };
  for (const path of Object.keys({ ...state.leaves, ...leaves }))
    if (!isSameLeaf(leaves[path], state.leaves[path])) versions[path] = version;
  const others = [...state.others, ...gone.map(([path, value]) => ({ id: newId(), path, value, at }))];
  return { ...state, version, leaves, versions, others: bounded(others) };
}

/** A process of an older release wrote past the versions: all of it counts as changed now. */
export function caughtUp(state: FormState): FormState {
  const version = state.version + 1;
  const now = Object.fromEntries(Object.keys(state.leaves).map((path) => [path, version]));
  return { ...state, version, versions: { ...state.versions, ...now } };
}

export function leavesOfContent(content: string): Leaves {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return leavesOf(value);
  } catch {
    // A text, and no answers: all of it is one value.
  }
  return content === '' ? {} : { [wholePath]: content };
}

/** No name of a question. */
const wholePath = '_text';

export function contentOfLeaves(leaves: Leaves): string {
  const text = leaves[wholePath];
  return typeof text === 'string' && Object.keys(leaves).length === 1
    ? text
    : JSON.stringify(fromLeaves(leaves));
}

/** The newest of them, as many as fit. */
function bounded(others: readonly FormOther[]): FormOther[] {
  let room = mostOtherCharacters;
  const kept: FormOther[] = [];
  for (const other of others.slice(-mostOthers).toReversed()) {
    room -= JSON.stringify(other).length;
    if (room < 0) break;
    kept.unshift(other);
  }
  return kept;
}
