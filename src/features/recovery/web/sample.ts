import { days } from '#base/clock.ts';
import type { AbandonedCart } from '../rules/automation.ts';
import { analyse, mainCurrency, revenueIn } from '../rules/automation.ts';
import type { CartView } from '../rules/contract.ts';

/** How many of them leave a cart in each month, the newest first: a shop that grew for a year. */
const perMonth = [6, 6, 5, 6, 5, 4, 5, 4, 3, 4, 3, 2];

/** Made-up carts to look around with. They are never stored and never counted with real ones. */
export function sampleCarts(now: Date): AbandonedCart[] {
  const people = ['Maya Ortiz', 'Jonas Weber', 'Aiko Tanaka', 'Samuel Osei', 'Clara Lind', 'Tom Baker'];
  return people.flatMap((name, index) =>
    perMonth.flatMap((count, month) => {
      if (index >= count) return [];
      const left = new Date(now.getTime() - days(month * 30 + index * 3 + 1));
      const isBack = (index + month) % 3 === 0;
      return {
        id: `sample_${index}_${month}`,
        status: isBack ? 'recovered' : 'abandoned',
        email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
        name,
        currency: 'USD',
        totalCents: 1900 + index * 1300 + (month % 3) * 700,
        createdAt: left.toISOString(),
        ...(isBack && { recoveredAt: new Date(left.getTime() + days(1)).toISOString() }),
      };
    }),
  );
}

const wares = [
  'Field guide',
  'Desk icons',
  'Proposal pack',
  'Invoice kit',
  'Onboarding course',
  'Type specimen',
];

/** The newest of them as the list shows a shop's own: with what lay in them and what became of their messages. */
export function sampleViews(now: Date, count = 6): CartView[] {
  const newest = sampleCarts(now).sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  return newest.slice(0, count).map((cart, index) => {
    const left = new Date(cart.createdAt ?? now);
    const isBack = cart.status === 'recovered';
    const total = cart.totalCents ?? 0;
    const second = Math.floor(total / 300) * 100;
    const item = (at: number, cents: number) => ({
      name: wares[at % wares.length] ?? '',
      quantity: 1,
      cents,
      hasPicture: false,
    });
    const message = (step: number, after: number): CartView['messages'][number] => {
      const at = new Date(left.getTime() + after);
      const state = at < now ? 'sent' : isBack ? 'not sent' : 'planned';
      return {
        step,
        state,
        dueAt: at.toISOString(),
        sentAt: state === 'sent' ? at.toISOString() : null,
        clickedAt: isBack && step === 1 ? new Date(at.getTime() + days(0.1)).toISOString() : null,
        reason: state === 'not sent' ? 'bought' : null,
        draft: null,
      };
    };
    return {
      id: cart.id,
      status: cart.status,
      email: cart.email ?? '',
      name: cart.name ?? '',
      currency: 'USD',
      totalCents: total,
      revenueCents: isBack ? total : 0,
      createdAt: left.toISOString(),
      recoveredAt: cart.recoveredAt ?? null,
      recoveredBy: isBack ? 'click' : null,
      source: index % 2 === 0 ? 'shopify' : 'woocommerce',
      country: '',
      campaignId: '',
      restoreUrl: null,
      heldOut: false,
      items: [item(index, total - second), item(index + 1, second)],
      messages: [message(1, days(1 / 24)), message(2, days(1))],
    };
  });
}

export interface MonthFigures {
  month: string;
  came: number;
  back: number;
  cents: number;
}

/** The last months of carts that lie here, as the hub counts its own. */
export function monthsOf(carts: readonly AbandonedCart[], now: Date, count = 12): MonthFigures[] {
  const currency = mainCurrency(carts);
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))
      .toISOString()
      .slice(0, 7);
    const back = carts.filter(
      ({ status, recoveredAt }) => status === 'recovered' && recoveredAt?.startsWith(month),
    );
    return {
      month,
      came: carts.filter(({ createdAt }) => createdAt?.startsWith(month)).length,
      back: back.length,
      cents: revenueIn(currency, back),
    };
  });
}

export const sampleAnalytics = (now: Date) => analyse(sampleCarts(now), now);
