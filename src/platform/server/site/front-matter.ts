import { open } from 'node:fs/promises';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import * as z from 'zod/mini';
import { nearest } from '#base/nearest.ts';
import { cannotRead, got, mistake, SiteMistake } from './mistakes.ts';

/** A Markdown file that starts with YAML between two lines of three dashes. */
export interface MarkdownFile {
  path: string;
  data: unknown;
  body: string;
  /** The line on which the body starts, counting from 1. */
  bodyLine: number;
  /** The line of a key or list entry, or of its nearest existing parent. */
  lineOf(path: PropertyKey[]): number;
}

const fences = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

export async function readMarkdownFile(path: string): Promise<MarkdownFile> {
  const text = await readText(path).catch((error: unknown) => {
    throw error instanceof SiteMistake ? error : cannotRead(path, error);
  });
  return parseMarkdownFile(path, text);
}

const mostTold = 20;
const mostBytes = 1_000_000;
/** Keys are compared with each other, which takes the longer the more there are. */
const mostYaml = 100_000;
const mostValues = 20_000;
const mostAliases = 100;
const mostDeep = 100;

/** A text of the operator's folders. A mistake in one of them must not keep the hub from everything else. */
export async function readText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > mostBytes)
      throw new SiteMistake([mistake(path, 1, `size: got ${size} bytes, expected at most ${mostBytes}`)]);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** As its name says: a `.yaml` file is keys from beginning to end, any other begins with them. */
export const parseTextFile = (path: string, text: string): MarkdownFile =>
  path.endsWith('.yaml') ? parseKeysFile(path, text) : parseMarkdownFile(path, text);

function parseKeysFile(path: string, text: string): MarkdownFile {
  assertDecoded(path, text);
  return { ...parseKeys(path, text.replace(/^\uFEFF/, ''), 1), body: '', bodyLine: 1 };
}

function assertDecoded(path: string, text: string): void {
  // Undecodable bytes would show up in every page and email.
  const unread = text.indexOf('\uFFFD');
  if (unread >= 0)
    throw new SiteMistake([
      mistake(
        path,
        text.slice(0, unread).split('\n').length,
        'encoding: expected UTF-8; save the file in that encoding',
      ),
    ]);
}

export function parseMarkdownFile(path: string, text: string): MarkdownFile {
  assertDecoded(path, text);
  const match = fences.exec(text);
  if (!match) {
    const opened = /^\uFEFF?---[ \t]*\r?\n/.test(text);
    const takes = opened
      ? 'three dashes (---) on a line after the last key'
      : 'three dashes (---) on the first line, then keys';
    const first = opened ? 'no end of the front matter' : got(text.split('\n', 1)[0]?.trim());
    throw new SiteMistake([mistake(path, 1, `front matter: got ${first}, expected ${takes}`)]);
  }
  return {
    ...parseKeys(path, match[1] ?? '', 2),
    body: text.slice(match[0].length),
    bodyLine: match[0].split('\n').length,
  };
}

/** `firstLine`: the line of the file on which the keys begin. */
function parseKeys(
  path: string,
  yaml: string,
  firstLine: number,
): Pick<MarkdownFile, 'path' | 'data' | 'lineOf'> {
  if (yaml.length > mostYaml)
    throw new SiteMistake([
      mistake(path, 1, `front matter: got ${yaml.length} characters, expected at most ${mostYaml}`),
    ]);
  const lines = new LineCounter();
  // Failsafe schema: every scalar stays the text that was typed, so NO is Norway and +49 keeps its plus.
  if (deepest(yaml) > mostDeep)
    throw new SiteMistake([
      mistake(path, 1, `front matter: expected lists in lists at most ${mostDeep} deep`),
    ]);
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  if (document.errors.length > 0) {
    throw new SiteMistake(
      document.errors
        .slice(0, mostTold)
        .map((error) => mistake(path, lineAt(error.pos[0]), `not valid YAML: ${yamlWords(error)}`)),
    );
  }
  return {
    path,
    data: document.contents === null ? {} : plainOf(path, document),
    lineOf: (keys) => lineAt(offsetOf(document, keys)),
  };
}

/** The most common mistake of all is a colon in a sentence. */
const yamlWords = ({ code, message }: { code: string; message: string }): string =>
  code === 'BLOCK_AS_IMPLICIT_KEY' ? 'put quotes around a value that contains a colon and a space' : message;

