import { expect, onTestFinished, test } from 'vitest';
import { randomText } from '#base/id.ts';
import { countFunnelRefund, countFunnelSale } from './public.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub } from '#testing/funnels-hub.ts';
import { eventReader } from '#testing/saved-hub.ts';
import type { LeadsAnswer, NumbersAnswer } from '../rules/contract.ts';

const db = await useDatabase();
let people = 0;
const someone = () => `n${++people}`;
const newId = () => `fun_${randomText(10)}`;

test('visits count once a day and page, without bots and without the owner; sums say who came how far', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const path = `/f/${funnel.slug}`;
  for (let visitor = 1; visitor <= 4; visitor++) {
    const headers = { 'x-forwarded-for': `10.3.0.${visitor}` };
    await hub.visit(`${path}?utm_source=News`, headers);
    await hub.visit(path, headers);
    if (visitor <= 1) await hub.visit(`${path}/${funnel.steps[1]?.slug}`, headers);
  }
  await hub.visit(path, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await ada.call('GET', path);
  const numbers = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  const seen = (index: number) =>
    numbers.steps.find(({ stepId }) => stepId === funnel.steps[index]?.id)?.visitors;
  expect([seen(0), seen(1)]).toEqual([4, 1]);
  expect(numbers.sources).toEqual([{ key: 'news', count: 4 }]);
  expect(numbers.devices).toEqual([{ key: 'desktop', count: 4 }]);

  // Days that are over are kept as their sums, and say the same; what is still counted for them is added.
  hub.clock.move(86_400_000 * 3);
  await hub.runJobs();
  const asked = () => ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(await asked()).toEqual(numbers);
  await db.pool.query(
    `insert into funnel_count select owner_id, funnel_id, day, step_id, 'view', 'late', 'phone', 1 from funnel_count
      where funnel_id = $1 and step_id = $2 and kind = 'source'`,
    [funnel.id, funnel.steps[0]?.id],
  );
  const later = await asked();
  expect([later.sources, later.devices, later.days[0]?.visitors]).toEqual([
    [
      { key: 'news', count: 4 },
      { key: 'late', count: 1 },
    ],
    [
      { key: 'desktop', count: 4 },
      { key: 'phone', count: 1 },
    ],
    5,
  ]);
  await hub.runJobs();
  expect(await asked()).toEqual(later);
  const { rows } = await db.pool.query(`select count(*) as n from funnel_seen where funnel_id = $1`, [
    funnel.id,
  ]);
  expect(rows).toEqual([{ n: 0 }]);
});

test('[law] one address is at most fifty visitors of a page and day, however many browsers it says it is', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const path = `/f/${funnel.slug}`;
  const visit = (address: string, agent: number) =>
    hub.visit(path, { 'x-forwarded-for': address, 'user-agent': `Mozilla/5.0 (X11) Firefox/${agent}` });
  for (let agent = 0; agent < 130; agent++) {
    await visit('10.9.0.1', agent);
    // Whoever has a /64 has all its addresses.
    await visit(`2001:db8:7:1::${agent.toString(16)}`, agent);
  }
  await visit('10.9.0.2', 1);
  const numbers = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(numbers.steps[0]?.visitors).toBe(101);
  // Who is known already goes on to be counted.
  await hub.visit(`${path}/${funnel.steps[1]?.slug}`, {
    'x-forwarded-for': '10.9.0.1',
    'user-agent': 'Mozilla/5.0 (X11) Firefox/120',
  });
  const later = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(later.steps[1]?.visitors).toBe(1);
});

