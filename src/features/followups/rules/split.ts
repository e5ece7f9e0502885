import { type Ending, leastDays, leastSales, type Side } from '#base/split-test.ts';
import { type Cents, formatMoney } from '#base/money.ts';
import { countOf } from '#base/count.ts';
import type { SplitView } from './contract.ts';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import { allSteps, type MailStep, type Step } from './steps.ts';

/** Two wordings of one email: which is whose, and what is said about their test. */

export const evenShare = 50;
export const shareOf = ({ share = evenShare }: Pick<MailStep, 'share'>): number => share;

/** What is written in the email, and nothing of the step. */
export function wordsOf(step: MailStep): MailWords {
  const { id: _id, kind: _kind, other: _other, share: _share, ...words } = step;
  return words;
}

/** The words of a side; A's where there is only one. */
export const wordingOf = (step: MailStep, side: Side): MailWords =>
  side === 'b' && step.other ? step.other : wordsOf(step);

/** With one wording left, which is from now on the email. */
export const keepOnly = (step: MailStep, side: Side): MailStep => ({
  ...wordingOf(step, side),
  id: step.id,
  kind: 'mail',
});

/** The same words as sorted text, whatever the order in which a database or a form has their fields. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${spelled(inner)}`)
    .join()}}`;
}

/** What a test is about: another word or another share is another test. Null where there is nothing to test. */
export const splitKeyOf = (step: MailStep): string | null =>
  step.other ? spelled([wordsOf(step), step.other, shareOf(step)]) : null;

/** Nothing to find out. */
export const saysTheSame = (step: MailStep): boolean =>
  step.other !== undefined && spelled(wordsOf(step)) === spelled(step.other);

const splitsIn = (steps: readonly Step[]): MailStep[] =>
  allSteps(steps).filter((step) => step.kind === 'mail' && step.other !== undefined) as MailStep[];

/** The tests that a save would begin anew or end, though they have counted somebody. */
export function splitsLost(
  before: readonly Step[],
  after: readonly Step[],
  splits: Readonly<Record<string, SplitView>>,
): MailStep[] {
  const keys = new Map(splitsIn(after).map((step) => [step.id, splitKeyOf(step)]));
  return splitsIn(before).filter((step) => {
    const split = splits[step.id];
    const isCounted = split !== undefined && split.ended === null && split.a.people + split.b.people > 0;
    return isCounted && keys.get(step.id) !== splitKeyOf(step);
  });
}

/** Follows what is said about the people under way, before a save. */
export const lostWords = (lost: readonly MailStep[], after: readonly Step[]): string => {
  const kept = new Set(splitsIn(after).map(({ id }) => id));
  return lost
    .map(({ id, subject }) =>
      kept.has(id)
        ? `The test of “${subject}” starts again from zero, since its wordings or their share changed.`
        : `The test of “${subject}” ends undecided.`,
    )
    .join(' ');
};

const otherOf = (side: Side): Side => (side === 'a' ? 'b' : 'a');
const named = (side: Side): 'A' | 'B' => (side === 'a' ? 'A' : 'B');

/** Revenue a person in cents; 0 where there is nobody. */
export const eachOf = ({ people, cents }: SplitView['a']): number => (people === 0 ? 0 : cents / people);

/** How a test stands, in a sentence or two. `day` writes a date as its reader does. */
export function splitWords(split: SplitView, day: (iso: string) => string): string {
  const { ended, currency } = split;
  const money = (side: Side) => formatMoney(Math.round(eachOf(split[side])) as Cents, currency ?? 'USD');
  const compared = (side: Side) => `${money(side)} per person against ${money(otherOf(side))}`;
  if (ended) {
    const everybody = `Everybody has been getting ${named(ended.winner)} since ${day(ended.at)}`;
    switch (ended.why) {
      case 'sure':
        return `${named(ended.winner)} brings more: ${compared(ended.winner)}. ${everybody}.`;
      case 'people':
      case 'days':
        return `No difference that we can be sure of; A stays. ${everybody}.`;
      case 'hand':
        return `${everybody}, because you chose it.`;
    }
  }
  const bought = split.a.bought + split.b.bought;
  if (split.a.people + split.b.people === 0) return 'Nobody has got either wording yet.';
  if (bought < leastSales)
    return `Not decided yet. ${countOf(bought, 'person has', 'people have')} bought; it takes at least ${leastSales}.`;
  if (split.days < leastDays)
    return `Not decided yet. It runs for at least ${leastDays} days, so that every weekday is in it.`;
  const ahead: Side = eachOf(split.b) > eachOf(split.a) ? 'b' : 'a';
  return `Not decided yet. ${named(ahead)} is ahead with ${compared(ahead)}, but that can still be chance.`;
}

export type EndReason = Ending['why'] | 'hand';
