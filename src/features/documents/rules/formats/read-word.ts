import { escapeHtml } from '#base/escape.ts';

/** What is read of a Word file; longer ones are for Word. */
export const mostOfWord = 8_000_000;

interface Line {
  words: string;
  style: string;
  isItem: boolean;
}

interface Table {
  /** Where its marks are among what comes out. */
  places: number[];
  isLook: boolean;
}

/**
 * The words of a Word file as simple HTML: its `word/document.xml`, walked for paragraphs, headings, lists, tables and
 * what is bold, italic, underlined or struck. All else of it stays behind.
 */
export function wordToHtml(xml: string): string {
  const out: string[] = [];
  const inside: string[] = [];
  const open: Table[] = [];
  let line: Line | null = null;
  let run: string[] = [];
  let isText = false;
  let isInList = false;
  const endList = () => {
    if (isInList) out.push('</ul>');
    isInList = false;
  };
  for (const [, mark, words] of xml.slice(0, mostOfWord).matchAll(/<([^<>]*)>|([^<]+)/g)) {
    if (mark === undefined) {
      if (isText && line && words !== undefined) line.words += wrapped(escapeHtml(plain(words)), run);
      continue;
    }
    const isEnd = mark.startsWith('/');
    const isEmpty = mark.endsWith('/');
    const tag = /^[\w:]+/.exec(isEnd ? mark.slice(1) : mark)?.[0] ?? '';
    // A picture's stand-in for older programs says everything twice.
    if (tag === 'mc:Fallback') {
      if (isEnd) inside.pop();
      else if (!isEmpty) inside.push(tag);
    }
    if (inside.length > 0) continue;
    if (tag === 'w:p' && isEnd && line) {
      const { words: said, style, isItem } = line;
      if (isItem !== isInList) {
        endList();
        if (isItem) out.push('<ul>');
        isInList = isItem;
      }
      const name = isItem ? 'li' : headingOf(style);
      if (said.trim() !== '') out.push(`<${name}>${said.trim()}</${name}>`);
      line = null;
    } else if (tag === 'w:p' && !isEmpty) line = { words: '', style: '', isItem: false };
    else if (tag === 'w:pStyle' && line) {
      line.style = valueOf(mark);
      if (/^List/i.test(line.style)) line.isItem = true;
    } else if (tag === 'w:r' && !isEnd) run = [];
    else if (marks.has(tag) && !isEnd && !/^(?:0|false|none|off)$/.test(valueOf(mark)))
      run.push(marks.get(tag) ?? '');
    else if (tag === 'w:t') isText = !isEnd && !isEmpty;
    else if ((tag === 'w:tab' || tag === 'w:br') && line && line.words !== '' && !mark.includes('w:type'))
      line.words += tag === 'w:br' ? '<br>' : ' ';
    else if (tables.has(tag)) {
      endList();
      if (tag === 'w:tbl' && !isEnd) {
        // A table that holds another one is there for the look.
        for (const at of open.at(-1)?.places.splice(0) ?? []) out[at] = '';
        const around = open.at(-1);
        if (around) around.isLook = true;
        open.push({ places: [], isLook: false });
      }
      const table = open.at(-1);
      if (table && !table.isLook) table.places.push(out.push(`<${isEnd ? '/' : ''}${tables.get(tag)}>`) - 1);
      if (tag === 'w:tbl' && isEnd) open.pop();
    }
  }
  endList();
  return out.join('');
}

const marks = new Map([
  ['w:b', 'strong'],
  ['w:i', 'em'],
  ['w:u', 'u'],
  ['w:strike', 's'],
]);
const tables = new Map([
  ['w:tbl', 'table'],
  ['w:tr', 'tr'],
  ['w:tc', 'td'],
]);

const valueOf = (mark: string): string => /\bw:val="([^"]*)"/.exec(mark)?.[1] ?? '';

const wrapped = (words: string, run: readonly string[]): string =>
  [...new Set(run)].reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, words);

function headingOf(style: string): 'h1' | 'h2' | 'h3' | 'p' {
  if (/^title$/i.test(style)) return 'h1';
  const level = Number(/^heading ?([1-6])$/i.exec(style)?.[1] ?? 0);
  return level === 0 ? 'p' : level <= 2 ? 'h2' : 'h3';
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (words: string): string =>
  words.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, number, name) => {
    if (name) return signs[String(name)] ?? whole;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(number);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
