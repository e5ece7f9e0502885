import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { days } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { foreignServer, paymentsHub, paymentsPlatform, settingsOf } from '#testing/payments-hub.ts';
import { paymentsPage } from './desk/payments-page.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);
const { paypal, clock } = hub;
const notify = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
  hub.post('/api/payments/webhook', body, headers);

const deep = (text: string) => JSON.parse(text) as { event_type: string; resource: { id: string } };
const noticesSince = (n: number, type: string) =>
  paypal.webhooks.sent.slice(n).filter(({ body }) => deep(body).event_type === type);

test('[PAY-3] 1,000 replays of a notice, shuffled with others and 100 at a time, record one payment', async () => {
  paypal.webhooks.setMode('lose');
  const before = paypal.webhooks.sent.length;
  const { orderId, reference } = await hub.approved();
  paypal.orders.capture(orderId);
  const notices = paypal.webhooks.sent.slice(before);
  expect(notices.map(({ body }) => deep(body).event_type)).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
  ]);
  // The later one comes first: whatever a notice says, the order itself is read.
  const all = Array.from({ length: 1000 }, (_, n) => notices[(n * 7 + 1) % 2]).filter(
    (each) => each !== undefined,
  );
  const statuses = new Set<number>();
  for (let n = 0; n < all.length; n += 100)
    for (const { status } of await Promise.all(all.slice(n, n + 100).map(notify))) statuses.add(status);
  expect([...statuses]).toEqual([200]);
  expect(await hub.captures(reference)).toHaveLength(1);
  expect(await hub.mails(`donation-receipt:${reference}`)).toHaveLength(1);
});

test('[PAY-3] of 200 forged notices none is believed, and nobody else is asked for a certificate', async () => {
  paypal.webhooks.setMode('lose');
  const foreign = await foreignServer();
  const { orderId, reference } = await hub.approved();
  const body = JSON.stringify({
    id: 'WH-forged',
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id: orderId },
  });
  const genuine = paypal.webhooks.sign(body);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const wrongKey = createSign('RSA-SHA256').update('anything').sign(privateKey, 'base64');
  const path = '/v1/notifications/certs/CERT-emulator';
  const kinds: ((n: number) => { headers: Record<string, string>; body: string })[] = [
    (n) => ({ ...genuine, body: body.replace('WH-forged', `WH-forged${n}`) }),
    () => ({ ...genuine, headers: { ...genuine.headers, 'paypal-transmission-sig': wrongKey } }),
    () => ({ ...genuine, headers: { ...genuine.headers, 'paypal-cert-url': `${foreign.origin}${path}` } }),
    () => ({
      ...genuine,
      headers: {
        ...genuine.headers,
        'paypal-cert-url': `${paypal.origin}@${foreign.origin.slice(7)}${path}`,
      },
    }),
    () => ({ ...genuine, headers: { ...genuine.headers, 'paypal-cert-url': 'file:///etc/passwd' } }),
    () => ({ ...genuine, headers: { ...genuine.headers, 'paypal-auth-algo': 'none' } }),
    (n) => ({ ...genuine, headers: { ...genuine.headers, 'paypal-transmission-id': `other-${n}` } }),
    () => ({ body, headers: {} }),
  ];
  const asked = vi.spyOn(globalThis, 'fetch');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => notify(kinds[n % kinds.length]?.(n) ?? genuine)),
  );
  const addresses = asked.mock.calls.map(([url]) => new URL(String(url)).origin);
  asked.mockRestore();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(foreign.asked()).toBe(0);
  expect(addresses.filter((origin) => origin !== hub.origin && origin !== paypal.origin)).toEqual([]);
  expect(await hub.captures(reference)).toEqual([]);
  // The same bytes, as they were signed, are believed: the forgeries were refused for what they were.
  expect((await notify(genuine)).status).toBe(200);
  expect(await hub.payments.state(reference)).toBe('paid');
});

test('a payment that is held back is not paid; the notice that it went through makes it so', async () => {
  paypal.webhooks.setMode('deliver');
  const { orderId, reference, token } = await hub.approved();
  paypal.orders.approve(orderId, 'PENDING');
  await hub.capture(orderId);
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('pending');
  expect(await hub.mails(`donation-receipt:${reference}`)).toEqual([]);
  expect((await hub.get(`/api/donations/${reference}?t=${token}`)).json['state']).toBe('pending');
  const why = async () =>
    (await db.pool.query('select held_reason from payment_capture where provider_order_id = $1', [orderId]))
      .rows;
  expect(await why()).toEqual([{ held_reason: 'PENDING_REVIEW' }]);
  const { payments } = hub;
  const page = paymentsPage(paymentsPlatform(db, clock, settingsOf(paypal)), payments as never);
  const shown = async () => JSON.stringify(await page.list({ find: reference }));
  expect(await shown()).toContain('pending at PayPal (under review)');
  paypal.orders.decide(hub.captureId(orderId), 'COMPLETED');
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('paid');
  expect(await shown()).not.toContain('pending at');
  expect(await hub.mails(`donation-receipt:${reference}`)).toHaveLength(1);
});

