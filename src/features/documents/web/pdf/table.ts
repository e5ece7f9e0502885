import type { Block, Run } from '#features/documents/rules/assembly/doc.ts';
import type { Line } from './lines.ts';
import { black, type Part } from './page.ts';
import { capital, hairline, mm, muted, type Setting } from './setting.ts';

type Table = Extract<Block, { b: 'table' }>;

const sizes = { head: 8.5, body: 9.5 };
const tight = 0.55;
const pad = mm(2.1);

interface Cell {
  lines: Line[];
  part: Part;
}

interface Row {
  cells: Cell[];
  isHead: boolean;
  /** Lines of the longest cell, and from one of them to the next. */
  count: number;
  high: number;
  pitch: number;
}

/** A table, over as many pages as it takes, each with its head. */
export function setTable(at: Setting, table: Table, left: number, part: Part): void {
  const { head, rows, align, rtl = false } = table;
  const widths = columnsOf(at, table, left);
  const before = (index: number) => widths.slice(0, index).reduce((sum, one) => sum + one, 0);
  // From the right the first column stands last.
  const starts = widths.map((_, index) => (rtl ? at.measure - before(index + 1) : left + before(index)));
  const [leftmost, rightmost] = rtl ? [widths.length - 1, 0] : [0, widths.length - 1];
  const indent = (index: number) => (index === leftmost ? 0 : mm(2));
  const inner = (index: number) => (widths[index] ?? 0) - indent(index) - (index === rightmost ? 0 : mm(2));

  const laid = (runs: Run[][], isHead: boolean): Row => {
    const row = at.part('TR', part);
    const size = isHead ? sizes.head : sizes.body;
    const cells = runs.map((cell, index) => ({
      lines: at.lines(
        at.pieces(cell, { size, ...(isHead && { color: muted }) }),
        Math.max(20, inner(index)),
        rtl,
      ),
      part: isHead ? at.part('TH', row, { scope: 'Column' }) : at.part('TD', row),
    }));
    const high = Math.max(capital * size, ...cells.flatMap(({ lines }) => lines.map((line) => line.high)));
    const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
    return { cells, isHead, count, high, pitch: high + tight * size };
  };
  const tall = ({ high, pitch, count }: Row, some = count) => high + (some - 1) * pitch + 2 * pad;

  const draw = (row: Row, from = 0, some = row.count): void => {
    row.cells.forEach(({ lines, part: cell }, index) => {
      lines.slice(from, from + some).forEach((line, one) => {
        const y = at.y - pad - row.high - one * row.pitch;
        const x = at.left + (starts[index] ?? 0) + indent(index);
        const side = align[index] === 'end' ? ('end' as const) : undefined;
        at.page.as(cell, () => at.line(line, { x, width: inner(index), y, rtl, ...(side && { side }) }));
      });
    });
    at.y -= tall(row, some);
    const [start, end] = rtl ? [0, at.measure - left] : [left, at.measure];
    const [thick, color] = row.isHead ? ([0.8, black] as const) : ([0.4, hairline] as const);
    at.page.as(null, () => at.page.rule(at.left + start, at.left + end, at.y, thick, color));
  };

  const top = head.length > 0 ? laid(head, true) : null;
  const body = rows.map((cells) => laid(cells, false));
  const topHeight = top ? tall(top) : 0;
  const next = (): void => {
    at.turn();
    const owner = top?.cells[0]?.part;
    // Said once to whoever listens, seen on every page.
    if (top && owner) draw({ ...top, cells: top.cells.map(({ lines }) => ({ lines, part: owner })) });
  };

  // A short table stands on one page: its last row alone on the next one looks lost.
  const whole = body.reduce((sum, row) => sum + tall(row), 0);
  const first = body[0] ? Math.min(tall(body[0]), 200) : 0;
  at.fit(topHeight + (rows.length <= 8 && whole < at.height / 2 ? whole : first), mm(5));
  at.space(mm(5));
  if (top) draw(top);
  for (const row of body) {
    const page = at.height - mm(60) - topHeight;
    if (tall(row) > at.room && tall(row) <= page) next();
    for (let from = 0; from < row.count;) {
      const fits = Math.floor((at.room - 2 * pad + row.pitch - row.high) / row.pitch);
      // A cell longer than a page goes on over the next ones.
      if (fits < 1) {
        next();
        continue;
      }
      draw(row, from, Math.min(fits, row.count - from));
      from += fits;
    }
  }
  at.after(mm(6));
}

/** Shares of the line; columns of figures are as wide as what they hold. */
function columnsOf(at: Setting, { head, rows, align, widths = [] }: Table, left: number) {
  const whole = at.measure - left;
  const own = align.map((_, index) => {
    if (widths[index] !== null && widths[index] !== undefined) return 0;
    const cells = [head[index] ?? [], ...rows.map((row) => row[index] ?? [])];
    const longest = Math.max(...cells.map((runs) => at.wide(at.pieces(runs, { size: sizes.body }))));
    return Math.min(longest + (index === 0 ? mm(2.2) : mm(4.2)), whole / align.length);
  });
  const rest = whole - own.reduce((sum, one) => sum + one, 0);
  const shares = align.reduce((sum, _, index) => sum + (widths[index] ?? 0), 0);
  if (shares === 0) return own.map((one) => one + rest / own.length);
  return own.map((one, index) => one || (rest * (widths[index] ?? 0)) / shares);
}
