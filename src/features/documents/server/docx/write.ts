import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  InternalHyperlink,
  LevelFormat,
  LineRuleType,
  Packer,
  PageBreak,
  PageNumber,
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
import type { Block, Run } from '#features/documents/rules/doc.ts';
import type { Sheet } from '../pdf/input.ts';

// Word counts in twentieths of a point; 56.7 of them are a millimetre.
const mm = (length: number): number => Math.round(length * 56.7);
const column = mm(11);
const papers = {
  a4: { width: mm(210), height: mm(297), side: mm(29) },
  'us-letter': { width: 12240, height: 15840, side: mm(31) },
};
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const noBorders = {
  top: none,
  bottom: none,
  left: none,
  right: none,
  insideHorizontal: none,
  insideVertical: none,
};

/** The sheet as a file for Word: its own styles, numbering and bookmarks, so that it can be worked on there. */
export async function writeDocx(sheet: Sheet, logo: Uint8Array | null): Promise<Uint8Array> {
  const { doc, brand } = sheet;
  const paper = papers[sheet.paper];
  const width = paper.width - 2 * paper.side;
  const body = new Body(sheet.summaries, width);
  body.write(doc.blocks);
  if (doc.notice)
    body.made.push(
      new Paragraph({
        spacing: { before: 600 },
        keepLines: true,
        children: [new TextRun({ text: doc.notice, size: 16, color: '565F66' })],
      }),
    );
  const small = (text: string) => new TextRun({ text, size: 16, color: '565F66' });
  const ends = [{ type: TabStopType.RIGHT, position: width }];
  const numbering = (
    reference: string,
    texts: [string, (typeof LevelFormat)[keyof typeof LevelFormat], number][],
  ) => ({
    reference,
    levels: texts.map(([text, format, indent], level) => ({
      level,
      format,
      text,
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: indent, hanging: Math.min(indent, column) } } },
    })),
  });
  const file = new Document({
    title: doc.title,
    creator: brand?.name ?? '',
    styles: {
      default: {
        document: {
          run: { font: 'Georgia', size: 21, color: '15191E', language: { value: doc.language } },
          paragraph: { spacing: { after: 140, line: 288 } },
        },
        heading1: {
          run: { size: 42, bold: true },
          paragraph: { spacing: { after: 360, line: 240 }, keepNext: true },
        },
        heading2: {
          run: { size: 23, bold: true },
          paragraph: { spacing: { before: 360, after: 140 }, keepNext: true },
        },
        heading3: {
          run: { size: 21, bold: true },
          paragraph: { spacing: { before: 240, after: 120 }, keepNext: true },
        },
      },
    },
    numbering: {
      config: [
        numbering('clauses', [
          ['%1.', LevelFormat.DECIMAL, column],
          ['%1.%2', LevelFormat.DECIMAL, column],
        ]),
        numbering('plain', [['%1', LevelFormat.DECIMAL, column]]),
        numbering('letter', [['(%1)', LevelFormat.LOWER_LETTER, 2 * column]]),
        numbering('number', [['%1.', LevelFormat.DECIMAL, 2 * column]]),
        numbering('bullet', [['–', LevelFormat.BULLET, 2 * column]]),
      ],
    },
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size: paper, margin: { top: mm(27), bottom: mm(27), left: paper.side, right: paper.side } },
        },
        headers: {
          first: new Header({ children: brand ? [letterhead(brand, logo, width)] : [] }),
          default: new Header({
            children: [
              new Paragraph({
                tabStops: ends,
                children: [
                  small(brand?.name ?? ''),
                  new TextRun({ children: [new Tab()] }),
                  small(doc.title),
                ],
              }),
            ],
          }),
        },
        footers: Object.fromEntries(['first', 'default'].map((kind) => [kind, footer(sheet.draft, ends)])),
        children: body.made,
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(file));
}

function footer(isDraft: boolean, tabStops: { type: typeof TabStopType.RIGHT; position: number }[]): Footer {
  const run = (children: (string | Tab)[]) => new TextRun({ children, size: 16, color: '565F66' });
  return new Footer({
    children: [
      new Paragraph({
        tabStops,
        children: [
          run([isDraft ? 'Draft: the marked places are still blank.' : '']),
          run([new Tab(), 'Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES]),
        ],
      }),
    ],
  });
}

function letterhead(brand: NonNullable<Sheet['brand']>, logo: Uint8Array | null, width: number): Table {
  const color = hex(brand.primary);
  const line = { style: BorderStyle.SINGLE, size: 5, color: hex(brand.secondary) };
  const type = logo && pictureType(logo);
  const name = new TextRun({ text: brand.name, size: 26, color, bold: true, font: brand.family });
  const picture =
    brand.logo && logo && type
      ? [
          new ImageRun({
            type,
            data: Buffer.from(logo),
            transformation: { width: brand.logo.width * 3.78, height: brand.logo.height * 3.78 },
            altText: { name: brand.name, description: brand.name, title: brand.name },
          }),
          new TextRun('  '),
        ]
      : [];
  // An exact line would clip the picture.
  const spacing = { after: 60, lineRule: LineRuleType.AUTO, line: 240 };
  return new Table({
    width: { size: width, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    columnWidths: [Math.round(width * 0.6), Math.round(width * 0.4)],
    borders: { ...noBorders, bottom: line },
    rows: [
      new TableRow({
        children: [
          new TableCell({ children: [new Paragraph({ spacing, children: [...picture, name] })] }),
          new TableCell({
            children: brand.contact
              .map(
                (text) =>
                  new Paragraph({
                    alignment: AlignmentType.END,
                    spacing: { after: 0, line: 240 },
                    children: [
                      new TextRun({ text, size: 16, color: hex(brand.secondary), font: brand.family }),
                    ],
                  }),
              )
              .concat(brand.contact.length === 0 ? [new Paragraph({})] : []),
          }),
        ],
      }),
    ],
  });
}

/** Word knows no short colours. */
const hex = (color: string): string =>
  color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);

/** Word takes no WebP: then the name stands alone. */
function pictureType(bytes: Uint8Array): 'png' | 'jpg' | 'gif' | null {
  return bytes[0] === 0x89 ? 'png' : bytes[0] === 0xff ? 'jpg' : bytes[0] === 0x47 ? 'gif' : null;
}

class Body {
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
            children: marked(block.id, block.runs),
          }),
        );
        this.write(block.blocks, column, numbered);
        return;
      case 'heading':
        this.made.push(
          new Paragraph({ heading: HeadingLevel.HEADING_3, indent, children: runs(block.runs) }),
        );
        return;
      case 'para':
        this.made.push(
          new Paragraph({
            indent,
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
              ...[
                Math.max(
                  ...[head[index] ?? [], ...rows.map((row) => row[index] ?? [])].map(
                    (cell) => words(cell).length,
                  ),
                ),
              ],
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
