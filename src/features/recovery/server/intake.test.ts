// Long because: every way in is tried against the same hub.
import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { hours } from '#base/clock.ts';
import type { ImportAnswer } from '#features/recovery/rules/contract.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import { signWebhook } from '#platform/server/webhooks/signature.ts';
import { createConsent } from '#features/consent/server/public.ts';
import { bounceSecret } from './bounce-secret.ts';

const db = await useDatabase();
// What another test left waiting would go out in this one.
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const uidOf = () => `otto${++people}`;
const json = { 'content-type': 'application/json' };

test('[AUTO-2] fifty carts at once, room for five: five are taken, the others told which plan has more', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf(), 'FREE');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ada.call('POST', '/api/recovery/carts', { email: `p${index}.${ada.uid}@example.com`, totalCents: 100 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(45);
  expect(await refused[0]?.text()).toContain('5 of 5 abandoned carts received');
  expect((await ada.overview()).figures.analytics.totalAbandoned).toBe(5);
});

test('[AUTO-2] the same buyer at once from every side is one cart and counts once', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf(), 'FREE');
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ada.add(index % 2 ? `Bea.${ada.uid}@example.com` : `bea.${ada.uid}@example.com`, {
        totalCents: 100 + index,
        currency: 'EUR',
      }),
    ),
  );
  const { carts, figures } = await ada.overview();
  expect(carts).toHaveLength(1);
  expect(carts[0]?.currency).toBe('EUR');
  expect(figures.analytics.totalAbandoned).toBe(1);
  expect((await hub.plans.describe(db.tables(), ada.uid)).usage.monthlyRecoveries).toBe(1);
});

test('[AUTO-2] of a file as many carts are taken as the plan has room for; every other line says why not', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf(), 'FREE');
  const text = [
    'Email;Total;Currency;Products;Date',
    ...[1, 2, 3].map((n) => `c${n}.${ada.uid}@example.com;49,90;eur;"Guide; Map";2026-11-20`),
    'no address;10;EUR;;',
    `c9.${ada.uid}@example.com;ten;EUR;;`,
    ...[4, 5, 6, 7].map((n) => `c${n}.${ada.uid}@example.com;1.234,50;EUR;;`),
    `c1.${ada.uid}@example.com;50;EUR;;`,
  ].join('\r\n');
  const answer = await ada.ask<ImportAnswer>('POST', '/api/recovery/carts/csv', { text });
  expect(answer).toMatchObject({ added: 5, merged: 1, refused: 4 });
  expect(answer.reports.map(({ line, words }) => `${line} ${words.slice(0, 14)}`)).toEqual([
    '5 email: Enter o',
    '6 total: “ten” i',
    '9 5 of 5 abandon',
    '10 5 of 5 abandon',
  ]);
  const { figures } = await ada.overview();
  expect(figures.currency).toBe('EUR');
});

test('[AUTO-2] where a file has more carts than the plan has room for, its first lines are taken', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf(), 'FREE');
  const lines = [9, 8, 7, 6, 5, 4, 3].map((n) => `z${n}.${ada.uid}@example.com,5`);
  const text = ['email,total', ...lines].join('\n');
  const answer = await ada.ask<ImportAnswer>('POST', '/api/recovery/carts/csv', { text });
  expect(answer.reports.map(({ line }) => line)).toEqual([7, 8]);
});

test('[AUTO-4] 20,000 lines go in, each bad one with a report', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  await ada.settle();
  await ada.switchOn();
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index % 200 === 0 ? 'broken' : `n${index}.${ada.uid}@example.com,12.50,yes`,
  );
  const answer = await ada.ask<ImportAnswer>('POST', '/api/recovery/carts/csv', {
    text: ['email,total,consent', ...lines].join('\n'),
  });
  expect(answer).toMatchObject({ added: 19_900, merged: 0, refused: 100 });
  expect(answer.reports).toHaveLength(100);
  expect((await ada.overview()).figures.analytics.totalAbandoned).toBe(19_900);
});

test('[AUTO-4] a shop’s signed cart is taken once, a forged, altered or old one never', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const { connection } = await ada.overview();
  const path = `/api/recovery/in/${connection.key}/hub`;
  const body = JSON.stringify({
    type: 'cart.abandoned',
    data: { email: `bea.${ada.uid}@example.com`, totalCents: 4900, currency: 'GBP', consent: true },
  });
  const signed = { ...json, ...signWebhook(connection.secret, 'evt_1', hub.clock.now(), body) };
  const first = await hub.send('POST', path, body, signed);
  expect(await first.json()).toEqual({ ok: true, words: 'A new cart.' });
  const again = await hub.send('POST', path, body, signed);
  expect(await again.json()).toEqual({ ok: true, words: 'Already received.' });
  expect((await hub.send('POST', path, body.replace('4900', '1'), signed)).status).toBe(403);
  const old = signWebhook(connection.secret, 'evt_2', new Date(hub.clock.now().getTime() - hours(1)), body);
  expect((await hub.send('POST', path, body, { ...json, ...old })).status).toBe(403);
  expect((await hub.send('POST', '/api/recovery/in/rec_nobody/hub', body, signed)).status).toBe(404);
  expect((await ada.overview()).carts).toHaveLength(1);
});

