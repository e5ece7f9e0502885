import { ExpressionMistake, parseCondition, parseExpression, type Scope } from './expression.ts';
import type { FrontDue } from './front.ts';
import type { Computed, Due, DueSource, Expr, Kind } from './template.ts';

interface Reading {
  /** Names of questions, sums and parts of a party. */
  scope: Scope;
  kinds: ReadonlyMap<string, Kind>;
  computed: readonly Computed[];
  wrong(path: PropertyKey[], words: string): void;
}

/** The day on which the last signature was given, in sums of `due`. */
export const signedName = 'signed';

/** The days that a document declares, each checked against its questions. */
export function readDue(declared: readonly FrontDue[], reading: Reading): Due[] {
  const { kinds, wrong } = reading;
  const known = new Map<string, FrontDue>();
  if (declared.length > 0 && kinds.has(signedName))
    wrong(['due'], `"${signedName}" is the day of the last signature here; give the question another name`);
  return declared.flatMap((front, at) => {
    const id = `${front.is}.${front.on.replace(/[^A-Za-z0-9.]/g, '')}`;
    const twin = known.get(id);
    known.set(id, front);
    if (twin) wrong(['due', at, 'on'], `two days are "${front.is}" on ${front.on}; make one of them`);
    const one = readOne(front, ['due', at], reading);
    return one ? [{ ...one, is: front.is, id }] : [];
  });
}

function readOne(front: FrontDue, path: PropertyKey[], reading: Reading): Omit<Due, 'is' | 'id'> | null {
  const { kinds, wrong } = reading;
  const list = front.each === undefined ? undefined : kinds.get(front.each);
  if (front.each !== undefined && list?.type !== 'list') {
    wrong([...path, 'each'], `each: got "${front.each}", expected a list`);
    return null;
  }
  const scope: Scope = (name) => {
    if (name === signedName) return { type: 'date' };
    const [of, column] = name.split('.');
    return list?.type === 'list' && of === front.each && column !== undefined
      ? list.columns.find((one) => one.name === column)?.kind
      : reading.scope(name);
  };
  const sum = (key: 'on' | 'every' | 'until' | 'times' | 'notice', type: Kind['type']): Expr | null => {
    const source = front[key];
    if (source === undefined) return null;
    const read = tried([...path, key], wrong, () => parseExpression(source, scope));
    if (read && read.kind.type !== type)
      wrong([...path, key], `${key}: got ${read.kind.type}, expected ${type}`);
    return read?.expr ?? null;
  };
  const on = sum('on', 'date');
  const every = sum('every', 'duration');
  const until = sum('until', 'date');
  const times = sum('times', 'number');
  const notice = sum('notice', 'duration');
  if (front.every === undefined && (front.until ?? front.times) !== undefined)
    wrong(path, '"until" and "times" need "every"');
  const condition = front.when;
  const when =
    condition === undefined
      ? null
      : (tried([...path, 'when'], wrong, () => parseCondition(condition, scope)) ?? null);
  const words = readWords(front.words);
  const named = words.flatMap((word) => (typeof word === 'string' ? [] : [word.path]));
  for (const name of named) {
    const type = scope(name)?.type;
    if (type === undefined)
      wrong([...path, 'words'], `got "${name}", which isn’t a question in this document`);
    // A figure of the answers can't be found in the text again, and another one may stand there by now.
    else if (!['text', 'longtext', 'date', 'duration'].includes(type))
      wrong([...path, 'words'], `"${name}" is ${type}; words can name text, dates and durations`);
  }
  if (!on) return null;
  const parts = [on, every, until, notice].filter((part) => part !== null);
  const paths = new Set([...parts.flatMap(fieldsOf), ...named]);
  const from = [...paths].flatMap((name) => sourceOf(name, scope, reading.computed));
  return { on, when, each: front.each ?? null, every, until, times, notice, words, from };
}

/** "Renews for {{renewal}}" */
const readWords = (words: string): Due['words'] =>
  words
    .split(/(\{\{[^{}]{1,80}\}\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{{') ? { path: part.slice(2, -2).trim() } : part));

function sourceOf(path: string, scope: Scope, computed: readonly Computed[]): DueSource[] {
  const kind = scope(path)?.type;
  const type = kind === 'longtext' ? 'text' : kind;
  if (path === signedName || (type !== 'date' && type !== 'duration' && type !== 'text')) return [];
  const formula = computed.find(({ name }) => name === path)?.formula;
  const of = formula ? fieldsOf(formula).flatMap((name) => sourceOf(name, scope, computed)) : [];
  return [{ path, type, of }];
}

function fieldsOf(expr: Expr): string[] {
  if (expr.e === 'field') return [expr.path];
  return expr.e === 'op' || expr.e === 'call' ? expr.args.flatMap(fieldsOf) : [];
}

function tried<T>(path: PropertyKey[], wrong: Reading['wrong'], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExpressionMistake)) throw error;
    wrong(path, error.message);
    return undefined;
  }
}
