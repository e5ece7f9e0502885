import { countOf } from '#base/count.ts';
import { isBlankLeaf, isSameLeaf, leavesOf } from '#base/leaves.ts';
import type { Comparison, Piece } from './compare.ts';
import { textOfRuns } from './words.ts';

export interface ChangedAnswer {
  field: string;
  label: string;
  /** Empty: it was not answered. */
  before: string;
  after: string;
}

interface Answered {
  fields: readonly { name: string; label: string }[];
  formData: Readonly<Record<string, unknown>>;
}

/** The questions that are answered otherwise, in the order in which they are asked. */
export function compareAnswers(before: Answered, after: Answered): ChangedAnswer[] {
  const fields = [...after.fields, ...before.fields];
  const order = new Map(fields.map(({ name }, index) => [name, index] as const).reverse());
  const labels = new Map(fields.map(({ name, label }) => [name, label] as const).reverse());
  const [was, is] = [leavesOf(own(before.formData)), leavesOf(own(after.formData))];
  const paths = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (path) => !isSameLeaf(was[path], is[path]) && !(isBlankLeaf(was[path]) && isBlankLeaf(is[path])),
  );
  const root = (path: string) => path.split('.')[0] ?? path;
  const place = (path: string) => order.get(path) ?? order.get(root(path)) ?? Infinity;
  return paths
    .map((path) => {
      const [name = '', ...rest] = path.split('.');
      const label =
        labels.get(path) ?? [labels.get(name) ?? plainName(name), ...rest.map(plainName)].join(': ');
      return { field: path, label, before: said(was[path]), after: said(is[path]) };
    })
    .sort((a, b) => place(a.field) - place(b.field) || (a.field < b.field ? -1 : 1));
}

/** What names the document itself is no answer. */
const own = (formData: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(formData).filter(([name]) => !name.startsWith('_')));

const plainName = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');

function said(value: unknown): string {
  if (isBlankLeaf(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(said).filter(Boolean).join('; ');
  if (typeof value === 'object')
    return Object.values(value as object)
      .map(said)
      .filter(Boolean)
      .join(', ');
  return String(value as string | number);
}

const mostSaid = 3;
const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text);

/** One line for a list: "Fee 4,000 → 4,500; clause 7 added". */
export function tellChanges(comparison: Comparison, answers: readonly ChangedAnswer[]): string {
  const told = [
    ...answers.map(({ label, before, after }) =>
      before === ''
        ? `${label}: ${short(after)}`
        : after === ''
          ? `${label} cleared`
          : `${label} ${short(before)} → ${short(after)}`,
    ),
    ...clausesTold(comparison.pieces, answers),
  ];
  if (told.length === 0)
    return comparison.changes === 0 ? 'No changes' : countOf(comparison.changes, 'change');
  const rest = told.length - mostSaid;
  return [...told.slice(0, mostSaid), ...(rest > 0 ? [`${rest} more`] : [])].join('; ');
}

function clausesTold(pieces: readonly Piece[], answers: readonly ChangedAnswer[]): string[] {
  const told: string[] = [];
  let elsewhere = 0;
  for (const piece of pieces) {
    if (piece.is === 'away') continue;
    if (piece.is === 'both') {
      const changes = changesIn(piece);
      if (changes === 0 || isTold(piece, answers)) continue;
      if (piece.after.kind === 'clause') told.push(`${nameOf(piece.after)} changed`);
      else elsewhere += changes;
    } else if (piece.is === 'moved') {
      const { before, after } = piece.piece;
      if (after.kind !== 'clause') elsewhere += 1;
      else
        told.push(
          after.number ? `clause ${before.number} moved to ${after.number}` : `${nameOf(after)} moved`,
        );
    } else if (piece.unit.kind === 'clause')
      told.push(`${nameOf(piece.unit)} ${piece.is === 'new' ? 'added' : 'removed'}`);
    else elsewhere += 1;
  }
  return elsewhere > 0
    ? [...told, `${countOf(elsewhere, told.length > 0 ? 'other change' : 'change')} in the text`]
    : told;
}

const nameOf = ({ number, lines }: { number: string; lines: readonly Parameters<typeof textOfRuns>[0][] }) =>
  number ? `clause ${number}` : `“${short(textOfRuns(lines[0] ?? []))}”`;

/** How many changes a part has. */
export function changesIn(piece: Piece): number {
  if (piece.is !== 'both') return 1;
  const words = piece.lines.flat().filter(({ change }) => change !== null).length;
  return piece.kids.reduce((sum, kid) => sum + changesIn(kid), words);
}

/** Letters and figures alone: an answer is written with other marks in the text. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A part in which only words of changed answers are different is told by its answers. */
function isTold(piece: Extract<Piece, { is: 'both' }>, answers: readonly ChangedAnswer[]): boolean {
  if (answers.length === 0 || piece.kids.some((kid) => kid.is !== 'both')) return false;
  const isOf = (words: string, answer: string) => {
    const [a, b] = [bare(words), bare(answer)];
    return a === b || (a !== '' && b !== '' && (a.includes(b) || b.includes(a)));
  };
  const isEach = piece.lines
    .flat()
    .every(
      ({ change, before, after }) =>
        change === null ||
        answers.some(
          (answer) => isOf(textOfRuns(before), answer.before) && isOf(textOfRuns(after), answer.after),
        ),
    );
  return (
    isEach && piece.kids.every((kid) => kid.is === 'both' && (changesIn(kid) === 0 || isTold(kid, answers)))
  );
}
