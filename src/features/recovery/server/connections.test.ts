import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { eventReader } from '#testing/saved-hub.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import { shopifyCheckout } from '#testing/shop-payloads.ts';
import type { OverviewAnswer, Shop, TestEvent } from '../rules/contract.ts';
import type { Way } from '../rules/connections.ts';
import { newWebhookSecret, signWebhook } from '#platform/server/webhooks/signature.ts';
import { signedTestLine } from '../rules/test-lines.ts';
import { signAs } from './signatures.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => `cora${++people}`;
const json = { 'content-type': 'application/json' };
const secret = 'a secret of the shop';
type Hub = ReturnType<typeof recoveryHub>;

const heardOf = ({ connection }: OverviewAnswer, way: Way) =>
  connection.heard.find((each) => each.way === way);

/** A shop's call, signed by `by`. */
async function tell(hub: Hub, key: string, shop: Shop, body: string, by: string, more: object = {}) {
  const headers = signAs(shop, body, by, { id: `evt_${Math.random()}`, now: hub.clock.now() });
  return hub.send('POST', `/api/recovery/in/${key}/${shop}`, body, { ...json, ...headers, ...more });
}
const connect = (ada: Awaited<ReturnType<Hub['member']>>, shop: string, to = secret) =>
  ada.ask('PUT', '/api/recovery/shops', { shop, secret: to });

test('steps are ticked by what was signed: our test and the shop itself, not a ping or a forged call', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  const { key } = (await ada.overview()).connection;
  const woo = async () => heardOf(await ada.overview(), 'woocommerce');
  expect(await woo()).toBeUndefined();

  await hub.send('POST', `/api/recovery/in/${key}/woocommerce`, 'webhook_id=7', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const hinted = { heardAt: null, testedAt: null, provenAt: null, refusedAt: expect.any(String) };
  expect(await woo()).toMatchObject(hinted);
  expect((await tell(hub, key, 'woocommerce', '{}', 'wrong')).status).toBe(403);
  expect(await woo()).toMatchObject(hinted);

  const early = await ada.call('POST', '/api/recovery/shops/test', { shop: 'woocommerce' });
  expect(early.status).toBe(409);
  await connect(ada, 'woocommerce');
  const event = await ada.ask<TestEvent>('POST', '/api/recovery/shops/test', { shop: 'woocommerce' });
  expect((await hub.send('POST', event.path, event.body, event.headers)).status).toBe(200);
  expect(await woo()).toMatchObject({ heardAt: null, testedAt: expect.any(String), provenAt: null });

  const order = JSON.stringify({ id: 1, status: 'refunded', billing: {} });
  expect((await tell(hub, key, 'woocommerce', order, secret)).status).toBe(200);
  expect(await woo()).toMatchObject({ provenAt: expect.any(String) });
  // The same secret again proves nothing anew; another one has proven nothing yet.
  await connect(ada, 'woocommerce');
  expect(await woo()).toMatchObject({ provenAt: expect.any(String) });
  await connect(ada, 'woocommerce', 'another secret');
  expect(await woo()).toBeUndefined();
});

test('saving a shop twice keeps it connected; only removing disconnects, and what was proven goes with it', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  const { key } = (await ada.overview()).connection;
  await connect(ada, 'stripe');
  await tell(hub, key, 'stripe', JSON.stringify({ type: 'charge.updated', livemode: true }), secret);
  await Promise.all([connect(ada, 'stripe', ''), connect(ada, 'stripe', ''), connect(ada, 'stripe')]);
  const kept = await ada.overview();
  expect(kept.connection.shops).toEqual(['stripe']);
  expect(heardOf(kept, 'stripe')?.provenAt).not.toBeNull();
  await ada.ask('PUT', '/api/recovery/shops', { shop: 'stripe', secret: '', remove: true });
  const gone = await ada.overview();
  expect(gone.connection.shops).toEqual([]);
  expect(heardOf(gone, 'stripe')).toBeUndefined();
});

