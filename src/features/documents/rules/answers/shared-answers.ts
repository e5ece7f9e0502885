import { isSameLeaf } from '#base/leaves.ts';
import { allFields, type Field, type Kind, type Template } from '../template/template.ts';
import { isBlankAnswer, readKept } from './interview.ts';
import { type Answers, isRecord } from './values.ts';

/** Which question of one document is answered by which question of another, each by its name. */
export type Shared = Readonly<Record<string, string>>;

/** These mean the same everywhere, however they are asked for. */
const everywhere = ['law', 'place', 'currency'];

/** What need not be asked again: the two sides, law and place, and what both ask in the same words. */
export function sharedWith(from: Template, to: Template): Shared {
  const answered = allFields(from);
  const sides = [sidesOf(from), sidesOf(to)] as const;
  const shared: Record<string, string> = {};
  for (const field of allFields(to)) {
    const side = (['ours', 'theirs'] as const).find((one) => sides[1][one] === field.name);
    const same = side
      ? sides[0][side]
      : answered.find((other) => field.kind.type !== 'party' && isSameQuestion(other, field))?.name;
    if (same) shared[field.name] = same;
  }
  return shared;
}

interface Sides {
  ours?: string;
  theirs?: string;
}

/** Who fills it in, and the other side. Of more than two nobody can say which of them the next document is about. */
function sidesOf(template: Template): Sides {
  const parties = allFields(template).filter(({ kind }) => kind.type === 'party');
  if (parties.length > 2) return {};
  const ours = parties.find(({ kind }) => kind.type === 'party' && kind.isOurs) ?? parties[0];
  const theirs = parties.find((party) => party !== ours);
  return { ...(ours && { ours: ours.name }), ...(theirs && { theirs: theirs.name }) };
}

const isSameQuestion = (a: Field, b: Field): boolean =>
  a.name === b.name &&
  a.kind.type === b.kind.type &&
  (a.label === b.label || everywhere.includes(a.name)) &&
  takes(b.kind, a.kind);

/** Every answer to the one is an answer to the other. */
function takes(kind: Kind, of: Kind): boolean {
  if (kind.type === 'list') return isSameLeaf(kind, of);
  if (kind.type !== 'choice' || of.type !== 'choice') return true;
  const values = new Set(kind.options.map(({ value }) => value));
  return of.options.every(({ value }) => values.has(value)) && (of.other === null || kind.other !== null);
}

/** What the next document begins with: only where nobody has answered it yet in what `kept` holds of it. */
export function carriedTo(shared: Shared, answers: Answers, kept: string | null): Record<string, unknown> {
  const standing = readKept(kept);
  const carried: Record<string, unknown> = {};
  for (const [to, from] of Object.entries(shared)) {
    const given = answers[from];
    const stands = Object.hasOwn(standing, to) ? standing[to] : undefined;
    if (isBlankAnswer(given)) continue;
    if (isBlankAnswer(stands)) carried[to] = given;
    else if (isRecord(stands) && isRecord(given) && isSameLeaf(stands['name'], given['name'])) {
      // The same side: what was not known of it yet.
      const more = Object.entries(given).filter(([part]) => isBlankAnswer(stands[part]));
      if (more.length > 0) carried[to] = Object.fromEntries(more);
    }
  }
  return carried;
}
