import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { parseTextFile } from './front-matter.ts';
import { mistake, SiteMistake } from './mistakes.ts';
import { encodeScalar, renderItem, renderPair, type Wanted } from './write-front-matter.ts';

type Block = Readonly<Record<string, Wanted | undefined>>;

/** Which entry of a list, counting from 0, another entry was made from: its text is kept where it can be. */
export const madeFrom = Symbol('the entry that this one was made from');

interface Splice {
  from: number;
  to: number;
  text: string;
}

const fences = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)(?<=\n)(---[ \t]*(?:\r?\n|$))/;

/**
 * The same file with some of its keys saying something else: order, comments, quotes and keys that nobody here knows
 * stay as a person wrote them. What was written is read again; a key whose text can't be replaced in place has the
 * front matter written anew around it, and a file that can't be read at all is refused.
 */
export function editMarkdownFile(path: string, text: string, wanted: Block, body?: string): string {
  parseTextFile(path, text);
  if (path.endsWith('.yaml')) {
    const [mark = ''] = /^\uFEFF?/.exec(text) ?? [];
    return mark + withKeys(path, text.slice(mark.length), wanted, text.includes('\r\n') ? '\r\n' : '\n');
  }
  const [whole, open = '', yaml = '', close = ''] = fences.exec(text) ?? [''];
  const eol = open.endsWith('\r\n') ? '\r\n' : '\n';
  const keys = withKeys(path, yaml, wanted, eol);
  const end = body !== undefined && !close.endsWith('\n') ? eol : '';
  return `${open}${keys}${close}${end}${body ?? text.slice(whole.length)}`;
}

function withKeys(path: string, yaml: string, wanted: Block, eol: string): string {
  let keys = yaml;
  for (const [key, value] of Object.entries(wanted)) keys = withKey(path, keys, key, value, eol);
  return keys;
}

function withKey(path: string, yaml: string, key: string, value: Wanted | undefined, eol: string): string {
  const before = dataOf(yaml);
  const after = merged(before, { [key]: value });
  if (isDeepStrictEqual(before, after)) return yaml;
  for (const attempt of [inPlace, inWhole]) {
    const written = attempt(yaml, key, value, eol);
    if (written !== null && isSaid(written, after)) return written;
  }
  const words = `${key}: this can’t be changed without losing what stands around it; change it in the file`;
  throw new SiteMistake([mistake(path, 1, words)]);
}

function inPlace(yaml: string, key: string, value: Wanted | undefined, eol: string): string | null {
  const root = parsed(yaml).contents;
  if (root === null) return value === undefined ? yaml : `${yaml}${renderPair(key, value, '', eol)}`;
  if (!isMap(root) || root.flow) return null;
  const splices = blockSplices(root, { [key]: value }, yaml, '', eol);
  return splices && spliced(yaml, splices);
}

/** Comments, keys and their order stay; the space between them may not. */
function inWhole(yaml: string, key: string, value: Wanted | undefined): string {
  const document = parsed(yaml);
  const now = merged(dataOf(yaml), { [key]: value })[key];
  if (now === undefined) document.delete(key);
  else document.set(key, document.createNode(now));
  return document.toString({ lineWidth: 0 });
}

const parsed = (yaml: string): Document => parseDocument(yaml, { schema: 'failsafe', prettyErrors: false });

const dataOf = (yaml: string): Record<string, unknown> => {
  const { data } = parseTextFile('keys.yaml', yaml);
  return isBlock(data) ? data : {};
};

const isSaid = (yaml: string, data: unknown): boolean => {
  try {
    return isDeepStrictEqual(dataOf(yaml), data);
  } catch {
    return false;
  }
};

function merged(old: unknown, wanted: Block): Record<string, unknown> {
  const result: Record<string, unknown> = isBlock(old) ? { ...old } : {};
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined) delete result[key];
    else result[key] = mergedValue(result[key], value);
  }
  return result;
}

function mergedValue(old: unknown, value: Wanted): unknown {
  if (typeof value === 'string') return value;
  if (!isList(value)) return merged(old, value);
  const entries = Array.isArray(old) ? (old as unknown[]) : [];
  return value.map((entry) => mergedValue(entries[fromOf(entry) ?? -1], entry));
}

const isList = (value: Wanted): value is readonly Wanted[] => Array.isArray(value);
const isBlock = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fromOf = (entry: Wanted): number | undefined =>
  typeof entry === 'object' ? (entry as { [madeFrom]?: number })[madeFrom] : undefined;

function blockSplices(
  map: YAMLMap,
  wanted: Block,
  yaml: string,
  indent: string,
  eol: string,
): Splice[] | null {
  const splices: Splice[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair) {
      const found = pairSplices(pair, key, value, yaml, indent, eol);
      if (!found) return null;
      splices.push(...found);
    } else if (value !== undefined) {
      const last = map.items.at(-1);
      if (!last) return null;
      const at = endOf(last, yaml);
      const gap = at > 0 && yaml[at - 1] !== '\n' ? eol : '';
      splices.push({ from: at, to: at, text: gap + renderPair(key, value, indent, eol) });
    }
  }
  return splices;
}

