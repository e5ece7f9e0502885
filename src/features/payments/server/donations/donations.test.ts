import { expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { paymentsHub } from '#testing/payments-hub.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);

async function paid(draft: object) {
  const begun = await hub.approved(draft);
  await hub.capture(begun.orderId);
  await hub.paypal.webhooks.settled();
  return begun;
}

test('[DON-1] a donation is thanked for with name and message; its receipt has none of what was typed', async () => {
  const { reference, token } = await paid({
    cents: 12_345,
    name: ' Ada \0',
    message: 'Go on!\nIt helps.',
    email: 'ada@example.com',
  });
  expect((await hub.get(`/api/donations/${reference}?t=${token}`)).json).toMatchObject({
    cents: 12_345,
    state: 'paid',
    name: 'Ada',
    message: 'Go on!\nIt helps.',
    receiptTo: 'a•••@example.com',
  });
  const [receipt] = await hub.mails(`donation-receipt:${reference}`);
  expect(receipt).toMatchObject({ to: 'ada@example.com', subject: 'Receipt: your donation of $123.45' });
  const words = JSON.stringify(receipt?.body);
  for (const part of ['Thank you', '$123.45', reference, 'No one was charged']) expect(words).toContain(part);
  for (const part of ['Ada', 'Go on!']) expect(words).not.toContain(part);
  expect(await hub.mails(`donation-owner:${reference}`)).toHaveLength(1);
});

test('[DON-1] without an address the receipt goes to the one that the provider tells', async () => {
  const { reference } = await paid({ cents: 100 });
  expect(await hub.mails(`donation-receipt:${reference}`)).toMatchObject([{ to: 'buyer@example.com' }]);
});

test('[DON-1] before it is paid nobody is thanked, and no address is shown', async () => {
  // The notice of an approval takes the money, too.
  hub.paypal.webhooks.setMode('lose');
  onTestFinished(() => hub.paypal.webhooks.setMode('deliver'));
  const { reference, token } = await hub.approved({ cents: 700, email: 'eve@example.com' });
  expect((await hub.get(`/api/donations/${reference}?t=${token}`)).json).toMatchObject({
    state: 'open',
    receiptTo: null,
    paidAt: null,
  });
  expect(await hub.mails(`donation-receipt:${reference}`)).toEqual([]);
});

test('[DON-1] an amount, address or text that cannot be is refused with words at its field', async () => {
  const orders = hub.paypal.orders.orders.size;
  for (const cents of [0, -1, 99, 1_000_001, 1e9, 1.5, 100.4])
    expect(await hub.donate({ cents })).toMatchObject({
      status: 400,
      json: { error: { fields: { cents: 'Enter an amount between $1 and $10,000.' } } },
    });
  for (const draft of [
    { cents: '100' },
    { cents: null },
    {},
    { cents: 500, currency: 'EUR' },
    { cents: 500, email: 'a@example.com, b@example.com' },
    { cents: 500, email: 'a@example.com\r\nBcc: b@example.com' },
    { cents: 500, message: 'x'.repeat(501) },
    { cents: 500, name: 'x'.repeat(101) },
  ])
    expect((await hub.donate(draft)).status).toBe(400);
  expect(hub.paypal.orders.orders.size).toBe(orders);
  for (const cents of [100, 1_000_000]) expect((await hub.donate({ cents })).status).toBe(200);
});

test('[DON-1] a donation is shown to nobody without its token, nor with that of another', async () => {
  const one = await hub.approved();
  const other = await hub.approved();
  for (const token of ['', 'x', `${one.reference}.`, other.token, one.token.slice(0, -2)])
    expect((await hub.get(`/api/donations/${one.reference}?t=${encodeURIComponent(token)}`)).status).toBe(
      404,
    );
  expect((await hub.get(`/api/donations/${one.reference}`)).status).toBe(400);
});

test('donations are listed with their total, net of refunds', async () => {
  const { reference } = await paid({ cents: 5000, name: 'Grace', email: 'grace@example.com' });
  const total = async () => (await hub.command('donations list')).at(-1) ?? '';
  const before = Number(/\$([\d,.]+) net of refunds/.exec(await total())?.[1]?.replaceAll(',', ''));
  await hub.payments.refund(reference, 2000, 'asked for');
  expect(await total()).toContain('net of refunds');
  expect(Number(/\$([\d,.]+) net of refunds/.exec(await total())?.[1]?.replaceAll(',', ''))).toBeCloseTo(
    before - 20,
  );
  expect((await hub.command('donations list')).join('\n')).toContain(
    `${reference}  $50  partly_refunded  Grace  grace@example.com`,
  );
  await expect(hub.command('donations list --everything')).rejects.toThrow('--all');
});

test('what is kept about a donor can be exported; erased, the amount alone stays', async () => {
  const { reference } = await paid({ cents: 900, name: 'Joan', message: 'Hi', email: 'Joan@example.com' });
  const { person } = hub.feature;
  expect(await person?.export('joan@example.com')).toMatchObject({
    payments: [{ reference, total_cents: 900 }],
    donations: [{ id: reference, name: 'Joan', message: 'Hi' }],
  });
  expect((await person?.erase('joan@EXAMPLE.com'))?.[0]).toContain('1 payments and 1 donations');
  expect(await person?.export('joan@example.com')).toBeNull();
  const { rows } = await db.pool.query('select cents, name, message, email from donation where id = $1', [
    reference,
  ]);
  expect(rows).toEqual([{ cents: 900, name: null, message: null, email: null }]);
});

test('nothing of all this was an error of ours', () => {
  expect(hub.unexpected).toEqual([]);
});
