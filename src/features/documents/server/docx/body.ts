import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  PageBreak,
  Paragraph,
  StyleLevel,
  Table,
  TableCell,
  TableLayoutType,
  TableOfContents,
  TableRow,
  WidthType,
} from 'docx';
import type { Block, Run } from '#features/documents/rules/assembly/doc.ts';
import { lineLength } from '#features/documents/rules/answers/east.ts';
import type { Align } from '#features/documents/rules/template/template.ts';
import { signatureTable } from './signatures.ts';
import { styles } from './styles.ts';
import { trackedEnd, trackedRow } from './tracked.ts';
import { column, marked, noBorders, plainRuns, runs, sides, turned, words } from './words.ts';

/** What stands between header and footer. */
export class Body {
  readonly made: (Paragraph | Table | TableOfContents)[] = [];
  private lists = 0;
  /** Word counts the letters of the next list from (a): none was set since the last number. */
  private isFresh = false;
  private readonly summaries: boolean;
  private readonly width: number;

  constructor(summaries: boolean, width: number) {
    this.summaries = summaries;
    this.width = width;
  }

  /** `next` is what follows upon all of them. */
  write(blocks: Block[], indent = 0, numbered = true, next?: Block): void {
    blocks.forEach((block, index) => this.block(block, indent, numbered, blocks[index + 1] ?? next));
  }

  contents(): void {
    this.made.push(
      new Paragraph({ children: plainRuns('Contents', { size: 17, color: '565F66' }), keepNext: true }),
      new TableOfContents('Contents', {
        hyperlink: true,
        headingStyleRange: '1-1',
        stylesWithLevels: [new StyleLevel(styles.annex.name, 1)],
      }),
    );
  }

  private block(block: Block, left: number, numbered: boolean, next: Block | undefined): void {
    const indent = { left };
    switch (block.b) {
      case 'title':
      case 'part':
        this.made.push(
          new Paragraph({
            ...(block.b === 'title'
              ? { heading: HeadingLevel.TITLE }
              : { style: styles.annex.id, pageBreakBefore: true }),
            ...turned(block.runs),
            ...trackedEnd(block.runs),
            children: marked(block.id, block.runs),
          }),
        );
        return;
      case 'clause': {
        const own = block.number !== '';
        this.isFresh = own;
        if (!own) this.lists += 1;
        this.made.push(
          new Paragraph({
            ...(own ? { heading: HeadingLevel.HEADING_1 } : { style: styles.unnumbered.id }),
            ...turned(block.heading),
            ...trackedEnd(block.heading),
            children: marked(block.id, block.heading),
          }),
        );
        if (this.summaries && block.summary.length > 0)
          this.made.push(
            new Paragraph({
              indent: { left: column },
              children: runs(block.summary, { italics: true, color: '565F66', size: 18 }),
            }),
          );
        this.write(block.blocks, own ? column : 0, own, next);
        return;
      }
      case 'sub':
        this.isFresh = numbered;
        this.made.push(
          new Paragraph({
            ...(numbered
              ? { style: styles.level2.id }
              : { numbering: { reference: 'plain', level: 0, instance: this.lists } }),
            keepNext: leads(block.blocks[0] ?? next),
            ...turned(block.runs),
            ...trackedEnd(block.runs),
            children: marked(block.id, block.runs),
          }),
        );
        this.write(block.blocks, column, numbered);
        return;
      case 'heading':
        this.made.push(
          new Paragraph({
            heading: HeadingLevel.HEADING_2,
            indent,
            ...turned(block.runs),
            ...trackedEnd(block.runs),
            children: runs(block.runs),
          }),
        );
        return;
      case 'para':
        this.made.push(
          new Paragraph({
            indent,
            keepNext: leads(next),
            ...turned(block.runs),
            ...trackedEnd(block.runs),
            ...(block.side && { alignment: sides[block.side] }),
            children: runs(block.runs),
          }),
        );
        return;
      case 'list': {
        const isLevel = block.style === 'letter' && this.isFresh;
        if (isLevel) this.isFresh = false;
        const instance = ++this.lists;
        for (const item of block.items) {
          this.made.push(
            new Paragraph({
              ...(isLevel
                ? { style: styles.level3.id }
                : { numbering: { reference: block.style, level: 0, instance }, spacing: { after: 80 } }),
              ...turned(item.runs),
              ...trackedEnd(item.runs),
              children: runs(item.runs),
            }),
          );
          this.write(item.blocks, 2 * column, numbered);
        }
        return;
      }
      case 'table':
        this.made.push(this.table(block, left), new Paragraph({ spacing: { after: 80 } }));
        return;
      case 'signatures':
        this.made.push(signatureTable(block.parties, this.width));
        return;
      case 'page':
        this.made.push(new Paragraph({ children: [new PageBreak()] }));
        return;
    }
  }