function pairSplices(
  pair: Pair,
  key: string,
  value: Wanted | undefined,
  yaml: string,
  indent: string,
  eol: string,
): Splice[] | null {
  const node = pair.value;
  const whole = (): Splice[] | null => {
    const from = startOf(pair.key) ?? 0;
    if (yaml.slice(lineStart(yaml, from), from) !== indent) return null;
    const isFlow = isSeq(node) && node.flow === true;
    const text = value === undefined ? '' : renderPair(key, value, indent, eol, isFlow);
    return [{ from: from - indent.length, to: endOf(pair, yaml), text }];
  };
  if (value === undefined) return whole();
  if (typeof value === 'string') {
    if (!isScalar(node) || !node.range) return whole();
    const [from, to] = node.range;
    if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
      return [{ from, to, text: encodeScalar(value) + eol }];
    return [{ from, to, text: (from === to && yaml[from - 1] === ':' ? ' ' : '') + encodeScalar(value) }];
  }
  if (isList(value))
    return isSeq(node) && !node.flow && node.items.length > 0 && value.length > 0
      ? listSplices(node, value, yaml, eol)
      : whole();
  if (!isMap(node) || node.flow || node.items.length === 0) return whole();
  const inner = indentOf(node, yaml);
  return inner === null ? null : blockSplices(node, value, yaml, inner, eol);
}

/** Each entry with the lines above it that are about it: they move, stay and go together. */
function listSplices(list: YAMLSeq, wanted: readonly Wanted[], yaml: string, eol: string): Splice[] | null {
  const starts: number[] = [];
  let end = 0;
  let indent = '';
  for (const item of list.items) {
    const at = startOf(item);
    if (at === undefined) return null;
    const line = lineStart(yaml, at);
    const [, before] = /^([ \t]*)- +$/.exec(yaml.slice(line, at)) ?? [];
    if (before === undefined) return null;
    indent = before;
    starts.push(commentsAbove(yaml, line, end));
    end = valueEnd(item, yaml);
  }
  const chunks: string[] = [];
  for (const entry of wanted) {
    const from = fromOf(entry) ?? list.items.findIndex((item) => isScalar(item) && item.value === entry);
    const [item, start] = [list.items[from], starts[from]];
    if (item === undefined || start === undefined) {
      chunks.push(renderItem(entry, indent, eol));
      continue;
    }
    const inner = typeof entry === 'string' ? [] : itemSplices(item, entry, yaml, eol);
    if (!inner) return null;
    const text = spliced(
      yaml.slice(start, starts[from + 1] ?? end),
      inner.map((splice) => ({ ...splice, from: splice.from - start, to: splice.to - start })),
    );
    chunks.push(text.endsWith('\n') ? text : text + eol);
  }
  return [{ from: starts[0] ?? 0, to: end, text: chunks.join('') }];
}

function itemSplices(item: unknown, entry: Wanted, yaml: string, eol: string): Splice[] | null {
  if (!isMap(item) || item.flow || typeof entry === 'string' || isList(entry)) return null;
  const at = startOf(item);
  // The keys of an entry stand below its first one, which stands behind the dash.
  return at === undefined ? null : blockSplices(item, entry, yaml, ' '.repeat(at - lineStart(yaml, at)), eol);
}

type Ranged = { range?: [number, number, number] | null } | null | undefined;
const startOf = (node: unknown): number | undefined => (node as Ranged)?.range?.[0];
const lineStart = (yaml: string, at: number): number => yaml.lastIndexOf('\n', at - 1) + 1;

const indentOf = (map: YAMLMap, yaml: string): string | null => {
  const at = startOf(map.items[0]?.key);
  if (at === undefined) return null;
  const indent = yaml.slice(lineStart(yaml, at), at);
  return /^ +$/.test(indent) ? indent : null;
};

/** The end of the line on which a value ends, a comment behind it included. */
function valueEnd(node: unknown, yaml: string): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last: unknown = node.items.at(-1);
    if (last !== undefined) return isMap(node) ? endOf(last as Pair, yaml) : valueEnd(last, yaml);
  }
  const to = (node as Ranged)?.range?.[1] ?? 0;
  if (to > 0 && yaml[to - 1] === '\n') return to;
  const line = yaml.indexOf('\n', to);
  return line === -1 ? yaml.length : line + 1;
}

const endOf = ({ key, value }: Pair, yaml: string): number => valueEnd(value ?? key, yaml);

function commentsAbove(yaml: string, line: number, end: number): number {
  let at = line;
  while (at > end && /^[ \t]*(?:#.*)?\r?\n$/.test(yaml.slice(lineStart(yaml, at - 1), at)))
    at = lineStart(yaml, at - 1);
  return at;
}

const spliced = (text: string, splices: readonly Splice[]): string =>
  [...splices]
    .sort((a, b) => b.from - a.from || b.to - a.to)
    .reduce((result, { from, to, text: put }) => result.slice(0, from) + put + result.slice(to), text);
