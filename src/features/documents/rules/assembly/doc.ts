import type { Align, ListStyle } from '../template/template.ts';

/** Where a paragraph of an edited text stands, when not at the start of the line. */
export type Side = 'center' | 'right' | 'justify';

/**
 * A finished document: what every output (page, PDF, DOCX, Markdown, text) walks. Values stand in runs of their own,
 * so that no output can take an answer for markup.
 */
export interface Doc {
  slug: string;
  title: string;
  version: string;
  language: string;
  blocks: Block[];
  notice: string;
  /** The day on which it was made, in words. */
  made?: string;
  /** Places still to be filled, in order, each once. */
  blanks: { field: string; label: string }[];
}

export type Block =
  | ({ b: 'title' | 'part'; id: string; runs: Run[] } & Way)
  | ({ b: 'clause'; id: string; number: string; heading: Run[]; summary: Run[]; blocks: Block[] } & Why & Way)
  | ({ b: 'sub'; id: string; number: string; runs: Run[]; blocks: Block[] } & Why & Way)
  /** `keep` comes with a sheet: what follows are the signatures to it. */
  | ({ b: 'para'; runs: Run[]; side?: Side; keep?: true } & Why & Way)
  /** A heading inside of a clause, which only an editor makes. */
  | ({ b: 'heading'; runs: Run[] } & Way)
  | ({
      b: 'list';
      style: ListStyle | 'number';
      items: { mark: string; runs: Run[]; blocks: Block[] }[];
    } & Way)
  /** `widths` come with a sheet: shares of the line; null: as wide as its words. */
  | ({ b: 'table'; align: Align[]; head: Run[][]; rows: Run[][][]; widths?: (number | null)[] } & Way)
  | { b: 'signatures'; parties: Signature[] }
  | { b: 'page' };

/** Which answers put a part there, for whoever edits it. */
interface Why {
  why?: string;
}

/** Comes with a sheet: its lines run from right to left. */
interface Way {
  rtl?: true;
}

export interface Signature {
  heading: Run[];
  /** `signed` comes when everybody has signed: what stands on a line that the text leaves empty. */
  lines: { label: string; runs: Run[]; signed?: SignedLine }[];
}

/** A name or a day; or a signature, in letters or as the `d` of an SVG path, with who made it and when below it. */
export type SignedLine = { words: string } | ({ by: string } & ({ typed: string } | { drawn: string }));

export type Run =
  | {
      r: 'text';
      text: string;
      bold?: true;
      italic?: true;
      underline?: true;
      strike?: true;
      href?: string;
      /** Comes with a comparison: only the newer, or only the older text has it. */
      change?: 'new' | 'gone';
    }
  /** What was answered; `field` leads back to the question. */
  | { r: 'value'; field: string; text: string; bold?: true; italic?: true }
  | { r: 'blank'; field: string; label: string }
  | { r: 'ref'; id: string; text: string }
  | { r: 'term'; text: string }
  | { r: 'break' };

/** The words of a run, as a reader without any setting would have them. */
export function runText(run: Run): string {
  switch (run.r) {
    case 'blank':
      return `[${run.label}]`;
    case 'term':
      return `“${run.text}”`;
    case 'break':
      return '\n';
    default:
      return run.text;
  }
}

export const runsText = (runs: Run[]): string => runs.map(runText).join('');

/** Every line of runs in reading order. */
export function* linesOf(blocks: Block[]): Generator<Run[]> {
  for (const block of blocks) {
    switch (block.b) {
      case 'title':
      case 'part':
      case 'heading':
      case 'para':
        yield block.runs;
        break;
      case 'clause':
        yield block.heading;
        yield* linesOf(block.blocks);
        break;
      case 'sub':
        yield block.runs;
        yield* linesOf(block.blocks);
        break;
      case 'list':
        for (const item of block.items) {
          yield item.runs;
          yield* linesOf(item.blocks);
        }
        break;
      case 'table':
        yield* block.head;
        for (const row of block.rows) yield* row;
        break;
      case 'signatures':
        for (const party of block.parties) {
          yield party.heading;
          for (const line of party.lines) yield line.runs;
        }
        break;
      case 'page':
        break;
    }
  }
}
