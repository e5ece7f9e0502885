import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { days, minutes } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { paymentsHub, settingsOf } from '#testing/payments-hub.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);
const { paypal, clock } = hub;

test('[PAY-3] an approved order that is captured 50 times at once is paid once', async () => {
  paypal.webhooks.setMode('deliver');
  const { orderId, reference } = await hub.approved();
  const answers = await Promise.all(Array.from({ length: 50 }, () => hub.capture(orderId)));
  await paypal.webhooks.settled();
  expect(answers.map(({ status, json }) => `${status} ${json['state']}`)).toEqual(Array(50).fill('200 paid'));
  expect(await hub.captures(reference)).toHaveLength(1);
  expect(await hub.mails(`donation-receipt:${reference}`)).toHaveLength(1);
});

test('[PAY-3] money of an order that nobody approved is not taken, nor of one that is not ours', async () => {
  const { json } = await hub.donate({ cents: 500 });
  expect((await hub.capture(json['orderId'] ?? '')).json['state']).toBe('open');
  expect((await hub.capture('NOSUCHORDER')).status).toBe(404);
  expect((await hub.capture("'; drop table payment")).status).toBe(400);
});

test('[PAY-3] a declined card is said to the buyer, also when the notice was faster than their page', async () => {
  const { json } = await hub.donate({ cents: 500 });
  const orderId = json['orderId'] ?? '';
  paypal.orders.approve(orderId, 'INSTRUMENT_DECLINED');
  await paypal.webhooks.settled();
  expect((await hub.capture(orderId)).json['state']).toBe('declined');
});

test('[PAY-3] a declined card leaves the order good: another card pays it', async () => {
  paypal.webhooks.setMode('lose');
  const { orderId, reference } = await hub.approved();
  paypal.orders.approve(orderId, 'INSTRUMENT_DECLINED');
  expect((await hub.capture(orderId)).json['state']).toBe('declined');
  expect(await hub.captures(reference)).toEqual([]);
  paypal.orders.approve(orderId);
  expect((await hub.capture(orderId)).json['state']).toBe('paid');
  expect(await hub.captures(reference)).toHaveLength(1);
});

for (const [what, tamper] of Object.entries({
  amount: { value: '0.01' },
  currency: { currency: 'EUR' },
  payee: { payee: 'SOMEBODYELSE' },
})) {
  test(`[PAY-3] another ${what} than was asked for is a mismatch: nothing is paid, and nobody is thanked`, async () => {
    const { orderId, reference } = await hub.approved();
    paypal.orders.setTamper(tamper);
    const { json } = await hub.capture(orderId);
    paypal.orders.setTamper(null);
    expect(json['state']).toBe('mismatch');
    expect(await hub.mails(`donation-receipt:${reference}`)).toEqual([]);
    expect(await hub.command('payments list mismatch')).toContainEqual(expect.stringContaining(reference));
  });
}

test('[PAY-3] a price that its buyer was not shown is not begun', async () => {
  const begin = (shownCents: number) =>
    hub.payments.begin({
      kind: 'thing',
      reference: 'ord_price',
      totalCents: 2000,
      shownCents,
      currency: 'USD',
      description: 'A thing',
    });
  await expect(begin(1000)).rejects.toMatchObject({ code: 'conflict' });
  expect(await hub.payments.state('ord_price')).toBeNull();
  const [one, two] = await Promise.all([begin(2000), begin(2000)]);
  expect(one).toEqual(two);
});

const checkouts = Number(process.env['TORTURE_CHECKOUTS'] ?? 100);

