import type { Knowledge } from '#base/knowledge.ts';
import { formatMoney } from '#base/money.ts';
import { planAsTold } from './compare.ts';
import { type PlanId, planIds, plans } from './plans.ts';
import { priceOf } from './prices.ts';

const pricesOf = (id: PlanId): string =>
  plans[id].price === 0
    ? 'free'
    : `${formatMoney(priceOf(id, 'monthly'))} a month or ${formatMoney(priceOf(id, 'yearly'))} a year`;

/** The table of plans in words. */
export const plansKnowledge: readonly Knowledge[] = [
  {
    kind: 'page',
    path: '/plans',
    title: 'Plans',
    summary: 'What each plan costs and allows.',
    facts: planIds.map((id) => `${plans[id].name} ${pricesOf(id)}`).join(', '),
    tags: 'price subscription limits upgrade free',
    text: planIds
      .map((id) => `${plans[id].name}: ${pricesOf(id)}; ${planAsTold(id).features.join(', ')}.`)
      .join(' '),
  },
];
