import { assertNever } from '#base/assert.ts';
import { type Block, type Doc, type Run, runText } from '../assembly/doc.ts';
import { hasEastern, lineLength } from '../answers/east.ts';
import type { Align } from '../template/template.ts';

/** How a format writes what is not plain words. */
interface Writer {
  run(run: Run): string;
  title(words: string, level: 1 | 2 | 3): string;
  sub(number: string, words: string): string;
  /** How far what belongs to a numbered paragraph, or to an item of a list, stands to the right of it. */
  indent: { sub: string; item: string };
  item(mark: string, words: string): string;
  table(head: string[], rows: string[][], align: Align[]): string;
  line(label: string, words: string): string;
  page: string;
}

export const toText = (doc: Doc): string => write(doc, plain);
export const toMarkdown = (doc: Doc): string => write(doc, markdown);

function write(doc: Doc, writer: Writer): string {
  const body = doc.blocks.map((block) => writeBlock(block, writer)).filter(Boolean);
  return `${[...body, doc.notice && `${writer.page}\n\n${writer.run({ r: 'text', text: doc.notice })}`].filter(Boolean).join('\n\n')}\n`;
}

function writeBlock(block: Block, writer: Writer): string {
  const words = (runs: Run[]): string => runs.map(writer.run).join('');
  const inner = (blocks: Block[], indent = ''): string[] =>
    blocks.map((one) => writeBlock(one, writer).replace(/^(?=.)/gm, indent));
  // A list stands right below its item; any other block would run on from the item's words.
  const below = (blocks: Block[]): string =>
    blocks
      .map((one) => `${one.b === 'list' ? '\n' : '\n\n'}${inner([one], writer.indent.item)[0] ?? ''}`)
      .join('');
  switch (block.b) {
    case 'title':
    case 'part':
      return writer.title(words(block.runs), 1);
    case 'clause':
      return [
        writer.title((block.number && `${block.number}. `) + words(block.heading), 2),
        ...inner(block.blocks),
      ].join('\n\n');
    case 'sub':
      return [writer.sub(block.number, words(block.runs)), ...inner(block.blocks, writer.indent.sub)].join(
        '\n\n',
      );
    case 'heading':
      return writer.title(words(block.runs), 3);
    case 'para':
      return words(block.runs);
    case 'list':
      return block.items
        .map((item) => writer.item(item.mark, words(item.runs)) + below(item.blocks))
        .join('\n');
    case 'table':
      return writer.table(
        (block.head.length > 0 ? block.head : block.align.map(() => [])).map(words),
        block.rows.map((row) => row.map(words)),
        block.align,
      );
    case 'signatures':
      return block.parties
        .map(({ heading, lines }) =>
          [words(heading), ...lines.map(({ label, runs }) => writer.line(label, words(runs)))].join('\n'),
        )
        .join('\n\n');
    case 'page':
      return writer.page;
    default:
      return assertNever(block);
  }
}

const widestLine = 100;

/** Columns that stand below one another, the widest in several lines; a line for each cell where that is no help. */
function columns(head: string[], rows: string[][], align: Align[]): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.split('\n')));
  const widths = head.map((_, index) =>
    Math.max(...lines.flatMap((row) => (row[index] ?? []).map(lineLength))),
  );
  const over = widths.reduce((sum, width) => sum + width + 3, -3) - widestLine;
  if (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const room = (widths[widest] ?? 0) - over;
    if (room < 24) return cellByCell(head, rows);
    for (const row of lines) row[widest] = (row[widest] ?? []).flatMap((words) => wrapped(words, room));
    widths[widest] = Math.max(...lines.flatMap((row) => (row[widest] ?? []).map(lineLength)));
  }
  const rowText = (row: string[][]): string =>
    Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, at) =>
      row
        .map((cell, index) => {
          const words = cell[at] ?? '';
          const rest = ' '.repeat(Math.max(0, (widths[index] ?? 0) - lineLength(words)));
          return align[index] === 'end' ? rest + words : words + rest;
        })
        .join('   ')
        .trimEnd(),
    ).join('\n');
  const [top = [], ...rest] = lines;
  const rule = widths.map((width) => '-'.repeat(width)).join('   ');
  return [...(head.some(Boolean) ? [rowText(top), rule] : []), ...rest.map(rowText)].join('\n');
}

