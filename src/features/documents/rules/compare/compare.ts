import type { Block, Doc, Run } from '../assembly/doc.ts';
import { matchUnits } from './match.ts';
import { blanksOf, joined, type Made, type Unit, unitsOf } from './units.ts';
import { compareLine, type Segment } from './words.ts';

/** What became of a part. Changes are numbered from 0 in reading order; each can be taken or refused by itself. */
export type Piece =
  | { is: 'both'; before: Unit; after: Unit; lines: Segment[][]; kids: Piece[] }
  | { is: 'gone' | 'new'; change: number; unit: Unit }
  /** Stands at its new place; `away` at the old one, with the same number. */
  | { is: 'moved'; change: number; from: string; piece: Extract<Piece, { is: 'both' }> }
  | { is: 'away'; change: number; to: string; piece: Extract<Piece, { is: 'both' }> };

export interface Comparison {
  before: Doc;
  after: Doc;
  pieces: Piece[];
  /** How many changes there are. */
  changes: number;
}

/** What became different from one document to the next. */
export function compareDocs(before: Doc, after: Doc): Comparison {
  let changes = 0;
  const next = () => changes++;
  const pieces = compareUnits(unitsOf(before), unitsOf(after), next);
  return { before, after, pieces, changes };
}

function compareUnits(before: readonly Unit[], after: readonly Unit[], next: () => number): Piece[] {
  const { partner, kept } = matchUnits(before, after);
  const comesFrom = new Map([...partner.entries()].filter(([, j]) => j !== -1).map(([i, j]) => [j, i]));
  const moved = new Map<number, Extract<Piece, { is: 'moved' }>>();
  const pieces: Piece[] = [];
  /** What stood before the next part that kept its place. */
  const leave = (upTo: number) => {
    for (; place < upTo; place++) {
      const unit = before[place] as Unit;
      const to = partner[place] as number;
      if (to === -1) pieces.push({ is: 'gone', change: next(), unit });
      else {
        const made = moved.get(place) ?? movedPiece(unit, after[to] as Unit, next);
        moved.set(place, made);
        pieces.push({ is: 'away', change: made.change, to: made.piece.after.number, piece: made.piece });
      }
    }
  };
  let place = 0;
  for (const [j, unit] of after.entries()) {
    const i = comesFrom.get(j);
    if (i !== undefined && kept.has(i)) {
      leave(i);
      place = i + 1;
      pieces.push(both(before[i] as Unit, unit, next));
    } else if (i === undefined) pieces.push({ is: 'new', change: next(), unit });
    else {
      const made = moved.get(i) ?? movedPiece(before[i] as Unit, unit, next);
      moved.set(i, made);
      pieces.push(made);
    }
  }
  leave(before.length);
  return goneFirst(pieces);
}

/** In one gap what is gone stands before what is new. */
function goneFirst(pieces: Piece[]): Piece[] {
  const made: Piece[] = [];
  let fresh: Piece[] = [];
  for (const piece of pieces) {
    if (piece.is === 'new') fresh.push(piece);
    else if (piece.is === 'gone') made.push(piece);
    else {
      made.push(...fresh, piece);
      fresh = [];
    }
  }
  return [...made, ...fresh];
}

const movedPiece = (before: Unit, after: Unit, next: () => number): Extract<Piece, { is: 'moved' }> => ({
  is: 'moved',
  change: next(),
  from: before.number,
  piece: both(before, after, next),
});

function both(before: Unit, after: Unit, next: () => number): Extract<Piece, { is: 'both' }> {
  if (before.key === after.key)
    return {
      is: 'both',
      before,
      after,
      lines: after.lines.map((line, at) => [{ change: null, before: before.lines[at] ?? [], after: line }]),
      kids: after.kids.map((kid, at) => both(before.kids[at] as Unit, kid, next)),
    };
  return {
    is: 'both',
    before,
    after,
    lines: after.lines.map((line, at) => compareLine(before.lines[at] ?? [], line, next)),
    kids: compareUnits(before.kids, after.kids, next),
  };
}

/**
 * The document with the changes that `taken` says yes to. All of them make the newer one, none the older one; in
 * between numbers are counted anew.
 */
export function applyChanges(
  { before, after, pieces, changes }: Comparison,
  taken: (change: number) => boolean,
): Doc {
  const yes = Array.from({ length: changes }, (_, change) => change).filter(taken).length;
  // What no change tells of, such as a number, is as on the side that was chosen.
  const side = yes === 0 ? 'before' : 'after';
  const line = (segments: Segment[]): Run[] =>
    joined(
      segments.flatMap((one) => one[one.change === null ? side : taken(one.change) ? 'after' : 'before']),
    );
  const pieceOf = (piece: Extract<Piece, { is: 'both' }>): Made =>
    piece[side].make(piece.lines.map(line), piece.kids.flatMap(made));
  const made = (piece: Piece): Made[] => {
    switch (piece.is) {
      case 'both':
        return [pieceOf(piece)];
      case 'new':
        return taken(piece.change) ? [whole(piece.unit)] : [];
      case 'gone':
        return taken(piece.change) ? [] : [whole(piece.unit)];
      case 'moved':
        return taken(piece.change) ? [pieceOf(piece.piece)] : [];
      case 'away':
        return taken(piece.change) ? [] : [pieceOf(piece.piece)];
    }
  };
  const blocks = pieces.flatMap(made) as Block[];
  const shown = yes > 0 && yes < changes ? renumbered(blocks) : blocks;
  return { ...(yes === 0 ? before : after), blocks: shown, blanks: blanksOf(shown) };
}

const whole = (unit: Unit): Made =>
  unit.make(
    unit.lines.map((line) => joined(line)),
    unit.kids.map(whole),
  );

// It begins nowhere but at the first figure.
const trailingNumber = /(?<![\d.])\d[\d.]*$/;

/** Clauses and their paragraphs count from one again, and references say the new numbers. */
export function renumbered(blocks: Block[]): Block[] {
  const numbers = new Map<string, string>();
  let clauses = 0;
  const counted = blocks.map((block): Block => {
    if (block.b !== 'clause' || block.number === '') return block;
    const number = String(++clauses);
    numbers.set(block.id, number);
    let subs = 0;
    const inner = block.blocks.map((sub): Block => {
      if (sub.b !== 'sub' || !sub.number.includes('.')) return sub;
      const own = `${number}.${++subs}`;
      if (sub.id) numbers.set(sub.id, own);
      return { ...sub, number: own };
    });
    return { ...block, number, blocks: inner };
  });
  const line = (runs: Run[]): Run[] =>
    runs.map((run) => {
      const number = run.r === 'ref' ? numbers.get(run.id) : undefined;
      return run.r === 'ref' && number !== undefined && trailingNumber.test(run.text)
        ? { ...run, text: run.text.replace(trailingNumber, number) }
        : run;
    });
  return counted.map((block) => {
    const walk = (one: Unit): Made => one.make(one.lines.map(line), one.kids.map(walk));
    const [unit] = unitsOf({ blocks: [block] });
    return unit ? (walk(unit) as Block) : block;
  });
}