test('[AUTO-4] Shopify, WooCommerce and Stripe are understood as docs/recovery.md says, and so signed', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const { connection } = await ada.overview();
  const email = (who: string) => `${who}.${ada.uid}@example.com`;
  const secret = 'the shop’s own';
  for (const shop of ['shopify', 'woocommerce', 'stripe'])
    await ada.ask('PUT', '/api/recovery/shops', { shop, secret });
  const connected = async () => (await ada.overview()).connection.shops;
  await ada.ask('PUT', '/api/recovery/shops', { shop: 'shopify', secret: '' });
  expect(await connected()).toContain('shopify');
  await ada.ask('PUT', '/api/recovery/shops', { shop: 'stripe', secret: '', remove: true });
  expect(await connected()).not.toContain('stripe');
  await ada.ask('PUT', '/api/recovery/shops', { shop: 'stripe', secret });
  const mac = (text: string, encoding: 'base64' | 'hex') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const tell = async (shop: string, event: unknown, headers: (body: string) => Record<string, string>) => {
    const body = JSON.stringify(event);
    const path = `/api/recovery/in/${connection.key}/${shop}`;
    const response = await hub.send('POST', path, body, { ...json, ...headers(body) });
    const answer = (await response.json()) as { words?: string; error?: { message: string } };
    return answer.words ?? answer.error?.message;
  };
  const shopify = (topic: string) => (body: string) => ({
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': mac(body, 'base64'),
  });
  const woo = (body: string) => ({ 'x-wc-webhook-signature': mac(body, 'base64') });
  const time = String(hub.clock.now().getTime() / 1000);
  const stripe = (body: string) => ({ 'stripe-signature': `t=${time},v1=${mac(`${time}.${body}`, 'hex')}` });

  const checkout = {
    email: email('shopify'),
    total_price: '1234.50',
    currency: 'CAD',
    customer: { first_name: 'Bea', last_name: 'Bright' },
    line_items: [{ title: 'Guide', quantity: 2, price: '617.25' }],
    abandoned_checkout_url: 'https://shop.example/recover/1',
    buyer_accepts_marketing: true,
  };
  expect(await tell('shopify', checkout, shopify('checkouts/update'))).toBe('A new cart.');
  const order = {
    status: 'pending',
    currency: 'EUR',
    total: '19.00',
    billing: { email: email('woo') },
    id: 7,
  };
  expect(await tell('woocommerce', order, woo)).toBe('A new cart.');
  const session = (type: string) => ({
    type,
    data: {
      object: {
        id: 'cs_1',
        amount_total: 2900,
        currency: 'usd',
        customer_details: { email: email('stripe') },
        consent: { promotions: 'opt_in' },
        after_expiration: { recovery: { url: 'https://buy.stripe.example/r/1' } },
      },
    },
  });
  expect(await tell('stripe', session('checkout.session.expired'), stripe)).toBe('A new cart.');
  expect(await tell('stripe', session('x'), () => ({ 'stripe-signature': `t=${time},v1=00` }))).toContain(
    'signature doesn’t match',
  );

  hub.clock.move(hours(2));
  const paid = { id: 99, email: email('shopify'), total_price: '1234.50', currency: 'CAD' };
  expect(await tell('shopify', paid, shopify('orders/create'))).toBe('A cart was recovered.');
  expect(await tell('woocommerce', { ...order, status: 'completed' }, woo)).toBe('A cart was recovered.');
  const { figures, carts } = await ada.overview();
  expect(figures.revenue).toEqual([
    { currency: 'CAD', cents: 123_450 },
    { currency: 'EUR', cents: 1900 },
  ]);
  expect(carts.find((cart) => cart.email === email('shopify'))).toMatchObject({
    name: 'Bea Bright',
    totalCents: 123_450,
  });
});

