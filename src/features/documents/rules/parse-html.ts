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
  for (const [token, close, name = '', rest = ''] of html.matchAll(tokens)) {
    const tag = name.toLowerCase();
    if (hidden) {
      if (close && tag === hidden) hidden = '';
    } else if (tag === '') {
      if (!token.startsWith('<!')) addWords(top().children, decode(token));
    } else if (close) {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
    } else if (silent.test(tag)) {
      if (!rest.endsWith('/')) hidden = tag;
    } else {
      const ends = closesItself[tag];
      if (ends?.test(top().tag)) open.pop();
      const element: Element = { tag, attributes: attributesOf(rest), children: [] };
      top().children.push(element);
      // Nobody nests this deep; whoever does gets one level.
      if (!voids.has(tag) && !rest.endsWith('/') && open.length < 60) open.push(element);
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

const tokens =
  /<!--[^]*?(?:-->|$)|<![^>]*>|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'=<>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?)>|[^<]+|</gi;
const attribute = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name = '', double, single, bare] of text.matchAll(attribute))
    found[name.toLowerCase()] ??= decode(double ?? single ?? bare ?? '');
  return found;
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
