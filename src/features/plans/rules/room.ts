import type { PlanId } from './plans.ts';

/** What an account may hold, in times of what a free one may. */
const times: Record<PlanId, number> = { FREE: 1, PRO: 5, AI_CONTENT: 10, MULTI_CHANNEL: 25, ENTERPRISE: 100 };

export const roomOf = (plan: PlanId, freeMegabytes: number): number =>
  times[plan] * freeMegabytes * 1024 * 1024;

/** Why something was not kept, and what makes room. */
export const fullWords = (most: number): string =>
  `Your account is full (${sizeWords(most)}). Delete funnels, agreements or saved templates you no longer need, empty the bin, then save again.`;

const sizeWords = (bytes: number): string => {
  const megabytes = Math.round(bytes / 1024 / 1024);
  return megabytes < 1024 ? `${megabytes} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`;
};
