import type { Knowledge } from '#base/knowledge.ts';
import { formatMoney } from '#base/money.ts';
import { planAsTold } from './compare.ts';
import { planIds, plans } from './plans.ts';
import { priceOf } from './prices.ts';

/** The table of plans in words. */
export const plansKnowledge: readonly Knowledge[] = [
  {
    kind: 'page',
    path: '/plans',
    title: 'Plans',
    summary: 'What each plan costs and allows.',
    facts: `${planIds.map((id) => `${plans[id].name} ${formatMoney(priceOf(id, 'monthly'))}`).join(', ')} a month`,
    tags: 'price subscription limits upgrade free',
    text: planIds
      .map((id) => {
        const yearly = priceOf(id, 'yearly');
        const price =
          plans[id].price === 0
            ? 'free'
            : `${formatMoney(priceOf(id, 'monthly'))} a month or ${formatMoney(yearly)} a year`;
        return `${plans[id].name}: ${price}; ${planAsTold(id).features.join(', ')}.`;
      })
      .join(' '),
  },
];
