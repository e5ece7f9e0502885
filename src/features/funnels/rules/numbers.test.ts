import { expect, test } from 'vitest';
import type { Funnel } from './contract.ts';
import { wayWords } from './layout.ts';
import { allDays, shareOf, spread, stepNumbers, timeWords } from './numbers.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const makeId = () => `p${++made}`;
const starter = (index: number) =>
  startFrom(starters[index] as (typeof starters)[0], makeId, `fun_${++made}`, null);

test('numbers say how many of those before came this far', () => {
  const funnel = starter(0);
  const [first, second] = funnel.steps;
  const count = (stepId = '', visitors = 0) => ({ stepId, visitors, leads: 0, clicks: 0, declines: 0 });
  const rows = stepNumbers(funnel, { steps: [count(first?.id, 200), count(second?.id, 50)] });
  expect(rows.map(({ fromBefore, overall }) => [fromBefore, overall])).toEqual([
    [null, null],
    [0.25, 0.25],
  ]);
});

test('each way of the map says who took it, of those who stood there', () => {
  const funnel = starter(1);
  const [sales, upsell] = funnel.steps as [Funnel['steps'][0], Funnel['steps'][0]];
  const seen = (stepId: string, visitors: number, clicks: number, declines: number) => ({
    stepId,
    visitors,
    leads: 0,
    clicks,
    declines,
  });
  const rows = stepNumbers(funnel, { steps: [seen(sales.id, 200, 50, 0), seen(upsell.id, 40, 10, 20)] });
  const share = (step: typeof sales, kind: 'next' | 'decline') =>
    shareOf({ from: step.id, to: step[kind] ?? '', kind }, step, rows);
  expect([share(sales, 'next'), share(upsell, 'next'), share(upsell, 'decline')]).toEqual([0.25, 0.25, 0.5]);
  expect(wayWords({ from: upsell.id, to: '', kind: 'decline' }, upsell)).toBe('No');
  expect(shareOf({ from: 'nobody', to: '', kind: 'next' }, sales, rows)).toBeNull();
});

test('of times the median and the quarters are told, and every day of a span has its place', () => {
  const times = [
    { seconds: 2400, count: 1 },
    { seconds: 30, count: 2 },
    { seconds: 90, count: 1 },
  ];
  expect(spread(times)).toEqual({ count: 4, quarter: 30, median: 30, threeQuarters: 90 });
  expect(spread([])).toBeNull();
  expect([45, 600, 7200].map(timeWords)).toEqual(['45 s', '10 min', '2 h']);
  const one = { day: '2026-11-20', visitors: 3, leads: 1, clicks: 0, orders: 0, revenueCents: 0 };
  const days = allDays([one], new Date('2026-11-21T12:00:00Z'), 3);
  expect(days.map(({ day, visitors }) => [day, visitors])).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 3],
    ['2026-11-21', 0],
  ]);
});
