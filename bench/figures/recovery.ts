import { createPlans } from '#features/plans/server/public.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { firstSteps } from '#features/recovery/rules/writing.ts';
import { figuresOf } from '#features/recovery/server/figures.ts';
import { listCarts } from '#features/recovery/server/list.ts';
import { recoveryFeature } from '#features/recovery/server/index.ts';
import { createRecovery } from '#features/recovery/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { mountedForMembers } from '#testing/platform.ts';
import { atMost, type Figure, median } from '../kit.ts';
import { origin, ownPlatform } from '../own-platform.ts';

const amount = 1_000_000;

/** A million carts with a message each: how fast they go, and how fast their owner sees them. */
export async function figures(): Promise<Figure[]> {
  await using own = await ownPlatform();
  const { platform, db, clock } = own;
  const plans = createPlans(platform);
  const recovery = createRecovery(platform, { plans });
  const { engine } = recovery;
  const claim = () => median3(() => db.pool.query(dueQuery, [clock.now()]));

  await fill(db.pool, clock.now(), 10_000, 0);
  const few = await claim();
  await fill(db.pool, clock.now(), amount, 10_000);
  const many = await claim();

  const dashboard: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await Promise.all([figuresOf(db.tables(), 'hub', clock.now()), listCarts(db.tables(), 'hub')]);
    dashboard.push(performance.now() - began);
  }

  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < 15_000) {
    const parts = await Promise.all([engine.sendDue(1000), engine.sendDue(1000)]);
    sent += parts.reduce((sum, part) => sum + part, 0);
  }
  const perSecond = sent / ((performance.now() - began) / 1000);
  const { routes = [] } = recoveryFeature(platform, { recovery, plans });
  const { call } = mountedForMembers(routes, origin);
  const lines = Array.from({ length: 100_000 }, (_, line) => `n${line}@example.com,12.50,yes`);
  const text = ['email,total,consent', ...lines].join('\n');
  const imported = performance.now();
  const ada = { uid: 'usr_csv', email: 'ada@example.com' };
  const answer = (await (await call('POST', '/api/recovery/carts/csv', { text }, ada)).json()) as {
    added: number;
  };
  if (answer.added !== lines.length) throw new Error(`of the CSV went in: ${JSON.stringify(answer)}`);
  const csv = (performance.now() - imported) / 1000;

  return [
    {
      what: 'recovery: messages claimed and handed over a second, of a million',
      measured: perSecond.toFixed(0),
      aim: '>= 3000',
      reached: perSecond >= 3000,
    },
    atMost(`recovery: 500 due of a million (of ten thousand: ${few.toFixed(1)} ms)`, many, 20, 'ms'),
    atMost('recovery: dashboard over a million carts', median(dashboard), 200, 'ms'),
    atMost('recovery: a CSV of 100,000 carts, from its sending to its report', csv, 15, 's'),
  ];
}

async function median3(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

const dueQuery = `select * from recovery_message where state = 'planned' and due_at <= $1
  order by due_at limit 500 for update skip locked`;

async function fill(pool: Database['pool'], now: Date, count: number, from: number): Promise<void> {
  const owner = JSON.stringify(firstSettings());
  const delivery = JSON.stringify({ ...firstDelivery(), quietFrom: 0, quietTo: 0 });
  await pool.query(
    `insert into recovery_owner (owner_id, public_id, secret, settings, delivery, resumed_at)
     values ('hub', 'rec_bench', 's', $1, $2, $3::timestamptz - interval '30 days') on conflict do nothing`,
    [owner, delivery, now],
  );
  await pool.query(
    `insert into recovery_campaign (owner_id, id, name, steps, on_since, created_at)
     values ('hub', 'c', 'c', $1, $2::timestamptz - interval '30 days', $2) on conflict do nothing`,
    [JSON.stringify(firstSteps()), now],
  );
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into recovery_cart (owner_id, id, email, email_key, name, currency, total_cents, items, source, status,
         seen_at, created_at, campaign_id)
       select 'hub', 'crt_' || n, n || '@example.com', n || '@example.com', 'Bea', 'USD', 4900, '[]', 'csv', 'abandoned',
         $1::timestamptz - interval '2 hours', $1::timestamptz - interval '2 hours' - n * interval '10 ms', 'c'
       from generate_series($2::int + 1, $2::int + $3::int) n`,
      [now, from, count],
    );
    await client.query(
      `insert into recovery_message (owner_id, cart_id, step, campaign_id, email_key, state, due_at)
       select 'hub', 'crt_' || n, 1, 'c', n || '@example.com', 'planned', $1::timestamptz - (n % 3600) * interval '1 second'
       from generate_series($2::int + 1, $2::int + $3::int) n`,
      [now, from, count],
    );
    await client.query('vacuum analyze recovery_cart');
    await client.query('vacuum analyze recovery_message');
  } finally {
    client.release();
  }
}