test('[AUTO-4] the snippet is at most 2 KB and what it sends is a cart, only with consent', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const key = await ada.pageKey();
  const script = await (await hub.send('GET', `/api/recovery/snippet.js?key=${key}`)).text();
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2048);
  expect(script).toContain(`https://birch.example/api/recovery/seen/${key}`);
  runInNewContext(`(function () { ${script} })`);
  const say = async (what: string, data: object) => {
    const response = await hub.send(
      'POST',
      `/api/recovery/seen/${key}`,
      new URLSearchParams({ what, data: JSON.stringify(data) }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
    );
    return ((await response.json()) as { ok: boolean }).ok;
  };
  const cart = { email: `s.${ada.uid}@example.com`, totalCents: 100, currency: 'EUR' };
  expect(await say('cart', cart)).toBe(false);
  expect(await say('cart', { ...cart, consent: true })).toBe(true);
  expect(await say('order', { ...cart, orderId: '1' })).toBe(true);
  // Bought a minute later: it was never left.
  expect((await ada.overview()).figures.analytics.totalAbandoned).toBe(0);
});

test('what anybody may tell by the key of a page leads no reader of a reminder anywhere', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const key = await ada.pageKey();
  const email = `t.${ada.uid}@example.com`;
  const data = {
    email,
    totalCents: 100,
    consent: true,
    name: 'Win at pills.example',
    items: ['https://pills.example', 'Write to a@pills.example', 'пилюли.рф', 'Two red mugs'].map((name) => ({
      name,
    })),
  };
  const response = await hub.send(
    'POST',
    `/api/recovery/seen/${key}`,
    new URLSearchParams({ what: 'cart', data: JSON.stringify(data) }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
  );
  expect(await response.json()).toMatchObject({ ok: true });
  const { rows } = await db.pool.query<{ name: string; items: { name: string }[] }>(
    'select name, items from recovery_cart where email = $1',
    [email],
  );
  expect(rows[0]?.name).toBe('');
  expect(rows[0]?.items.map(({ name }) => name)).toEqual(['An item', 'An item', 'An item', 'Two red mugs']);
});

test('a cart that was paid before its first reminder was due is not said to have come back', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const { key, secret } = (await ada.overview()).connection;
  let count = 0;
  const tell = async (what: string, data: object) => {
    const type = what === 'cart' ? 'cart.abandoned' : 'order.paid';
    const body = JSON.stringify({ type, data });
    const signed = signWebhook(secret, `evt_${++count}`, hub.clock.now(), body);
    const response = await hub.send('POST', `/api/recovery/in/${key}/hub`, body, { ...json, ...signed });
    return ((await response.json()) as { words: string }).words;
  };
  const cart = { email: `q.${ada.uid}@example.com`, totalCents: 100, currency: 'EUR', consent: true };
  expect(await tell('cart', { ...cart, name: 'N'.repeat(300) })).toBe('A new cart.');
  expect(await tell('order', { ...cart, orderId: '1' })).toBe(
    'Paid before a first reminder was due: this cart is not counted as abandoned.',
  );
  expect(await tell('order', { ...cart, orderId: '2' })).toBe('No cart was waiting for this order.');
  const { analytics } = (await ada.overview()).figures;
  expect(analytics).toMatchObject({ totalAbandoned: 0, totalRecovered: 0 });
});

test('[AUTO-4] what anybody tells by the public key changes nothing of a cart that the shop itself told', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const key = await ada.pageKey();
  const email = `k.${ada.uid}@example.com`;
  const told = { name: 'Kit', totalCents: 4900, restoreUrl: 'https://shop.example/cart/1' };
  await ada.add(email, told);
  const forged = {
    email,
    name: 'Visit evil.example',
    totalCents: 1,
    currency: 'XTS',
    items: [{ name: 'You have won' }],
    restoreUrl: 'https://evil.example/',
    consent: true,
  };
  const answer = await hub.send(
    'POST',
    `/api/recovery/seen/${key}`,
    JSON.stringify({ what: 'cart', data: JSON.stringify(forged) }),
    json,
  );
  expect(answer.status).toBe(200);
  const { rows } = await db.pool.query(
    'select name, total_cents, currency, items, restore_url, source from recovery_cart where email_key = $1',
    [email],
  );
  expect(rows).toEqual([
    {
      name: 'Kit',
      total_cents: 4900,
      currency: 'USD',
      items: [{ name: 'Field guide', quantity: 1, cents: 0 }],
      restore_url: 'https://shop.example/cart/1',
      source: 'hand',
    },
  ]);
});

test('[AUTO-3] a status set by hand counts at once, and one order told twice counts once', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const first = await ada.add(`a.${ada.uid}@example.com`);
  await ada.add(`b.${ada.uid}@example.com`);
  await ada.add(`c.${ada.uid}@example.com`);
  await ada.ask('PATCH', `/api/recovery/carts/${first.id}`, { status: 'recovered' });
  expect((await ada.overview()).figures.analytics).toMatchObject({ totalRecovered: 1, recoveryRate: 33 });
  await ada.ask('PATCH', `/api/recovery/carts/${first.id}`, { status: 'lost' });
  expect((await ada.overview()).figures.analytics).toMatchObject({ totalRecovered: 0, totalRevenue: 0 });
  await ada.bought(`b.${ada.uid}@example.com`, 'o-1');
  await ada.add(`b.${ada.uid}@example.com`);
  expect(await ada.bought(`b.${ada.uid}@example.com`, 'o-1')).toEqual({ matched: false });
  expect((await ada.overview()).figures.analytics.totalRecovered).toBe(1);
});

