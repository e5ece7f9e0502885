import { countOf } from '#base/count.ts';
import { type Cents, formatMoney } from '#base/money.ts';
import { leastDays, leastSales, type Side } from '#base/split-test.ts';
import type { Block, Funnel, Step } from './contract.ts';
import { changeStep } from './edit.ts';
import type { MakeId } from './make.ts';
import { copied } from './nesting.ts';
import type { SplitMeasure, SplitView } from './split-contract.ts';

/** Two versions of one page: which is whose, and what is said about their test. */

export const evenShare = 50;
export const shareOf = ({ share = evenShare }: Pick<Step, 'share'>): number => share;

export const sidesOf = ({ other }: Pick<Step, 'other'>): readonly Side[] => (other ? ['a', 'b'] : ['a']);

/** A page as one version of it is, and nothing of the test. */
export function versionOf(step: Step, side: Side): Step {
  const { other, share: _share, ...page } = step;
  return side === 'b' && other ? { ...page, blocks: other.blocks } : page;
}

/** Of both versions. */
export const allBlocks = ({ blocks, other }: Pick<Step, 'blocks' | 'other'>): Block[] =>
  other ? [...blocks, ...other.blocks] : blocks;

/** B begins as a copy of A, whose blocks have names of their own: so a press says which version it was made on. */
export const beginTest = (funnel: Funnel, makeId: MakeId, stepId: string): Funnel =>
  changeStep(funnel, stepId, (step) =>
    step.other ? step : { ...step, other: { blocks: copied(step.blocks, makeId) }, share: evenShare },
  );

/** With one version left, which is from now on the page. */
export const keepOnly = (funnel: Funnel, stepId: string, side: Side): Funnel =>
  changeStep(funnel, stepId, (step) => versionOf(step, side));

export const changeShare = (funnel: Funnel, stepId: string, share: number): Funnel =>
  changeStep(funnel, stepId, (step) => (step.other ? { ...step, share } : step));

/** The funnel with B of a page where A stands: whatever works on a page works on either. Done again it is as it was. */
export const turned = (funnel: Funnel, stepId: string): Funnel =>
  changeStep(funnel, stepId, (step) =>
    step.other ? { ...step, blocks: step.other.blocks, other: { blocks: step.blocks } } : step,
  );

/** The same as sorted text, whatever the order in which a database or a form has its fields. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${spelled(inner)}`)
    .join()}}`;
}

/** What a test is about: another word, another share or another measure is another test. Null where nothing is tested. */
export const splitKeyOf = (funnel: Funnel, step: Step): string | null =>
  step.other ? spelled([step.blocks, step.other.blocks, shareOf(step), measureOf(funnel, step)]) : null;

/** Nothing to find out: but for the names of their blocks both are the same. */
export function saysTheSame({ blocks, other }: Pick<Step, 'blocks' | 'other'>): boolean {
  if (!other) return false;
  const bare = (all: readonly Block[]) => {
    let next = 0;
    return spelled(copied(all, () => String(next++)));
  };
  return bare(blocks) === bare(other.blocks);
}

/**
 * Settled before anybody comes, so that nothing is decided twice: by money where something of the hub is sold on the page
 * or behind it, else by the addresses that are left.
 */
export function measureOf({ steps }: Funnel, from: Step): SplitMeasure {
  const found = new Set<Step>();
  const open: (Step | undefined)[] = [from];
  for (let step = open.pop(); step; step = open.pop()) {
    if (found.has(step)) continue;
    found.add(step);
    const { next, decline } = step;
    open.push(...steps.filter(({ id }) => id === next || id === decline));
  }
  const sells = ({ type, values }: Block) => type === 'offer' && Boolean(values['product']);
  return [...found].some((step) => allBlocks(step).some(sells)) ? 'money' : 'leads';
}

const otherOf = (side: Side): Side => (side === 'a' ? 'b' : 'a');
const named = (side: Side): 'A' | 'B' => (side === 'a' ? 'A' : 'B');

/** How many have done what is decided by. */
export const reachedOf = ({ by, ...arms }: Pick<SplitView, 'a' | 'b' | 'by'>, side: Side): number =>
  by === 'money' ? arms[side].orders : arms[side].leads;

/** What a visitor of a version brings: cents, or addresses. */
export function eachOf({ by, ...arms }: Pick<SplitView, 'a' | 'b' | 'by'>, side: Side): number {
  const { visitors, cents, leads } = arms[side];
  return visitors === 0 ? 0 : (by === 'money' ? cents : leads) / visitors;
}

const percentOf = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** How a test stands, in a sentence or two. `day` writes a date as its reader does. */
export function splitWords(split: SplitView, day: (iso: string) => string): string {
  const { ended, by } = split;
  const brought = (side: Side) =>
    by === 'money' ? formatMoney(Math.round(eachOf(split, side)) as Cents) : percentOf(eachOf(split, side));
  const compared = (side: Side) =>
    by === 'money'
      ? `${brought(side)} per visitor against ${brought(otherOf(side))}`
      : `${brought(side)} of its visitors left an address, against ${brought(otherOf(side))}`;
  if (ended) {
    const everybody = `Everybody has been getting ${named(ended.winner)} since ${day(ended.at)}`;
    if (ended.why === 'hand') return `${everybody}, because you chose it.`;
    if (ended.why === 'sure')
      return `${named(ended.winner)} brings more ${by}: ${compared(ended.winner)}. ${everybody}.`;
    return `No difference that we can be sure of; A stays. ${everybody}.`;
  }
  const reached = reachedOf(split, 'a') + reachedOf(split, 'b');
  const rule = by === 'money' ? 'Decided by money.' : 'Decided by leads, since nothing is sold from here.';
  if (split.a.visitors + split.b.visitors === 0) return `${rule} Nobody has come yet.`;
  if (reached < leastSales)
    return by === 'money'
      ? `${rule} No winner yet: ${countOf(reached, 'person has', 'people have')} bought; it takes at least ${leastSales}.`
      : `${rule} No winner yet: ${countOf(reached, 'lead')}; it takes at least ${leastSales}.`;
  if (split.days < leastDays)
    return `${rule} No winner yet: it runs for at least ${leastDays} days, so that every weekday is in it.`;
  const ahead: Side = eachOf(split, 'b') > eachOf(split, 'a') ? 'b' : 'a';
  return `${rule} No winner yet: ${named(ahead)} is ahead (${compared(ahead)}), but that can still be chance.`;
}
