import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { cents, formatMoney } from '#base/money.ts';
import { priceOf } from '#features/plans/rules/prices.ts';
import { isPaidPlan } from '#features/plans/rules/capabilities.ts';
import { billingHub } from '#testing/billing-hub.ts';
import type { Who } from '#testing/platform.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();

test('the operator’s report agrees to the cent with a ledger of what members had and what PayPal took', async () => {
  const start = Date.UTC(2026, 10, 1);
  const hub = await billingHub(db, { start: new Date(start).toISOString() });
  const opened: { there: ReturnType<typeof hub.there>; country: string }[] = [];
  const choose = async (
    who: Who,
    ...wanted: Parameters<typeof hub.choose> extends [Who, ...infer R] ? R : never
  ) => {
    const { there } = await hub.choose(who, ...wanted);
    opened.push({ there, country: wanted[2] ?? 'US' });
    return there;
  };
  const [ada, ben, cora, dan, eve] = [
    await hub.member(),
    await hub.member(),
    await hub.member(),
    await hub.member(),
    await hub.member(),
  ];
  let danThere: Awaited<ReturnType<typeof choose>>;
  const tasks: Record<number, () => Promise<unknown>> = {
    2: async () => {
      await choose(ada, 'PRO');
      await choose(ben, 'AI_CONTENT');
      await choose(cora, 'ENTERPRISE', 'yearly', 'DE');
    },
    5: async () => {
      danThere = await choose(dan, 'PRO');
      await hub.command('subscriptions', 'refund', danThere.sales()[0]!.id, '5');
    },
    20: () => choose(ada, 'MULTI_CHANNEL'),
    35: () => choose(eve, 'MULTI_CHANNEL', 'monthly', 'DE'),
    // Comes when what is paid has run out, in January.
    40: () => choose(eve, 'PRO', 'monthly', 'DE'),
    // Keeps it to the third of January.
    45: () => hub.cancel(ben),
    // Fails on the sixth of January, and 21 days later it is over.
    50: async () => danThere.fails(true),
    75: async () => {
      const begun = await hub.post('/api/monthly-donations', { cents: 500, email: 'grace@example.com' });
      const there = hub.there(((await begun.json()) as { approveUrl: string }).approveUrl);
      there.approve();
      opened.push({ there, country: '' });
    },
    100: () => choose(ada, 'MULTI_CHANNEL', 'yearly'),
  };

  /** What each payer has at this moment, as a share of a month: of members by the plan they can use. */
  const holdings = async () => {
    const held = new Map<string, number>();
    for (const { uid } of [ada, ben, cora, dan, eve]) {
      const { plan, billingCycle: cycle } = await hub.plans.planOf(db.tables(), uid);
      if (isPaidPlan(plan)) held.set(uid, Math.round(priceOf(plan, cycle) / (cycle === 'yearly' ? 12 : 1)));
    }
    if (hub.clock.now().getTime() > start + days(75)) held.set('grace', 500);
    return held;
  };
  const monthEnds = [0, 30, 61, 92, 120];
  const ledger: Map<string, number>[] = [];
  for (let day = 0; day <= 120; day++) {
    if (monthEnds.includes(day)) ledger.push(await holdings());
    await tasks[day]?.();
    if (day < 120) await hub.live(1);
  }

  /** What arrived in a month by PayPal's own books, without the tax that was on it. */
  const received = (month: number) =>
    opened
      .flatMap(({ there, country }) => there.sales().map((sale) => ({ ...sale, country })))
      .filter(({ at }) => at.getUTCFullYear() * 12 + at.getUTCMonth() === 2026 * 12 + 10 + month)
      .reduce((sum, { cents: gross, refundedCents, country }) => {
        const kept = gross - refundedCents;
        return sum + (country === 'DE' ? Math.round(kept / 1.19) : kept);
      }, 0);
  const total = (parts: number[]) => formatMoney(cents(parts.reduce((sum, part) => sum + part, 0)));
  const expected = monthEnds.slice(1).map((_, month) => {
    const [before, after] = [ledger[month] ?? new Map(), ledger[month + 1] ?? new Map()];
    const who = [...new Set([...before.keys(), ...after.keys()])] as string[];
    const moves = who.map((id) => [Number(before.get(id) ?? 0), Number(after.get(id) ?? 0)] as const);
    const lost = moves.filter(([was, is]) => was > 0 && is === 0);
    const churn = before.size === 0 ? '-' : `${((lost.length / before.size) * 100).toFixed(1)} %`;
    return [
      ['2026-11', '2026-12', '2027-01', '2027-02'][month],
      total(moves.map(([, is]) => is)),
      total(moves.map(([was, is]) => (was === 0 ? is : 0))),
      total(moves.map(([was, is]) => (was > 0 && is > was ? is - was : 0))),
      total(moves.map(([was, is]) => (is > 0 && is < was ? is - was : 0))),
      total(lost.map(([was]) => -was)),
      `${churn} | ${total([received(month)])}`,
    ].join('  ');
  });
  // Looked at a moment before March begins.
  hub.clock.move(-1);
  const [, ...lines] = await hub.command('subscriptions', 'report', '4');
  expect(lines).toEqual(expected);
  expect(lines[2]).toContain('%');
  const listed = await hub.command('subscriptions', 'list');
  expect(listed.at(-1)).toBe('4 subscriptions');
});