  private table({ head, rows, align }: Extract<Block, { b: 'table' }>, left: number): Table {
    const width = this.width - left;
    const columnWidths = columnsOf([head, ...rows], align, width);
    const line = { style: BorderStyle.SINGLE, size: 3, color: 'D5D9D2' };
    // A short table stands on one page, and no head without a row.
    const keeps = (index: number) => (rows.length <= 8 ? index < rows.length - 1 : index < 1);
    const row = (cells: Run[][], isHead: boolean, keepNext: boolean) =>
      new TableRow({
        cantSplit: true,
        tableHeader: isHead,
        ...trackedRow(cells),
        children: cells.map(
          (cell, index) =>
            new TableCell({
              width: { size: columnWidths[index] ?? 0, type: WidthType.DXA },
              margins: { top: 80, bottom: 80, left: index === 0 ? 0 : 100, right: 100 },
              children: [
                new Paragraph({
                  keepNext,
                  spacing: { after: 0, line: 252 },
                  alignment: align[index] === 'end' ? AlignmentType.END : AlignmentType.START,
                  ...turned(cell),
                  ...trackedEnd(cell),
                  children: runs(cell, isHead ? { size: 17, color: '565F66' } : { size: 19 }),
                }),
              ],
            }),
        ),
      });
    return new Table({
      columnWidths,
      layout: TableLayoutType.FIXED,
      indent: { size: left, type: WidthType.DXA },
      width: { size: width, type: WidthType.DXA },
      borders: { ...noBorders, insideHorizontal: line, bottom: line },
      rows: [
        ...(head.length > 0 ? [row(head, true, rows.length > 0)] : []),
        ...rows.map((cells, index) => row(cells, false, keeps(index))),
      ],
    });
  }
}

/** What leads to a table or to the signatures goes with them to the next page. */
const leads = (next: Block | undefined): boolean => next?.b === 'table' || next?.b === 'signatures';

/** Figures stay on one line, with room for a wider font than ours; words share what is left by what they hold. */
function columnsOf(rows: Run[][][], align: Align[], width: number): number[] {
  const columns = align.map((_, index) => rows.map((row) => words(row[index] ?? [])));
  const longest = columns.map((cells) => Math.max(...cells.map(lineLength)));
  const word = columns.map((cells) =>
    Math.max(...cells.flatMap((cell) => cell.split(/\s/).map(({ length }) => length))),
  );
  const figures = longest.map((length, index) =>
    align[index] === 'end' ? Math.min(100 + 135 * Math.max(length, 5), width / align.length) : 0,
  );
  // A day or a name stays on one line.
  const wish = (length: number): number => (length <= 20 ? 1.4 * length : Math.min(40, length));
  const shares = longest.map((length, index) =>
    align[index] === 'end' ? 0 : Math.max(5, Math.min(20, (word[index] ?? 0) + 4), wish(length)),
  );
  const rest = width - figures.reduce((sum, one) => sum + one, 0);
  const whole = shares.reduce((sum, one) => sum + one, 0);
  return figures.map((one, index) => Math.round(one || (rest * (shares[index] ?? 0)) / (whole || 1)));
}