const cellByCell = (head: string[], rows: string[][]): string =>
  rows
    .map((row) =>
      row
        .flatMap((cell, index) => {
          const words = cell.replaceAll('\n', ', ');
          return words === '' ? [] : [head[index] ? `${head[index]}: ${words}` : words];
        })
        .join('\n'),
    )
    .join('\n\n');

/** A word longer than the line stays whole; signs of East Asia, each as wide as two letters, end a line anywhere. */
const wrapped = (words: string, width: number): string[] =>
  hasEastern(words) ? letterByLetter(words, width) : wordByWord(words, width);

function letterByLetter(words: string, width: number): string[] {
  const lines = [''];
  for (const letter of words) {
    if (lineLength((lines.at(-1) ?? '') + letter) > width) lines.push('');
    lines.push((lines.pop() ?? '') + letter);
  }
  return lines.map((line) => line.trim());
}

const wordByWord = (words: string, width: number): string[] =>
  words.match(new RegExp(`\\S{${width},}|.{1,${width}}(?=\\s|$)`, 'gu'))?.map((line) => line.trim()) ?? [''];

const plain: Writer = {
  run: runText,
  title: (words, level) =>
    level === 1 ? `${words.toUpperCase()}\n${'='.repeat(Math.min(words.length, 72))}` : words,
  sub: (number, words) => `${number}  ${words}`,
  indent: { sub: '    ', item: '    ' },
  item: (mark, words) => `  ${mark} ${words}`,
  table: columns,
  line: (label, words) => `${label}: ${words || '_'.repeat(32)}`,
  page: '-'.repeat(72),
};

/** Every character with a meaning in Markdown or HTML is made plain. */
const literal = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~{}!&]/g, '\\$&')
    .replace(/^(\s*)(\d+)([.)])(?=\s)/, '$1$2\\$3')
    .replace(/^(\s*)([-+=])/, '$1\\$2');

const markdown: Writer = {
  run(run) {
    switch (run.r) {
      case 'text':
      case 'value': {
        const words = run.text.trim();
        const start = run.text.length - run.text.trimStart().length;
        const before = run.text.slice(0, start);
        const after = run.text.slice(start + words.length);
        const mark = `${run.bold ? '**' : ''}${run.italic ? '*' : ''}`;
        const isGone = run.r === 'text' && run.strike ? '~~' : '';
        const written = `${isGone}${mark}${literal(words)}${[...mark].reverse().join('')}${isGone}`;
        const href = run.r === 'text' ? run.href : undefined;
        return words === ''
          ? run.text
          : `${before}${href ? `[${written}](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)` : written}${after}`;
      }
      case 'term':
        return `“**${literal(run.text)}**”`;
      case 'break':
        return '  \n';
      default:
        return literal(runText(run));
    }
  },
  title: (words, level) => `${'#'.repeat(level)} ${words}`,
  sub: (number, words) => `**${number}** ${words}`,
  // A numbered paragraph is no list: four spaces below it would be code. Two belong to an item.
  indent: { sub: '', item: '  ' },
  item: (mark, words) => `- ${mark === '•' ? '' : `${mark} `}${words}`,
  table: (head, rows, align) =>
    [head, head.map((_, index) => (align[index] === 'end' ? '---:' : '---')), ...rows]
      .map((row) => `| ${row.map((cell) => cell.replaceAll('  \n', '<br>')).join(' | ')} |`)
      .join('\n'),
  line: (label, words) => `- ${label}: ${words || '\\_'.repeat(24)}`,
  page: '---',
};

/** How many words a reader has before them. */
export const countWords = (doc: Doc): number =>
  toText(doc)
    .split(/\s+/)
    .filter((word) => /\p{L}|\p{N}/u.test(word)).length;
