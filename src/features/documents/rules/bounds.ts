import { Problem } from '#base/problem.ts';
import { type Doc, linesOf, runsText } from './assembly/doc.ts';
import type { Element, HtmlNode } from './formats/parse-html.ts';

// What one file may hold. Counted before anything is built of it: a few hundred KB can ask for gigabytes.
const most = {
  /** Marks of HTML and stretches of words between them. */
  nodes: 120_000,
  /** Of all tables, with the places that a short row leaves empty. */
  cells: 20_000,
  columns: 40,
  /** Lines and the stretches of one look in them: about four hundred pages. */
  pieces: 20_000,
  /** Of one paragraph, which is laid out as a whole. */
  paragraph: 20_000,
  /** Letters beyond the Latin ones cost more, each in its own font. */
  letters: 600_000,
  /** On one letter. */
  marks: 30,
};
const dearer = 4;

const shown = (count: number): string => count.toLocaleString('en-US');
const tooLarge = (words: string): never => {
  throw new Problem('too_large', words);
};

/** Throws what is too much of it in words; whoever asks has built nothing yet. */
export function assertReadable(nodes: readonly HtmlNode[]): void {
  let [count, cells] = [0, 0];
  const walk = (inner: readonly HtmlNode[]): void => {
    for (const node of inner) {
      if (++count > most.nodes)
        tooLarge(
          `This text has more than ${shown(most.nodes)} pieces of formatting. Split it and export each part.`,
        );
      if (typeof node === 'string') continue;
      if (node.tag === 'table') {
        const { rows, columns } = sizeOf(node);
        if (columns > most.columns)
          tooLarge(
            `A table here has ${shown(columns)} columns; a page fits ${most.columns}. Split the table.`,
          );
        cells += rows * columns;
        if (cells > most.cells)
          tooLarge(
            `The tables have more than ${shown(most.cells)} cells. Split the text and export each part.`,
          );
      }
      walk(node.children);
    }
  };
  walk(nodes);
}

/** Whether a table can be laid out as one. */
export function isSettable(table: Element): boolean {
  const { rows, columns } = sizeOf(table);
  return columns <= most.columns && rows * columns <= most.cells;
}

function sizeOf(table: Element): { rows: number; columns: number } {
  let [rows, columns] = [0, 0];
  const walk = (inner: readonly HtmlNode[]): void => {
    for (const node of inner) {
      if (typeof node === 'string' || node.tag === 'table') continue;
      if (node.tag !== 'tr') walk(node.children);
      else {
        rows += 1;
        let wide = 0;
        for (const cell of node.children)
          if (typeof cell !== 'string' && (cell.tag === 'td' || cell.tag === 'th')) wide += 1;
        columns = Math.max(columns, wide);
      }
    }
  };
  walk(table.children);
  return { rows, columns };
}

/** The same for a document that is about to be set. */
export function assertSettable(doc: Doc): void {
  let [pieces, letters] = [0, 0];
  for (const line of linesOf(doc.blocks)) {
    if ((pieces += 1 + line.length) > most.pieces)
      tooLarge('This text is too long for one file. Split it and export each part.');
    const words = runsText(line);
    if (words.length > most.paragraph)
      tooLarge(
        `A paragraph here has ${shown(words.length)} characters; the limit is ${shown(most.paragraph)}. Split it with an empty line.`,
      );
    letters += weightOf(words);
    if (letters > most.letters)
      tooLarge(
        `This text is too long for one file: it fits ${shown(most.letters)} letters, or ${shown(most.letters / dearer)} of other scripts. Split it and export each part.`,
      );
    if (isPiledUp(words))
      tooLarge(`A letter here has more than ${most.marks} marks. Remove them, then try again.`);
  }
}

function weightOf(words: string): number {
  let weight = words.length;
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at);
    if (code > 0x24f || code === softHyphen) weight += dearer - 1;
  }
  return weight;
}

const softHyphen = 0xad;

/** Whether it takes longer to set than a contract does: guessed from what was sent, before anything is read. */
export function isLong(sent: string): boolean {
  let weight = weightOf(sent);
  // A line or a cell takes as long as some words.
  for (let at = sent.indexOf('<'); at !== -1; at = sent.indexOf('<', at + 1)) weight += 20;
  return weight > 60_000;
}
const mark = /^\p{M}$/u;

function isPiledUp(words: string): boolean {
  let marks = 0;
  for (let at = 0; at < words.length; at++) {
    // Nothing below carries on to the letter before it.
    marks = words.charCodeAt(at) >= 0x300 && mark.test(words.charAt(at)) ? marks + 1 : 0;
    if (marks > most.marks) return true;
  }
  return false;
}

/** What cannot be seen twice over is there once: a break that may be made in a word, however often it is said. */
export const withoutRuns = (text: string): string => text.replace(/([\u00ad\u200b-\u200d\u2060])\1+/g, '$1');
