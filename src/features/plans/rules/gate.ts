import { formatMoney } from '#base/money.ts';
import { plansAbove } from './capabilities.ts';
import { firstDayAfter, type Month } from './months.ts';
import {
  countedAs,
  countedFeatures,
  type Feature,
  featureNames,
  flagFeatures,
  isCounted,
  isFlag,
  isStored,
  type PlanId,
  plans,
  sentence,
  unlimited,
} from './plans.ts';
import { priceOf } from './prices.ts';
import { type Counters, hasRoom, meterOf } from './usage.ts';

/** Why not: which limit, when it resets, which plan lifts it, and all of that in words. */
export interface Refusal {
  feature: string;
  plan: PlanId;
  used: number;
  limit: number;
  /** "1 December"; null for what no month gives back. */
  freeAgain: string | null;
  /** The cheapest plan under which this very use would go through. */
  liftedBy: PlanId | null;
  words: string;
  /** The words without the count, for beside a bar that shows it. */
  advice: string;
}

/** `left` is null without a limit. */
export type Gate = { allowed: true; left: number | null } | { allowed: false; refusal: Refusal };

/** The one decision about limits, alike in the browser and on the server; the server's own counters win. */
export function gate(plan: PlanId, feature: string, counters: Counters, month: Month, wanted = 1): Gate {
  if (!isCounted(feature) && !isFlag(feature)) return unknownFeature(plan, feature);
  const { limit, used } = standing(plan, feature, counters);
  if (hasRoom(limit, used, wanted)) return { allowed: true, left: limit === unlimited ? null : limit - used };
  const liftedBy = plansAbove(plan).find((id) => {
    const next = standing(id, feature, counters);
    return hasRoom(next.limit, next.used, wanted);
  });
  const freeAgain = isCounted(feature) && !isStored(feature) ? firstDayAfter(month) : null;
  const facts = { feature, plan, used, limit, freeAgain, liftedBy: liftedBy ?? null };
  const { state, advice } = refusalWords(facts, feature, wanted);
  return { allowed: false, refusal: { ...facts, advice, words: `${state} ${advice}`.trim() } };
}

function standing(plan: PlanId, feature: Feature, counters: Counters): { limit: number; used: number } {
  const { counter, limit } = meterOf(plan, feature);
  return { limit, used: counter === null ? 0 : counters[counter] };
}

function unknownFeature(plan: PlanId, feature: string): Gate {
  const words = 'No plan includes that.';
  const none = { used: 0, limit: 0, freeAgain: null, liftedBy: null };
  return { allowed: false, refusal: { feature, plan, ...none, words, advice: words } };
}

function refusalWords(facts: Omit<Refusal, 'words' | 'advice'>, feature: Feature, wanted: number) {
  const { plan, used, limit, freeAgain, liftedBy } = facts;
  const offer = liftedBy && offerWords(liftedBy, feature);
  const ending = offer ? `; ${offer}.` : '.';
  if (isFlag(feature)) {
    const lacking = `${plans[plan].name} doesn’t include ${featureNames[feature]}`;
    return { state: '', advice: `${lacking}${ending}` };
  }
  const short = used < limit && wanted > 1 ? `, and this needs ${wanted}` : '';
  const state = `${used} of ${limit} ${featureNames[feature]} ${countedAs(feature)}${short}.`;
  const what = freeAgain ? `Resets on ${freeAgain}` : 'Nothing is deleted. Make room to add new ones';
  return { state, advice: `${what}${ending}` };
}

/** "PRO includes 15 a month for $29" */
export function offerWords(plan: PlanId, feature: Feature): string {
  const { name } = plans[plan];
  const price = formatMoney(priceOf(plan, 'monthly'));
  const { limit } = meterOf(plan, feature);
  if (isFlag(feature)) return `${name} includes it for ${price} a month`;
  if (limit === unlimited) return `${name} is unlimited for ${price} a month`;
  return isStored(feature)
    ? `${name} includes ${limit} for ${price} a month`
    : `${name} includes ${limit} a month for ${price}`;
}

/** What the next plan would give of a feature, as a sentence; null when no plan gives more. */
export function nextPlanWords(plan: PlanId, feature: Feature): string | null {
  const { limit } = meterOf(plan, feature);
  const better = plansAbove(plan).find((id) => {
    const next = meterOf(id, feature).limit;
    return limit !== unlimited && (next === unlimited || next > limit);
  });
  return better ? `${sentence(offerWords(better, feature))}.` : null;
}

/** All that the next plan would give, in one sentence: "AI CONTENT, $49 a month: 100 abandoned carts, ..."; null at the top. */
export function nextPlanOffer(plan: PlanId): string | null {
  const next = plansAbove(plan)[0];
  if (!next) return null;
  const counts = countedFeatures.map((feature) => {
    const { limit } = meterOf(next, feature);
    return `${limit === unlimited ? 'unlimited' : limit} ${featureNames[feature]}`;
  });
  const flags = flagFeatures.filter((flag) => plans[next].limits[flag] && !plans[plan].limits[flag]);
  const parts = [...counts, ...flags.map((flag) => featureNames[flag])];
  return `${plans[next].name}, ${formatMoney(priceOf(next, 'monthly'))} a month: ${new Intl.ListFormat('en-US').format(parts)}.`;
}
