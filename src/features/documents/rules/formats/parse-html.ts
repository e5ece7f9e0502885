export interface Element {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}
export type HtmlNode = Element | string;

const voids = new Set(['br', 'hr', 'img', 'input', 'col', 'wbr', 'meta', 'link']);
/** What stands inside of these is no text. */
const silent = /^(?:script|style|template|title|noscript|iframe|object|svg|math|head)$/;
const closesItself: Record<string, RegExp> = {
  p: /^p$/,
  li: /^li$/,
  tr: /^t[rdh]$/,
  td: /^t[dh]$/,
  th: /^t[dh]$/,
};

/**
 * HTML as a tree, the same in browser and server. It reads what an editor or a sanitiser wrote; of anything else it makes
 * words, never more: its tree is only ever walked for known tags.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: Element = { tag: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  const top = () => open.at(-1) ?? root;
  let hidden = '';
  for (const token of tokensOf(html)) {
    if (hidden) {
      if (typeof token !== 'string' && token.isClosing && token.tag === hidden) hidden = '';
    } else if (typeof token === 'string') addWords(top().children, decode(token));
    else if (token.isClosing) {
      const at = open.findLastIndex((one) => one.tag === token.tag);
      if (at > 0) open.length = at;
    } else if (silent.test(token.tag)) {
      if (!token.isEmpty) hidden = token.tag;
    } else {
      const { tag, attributes, isEmpty } = token;
      const ends = closesItself[tag];
      if (ends?.test(top().tag)) open.pop();
      const element: Element = { tag, attributes, children: [] };
      top().children.push(element);
      // Nobody nests this deep; whoever does gets one level.
      if (!voids.has(tag) && !isEmpty && open.length < 60) open.push(element);
    }
  }
  return root.children;
}

/** Words beside words are one piece: a page of stray signs is not a page of pieces. */
function addWords(children: HtmlNode[], words: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + words;
  else children.push(words);
}

interface Mark {
  tag: string;
  isClosing: boolean;
  isEmpty: boolean;
  attributes: Record<string, string>;
}

/**
 * Words and marks in turn, in one pass: each step begins where the one before ended, and what is looked for to the end
 * in vain is not looked for again.
 */
function* tokensOf(html: string): Generator<string | Mark> {
  const lastEnd = html.lastIndexOf('>');
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1 || start > lastEnd) {
      // What is hidden to the very end is no text.
      const hidden = start === -1 ? -1 : html.indexOf('<!--', start);
      const rest = hidden === -1 ? html.slice(at) : html.slice(at, hidden);
      if (rest !== '') yield rest;
      return;
    }
    if (start > at) yield html.slice(at, start);
    if (html.startsWith('<!', start)) {
      const isComment = html.startsWith('<!--', start);
      const end = html.indexOf(isComment ? '-->' : '>', isComment ? start + 4 : start);
      if (end === -1) return;
      at = end + (isComment ? 3 : 1);
      continue;
    }
    const mark = markAt(html, start);
    if (mark) yield mark.mark;
    else yield '<';
    at = mark ? mark.end : start + 1;
  }
}

// Each reads on from where it is put, and none can be read in two ways.
const opening = /<(\/?)([a-z][a-z0-9]*)/iy;
const space = /\s*/y;
const attribute = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y;
const close = /\s*(\/?)>/y;

function markAt(html: string, start: number): { mark: Mark; end: number } | null {
  opening.lastIndex = start;
  const [, slash = '', tag = ''] = opening.exec(html) ?? [];
  if (tag === '') return null;
  const attributes = Object.create(null) as Record<string, string>;
  let at = opening.lastIndex;
  for (;;) {
    close.lastIndex = at;
    const [, bar = ''] = close.exec(html) ?? [];
    if (close.lastIndex > 0)
      return {
        mark: { tag: tag.toLowerCase(), isClosing: slash !== '', isEmpty: bar !== '', attributes },
        end: close.lastIndex,
      };
    space.lastIndex = at;
    space.exec(html);
    attribute.lastIndex = space.lastIndex;
    // Names stand apart from each other.
    const found = space.lastIndex > at ? attribute.exec(html) : null;
    if (!found) return null;
    const [, key = '', double, single, bare] = found;
    attributes[key.toLowerCase()] ??= decode(double ?? single ?? bare ?? '');
    at = attribute.lastIndex;
  }
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ndash: '–',
  mdash: '—',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  hellip: '…',
  euro: '€',
  copy: '©',
  sect: '§',
  bull: '•',
};

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : '';
    },
  );

export const textOf = (nodes: HtmlNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children)))
    .join('');
