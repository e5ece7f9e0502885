import { mostOfWord } from './read-word.ts';

export type WordView = 'accepted' | 'rejected';

const inserts = new Set(['w:ins', 'w:moveTo']);
const deletes = new Set(['w:del', 'w:moveFrom']);

interface Paragraph {
  out: string[];
  start: number;
  hasWords: boolean;
  /** Its end goes with its change: what follows stands in the same paragraph. */
  isOpenEnded: boolean;
}

/**
 * A Word file's `word/document.xml` as if every tracked change had been accepted, or rejected. Changes of looks stay as
 * they are: only words are of interest here.
 */
export function resolveTracked(xml: string, view: WordView): string {
  const gone = view === 'accepted' ? deletes : inserts;
  const out: string[] = [];
  let skipped = 0;
  let inProperties = 0;
  let paragraph: Paragraph | null = null;
  let joins = false;
  const rows: { start: number; isGone: boolean }[] = [];
  for (const [whole, mark] of xml.slice(0, mostOfWord).matchAll(/<([^<>]*)>|[^<]+/g)) {
    if (mark === undefined) {
      if (skipped > 0) continue;
      if (paragraph && inProperties === 0 && whole.trim() !== '') paragraph.hasWords = true;
      out.push(whole);
      continue;
    }
    const isEnd = mark.startsWith('/');
    const isEmpty = mark.endsWith('/');
    const tag = /^[\w:]+/.exec(isEnd ? mark.slice(1) : mark)?.[0] ?? '';
    if (tag === 'w:pPr' || tag === 'w:trPr') inProperties += isEmpty ? 0 : isEnd ? -1 : 1;
    if (inserts.has(tag) || deletes.has(tag)) {
      const isGone = gone.has(tag);
      if (isEmpty || inProperties > 0) {
        // Of a paragraph's end, or of a row.
        const row = rows.at(-1);
        if (isGone && !isEnd && paragraph) paragraph.isOpenEnded = true;
        else if (isGone && !isEnd && row) row.isGone = true;
      } else if (isGone) skipped = Math.max(0, skipped + (isEnd ? -1 : 1));
      continue;
    }
    if (skipped > 0) continue;
    if (tag === 'w:tr' && !isEmpty) {
      if (!isEnd) rows.push({ start: out.length, isGone: false });
      else {
        const row = rows.pop();
        if (row?.isGone) {
          out.length = row.start;
          continue;
        }
      }
    }
    if (tag === 'w:p' && !isEmpty) {
      if (!isEnd) {
        if (joins && paragraph) {
          joins = false;
          continue;
        }
        paragraph = { out, start: out.length, hasWords: false, isOpenEnded: false };
      } else if (paragraph?.isOpenEnded) {
        if (!paragraph.hasWords) out.length = paragraph.start;
        else {
          joins = true;
          paragraph.isOpenEnded = false;
          continue;
        }
        paragraph = null;
        continue;
      } else paragraph = null;
    }
    // Whatever else comes ends a paragraph that was to be joined.
    if (joins && (tag === 'w:tbl' || tag === 'w:sectPr' || tag === 'w:tc')) {
      out.push('</w:p>');
      joins = false;
      paragraph = null;
    }
    out.push(tag === 'w:delText' ? whole.replace('w:delText', 'w:t') : whole);
  }
  return out.join('');
}

/** Whether anything is tracked in it at all. */
export const isTracked = (xml: string): boolean => /<w:(?:ins|del|moveFrom|moveTo)\b/.test(xml);

/** Who tracked changes in it, each once. */
export function authorsIn(xml: string): string[] {
  const names = new Set<string>();
  for (const [, name] of xml
    .slice(0, mostOfWord)
    .matchAll(/<w:(?:ins|del|moveFrom|moveTo)\b[^<>]*?\bw:author="([^"<>]{1,200})"/g))
    if (name && names.size < 20) names.add(plainXml(name));
  return [...names];
}

export interface WordComment {
  author: string;
  text: string;
}

const mostComments = 200;
const mostOfComment = 4000;

/** `word/comments.xml`: who said what. A very long one is cut and says so. */
export function readComments(xml: string): WordComment[] {
  const comments: WordComment[] = [];
  let author = '';
  let words: string[] | null = null;
  let isText = false;
  for (const [, mark, text] of xml.slice(0, mostOfWord).matchAll(/<([^<>]*)>|([^<]+)/g)) {
    if (mark === undefined) {
      if (isText && words && text) words.push(text);
      continue;
    }
    const isEnd = mark.startsWith('/');
    const tag = /^\/?([\w:]+)/.exec(mark)?.[1] ?? '';
    if (tag === 'w:comment' && !isEnd) {
      words = [];
      author = plainXml(/\bw:author="([^"<>]{0,200})"/.exec(mark)?.[1] ?? '');
    } else if (tag === 'w:comment' && words) {
      const said = plainXml(words.join('')).trim();
      const cut =
        said.length > mostOfComment ? `${said.slice(0, mostOfComment).toWellFormed()}… (shortened)` : said;
      if (cut !== '' && comments.length < mostComments) comments.push({ author, text: cut });
      words = null;
    } else if (tag === 'w:t') isText = !isEnd && !mark.endsWith('/');
    else if (tag === 'w:p' && isEnd && words) words.push('\n');
  }
  return comments;
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainXml = (words: string): string =>
  words.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex?: string, number?: string, name?: string) => {
      if (name !== undefined) return signs[name] ?? all;
      const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