test('a payment that is held back and then denied is declined, and its donor is told', async () => {
  paypal.webhooks.setMode('deliver');
  const { orderId, reference } = await hub.approved();
  paypal.orders.approve(orderId, 'PENDING');
  await hub.capture(orderId);
  paypal.orders.decide(hub.captureId(orderId), 'DENIED');
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('declined');
  expect(await hub.mails(`donation-receipt:${reference}`)).toEqual([]);
  expect(await hub.mails(`donation-declined:${reference}`)).toHaveLength(1);
});

test('a notice that can’t be looked up now is answered 503, and is dealt with when it comes again', async () => {
  paypal.webhooks.setMode('lose');
  const { orderId, reference } = await hub.approved();
  await hub.capture(orderId);
  const before = paypal.webhooks.sent.length;
  paypal.orders.refund(hub.captureId(orderId), {});
  const notice = noticesSince(before, 'PAYMENT.CAPTURE.REFUNDED')[0];
  if (!notice) throw new Error('no notice');
  paypal.faults.loseRequests = 1;
  const lost = await notify(notice);
  paypal.faults.loseRequests = 0;
  expect([lost.status, await hub.payments.state(reference)]).toEqual([503, 'paid']);
  expect((await notify(notice)).status).toBe(200);
  expect(await hub.payments.state(reference)).toBe('refunded');
  expect(hub.unexpected).toEqual([]);
});

test('a refund made at the provider arrives by its notice, part by part, each told once', async () => {
  paypal.webhooks.setMode('deliver');
  const { orderId, reference, token } = await hub.approved();
  await hub.capture(orderId);
  await paypal.webhooks.settled();
  const before = paypal.webhooks.sent.length;
  const money = { currency_code: 'USD', value: '10.00' };
  const first = paypal.orders.refund(hub.captureId(orderId), { amount: money });
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('partly_refunded');
  const again = noticesSince(before, 'PAYMENT.CAPTURE.REFUNDED')[0];
  if (again) await notify(again);
  paypal.orders.refund(hub.captureId(orderId), {});
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('refunded');
  expect((await hub.get(`/api/donations/${reference}?t=${token}`)).json['state']).toBe('refunded');
  expect(await hub.mails(`donation-refund:${first.id}`)).toHaveLength(1);
});

test('money taken back by a bank is written down as given back', async () => {
  paypal.webhooks.setMode('deliver');
  const { orderId, reference } = await hub.approved();
  await hub.capture(orderId);
  paypal.orders.reverse(hub.captureId(orderId));
  await paypal.webhooks.settled();
  expect(await hub.payments.state(reference)).toBe('refunded');
});

test('[PAY-3] without notices, reconciling finds the approved order, the decided payment and the refund', async () => {
  paypal.webhooks.setMode('lose');
  const approved = await hub.approved();
  const held = await hub.approved();
  paypal.orders.approve(held.orderId, 'PENDING');
  await hub.capture(held.orderId);
  paypal.orders.decide(hub.captureId(held.orderId), 'COMPLETED');
  const refunded = await hub.approved();
  await hub.capture(refunded.orderId);
  paypal.orders.refund(hub.captureId(refunded.orderId), {});
  clock.move(days(2));
  await hub.reconcile();
  expect(await hub.payments.state(approved.reference)).toBe('paid');
  expect(await hub.payments.state(held.reference)).toBe('paid');
  expect(await hub.payments.state(refunded.reference)).toBe('refunded');
});

test('a refund whose answer is lost is made once, however often it is asked for', async () => {
  paypal.webhooks.setMode('lose');
  const { orderId, reference } = await hub.approved();
  await hub.capture(orderId);
  paypal.faults.loseAnswers = 1;
  await expect(hub.payments.refund(reference, 1000, 'asked for')).rejects.toMatchObject({
    code: 'unavailable',
  });
  paypal.faults.loseAnswers = 0;
  // Asked again it only helps the first one on: whether a second was meant, nobody knows.
  await expect(hub.payments.refund(reference, 1000, 'asked for')).rejects.toThrow('has gone through now');
  expect(paypal.orders.find(orderId).purchase_units[0]?.payments?.refunds).toHaveLength(1);
  expect(await hub.payments.state(reference)).toBe('partly_refunded');
});

test('nothing of all this was an error of ours', () => {
  expect(hub.unexpected).toEqual([]);
});