test('[AUTO-4] what belongs to one member answers another as if it were not there', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const eve = await hub.member(uidOf());
  const { id } = await ada.add(`x.${ada.uid}@example.com`);
  const campaign = await ada.ask<{ id: string }>('POST', '/api/recovery/campaigns', {
    name: 'Mine',
    isOn: false,
    steps: [{ afterHours: 1, subject: 'a', body: 'b', discountPercent: 0 }],
  });
  expect((await eve.call('PATCH', `/api/recovery/carts/${id}`, { status: 'lost' })).status).toBe(404);
  await eve.call('DELETE', `/api/recovery/carts/${id}`);
  await eve.call('DELETE', `/api/recovery/campaigns/${campaign.id}`);
  expect((await eve.call('POST', `/api/recovery/carts/${id}/write`, { step: 1 })).status).toBe(404);
  expect(await ada.overview()).toMatchObject({ carts: [{ id }], campaigns: [{ id: campaign.id }] });
  expect((await hub.send('GET', '/api/recovery')).status).toBe(401);
});

test('[AUTO-2] the fourth AI email of a month on FREE is refused, and writing names what is in the cart', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf(), 'FREE');
  const { id } = await ada.add(`x.${ada.uid}@example.com`);
  const write = () => ada.call('POST', `/api/recovery/carts/${id}/write`, { step: 1 });
  expect(((await (await write()).json()) as { subject: string }).subject).toContain('Field guide');
  await write();
  await write();
  const refused = await write();
  expect(refused.status).toBe(402);
  expect(await refused.text()).toContain('3 of 3 AI emails used');
});

test('[AUTO-4] a campaign does not go on without a sender, nor with a placeholder that nobody fills', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  expect(await ada.switchOn().catch(String)).toContain('postal address');
  await ada.settle();
  const steps = [{ afterHours: 1, subject: 'Hi {{Fristname}}', body: 'b', discountPercent: 0 }];
  expect(await ada.switchOn({ steps }).catch(String)).toContain('{{Fristname}} isn’t a placeholder');
  const words = { subject: 'Hi {{First Name}}', body: 'b' };
  const kept = await ada.call('PUT', '/api/recovery/carts/c1/messages/1', words);
  expect(kept.status).toBe(400);
  expect(await kept.text()).toContain('{{First Name}} isn’t a placeholder');
});

test('[AUTO-4] a bounce that a mail service reports with its signature ends all mail to that address', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  await ada.settle();
  await ada.switchOn();
  const email = `gone.${ada.uid}@example.com`;
  await ada.add(email);
  const body = JSON.stringify({ type: 'bounce', email });
  expect((await hub.send('POST', '/api/recovery/bounces', body, json)).status).toBe(403);
  const signed = signWebhook(bounceSecret(hub.platform), 'b1', hub.clock.now(), body);
  expect((await hub.send('POST', '/api/recovery/bounces', body, { ...json, ...signed })).status).toBe(200);
  hub.clock.move(hours(1));
  await hub.run();
  expect(await hub.mails(email)).toMatchObject([{ state: 'cancelled' }]);
  expect((await ada.overview()).carts[0]?.messages[0]?.reason).toBe('bounced');
});

test('what is kept about a buyer is exported and erased, and the figures follow', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  const email = `me.${ada.uid}@example.com`;
  await ada.add(email);
  expect(JSON.stringify(await hub.feature.person?.export(email))).toContain('Field guide');
  expect(await hub.feature.person?.erase(email)).toEqual(['1 abandoned carts and their reminders deleted']);
  expect(await hub.feature.person?.export(email)).toBeNull();
  expect((await ada.overview()).figures.analytics.totalAbandoned).toBe(0);
  const consent = createConsent(hub.platform);
  expect(await consent.mayMail(db.tables(), { to: email, kind: 'marketing', purpose: 'recovery' })).toEqual({
    allowed: true,
  });
});

test('[AUTO-4] the export holds every cart, and no cell that a spreadsheet would run', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(uidOf());
  await ada.add(`a.${ada.uid}@example.com`, { name: '=HYPERLINK("x")' });
  const csv = await (await ada.call('GET', '/api/recovery/export')).text();
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv.trim().split('\r\n')).toHaveLength(2);
});
