import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  ImageRun,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { estimatePageNumbers } from 'docx/layout';
import type { East } from '#features/documents/rules/answers/east.ts';
import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import { Body } from './body.ts';
import { lists, stylesOf } from './styles.ts';
import { type Tracked, tracking } from './tracked.ts';
import { mm, noBorders, plainRuns } from './words.ts';

const papers = {
  a4: { width: mm(210), height: mm(297), side: mm(29) },
  'us-letter': { width: 12240, height: 15840, side: mm(31) },
};

// Fonts that Word itself brings; where they are not, a program takes what it has for the language.
const eastern: Record<East, { font: string; language: string }> = {
  SC: { font: 'SimSun', language: 'zh-CN' },
  JP: { font: 'Yu Mincho', language: 'ja-JP' },
  KR: { font: 'Batang', language: 'ko-KR' },
};

// Beyond some thirty pages it takes seconds to find out where each clause will stand: then Word does it.
const mostLetters = 80_000;

/** The sheet as a file for Word: its own styles, numbering and bookmarks, so that it can be worked on there. */
export async function writeDocx(
  sheet: Sheet,
  logo: Uint8Array | null,
  tracked: Tracked | null = null,
): Promise<Uint8Array> {
  const { doc, brand } = sheet;
  const paper = papers[sheet.paper];
  const width = paper.width - 2 * paper.side;
  const body = new Body(sheet.summaries, width);
  const before = sheet.contents?.at ?? 0;
  tracking(tracked, () => {
    body.write(doc.blocks.slice(0, before));
    // A table of contents is of one text, and no change in it.
    if (sheet.contents && !tracked) body.contents();
    body.write(doc.blocks.slice(before));
  });
  if (doc.notice)
    body.made.push(
      new Paragraph({
        spacing: { before: 400 },
        keepLines: true,
        children: plainRuns(doc.notice, { size: 16, color: '565F66' }),
      }),
    );
  const small = (text: string) => plainRuns(text, { size: 16, color: '565F66' });
  const ends = [{ type: TabStopType.RIGHT, position: width }];
  const file = new Document({
    title: doc.title,
    creator: brand?.name ?? '',
    styles: stylesOf({
      run: {
        font: {
          ascii: 'Georgia',
          hAnsi: 'Georgia',
          cs: 'Times New Roman',
          eastAsia: eastern[sheet.east].font,
        },
        size: 21,
        color: '15191E',
        language: { value: doc.language, eastAsia: eastern[sheet.east].language },
      },
      paragraph: { spacing: { after: 140, line: 288, lineRule: LineRuleType.AUTO } },
    }),
    numbering: { config: lists },
    ...(sheet.contents && sheet.contents.letters < mostLetters && { pageNumbers: estimatePageNumbers }),
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size: paper, margin: { top: mm(27), bottom: mm(27), left: paper.side, right: paper.side } },
        },
        headers: {
          // The empty line keeps the text away from the letterhead, however high that is.
          first: new Header({
            children: brand
              ? [letterhead(brand, logo, width), new Paragraph({ spacing: { after: 240 } })]
              : [new Paragraph({})],
          }),
          default: new Header({
            children: [
              new Paragraph({
                tabStops: ends,
                children: [
                  ...small(sheet.running),
                  new TextRun({ children: [new Tab()] }),
                  ...small(doc.title),
                ],
              }),
            ],
          }),
        },
        footers: Object.fromEntries(
          ['first', 'default'].map((kind) => [
            kind,
            footer(sheet.draft ? 'Draft: the marked places are still blank.' : sheet.mark, ends),
          ]),
        ),
        children: body.made,
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(file));
}

function footer(words: string, tabStops: { type: typeof TabStopType.RIGHT; position: number }[]): Footer {
  const run = (children: (string | Tab)[]) => new TextRun({ children, size: 16, color: '565F66' });
  return new Footer({
    children: [
      new Paragraph({
        tabStops,
        children: [
          run([words]),
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
  const font = { ascii: brand.family, hAnsi: brand.family };
  const name = plainRuns(brand.name, { size: 26, color, bold: true, font });
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
          new TableCell({ children: [new Paragraph({ spacing, children: [...picture, ...name] })] }),
          new TableCell({
            children: brand.contact
              .map(
                (text) =>
                  new Paragraph({
                    alignment: AlignmentType.END,
                    spacing: { after: 0, line: 240 },
                    children: plainRuns(text, { size: 16, color: hex(brand.secondary), font }),
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
