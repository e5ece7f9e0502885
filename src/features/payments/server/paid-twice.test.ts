import { expect, onTestFinished, test, vi } from 'vitest';
import { hours, minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { createDonations, createPayments } from '#features/payments/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { paymentsHub, paymentsPlatform, settingsOf } from '#testing/payments-hub.ts';
import { paymentCommands } from './commands.ts';
import { reconcile } from './reconcile.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);
const { paypal, clock } = hub;
paypal.webhooks.setMode('lose');

const begin = (reference: string, totalCents = 2000) =>
  hub.payments.begin({
    kind: 'thing',
    reference,
    totalCents,
    shownCents: totalCents,
    currency: 'USD',
    description: 'A thing',
    payerEmail: 'ada@example.com',
  });
const unitOf = (orderId: string) => paypal.orders.find(orderId).purchase_units[0];
const backAt = (orderId: string) =>
  unitOf(orderId)?.payments?.refunds.map(({ amount }) => amount.value) ?? [];
const told = (reference: string) => hub.told.filter((each) => each.reference === reference).length;
const mailsTo = async (to: string, subject: string) => {
  const { rows } = await db.pool.query(
    `select 1 from outbound_message where payload ->> 'to' = $1 and payload ->> 'subject' like $2`,
    [to, `${subject}%`],
  );
  return rows.length;
};
async function rounds(n = 3) {
  for (let round = 0; round < n; round++) {
    clock.move(minutes(3));
    await hub.reconcile();
  }
}

for (const [what, successor] of Object.entries({ 'the same price': 2000, 'another price': 2500 }))
  test(`[PAY-3] former and successor order both captured, at ${what}: one is kept, the other goes back`, async () => {
    const reference = `ord_twice${successor}`;
    const former = await begin(reference);
    if (successor === 2000)
      await db.pool.query(`update payment set state = 'expired' where reference = $1`, [reference]);
    const latter = await begin(reference, successor);
    expect(latter).not.toEqual(former);
    for (const { providerOrderId } of [former, latter]) paypal.orders.approve(providerOrderId);
    // Both were under way at once: the one at the provider already, the other by its buyer's page.
    paypal.orders.capture(former.providerOrderId);
    expect((await hub.capture(latter.providerOrderId)).json['state']).toBe('paid');
    const before = await mailsTo('owner@birch.example', 'Paid twice');
    for (let n = 0; n < 3; n++) await hub.payments.look(former.providerOrderId);
    await rounds();

    expect(backAt(former.providerOrderId)).toEqual(['20.00']);
    expect(backAt(latter.providerOrderId)).toEqual([]);
    expect(await hub.payments.state(reference)).toBe('paid');
    expect(told(reference)).toBe(1);
    expect(await mailsTo('owner@birch.example', 'Paid twice')).toBe(before + 1);
    expect(await mailsTo('ada@example.com', 'Paid twice: $20 is refunded')).toBe(before + 1);
    // Its refund is none of what is kept: all of that can still be given back.
    await hub.payments.refund(reference, null, 'Unhappy');
    expect(backAt(latter.providerOrderId)).toEqual([(successor / 100).toFixed(2)]);
    expect(await hub.payments.state(reference)).toBe('refunded');
  });

test('[PAY-3] money that came twice and was given back at PayPal’s own site is not given back again', async () => {
  const former = await begin('ord_byhand');
  await db.pool.query(`update payment set state = 'expired' where reference = 'ord_byhand'`);
  const latter = await begin('ord_byhand');
  for (const { providerOrderId } of [former, latter]) paypal.orders.approve(providerOrderId);
  await hub.capture(latter.providerOrderId);
  const captured = paypal.orders.capture(former.providerOrderId);
  paypal.orders.refund(captured.purchase_units[0]?.payments?.captures[0]?.id ?? '', {});
  await hub.payments.look(former.providerOrderId);
  await rounds();
  expect(backAt(former.providerOrderId)).toEqual(['20.00']);
  expect(await hub.payments.state('ord_byhand')).toBe('paid');
  expect(told('ord_byhand')).toBe(1);
});

test('[PAY-3] money that is not what was asked for is told to the operator', async () => {
  const { orderId, reference } = await hub.approved();
  paypal.orders.setTamper({ value: '0.01' });
  await hub.capture(orderId);
  paypal.orders.setTamper(null);
  expect(await mailsTo('owner@birch.example', `PayPal charged a different amount: ${reference}`)).toBe(1);
});

test('[PAY-3] a refund that PayPal refuses is told to the operator', async () => {
  const { orderId, reference } = await hub.approved();
  await hub.capture(orderId);
  await db.pool.query(`update payment_capture set capture_id = 'GONE' where capture_id = $1`, [
    hub.captureId(orderId),
  ]);
  await expect(hub.payments.refund(reference, null, '')).rejects.toThrow('PayPal declined this refund');
  expect(await mailsTo('owner@birch.example', `PayPal declined a refund: 25.00 USD for ${reference}`)).toBe(
    1,
  );
});

test('[PAY-3] an order whose making was never answered is closed within a day, and can be paid anew', async () => {
  paypal.faults.loseAnswers = 1;
  await expect(begin('ord_lost')).rejects.toMatchObject({ code: 'unavailable' });
  paypal.faults.loseAnswers = 0;
  await rounds();
  expect(await hub.payments.state('ord_lost')).toBe('open');
  for (let n = 0; n < 20; n++) {
    clock.move(hours(1));
    await hub.reconcile();
  }
  expect(await hub.payments.state('ord_lost')).toBe('expired');
  const { providerOrderId } = await begin('ord_lost');
  paypal.orders.approve(providerOrderId);
  expect((await hub.capture(providerOrderId)).json['state']).toBe('paid');
  expect(told('ord_lost')).toBe(1);
});

test('[PAY-3] an order whose making was never answered and is paid all the same is found by its notice', async () => {
  await begin('ord_before');
  paypal.faults.loseAnswers = 1;
  await expect(begin('ord_found')).rejects.toMatchObject({ code: 'unavailable' });
  paypal.faults.loseAnswers = 0;
  const made = [...paypal.orders.orders.values()].filter(
    ({ purchase_units: [unit] }) => unit?.custom_id === 'ord_found',
  );
  expect(made).toHaveLength(1);
  paypal.webhooks.setMode('deliver');
  paypal.orders.approve(made[0]?.id ?? '');
  await paypal.webhooks.settled();
  paypal.webhooks.setMode('lose');
  expect(await hub.payments.state('ord_found')).toBe('paid');
  expect(told('ord_found')).toBe(1);
});

test('[PAY-3] [law] what was refused as not charged is charged by nobody until it is approved anew', async () => {
  let isRefused = true;
  hub.payments.tell({
    kind: 'dated',
    mayCapture: async () => {
      if (isRefused) throw new Problem('conflict', 'It isn’t sold at the moment. Nothing was charged.');
    },
    paid: async (_trx, payment) => void hub.told.push(payment),
    refunded: async () => {},
  });
  const dated = (reference: string) =>
    hub.payments.begin({
      kind: 'dated',
      reference,
      totalCents: 3100,
      shownCents: 3100,
      currency: 'USD',
      description: 'A thing with a date',
      payerEmail: 'ada@example.com',
    });
  // Refused to the buyer's page, and to a look of ours that came first.
  for (const first of ['page', 'look'] as const) {
    isRefused = true;
    const reference = `ord_dated_${first}`;
    const { providerOrderId } = await dated(reference);
    paypal.orders.approve(providerOrderId);
    const refused = {
      page: async () => (await hub.capture(providerOrderId)).status,
      look: () => hub.payments.look(providerOrderId).catch(({ status }: Problem) => status),
    };
    expect(await refused[first]()).toBe(409);
    isRefused = false;
    await hub.payments.look(providerOrderId);
    await rounds();
    await reconcile(paymentsPlatform(db, clock, settingsOf(paypal)), hub.payments, { unsettled: true });
    expect((await hub.capture(providerOrderId)).json['state']).not.toBe('paid');
    expect([told(reference), unitOf(providerOrderId)?.payments?.captures.length ?? 0]).toEqual([0, 0]);
    const anew = await dated(reference);
    expect(anew.providerOrderId).not.toBe(providerOrderId);
    paypal.orders.approve(anew.providerOrderId);
    expect((await hub.capture(anew.providerOrderId)).json['state']).toBe('paid');
    await rounds();
    expect(told(reference)).toBe(1);
  }
});

test('[PAY-3] the operator’s own reconciling looks at all that is not settled, at the real provider too', async () => {
  const asked: string[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url);
    return real(url.replace('https://api-m.paypal.com', paypal.origin), init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const settings = { ...settingsOf(paypal), emulator: undefined, environment: 'production' as const };
  const platform = paymentsPlatform(db, clock, settings);
  const handler = createDonations(platform).handler;
  const payments = createPayments(platform);
  payments.tell(handler);
  expect(payments.mode).toBe('paypal');
  const command = paymentCommands(platform, payments).find(({ name }) => name === 'payments reconcile');

  const { orderId, reference } = await hub.approved();
  const lines: string[] = [];
  // Nothing of it is due: the buyer's page may still bring the news.
  await command?.run([], (line) => lines.push(line));
  expect(asked).toContain(`https://api-m.paypal.com/v2/checkout/orders/${orderId}/capture`);
  expect(await hub.payments.state(reference)).toBe('paid');
  expect(lines.join()).toMatch(/^\d+ payments? checked, [1-9]\d* changed$/);
});
