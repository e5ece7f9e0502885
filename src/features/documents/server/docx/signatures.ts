import {
  BorderStyle,
  LineRuleType,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx';
import type { Block } from '#features/documents/rules/assembly/doc.ts';
import { mm, noBorders, runs } from './words.ts';

type Parties = Extract<Block, { b: 'signatures' }>['parties'];

/** Two sides in a row that no page divides. */
export function signatureTable(parties: Parties, width: number): Table {
  const half = Math.round(width / 2);
  const cell = (party: Parties[number] | undefined, row: number) =>
    new TableCell({
      width: { size: half, type: WidthType.DXA },
      margins: { left: 0, right: 0 },
      children: party
        ? [
            new Paragraph({
              // The notice never stands on a page alone.
              keepNext: true,
              spacing: { before: row === 0 ? 200 : 480, after: 240 },
              children: runs(party.heading, { bold: true }),
            }),
            linesOf(party, half - 400),
            // A cell may not end with a table.
            new Paragraph({ spacing: { after: 0, line: 20, lineRule: LineRuleType.EXACT } }),
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
      ([first, second], row) =>
        new TableRow({ cantSplit: true, children: [cell(first, row), cell(second, row)] }),
    ),
  });
}

/** Each label with the line to write on: of a table, because rules below paragraphs in a row melt into one. */
function linesOf({ lines }: Parties[number], width: number): Table {
  const label = mm(17);
  const cell = (size: number, paragraph: Paragraph, isRuled: boolean) =>
    new TableCell({
      width: { size, type: WidthType.DXA },
      verticalAlign: VerticalAlign.BOTTOM,
      margins: { top: 200, bottom: 20, left: 0, right: 0 },
      borders: isRuled ? { bottom: { style: BorderStyle.SINGLE, size: 4, color: '565F66' } } : {},
      children: [paragraph],
    });
  const spacing = { after: 0, line: 240 };
  return new Table({
    columnWidths: [label, width - label],
    layout: TableLayoutType.FIXED,
    borders: noBorders,
    rows: lines.map(
      ({ label: text, runs: words }) =>
        new TableRow({
          cantSplit: true,
          children: [
            cell(
              label,
              new Paragraph({ spacing, children: [new TextRun({ text, size: 16, color: '565F66' })] }),
              false,
            ),
            cell(width - label, new Paragraph({ spacing, children: runs(words) }), true),
          ],
        }),
    ),
  });
}
