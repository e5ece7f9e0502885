import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subscriptionMoves } from '#features/billing/server/moves.ts';
import { movesCsv } from '#features/payments/server/public.ts';
import { billingHub } from '#testing/billing-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { compareReport } from './paypal-report.ts';

const db = await useDatabase();

async function exported(since: string, until: string) {
  const text = await new Response(movesCsv(db, since, until, subscriptionMoves(db))).text();
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
}
const centsOf = (dollars: string | undefined) => Math.round(Number(dollars) * 100);
const total = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

test('[law] money of subscriptions is exported once, to the cent; a report of the books is no different', async () => {
  const hub = await billingHub(db, { start: '2026-11-01T00:00:00Z' });
  const [ada, ben] = [await hub.member(), await hub.member()];
  const { there } = await hub.choose(ada, 'PRO');
  await hub.choose(ben, 'ENTERPRISE', 'yearly', 'DE');
  await hub.live(65);
  const [first, second] = there.sales();
  const [one] = fc.sample(fc.integer({ min: 1, max: 400 }), 1);
  await hub.command('subscriptions', 'refund', first!.id, ((one ?? 1) / 100).toFixed(2));
  await hub.command('subscriptions', 'refund', second!.id, '1');
  await hub.live(1);

  const { rows: booked } = await db.pool.query<{ id: string; cents: number; back: number; owner: string }>(
    `select sale_id as id, cents::float8 as cents, refunded_cents::float8 as back, owner_id as owner
     from billing_payment join billing_subscription on id = subscription_id`,
  );
  expect(booked.length).toBeGreaterThan(3);
  const lines = await exported('2026-01-01', '2027-12-31');
  const payments = lines.filter(({ what }) => what === 'payment');
  expect(payments.map((line) => line['paypal id']).sort()).toEqual(booked.map(({ id }) => id).sort());
  for (const { id, cents, owner } of booked) {
    const line = payments.find((each) => each['paypal id'] === id);
    expect(centsOf(line?.['amount']), id).toBe(cents);
    expect(line, id).toMatchObject({ account: owner, for: 'subscription', state: 'paid' });
    expect(line?.['period from'], id).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(line?.['period until'], id).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  const refunds = lines.filter(({ what, state }) => what === 'refund' && state === 'done');
  expect(total(refunds.map(({ amount }) => centsOf(amount)))).toBe(total(booked.map(({ back }) => back)));
  expect(refunds).toHaveLength(2);

  // Cut into days anywhere, it is the same.
  const days = [...new Set(lines.map(({ at }) => String(at).slice(0, 10)))];
  const byDay = (await Promise.all(days.map((day) => exported(day, day)))).flat();
  expect(byDay.map((line) => JSON.stringify(line)).sort()).toEqual(
    lines.map((line) => JSON.stringify(line)).sort(),
  );

  const report = lines.map((line) => ({
    id: line['paypal id'] ?? '',
    day: String(line['at']).slice(0, 10),
    type: 'x',
    grossCents: centsOf(line['amount']) * (line['what'] === 'refund' ? -1 : 1),
  }));
  const found = await compareReport(db, { lines: report as never });
  expect([found.missing, found.unknown, found.other]).toEqual([[], [], []]);
});