test('a test event of a page, a program, a shop or Stripe is seen, never counted and never mailed', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody(), 'FREE');
  await ada.settle({ emailDelay: 0 }, { quietFrom: 3, quietTo: 3 });
  await ada.switchOn();
  const { key, secret: own } = (await ada.overview()).connection;
  for (const shop of ['shopify', 'stripe'] as const) await connect(ada, shop);
  const consenting = { ...shopifyCheckout, email: `${ada.uid}.buyer@example.com` };
  await tell(hub, key, 'shopify', JSON.stringify(consenting), secret, {
    'x-shopify-topic': 'checkouts/create',
    'x-shopify-test': 'true',
  });
  const session = { email: 'x@example.com', customer_details: { email: 'x@example.com' }, amount_total: 900 };
  const expired = { type: 'checkout.session.expired', livemode: false, data: { object: session } };
  await tell(hub, key, 'stripe', JSON.stringify(expired), secret);
  await tell(hub, key, 'hub', '{"type":"connection.test"}', own);
  const seen = `/api/recovery/seen/${await ada.pageKey()}`;
  await hub.send('POST', seen, { what: 'test', data: '{}' }, { origin: 'https://shop.example' });
  const cart = { email: 'y@example.com', totalCents: 100, consent: true, test: true };
  await hub.send('POST', '/api/recovery/carts', cart, { 'x-user': ada.uid, authorization: 'Bearer key' });
  await hub.run();

  const after = await ada.overview();
  expect(after.carts).toEqual([]);
  expect(after.figures.analytics.totalAbandoned).toBe(0);
  expect((await hub.plans.describe(db.tables(), ada.uid)).usage.monthlyRecoveries).toBe(0);
  expect(await hub.mails()).toEqual([]);
  const proven = after.connection.heard.filter(({ provenAt }) => provenAt !== null).map(({ way }) => way);
  expect(proven.sort()).toEqual(['api', 'hub', 'shopify', 'snippet', 'stripe']);
});

test('the script has a door only where its owner asked for one; a renewed key shuts out the one before', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  const say = (key: string, what = 'test', data: object = {}) =>
    hub.send('POST', `/api/recovery/seen/${key}`, { what, data: JSON.stringify(data) });
  const { key, pageKey } = (await ada.overview()).connection;
  expect(pageKey).toBeNull();
  // Whom nobody knows, who has not chosen this way, and whose key was renewed: one refusal.
  const refusals = [await say('rec_nobodynobodynobody00'), await say(key)];

  const first = await ada.pageKey();
  expect(first).not.toBe(key);
  expect((await say(first)).status).toBe(200);
  const second = await ada.pageKey();
  expect((await ada.overview()).connection).toMatchObject({ key, pageKey: second });
  expect(heardOf(await ada.overview(), 'snippet')).toBeUndefined();
  refusals.push(await say(first));
  expect((await say(second)).status).toBe(200);
  await ada.ask('DELETE', '/api/recovery/page-key');
  refusals.push(await say(second));
  for (const refusal of refusals) {
    expect(refusal.status).toBe(404);
    expect(await refusal.json()).toMatchObject({ error: { message: 'No shop here uses this key.' } });
  }
  // The webhooks go on by the key they have.
  await connect(ada, 'stripe');
  const paid = JSON.stringify({ type: 'charge.updated', livemode: true });
  expect((await tell(hub, key, 'stripe', paid, secret)).status).toBe(200);
  expect((await hub.send('POST', '/api/recovery/page-key', {})).status).toBe(401);
});

test('[law] whatever a stranger tells by a page’s key, the answer is the same: no plan, no buyer shows', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody(), 'FREE');
  const key = await ada.pageKey();
  const buyer = fc.integer({ min: 0, max: 9 }).map((n) => `b${n}.${ada.uid}@example.com`);
  const call = fc.tuple(fc.constantFrom('cart', 'order'), buyer, fc.integer({ min: 0, max: 90_000 }));
  const answers = new Set<string>();
  await fc.assert(
    fc.asyncProperty(call, async ([what, email, totalCents]) => {
      const data = { email, totalCents, consent: true, orderId: `o${totalCents}` };
      const body = { what, data: JSON.stringify(data) };
      const answer = await hub.send('POST', `/api/recovery/seen/${key}`, body);
      answers.add(`${answer.status} ${await answer.text()}`);
    }),
    // Below what one address may send in an hour, above what the plan takes.
    { numRuns: 25 },
  );
  expect([...answers]).toEqual(['200 {"ok":true,"words":"Received."}']);
});

