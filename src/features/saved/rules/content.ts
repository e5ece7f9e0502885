import { sizes } from './sizes.ts';

const opening = /<pre(?=[\s/>])/gi;
const closing = /<\/pre/gi;
// A single space is left alone: most of a text's are.
const space = /[ \t\r\n\f\v]{2,}|[\t\r\n\f\v]/g;

/**
 * Whitespace runs become one space and the ends go, except inside <pre>. A no-break space is a character that
 * somebody wrote. What no database holds (NUL, half a surrogate pair) goes too.
 */
export function normalise(content: string): string {
  const text = content.replaceAll('\0', '').toWellFormed();
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    opening.lastIndex = at;
    const start = opening.exec(text)?.index ?? text.length;
    parts.push(text.slice(at, start).replace(space, ' '));
    if (start === text.length) break;
    closing.lastIndex = start;
    const end = closing.exec(text)?.index ?? text.length;
    parts.push(text.slice(start, end));
    at = end;
  }
  const last = parts.length - 1;
  // Every second part is inside <pre>.
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const begun = index === 0 ? part.replace(/^ /, '') : part;
      return index === last ? begun.replace(/ $/, '') : begun;
    })
    .join('');
}

export const truncationComment = '<!-- content truncated -->';

/** Over the cap: the first and the last half, with a comment between them. */
export function capped(content: string): string {
  if (content.length <= sizes.contentCap) return content;
  const head = cutTo(content, sizes.contentHalf);
  const tail = content.slice(-sizes.contentHalf);
  return head + truncationComment + (isLowSurrogate(tail) ? tail.slice(1) : tail);
}

/** Whether this is the whole of which that is what the cap left. The account normalises what it is given once more. */
export function isWholeOf(whole: string, content: string): boolean {
  if (whole.length <= sizes.contentCap) return false;
  const cut = capped(whole);
  return cut === content || normalise(cut) === content;
}

/** The first characters; a pair at the cut goes as a whole. */
export function cutTo(content: string, length: number): string {
  if (content.length <= length) return content;
  const cut = content.slice(0, length);
  const last = cut.charCodeAt(length - 1);
  return last >= 0xd800 && last < 0xdc00 ? cut.slice(0, -1) : cut;
}

const isLowSurrogate = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first < 0xe000;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a reader sees of HTML, for lists and search; never for showing as HTML. */
export function plainText(html: string, length = Infinity): string {
  if (length === Infinity) return readable(html).toWellFormed();
  // Its beginning is enough for an excerpt: as a rule the first lines, and with much markup some pages.
  const first = readable(html.slice(0, length * 4));
  const text = first.length > length + longestEntity ? first : readable(html.slice(0, length * 20 + 2000));
  return text.slice(0, length).toWellFormed();
}

/** What a cut may leave half of at the end. */
const longestEntity = 9;

const readable = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?(?:<\/\1|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (all, code: string | undefined, name: string | undefined) =>
      name ? (entities[name] ?? all) : String.fromCodePoint(Math.min(Number(code), 0xfffd) || 0xfffd),
    )
    .replace(/\s+/g, ' ')
    .trim();

export const excerptOf = (html: string): string => plainText(html, 280);