test('what went back is taken off the day that earned it, and nothing else changes', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const sold = (cents: number, at: string) => ({
    slug: funnel.slug,
    email: 'buyer@example.com',
    cents,
    at: new Date(at),
  });
  await db.transaction(async (trx) => {
    await countFunnelSale(trx, sold(5700, '2026-11-19T10:00:00Z'));
    await countFunnelSale(trx, sold(1900, '2026-11-20T10:00:00Z'));
    await countFunnelRefund(trx, sold(700, '2026-11-19T10:00:00Z'));
    await countFunnelRefund(trx, { ...sold(700, '2026-11-19T10:00:00Z'), slug: 'of-nobody' });
  });
  const numbers = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(numbers).toMatchObject({ sales: 2, revenueCents: 6900, refundedCents: 700, steps: [] });
  expect(numbers.days.map(({ day, orders, revenueCents }) => [day, orders, revenueCents])).toEqual([
    ['2026-11-19', 1, 5000],
    ['2026-11-20', 1, 1900],
  ]);
});

test('the time from the first page to a lead is kept as a sum, and told as a median with its spread', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const path = `/f/${funnel.slug}`;
  const block = funnel.steps[0]?.blocks.find(({ type }) => type === 'optin')?.id ?? '';
  for (const [nth, seconds] of [30, 60, 125, 2400].entries()) {
    const headers = { 'x-forwarded-for': `10.4.0.${nth + 1}` };
    await hub.visit(path, headers);
    // Looked at again: the first time counts.
    await hub.visit(path, headers);
    hub.clock.move((seconds - 5) * 1000);
    const token = await hub.token();
    const fields = { block, token, email: `pace${nth}@example.com`, consent: 'yes' };
    expect((await hub.leave(path, fields, headers)).status).toBe(303);
    if (nth === 1) await ada.ask('GET', `/api/funnels/${funnel.id}/numbers`);
  }
  const { pace } = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(pace).toEqual([{ goal: 'lead', count: 4, quarter: 30, median: 60, threeQuarters: 130 }]);
  const { rows } = await db.pool.query(`select * from funnel_pace where funnel_id = $1 limit 1`, [funnel.id]);
  expect(Object.keys(rows[0] as object)).not.toContain('visitor');
});

test('who left an address and buys days later is counted with the days it took, once; nobody else is', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  funnel.settings.doubleOptIn = true;
  const other = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  await ada.put(other.id, { funnel: other, publish: 'now' });
  const block = funnel.steps[0]?.blocks.find(({ type }) => type === 'optin')?.id ?? '';
  const fields = { block, token: await hub.token(), email: 'Later@Example.com', consent: 'yes' };
  expect((await hub.leave(`/f/${funnel.slug}`, fields)).status).toBe(303);
  const left = hub.clock.now().getTime();
  const buy = (slug: string, email: string, afterDays: number) =>
    db.transaction((trx) =>
      countFunnelSale(trx, { slug, email, cents: 1900, at: new Date(left + afterDays * 86_400_000) }),
    );
  await buy(funnel.slug, 'stranger@example.com', 1);
  await buy(other.slug, 'later@example.com', 1);
  await buy(funnel.slug, 'later@example.com', 4);
  await buy(funnel.slug, 'later@example.com', 9);
  hub.clock.move(10 * 86_400_000);
  const { pace } = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  const days4 = 350_000;
  expect(pace.filter(({ goal }) => goal === 'bought')).toEqual([
    { goal: 'bought', count: 1, quarter: days4, median: days4, threeQuarters: days4 },
  ]);
  const { leads } = await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`);
  expect(leads[0]?.boughtAt).toBe(new Date(left + 4 * 86_400_000).toISOString());
});

test('whoever looks at the numbers is told the moment they move, and nobody else may listen', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const news = eventReader(await ada.call('GET', `/api/funnels/${funnel.id}/numbers/news`));
  onTestFinished(() => news.close());
  expect((await news.next())?.event).toBe('live');
  await hub.visit(`/f/${funnel.slug}`);
  expect((await news.next())?.event).toBe('moved');
  const bob = await hub.member(someone());
  expect((await bob.call('GET', `/api/funnels/${funnel.id}/numbers/news`)).status).toBe(404);
  expect((await hub.send('GET', `/api/funnels/${funnel.id}/numbers/news`)).status).toBe(401);
});