test(
  `[PAY-3] ${checkouts} checkouts, every second answer lost: each is charged once and recorded once`,
  { timeout: 30_000 + checkouts * 500 },
  async () => {
    paypal.webhooks.setMode('lose');
    paypal.faults.loseAnswers = 0.5;
    const references: string[] = [];
    const begin = async (n: number): Promise<string> => {
      const reference = `ord_torture${n}`;
      for (;;) {
        const begun = await hub.payments
          .begin({
            kind: 'thing',
            reference,
            totalCents: 1000 + n,
            shownCents: 1000 + n,
            currency: 'USD',
            description: 'A thing',
          })
          .catch(() => null);
        if (begun) return begun.providerOrderId;
      }
    };
    const checkout = async (n: number) => {
      const orderId = await begin(n);
      references.push(`ord_torture${n}`);
      paypal.orders.approve(orderId);
      await hub.capture(orderId);
    };
    for (let n = 0; n < checkouts; n += 20)
      await Promise.all(Array.from({ length: Math.min(20, checkouts - n) }, (_, i) => checkout(n + i)));

    paypal.faults.loseAnswers = 0;
    const states = () => Promise.all(references.map((reference) => hub.payments.state(reference)));
    for (let round = 0; round < 40 && (await states()).some((state) => state !== 'paid'); round++) {
      clock.move(minutes(60));
      await hub.reconcile();
    }
    expect(new Set(await states())).toEqual(new Set(['paid']));
    const charged = [...paypal.orders.orders.values()].filter(({ purchase_units: [unit] }) =>
      unit?.custom_id?.startsWith('ord_torture'),
    );
    // What the provider made is what we know: no second order, no second charge, no second telling.
    expect(charged).toHaveLength(checkouts);
    expect(charged.every(({ purchase_units: [unit] }) => unit?.payments?.captures.length === 1)).toBe(true);
    const told = hub.told.map(({ reference }) => reference).filter((each) => each.startsWith('ord_torture'));
    expect(told.toSorted()).toEqual(references.toSorted());
    paypal.webhooks.setMode('deliver');
  },
);

test('[PAY-3] killed between taking the money and writing it down: reconciling records it once', async () => {
  paypal.webhooks.setMode('lose');
  const { orderId, reference } = await hub.approved();
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../../../testing/payments-process.ts', import.meta.url)),
      db.url,
      JSON.stringify(settingsOf(paypal)),
      orderId,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (data) => (said += String(data)));
  const take = paypal.orders.capture;
  paypal.orders.capture = (id) => {
    const order = take(id);
    child.kill('SIGKILL');
    return order;
  };
  await once(child, 'close');
  paypal.orders.capture = take;
  expect(said).toBe('');
  expect(paypal.orders.find(orderId).status).toBe('COMPLETED');
  expect(await hub.captures(reference)).toEqual([]);

  clock.move(minutes(30));
  await hub.reconcile();
  clock.move(minutes(30));
  await hub.reconcile();
  expect(await hub.captures(reference)).toMatchObject([{ state: 'paid' }]);
  expect(await hub.mails(`donation-receipt:${reference}`)).toHaveLength(1);
  paypal.webhooks.setMode('deliver');
});

test('what nobody agreed to is forgotten half a year on, and nothing else', async () => {
  const { json } = await hub.donate({ cents: 700 });
  const rows = async () => {
    const found = await db.pool.query<{ state: string }>('select state from payment order by id');
    return found.rows.map(({ state }) => state);
  };
  const before = await rows();
  const tidy = () => hub.feature.jobs?.find(({ name }) => name === 'payments-tidy')?.run();
  await tidy();
  expect(await rows()).toEqual(before);
  clock.move(days(181));
  await tidy();
  expect(await rows()).toEqual(before.filter((state) => state !== 'open' && state !== 'expired'));
  expect((await hub.capture(json['orderId'] ?? '')).status).toBe(404);
});

test('nothing of all this was an error of ours', () => {
  expect(hub.unexpected).toEqual([]);
});

test('[PAY-3] a payment whose making was never answered is begun again, also under the hub’s new name', async () => {
  const begin = (description: string) =>
    hub.payments.begin({
      kind: 'thing',
      reference: 'thing-renamed',
      totalCents: 1500,
      shownCents: 1500,
      currency: 'USD',
      description,
    });
  hub.paypal.faults.loseAnswers = 1;
  await expect(begin('Icons')).rejects.toMatchObject({ code: 'unavailable' });
  hub.paypal.faults.loseAnswers = 0;
  expect((await begin('Icons, second edition')).providerOrderId).toMatch(/^[0-9A-F]{17}$/);
});
