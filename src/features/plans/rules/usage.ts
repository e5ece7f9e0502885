import { draftsByAllowance } from './capabilities.ts';
import { type Feature, isCounted, isStored, type PlanId, plans, unlimited } from './plans.ts';

export const usageKeys = [
  'monthlyRecoveries',
  'aiEmails',
  'customDiscounts',
  'multiChannel',
  'aiTemplates',
  'savedTemplates',
] as const;
export type UsageKey = (typeof usageKeys)[number];
export type Usage = Record<UsageKey, number>;

/** generated drafts a calendar month for everybody who is signed in, whatever they pay; a guest has as many on their device. */
export const aiAllowance = 3;

/** What is counted: the usage of the plan, and beside it the drafts of the allowance. */
export type Counter = UsageKey | 'aiTemplateUsage';
export type Counters = Record<Counter, number>;

export const noUsage = (): Usage => Object.fromEntries(usageKeys.map((key) => [key, 0])) as Usage;

/** Which counter a use moves, and how far it may go. A flag is a limit of nothing or of none. */
export interface Meter {
  counter: Counter | null;
  limit: number;
}

export function meterOf(plan: PlanId, feature: Feature): Meter {
  if (feature === 'aiTemplates' && draftsByAllowance(plan))
    return { counter: 'aiTemplateUsage', limit: aiAllowance };
  const { limits } = plans[plan];
  if (isCounted(feature)) return { counter: feature, limit: limits[feature] };
  return { counter: feature === 'apiAccess' ? null : feature, limit: limits[feature] ? unlimited : 0 };
}

export const hasRoom = (limit: number, used: number, wanted = 1): boolean =>
  limit === unlimited || used + wanted <= limit;

/** 0 without a limit, 100 where nothing is allowed; above 100 after a downgrade. */
export function usagePercent(used: number, limit: number): number {
  if (limit === unlimited) return 0;
  return limit === 0 ? 100 : Math.round((used / limit) * 100);
}

export const counted = (usage: Usage, key: UsageKey): Usage => ({ ...usage, [key]: usage[key] + 1 });

/** One counter back to 0, or all of them. */
export const reset = (usage: Usage, key?: UsageKey): Usage => (key ? { ...usage, [key]: 0 } : noUsage());

/** A new month: everything starts anew but what counts things that are still there. */
export const rolledOver = (usage: Usage): Usage =>
  Object.fromEntries(usageKeys.map((key) => [key, isStored(key) ? usage[key] : 0])) as Usage;
