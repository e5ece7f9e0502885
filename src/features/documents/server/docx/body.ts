import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  InternalHyperlink,
  PageBreak,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { hasRightToLeft, runsRightToLeft } from '#features/documents/rules/direction.ts';
import type { Block, Run } from '#features/documents/rules/doc.ts';

// Word counts in twentieths of a point; 56.7 of them are a millimetre.
export const mm = (length: number): number => Math.round(length * 56.7);
export const column = mm(11);
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
export const noBorders = {
  top: none,
  bottom: none,
  left: none,
  right: none,
  insideHorizontal: none,
  insideVertical: none,
};

/** What stands between header and footer. */
export class Body {
  readonly made: (Paragraph | Table)[] = [];
  private lists = 0;
  private readonly summaries: boolean;
  private readonly width: number;

  constructor(summaries: boolean, width: number) {
    this.summaries = summaries;
    this.width = width;
  }

  write(blocks: Block[], indent = 0, numbered = true): void {
    for (const block of blocks) this.block(block, indent, numbered);
  }

  private block(block: Block, left: number, numbered: boolean): void {
    const indent = { left };
    switch (block.b) {
      case 'title':
      case 'part':
        this.made.push(
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            pageBreakBefore: block.b === 'part',
            ...turned(block.runs),
            children: marked(block.id, block.runs),
          }),
        );
        return;
      case 'clause': {
        const own = block.number !== '';
        this.made.push(
          new Paragraph({
            heading: HeadingLevel.HEADING_2,
            ...(own && { numbering: { reference: 'clauses', level: 0 } }),
            ...turned(block.heading),
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
        this.write(block.blocks, own ? column : 0, own);
        return;
      }
      case 'sub':
        this.made.push(
          new Paragraph({
            numbering: numbered ? { reference: 'clauses', level: 1 } : { reference: 'plain', level: 0 },
            ...turned(block.runs),
            children: marked(block.id, block.runs),
          }),
        );
        this.write(block.blocks, column, numbered);
        return;
      case 'heading':
        this.made.push(
          new Paragraph({
            heading: HeadingLevel.HEADING_3,
            indent,
            ...turned(block.runs),
            children: runs(block.runs),
          }),
        );
        return;
      case 'para':
        this.made.push(
          new Paragraph({
            indent,
            ...turned(block.runs),
            ...(block.side && { alignment: sides[block.side] }),
            children: runs(block.runs),
          }),
        );
        return;
      case 'list': {
        const instance = ++this.lists;
        for (const item of block.items) {
          this.made.push(
            new Paragraph({
              numbering: { reference: block.style, level: 0, instance },
              spacing: { after: 80 },
              ...turned(item.runs),
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
        this.made.push(this.signatures(block.parties));
        return;
      case 'page':
        this.made.push(new Paragraph({ children: [new PageBreak()] }));
        return;
    }
  }

  private table({ head, rows, align }: Extract<Block, { b: 'table' }>, left: number): Table {
    const width = this.width - left;
    const wide = align.map((side, index) =>
      side === 'end'
        ? 10
        : Math.max(
            8,
            Math.min(
              40,
              Math.max(
                ...[head[index] ?? [], ...rows.map((row) => row[index] ?? [])].map(
                  (cell) => words(cell).length,
                ),
              ),
            ),
          ),
    );
    const sum = wide.reduce((total, one) => total + one, 0);
    const columnWidths = wide.map((one) => Math.round((one / sum) * width));
    const line = { style: BorderStyle.SINGLE, size: 3, color: 'D5D9D2' };
    const row = (cells: Run[][], isHead: boolean) =>
      new TableRow({
        cantSplit: true,
        tableHeader: isHead,
        children: cells.map(
          (cell, index) =>
            new TableCell({
              width: { size: columnWidths[index] ?? 0, type: WidthType.DXA },
              margins: { top: 80, bottom: 80, left: index === 0 ? 0 : 100, right: 100 },
              children: [
                new Paragraph({
                  spacing: { after: 0, line: 252 },
                  alignment: align[index] === 'end' ? AlignmentType.END : AlignmentType.START,
                  ...turned(cell),
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
      rows: [...(head.length > 0 ? [row(head, true)] : []), ...rows.map((cells) => row(cells, false))],
    });
  }

  /** Two sides in a row that no page divides. */
  private signatures(parties: Extract<Block, { b: 'signatures' }>['parties']): Table {
    const half = Math.round(this.width / 2);
    const cell = (party: (typeof parties)[number] | undefined) =>
      new TableCell({
        width: { size: half, type: WidthType.DXA },
        margins: { right: 300, bottom: 300 },
        children: party
          ? [
              new Paragraph({
                keepNext: true,
                spacing: { before: 200, after: 420 },
                children: runs(party.heading, { bold: true }),
              }),
              ...party.lines.map(
                ({ label, runs: words }) =>
                  new Paragraph({
                    keepNext: true,
                    spacing: { after: 200 },
                    tabStops: [{ type: TabStopType.LEFT, position: mm(17) }],
                    border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: '565F66', space: 2 } },
                    children: [
                      new TextRun({ text: label, size: 16, color: '565F66' }),
                      new TextRun({ children: [new Tab()] }),
                      ...runs(words),
                    ],
                  }),
              ),
            ]
          : [new Paragraph({})],
      });
    const pairs = Array.from({ length: Math.ceil(parties.length / 2) }, (_, index) =>
      parties.slice(2 * index, 2 * index + 2),
    );
    return new Table({
      columnWidths: [half, half],
      layout: TableLayoutType.FIXED,
      borders: noBorders,
      rows: pairs.map(
        ([first, second]) => new TableRow({ cantSplit: true, children: [cell(first), cell(second)] }),
      ),
    });
  }
}

const sides = { center: AlignmentType.CENTER, right: AlignmentType.END, justify: AlignmentType.JUSTIFIED };
const words = (list: Run[]): string =>
  list.map((run) => ('text' in run ? run.text : run.r === 'blank' ? run.label : '')).join('');
const turned = (list: Run[]) => (runsRightToLeft(words(list)) ? { bidirectional: true } : {});
const bookmark = (id: string): string => `doc_${id.replace(/\W/g, '_')}`.slice(0, 40);
const marked = (id: string, list: Run[]): ParagraphChild[] =>
  id === '' ? runs(list) : [new Bookmark({ id: bookmark(id), children: runs(list) })];

interface Look {
  bold?: boolean;
  italics?: boolean;
  color?: string;
  size?: number;
}

const runs = (list: Run[], look: Look = {}): ParagraphChild[] =>
  list.flatMap((run): ParagraphChild[] => {
    switch (run.r) {
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'blank':
        return [
          new TextRun({
            ...look,
            text: run.label,
            underline: {},
            shading: { type: ShadingType.CLEAR, fill: 'FFE98A', color: 'auto' },
          }),
        ];
      case 'term':
        return [
          new TextRun({ ...look, text: '“' }),
          new TextRun({ ...look, text: run.text, bold: true }),
          new TextRun({ ...look, text: '”' }),
        ];
      case 'ref':
        return [
          new InternalHyperlink({
            anchor: bookmark(run.id),
            children: [new TextRun({ ...look, text: run.text })],
          }),
        ];
      default: {
        const text = new TextRun({
          ...look,
          text: run.text,
          ...(hasRightToLeft(run.text) && { rightToLeft: true }),
          ...(run.bold && { bold: true }),
          ...(run.italic && { italics: true }),
          ...(run.r === 'text' && run.underline && { underline: {} }),
          ...(run.r === 'text' && run.strike && { strike: true }),
        });
        const href = run.r === 'text' ? run.href : undefined;
        return href ? [new ExternalHyperlink({ link: href, children: [text] })] : [text];
      }
    }
  });