/** What it says. A few lines of aliases of aliases would be billions of values, and an alias of itself endless. */
function plainOf(path: string, document: Document): unknown {
  let left = mostValues;
  let aliases = mostAliases;
  const plain = (node: unknown, depth: number): unknown => {
    left -= 1;
    if (isAlias(node)) aliases -= 1;
    if (left < 0 || aliases < 0 || depth > mostDeep)
      throw new SiteMistake([
        mistake(
          path,
          1,
          `front matter: expected at most ${mostValues} values, ${mostAliases} aliases (*) and ${mostDeep} lists in lists`,
        ),
      ]);
    if (isAlias(node)) return plain(node.resolve(document), depth + 1);
    if (isMap(node))
      return Object.fromEntries(node.items.map((pair) => [keyText(pair.key), plain(pair.value, depth + 1)]));
    if (isSeq(node)) return node.items.map((item) => plain(item, depth + 1));
    if (!isScalar(node)) return null;
    const empty = node.type === 'PLAIN' && ['', 'null', '~'].includes(String(node.value));
    if (!empty) return String(node.value);
    // `accent: #1D43C6` is a comment in YAML; keep its text so that the message can say so.
    return typeof node.comment === 'string' ? new Commented(node.comment) : null;
  };
  return plain(document.contents, 0);
}

/** How deep lists and blocks may stand in each other, at most: the parser goes down into each. */
function deepest(yaml: string): number {
  let [within, most] = [0, 0];
  for (const line of yaml.split('\n')) {
    const dashes = /^(?:[ \t]*[-?:][ \t]+)*/.exec(line)?.[0].match(/[-?:]/g)?.length ?? 0;
    most = Math.max(most, dashes);
    for (const letter of line)
      if (letter === '[' || letter === '{') most = Math.max(most, ++within);
      else if ((letter === ']' || letter === '}') && within > 0) within -= 1;
  }
  return most;
}

/** A value that accidentally became a comment. */
class Commented {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const keyText = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));

function offsetOf(document: Document, keys: PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((item) => keyText(item.key) === key);
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

/** The front matter parsed by its schema, whose messages say what each field expects. */
export function readFrontMatter<S extends z.ZodMiniType>(file: MarkdownFile, schema: S): z.output<S> {
  const result = z.safeParse(schema, withoutComments(file.data));
  if (result.success) return result.data;
  const lines = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) =>
          mistake(
            file.path,
            file.lineOf([...issue.path, key]),
            unknownKey(issue.path, key, knownKeys(schema, issue.path)),
          ),
        )
      : [mistake(file.path, file.lineOf(issue.path), wrongValue(file, issue.path, issue.message))],
  );
  throw new SiteMistake(lines);
}

const name = (path: PropertyKey[]): string =>
  path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join('.') || 'front matter';

function unknownKey(path: PropertyKey[], key: string, known: string[]): string {
  const [meant] = nearest(key, known);
  const advice = meant ? `did you mean ${name([...path, meant])}?` : `expected one of ${known.join(', ')}`;
  return `${name([...path, key])}: unknown key, ${advice}`;
}

function wrongValue(file: MarkdownFile, path: PropertyKey[], takes: string): string {
  const value = valueAt(file.data, path);
  const what =
    value instanceof Commented
      ? `nothing (# starts a comment: put quotes around "#${value.text.trim()}")`
      : got(value);
  return `${name(path)}: got ${what}, expected ${takes}`;
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    data,
  );
}

function withoutComments(value: unknown): unknown {
  if (value instanceof Commented) return null;
  if (Array.isArray(value)) return value.map(withoutComments);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutComments(inner)]));
}

/** The keys that an object schema knows at a path, for suggestions. */
function knownKeys(schema: z.ZodMiniType, path: PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const key of [...path, undefined]) {
    while (at instanceof z.ZodMiniOptional || at instanceof z.ZodMiniNullable) at = at.def.innerType;
    if (at instanceof z.ZodMiniArray && typeof key === 'number') {
      at = at.def.element;
      continue;
    }
    if (!(at instanceof z.ZodMiniObject)) return [];
    if (key === undefined) return Object.keys(at.def.shape);
    at = (at.def.shape as Record<PropertyKey, unknown>)[key];
  }
  return [];
}
