import type { Comparison, Piece } from './compare.ts';
import { type Unit, wordsOf } from './units.ts';
import { type Segment, textOfRuns } from './words.ts';

/** A change as a line of its own, with some words around it. */
export interface ListedChange {
  change: number;
  where: string;
  lead: string;
  before: string;
  after: string;
  trail: string;
}

const around = 60;
const most = 600;

/** Every change in reading order, each once: what moved is told where it is now. */
export function changesOf({ pieces }: Comparison): ListedChange[] {
  const listed: ListedChange[] = [];
  const walk = (list: readonly Piece[], where: string) => {
    for (const piece of list) {
      switch (piece.is) {
        case 'both':
          inside(piece, placeOf(piece.after) || where);
          break;
        case 'new':
        case 'gone': {
          const words = short(wordsOf(piece.unit).trim(), most) || 'An empty line';
          const [before, after] = piece.is === 'new' ? ['', words] : [words, ''];
          listed.push({ change: piece.change, where: where || 'Text', lead: '', before, after, trail: '' });
          break;
        }
        case 'moved':
          listed.push({
            change: piece.change,
            where: 'Moved',
            lead: short(wordsOf(piece.piece.after).trim(), around * 2),
            before: '',
            after: '',
            trail: '',
          });
          inside(piece.piece, placeOf(piece.piece.after) || where);
          break;
        case 'away':
          break;
      }
    }
  };
  const inside = (piece: Extract<Piece, { is: 'both' }>, where: string) => {
    for (const line of piece.lines) listed.push(...inLine(line, where || 'Text'));
    walk(piece.kids, where);
  };
  walk(pieces, '');
  return listed;
}

const placeOf = ({ kind, number, lines }: Unit): string =>
  kind === 'clause'
    ? [number && `Clause ${number}`, textOfRuns(lines[0] ?? [])].filter(Boolean).join(': ')
    : '';

function inLine(line: readonly Segment[], where: string): ListedChange[] {
  return line.flatMap(({ change, before, after }, at) => {
    if (change === null) return [];
    const [lead, trail] = [line[at - 1], line[at + 1]].map((one) => textOfRuns(one?.after ?? []));
    return [
      {
        change,
        where,
        lead: lead && lead.length > around ? `…${lead.slice(-around)}` : (lead ?? ''),
        before: short(textOfRuns(before), most),
        after: short(textOfRuns(after), most),
        trail: trail && trail.length > around ? `${trail.slice(0, around)}…` : (trail ?? ''),
      },
    ];
  });
}

const short = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
