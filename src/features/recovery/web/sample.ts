import { days } from '#base/clock.ts';
import type { AbandonedCart } from '../rules/automation.ts';
import { analyse, mainCurrency, revenueIn } from '../rules/automation.ts';

/** Made-up carts to look around with. They are never stored and never counted with real ones. */
export function sampleCarts(now: Date): AbandonedCart[] {
  const people = ['Maya Ortiz', 'Jonas Weber', 'Aiko Tanaka', 'Samuel Osei', 'Clara Lind', 'Tom Baker'];
  return people.flatMap((name, index) =>
    [0, 1, 2].map((month) => {
      const left = new Date(now.getTime() - days(month * 30 + index * 3 + 1));
      const isBack = (index + month) % 3 === 0;
      return {
        id: `sample_${index}_${month}`,
        status: isBack ? 'recovered' : 'abandoned',
        email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
        name,
        currency: 'USD',
        totalCents: 1900 + index * 1300 + month * 700,
        createdAt: left.toISOString(),
        ...(isBack && { recoveredAt: new Date(left.getTime() + days(1)).toISOString() }),
      };
    }),
  );
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
