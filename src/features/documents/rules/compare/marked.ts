import { type Block, type Doc, type Run, runText } from '../assembly/doc.ts';
import type { Comparison, Piece } from './compare.ts';
import { joined, type Made, type Unit } from './units.ts';
import type { Segment } from './words.ts';

type Change = 'new' | 'gone';

/**
 * Both documents in one: what is new and what is gone stands beside each other, each run saying which it is. A part
 * that moved is gone at its old place and new at its own. `references`: also those to a clause that only has another
 * number now, for a file that must be the older text to the letter when all is rejected.
 */
export function markedDoc({ after, pieces }: Comparison, { references = false } = {}): Doc {
  const same = ({ before, after: now }: Segment): Run[] =>
    !references || before.length !== now.length
      ? now
      : now.flatMap((run, at) => {
          const was = before[at];
          return run.r === 'ref' && was?.r === 'ref' && was.text !== run.text
            ? [...marked([was], 'gone'), ...marked([run], 'new')]
            : [run];
        });
  const line = (segments: Segment[]): Run[] =>
    segments.flatMap((one) =>
      one.change === null ? same(one) : [...marked(one.before, 'gone'), ...marked(one.after, 'new')],
    );
  const made = (piece: Piece): Made[] => {
    switch (piece.is) {
      case 'both':
        return [piece.after.make(piece.lines.map(line), piece.kids.flatMap(made))];
      case 'new':
        return [whole(piece.unit, 'new')];
      case 'gone':
        // A page that ends elsewhere now is no words that somebody could miss.
        return piece.unit.kind === 'page' ? [] : [whole(piece.unit, 'gone')];
      case 'moved':
        return [whole(piece.piece.after, 'new')];
      case 'away':
        return [whole(piece.piece.before, 'gone')];
    }
  };
  return { ...after, blocks: pieces.flatMap(made) as Block[], blanks: [] };
}

function whole(unit: Unit, change: Change): Made {
  const made = unit.make(
    unit.lines.map((runs) => marked(joined(runs), change)),
    unit.kids.map((kid) => whole(kid, change)),
  );
  // Its name belongs to the part that stays.
  return change === 'gone' && 'id' in made ? { ...made, id: '' } : made;
}

/** Words only: a reference or a blank that is gone leads nowhere. */
const marked = (runs: readonly Run[], change: Change): Run[] =>
  runs.map((run): Run => {
    if (run.r === 'break') return run;
    if (run.r === 'text') return { ...run, change };
    const { bold, italic } = run.r === 'value' ? run : { bold: undefined, italic: undefined };
    return {
      r: 'text',
      text: runText(run),
      change,
      ...((bold || run.r === 'term') && { bold: true }),
      ...(italic && { italic }),
    };
  });

/** Whether a line is new or gone as a whole; null where it is neither. */
export function wholeChange(runs: readonly Run[]): Change | null {
  const changes = new Set(
    runs.filter(({ r }) => r !== 'break').map((run) => (run.r === 'text' ? run.change : undefined)),
  );
  const [only] = changes;
  return changes.size === 1 && only ? only : null;
}

/** For paper, where nothing is tracked: what is new is underlined, what is gone is struck out. */
export function inLines(doc: Doc): Doc {
  const line = (runs: Run[]): Run[] =>
    runs.map((run) =>
      run.r !== 'text' || !run.change
        ? run
        : run.change === 'new'
          ? { ...run, underline: true, bold: true }
          : { ...run, strike: true },
    );
  return { ...doc, blocks: withLines(doc.blocks, line) };
}

function withLines(blocks: Block[], line: (runs: Run[]) => Run[]): Block[] {
  return blocks.map((block): Block => {
    switch (block.b) {
      case 'clause':
        return { ...block, heading: line(block.heading), blocks: withLines(block.blocks, line) };
      case 'sub':
        return { ...block, runs: line(block.runs), blocks: withLines(block.blocks, line) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({
            ...item,
            runs: line(item.runs),
            blocks: withLines(item.blocks, line),
          })),
        };
      case 'table':
        return { ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) };
      case 'signatures':
        return {
          ...block,
          parties: block.parties.map((party) => ({
            heading: line(party.heading),
            lines: party.lines.map((one) => ({ ...one, runs: line(one.runs) })),
          })),
        };
      case 'page':
        return block;
      default:
        return { ...block, runs: line(block.runs) };
    }
  });
}
