import { isSameLeaf } from '#base/leaves.ts';
import { mergeBlocks } from './block-merge.ts';
import type { CampaignBody, Step } from './contract.ts';
import { blocksOf, bodyOf } from './mail.ts';

/** What was changed here wins; the rest stays as it stands by now. */
function put<T extends object>(seen: T, mine: T, now: T): T {
  const changed = (Object.keys(mine) as (keyof T)[]).filter((key) => !isSameLeaf(mine[key], seen[key]));
  return { ...now, ...(Object.fromEntries(changed.map((key) => [key, mine[key]])) as Partial<T>) };
}

/** A message: each field of it, and each of its blocks. */
function mergeStep(seen: Step, mine: Step, now: Step): Step {
  const merged = put(seen, mine, now);
  if (!seen.blocks && !mine.blocks && !now.blocks) return merged;
  const blocks = [...mergeBlocks(blocksOf(seen), blocksOf(mine), blocksOf(now))];
  return { ...merged, blocks, body: bodyOf(blocks) };
}

/**
 * A campaign that another device may have changed since it was `seen` here: each field of it by itself. A message more or
 * less moves all that follow, so then the list of messages is one thing.
 */
export function mergeCampaign(seen: CampaignBody, mine: CampaignBody, now: CampaignBody): CampaignBody {
  const isInStep = seen.steps.length === mine.steps.length && now.steps.length === mine.steps.length;
  return {
    ...put(seen, mine, now),
    when: put(seen.when, mine.when, now.when),
    ...(isInStep && {
      steps: mine.steps.map((step, at) => mergeStep(seen.steps[at] ?? step, step, now.steps[at] ?? step)),
    }),
  };
}

/**
 * The same with the other device's word where both have one: what gave way to `mine`, whole, as it can be brought back.
 * Null where nothing did.
 */
export function gaveWay(seen: CampaignBody, mine: CampaignBody, now: CampaignBody): CampaignBody | null {
  const theirs = mergeCampaign(seen, now, mine);
  return isSameLeaf(theirs, mergeCampaign(seen, mine, now)) ? null : theirs;
}

/** Of what was changed here, what another device has set to something else since it was seen. */
export const valuesGivingWay = <T extends object>(seen: T, own: Partial<T>, now: T): Partial<T> =>
  Object.fromEntries(
    (Object.keys(own) as (keyof T)[])
      .filter((key) => !isSameLeaf(now[key], seen[key]) && !isSameLeaf(now[key], own[key]))
      .map((key) => [key, now[key]]),
  ) as Partial<T>;