test('whoever looks at their carts is told the moment one comes, and nobody else is', async () => {
  const hub = recoveryHub(db);
  const [ada, bob] = [await hub.member(somebody()), await hub.member(somebody())];
  const open = async (who: typeof ada) => {
    const news = eventReader(await who.call('GET', '/api/recovery/news'));
    onTestFinished(() => news.close());
    expect((await news.next())?.event).toBe('live');
    return news;
  };
  const [desk, phone, stranger] = [await open(ada), await open(ada), await open(bob)];
  const { connection } = await ada.overview();
  const cart = { type: 'cart.abandoned', data: { email: 'bea@example.com', totalCents: 4900 } };
  await tell(hub, connection.key, 'hub', JSON.stringify(cart), connection.secret);
  expect((await desk.next())?.event).toBe('moved');
  expect((await phone.next())?.event).toBe('moved');
  // Bob's own cart is the first that he hears of.
  const told = stranger.next();
  expect(await Promise.race([told, new Promise((done) => setTimeout(() => done('nothing'), 300))])).toBe(
    'nothing',
  );
  await bob.add('bob.buyer@example.com');
  expect((await told)?.event).toBe('moved');
  expect((await hub.send('GET', '/api/recovery/news')).status).toBe(401);
});

type Act = ['cart' | 'again' | 'test' | 'forged', number];

test('[law] of carts and tests at once, twice and in any order: a cart a buyer, each in its own shop', async () => {
  const hub = recoveryHub(db);
  const act = fc.tuple(
    fc.constantFrom<Act[0]>('cart', 'again', 'test', 'forged'),
    fc.integer({ min: 0, max: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
      const [ada, bob] = [await hub.member(somebody()), await hub.member(somebody())];
      const connections = [(await ada.overview()).connection, (await bob.overview()).connection];
      await Promise.all(
        acts.map(async ([what, buyer]) => {
          const mine = connections[buyer % 2];
          if (!mine) throw new Error('nobody');
          const data = { email: `b${buyer}@example.com`, totalCents: 100 + buyer, consent: true };
          const type = what === 'test' ? 'connection.test' : 'cart.abandoned';
          const body = JSON.stringify({ type, data });
          const by = what === 'forged' ? (connections[(buyer + 1) % 2]?.secret ?? '') : mine.secret;
          const headers = signAs('hub', body, by, { id: `evt_${buyer}`, now: hub.clock.now() });
          for (let time = what === 'again' ? 0 : 1; time < 2; time++)
            await hub.send('POST', `/api/recovery/in/${mine.key}/hub`, body, { ...json, ...headers });
        }),
      );
      for (const [index, who] of [ada, bob].entries()) {
        const told = acts.filter(
          ([what, buyer]) => (what === 'cart' || what === 'again') && buyer % 2 === index,
        );
        const buyers = [...new Set(told.map(([, buyer]) => `b${buyer}@example.com`))].sort();
        const { carts, figures, connection } = await who.overview();
        expect(carts.map(({ email }) => email).sort()).toEqual(buyers);
        expect(figures.analytics.totalAbandoned).toBe(buyers.length);
        const usage = (await hub.plans.describe(db.tables(), who.uid)).usage;
        expect(usage.monthlyRecoveries).toBe(buyers.length);
        const isTested = acts.some(([what, buyer]) => what === 'test' && buyer % 2 === index);
        const heard = connection.heard.find(({ way }) => way === 'hub');
        expect(heard?.testedAt != null).toBe(isTested);
        expect(heard?.provenAt != null).toBe(isTested || buyers.length > 0);
      }
      expect(hub.unexpected).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

const hasShell = spawnSync('sh', ['-c', 'command -v openssl && command -v od']).status === 0;

test.skipIf(!hasShell)('the line for a terminal signs exactly as the hub does', () => {
  const own = newWebhookSecret();
  const lines = signedTestLine('https://birch.example/in', own).split('\n');
  const script = [...lines.slice(0, 3), 'printf "%s|%s|%s|%s" "$id" "$at" "$body" "$sig"'].join('\n');
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  const [id = '', at = '', body = '', sig] = stdout.split('|');
  const expected = signWebhook(own, id, new Date(Number(at) * 1000), body);
  expect(`v1,${sig}`).toBe(expected['webhook-signature']);
  expect(JSON.parse(body)).toEqual({ type: 'connection.test' });
});
