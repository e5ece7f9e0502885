import type { Block } from '#features/documents/rules/assembly/doc.ts';
import type { Line } from './lines.ts';
import type { Part } from './page.ts';
import { capital, mm, muted, type Setting } from './setting.ts';
import { setTable } from './table.ts';

const column = mm(11);
/** A heading is not left alone: so much of what it is about stands below it. */
const company = 44;

/** The blocks of a document on paper; what stands between header and footer. */
export function setBlocks(at: Setting, blocks: Block[], summaries: boolean, left = 0, inside?: Part): void {
  const part = (kind: string): Part => at.part(kind, inside);
  const within = (list: Block[], indent: number): void =>
    at.within(() => setBlocks(at, list, summaries, indent, inside));
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if (next?.b === 'signatures') at.signing = signaturesOf(at, next.parties.slice(0, 2)).high + mm(4) + 10;
    switch (block.b) {
      case 'title':
      case 'part':
        if (block.b === 'part' && !at.isFresh) at.turn();
        at.put(block.runs, part('H1'), {
          size: 21,
          face: 'bold',
          lead: 0.42,
          above: 0,
          below: mm(8),
          rtl: block.rtl,
          id: block.id,
        });
        break;
      case 'clause': {
        const isNumbered = block.number !== '';
        const indent = isNumbered ? column : 0;
        const hasSummary = summaries && block.summary.length > 0;
        at.put(block.heading, part('H2'), {
          size: 11.5,
          face: 'bold',
          above: mm(7.2),
          below: mm(3.1),
          keep: mm(3.1) + (hasSummary ? company : beginning(at, block.blocks[0], left, indent)),
          rtl: block.rtl,
          id: block.id,
          x: indent,
          ...(isNumbered && { mark: { text: `${block.number}.`, x: 0, face: 'bold' as const } }),
        });
        if (hasSummary)
          at.put(block.summary, part('P'), {
            size: 9,
            face: 'italic',
            color: muted,
            x: column,
            below: mm(3.5),
          });
        for (const inner of block.blocks) {
          if (inner.b === 'sub') setBlocks(at, [inner], summaries, left, inside);
          else within([inner], isNumbered ? column : left);
        }
        break;
      }
      case 'sub':
        at.put(block.runs, part('P'), {
          x: left + column,
          rtl: block.rtl,
          id: block.id,
          mark: { text: block.number, x: left, color: muted },
        });
        if (block.blocks.length > 0) within(block.blocks, left + column);
        break;
      case 'heading':
        at.put(block.runs, part('H3'), {
          face: 'bold',
          x: left,
          rtl: block.rtl,
          above: mm(5),
          below: mm(2.6),
          keep: mm(2.6) + beginning(at, next, left, left),
        });
        break;
      case 'para':
        at.put(block.runs, part('P'), {
          x: left,
          side: block.side,
          rtl: block.rtl,
          keep: block.keep ? at.signing : 0,
        });
        break;
      case 'list': {
        const list = part('L');
        const marks = block.items.map(({ mark }) => (mark === '•' ? '–' : mark));
        const wide = marks.map((text) => at.wide([{ text, face: 'regular', size: 10.5, color: muted }]));
        const widest = Math.max(0, ...wide);
        const indent = left + widest + mm(3);
        block.items.forEach((item, row) => {
          const body = at.part('LBody', at.part('LI', list));
          // Figures end below one another.
          const mark = { text: marks[row] ?? '', x: left + widest - (wide[row] ?? 0), color: muted };
          const above = row === 0 ? null : 0.72 * 10.5;
          at.put(item.runs, body, { x: indent, above, mark, rtl: block.rtl });
          if (item.blocks.length > 0) at.within(() => setBlocks(at, item.blocks, summaries, indent, body));
        });
        at.after(1.1 * 10.5);
        break;
      }
      case 'table':
        setTable(at, block, left, part('Table'));
        break;
      case 'signatures':
        setSignatures(at, block.parties, part);
        break;
      case 'page':
        if (!at.isFresh) at.turn();
        break;
    }
  }
}

/** How much of what follows a heading must stand below it. */
function beginning(at: Setting, block: Block | undefined, left: number, indent: number): number {
  if (block?.b === 'sub') return at.peek(block.runs, { x: left + column, rtl: block.rtl });
  if (block?.b !== 'para') return company;
  return at.peek(block.runs, { x: indent, rtl: block.rtl, keep: block.keep ? at.signing : 0 });
}

type Parties = Extract<Block, { b: 'signatures' }>['parties'];

/** Two sides beside each other, and how high the higher one is. */
function signaturesOf(at: Setting, parties: Parties) {
  const width = (at.measure - mm(12)) / 2;
  const sides = parties.map((party) => ({
    heading: at.lines(at.pieces(party.heading, { face: 'bold' }), width),
    entries: party.lines.map(({ label, runs }) => ({
      label,
      lines: runs.length > 0 ? at.lines(at.pieces(runs), width - mm(17)) : [],
    })),
  }));
  const high = Math.max(
    ...sides.map(
      ({ heading, entries }) =>
        at.tall(heading, 10.5) +
        mm(9) +
        entries.reduce((sum, { lines }) => sum + entryHeight(at, lines) + mm(1.2), 0) +
        mm(4.6) * (entries.length - 1),
    ),
  );
  return { width, sides, high };
}

const entryHeight = (at: Setting, lines: Line[]): number =>
  lines.length > 0 ? at.tall(lines, 10.5) : capital * 8;

/** Sides in pairs, which no page divides. */
function setSignatures(at: Setting, parties: Parties, part: (kind: string) => Part): void {
  for (let first = 0; first < parties.length; first += 2) {
    const { width, sides, high } = signaturesOf(at, parties.slice(first, first + 2));
    const above = first === 0 ? mm(4) + 0.95 * 10.5 : mm(9);
    at.fit(high, above);
    at.space(above);
    const from = at.y;
    sides.forEach(({ heading, entries }, side) => {
      const x = side * (width + mm(12));
      at.y = from;
      const put = (lines: Line[], shift: number) => {
        const owner = part('P');
        const top = at.y;
        lines.forEach((line, index) => {
          at.y = top - at.tall(lines.slice(0, index + 1), 10.5);
          at.page.as(owner, () => at.page.line(line, at.left + x + shift, at.y));
        });
      };
      put(heading, 0);
      at.y -= mm(9);
      for (const { label, lines } of entries) {
        const base = at.y - entryHeight(at, lines);
        at.page.as(part('P'), () => at.mark({ text: label, x, color: muted }, 8, base));
        put(lines, mm(17));
        at.y = base - mm(1.2);
        at.page.as(null, () => at.page.rule(at.left + x + mm(17), at.left + x + width, at.y, 0.5, muted));
        at.y -= mm(4.6);
      }
    });
    at.y = from - high;
    at.after(null);
  }
}
