// Long because: one test a fault of the money's way, flat, on one database.
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import type {
  BillAnswer,
  CheckoutAnswer,
  OrderView,
  PurchasesAnswer,
} from '#features/store/rules/order-contract.ts';
import type { PaidOrder, RefundedOrder } from '#features/store/server/public.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { orderNumber } from '../../rules/order-number.ts';

const db = await useDatabase();
const pack = productFiles('pack', { licenceKeys: 'yes' });
const icons = productFiles('icons', { title: 'Icons', price: '500', unlocks: '[proposal]' });
const gift = productFiles('gift', { title: 'Gift', price: '0' });

const hubWith = (options = {}) => storeHub(db, [pack, icons, gift], options);
const rows = async (sql: string) => (await db.pool.query<Record<string, unknown>>(sql)).rows;
const fileOf = (order: OrderView): string => order.lines[0]?.versions[0]?.files[0]?.href ?? '';
const problem = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; fields?: Record<string, string> } })
    .error;

test('[STORE-2] a guest pays at the server’s price and gets files, a receipt and an invoice number', async () => {
  const hub = await hubWith();
  const { token, state } = await hub.placed();
  expect(state).toBe('open');
  expect((await hub.order(token)).state).toBe('open');
  expect((await hub.order(token)).lines[0]?.versions).toEqual([]);
  await hub.capture(token);
  const order = await hub.order(token);
  expect(order).toMatchObject({
    state: 'paid',
    email: 'ada@example.com',
    totalCents: 1900,
    invoiceNumber: '2026-00001',
    lines: [{ title: 'Launch checklist', quantity: 1, keys: [expect.stringContaining('.')] }],
  });
  const [receipt] = await hub.mails('ada@example.com');
  expect(receipt?.subject).toBe('Your order: Launch checklist');
  expect(receipt?.words).toContain(`/thank-you?order=${token}`);
  expect(receipt?.words).toContain(order.lines[0]?.keys[0]);
  expect((await hub.mails('owner@birch.example'))[0]?.subject).toBe('Sold for $19: Launch checklist');
});

test('[STORE-2] whatever is wrong with product, quantity, price or currency, nothing is placed', async () => {
  const hub = await hubWith();
  const item = (part: object) => ({ items: [{ id: 'pack', quantity: 1, seenCents: 1900, ...part }] });
  for (const quantity of [-1, 0, 1e9, 1.5, '1', null])
    expect((await hub.checkout(item({ quantity }))).status, `quantity ${quantity}`).toBe(400);
  const nan = '{"items":[{"id":"pack","quantity":NaN}]}';
  expect((await hub.post('/api/checkout', nan)).status).toBe(400);
  expect((await hub.checkout({ ...item({ id: 'none' }) })).status, 'unknown product').toBe(409);
  expect((await hub.checkout(item({ seenCents: 1 }))).status, 'another price seen').toBe(409);
  expect((await hub.checkout({ seenTotalCents: 1 })).status, 'another total seen').toBe(409);
  expect((await hub.checkout({ country: 'XX' })).status, 'no country at all').toBe(400);
  expect((await hub.checkout({ currency: 'EUR' })).status, 'another currency').toBe(400);
  expect((await hub.checkout(item({ unitCents: 1 }))).status, 'a price of one’s own').toBe(400);
  expect((await hub.checkout({ email: 'a@b.co, c@d.co' })).status, 'two addresses').toBe(400);
  expect(await rows('select id from store_order')).toEqual([]);
});

test('[STORE-2] a price that changes between cart and payment is said, and nothing is charged', async () => {
  const hub = await hubWith();
  await db.pool.query(`update store_product set price_cents = 2900 where id = 'pack'`);
  const refused = await problem(await hub.checkout());
  expect(refused).toMatchObject({ code: 'conflict' });
  expect(refused.message).toContain('now costs $29, not $19. Nothing was charged');
  expect(hub.rail.captured).toEqual([]);
});

test('[STORE-2] two tabs that pay one cart at once are one order, charged once', async () => {
  const hub = await hubWith();
  const checkoutKey = 'abcdefghijklmnop';
  const tabs = await Promise.all(Array.from({ length: 8 }, () => hub.placed({ checkoutKey })));
  expect(new Set(tabs.map(({ token }) => token)).size).toBe(1);
  await Promise.all(tabs.map(({ token }) => hub.capture(token)));
  expect(hub.rail.captured.length).toBe(1);
  const again = await hub.placed({ checkoutKey });
  expect(again).toMatchObject({ state: 'paid', providerOrderId: null });
  expect(await rows('select count(*) as n from store_order')).toEqual([{ n: 1 }]);
  expect((await hub.mails('ada@example.com')).length).toBe(1);
});

test('a cart that was changed in one window can no longer be paid in the other', async () => {
  const hub = await hubWith();
  const checkoutKey = 'abcdefghijklmnop';
  const first = await hub.placed({ checkoutKey });
  const second = await hub.placed({
    checkoutKey,
    items: [{ id: 'pack', quantity: 2, seenCents: 1900 }],
    seenTotalCents: 3800,
  });
  expect((await hub.capture(first.token)).status).toBe(409);
  expect((await hub.capture(second.token)).status).toBe(200);
  expect(hub.rail.captured.length).toBe(1);
});

test('a cart that was paid in one window is not charged again in the other, changed as it may be', async () => {
  const hub = await hubWith();
  const checkoutKey = 'abcdefghijklmnop';
  const former = await hub.placed({ checkoutKey });
  const two = { checkoutKey, items: [{ id: 'pack', quantity: 2, seenCents: 1900 }], seenTotalCents: 3800 };
  const latter = await hub.placed(two);
  // Its money was under way when the cart was changed.
  const { id } = await hub.order(former.token);
  await db.transaction((trx) => hub.orders.payments.paid(trx, { reference: id } as never));
  const refused = await hub.capture(latter.token);
  expect(refused.status).toBe(409);
  expect((await problem(refused)).message).toContain('paid in another window');
  expect(hub.rail.captured).toEqual([]);
});

test('former and successor of one cart both paid at once: the later is kept, the other goes back', async () => {
  const hub = await hubWith();
  const checkoutKey = 'abcdefghijklmnop';
  const former = await hub.placed({ checkoutKey });
  const two = { checkoutKey, items: [{ id: 'pack', quantity: 2, seenCents: 1900 }], seenTotalCents: 3800 };
  const latter = await hub.placed(two);
  const [one, other] = [await hub.order(former.token), await hub.order(latter.token)];
  const paid = (reference: string) =>
    db.transaction((trx) => hub.orders.payments.paid(trx, { reference } as never));
  await Promise.all([paid(one.id), paid(other.id), paid(one.id)]);
  expect(hub.rail.later).toEqual([one.id]);
  const subjects = async (to: string) =>
    (await hub.mails(to))
      .filter(({ subject }) => subject.startsWith('Paid twice'))
      .map(({ subject }) => subject);
  expect(await subjects('ada@example.com')).toEqual(['Paid twice: $19 is refunded']);
  expect(await subjects('owner@birch.example')).toEqual([
    `Paid twice: $19 of ${orderNumber(one.id)} is refunded`,
  ]);
});

test('an order that came from a funnel says so to who counts its sales, once', async () => {
  const told: unknown[] = [];
  const hub = await hubWith({
    onPaid: async (_trx: unknown, { funnel, totalCents }: PaidOrder) => void told.push([funnel, totalCents]),
  });
  const { token } = await hub.placed({ funnel: 'launch' });
  await Promise.all([hub.capture(token), hub.capture(token)]);
  await hub.bought();
  expect(told).toEqual([
    ['launch', 1900],
    [null, 1900],
  ]);
  expect((await hub.checkout({ funnel: '//evil' })).status).toBe(400);
});

test('money of such an order that goes back is told with the day it was earned, once', async () => {
  const told: unknown[] = [];
  const hub = await hubWith({
    onRefunded: async (_trx: unknown, { funnel, cents, paidAt }: RefundedOrder) =>
      void told.push([funnel, cents, paidAt?.toISOString().slice(0, 10)]),
  });
  const day = hub.clock.now().toISOString().slice(0, 10);
  const order = await hub.bought({ funnel: 'launch' });
  hub.clock.move(86_400_000 * 3);
  await hub.command('orders', 'refund', orderNumber(order.id), '4.00');
  await hub.command('orders', 'refund', order.id);
  await expect(hub.command('orders', 'refund', order.id)).rejects.toThrow('is refunded');
  expect(told).toEqual([
    ['launch', 400, day],
    ['launch', 1500, day],
  ]);
});

test('a free total is paid by being placed, without any provider', async () => {
  const hub = await hubWith();
  const order = await hub.bought({ items: [{ id: 'gift', quantity: 1 }], seenTotalCents: 0 });
  expect(order).toMatchObject({ state: 'paid', totalCents: 0, invoiceNumber: null });
  // Nothing was paid, so no invoice is promised.
  expect((await hub.mails('ada@example.com'))[0]?.words).toContain(
    'opens your order, with its files, as often',
  );
  expect(hub.rail.captured).toEqual([]);
  expect((await hub.get(fileOf(order))).status).toBe(200);
});

test('a receipt of what was paid always goes; one of what is free counts as a mail that anybody may cause', async () => {
  const hub = await hubWith();
  const why = async ({ id }: { id: string }) =>
    (
      await db.pool.query<{ why: string }>(
        `select payload->>'why' as why from outbound_message where dedupe_key = 'receipt:' || $1`,
        [id],
      )
    ).rows[0]?.why;
  const free = await hub.bought({ items: [{ id: 'gift', quantity: 1 }], seenTotalCents: 0 });
  expect([await why(free), await why(await hub.bought())]).toEqual(['typed', 'paid']);
});

test('a declined or pending payment gives no file, and can be tried again', async () => {
  const hub = await hubWith();
  const { token } = await hub.placed();
  for (const answer of ['declined', 'pending'] as const) {
    hub.rail.answerWith(answer);
    expect(await (await hub.capture(token)).json()).toMatchObject({ state: answer });
    expect((await hub.order(token)).state).toBe('open');
  }
  hub.rail.answerWith('paid');
  expect(await (await hub.capture(token)).json()).toMatchObject({ state: 'paid' });
});

const rounds = Number(process.env['TORTURE_ROUNDS'] ?? 2);

test(
  `50 buyers of one last coupon, ${rounds} times: one pays with it, the others are told before`,
  { timeout: 30_000 + rounds * 3000 },
  async () => {
    const hub = await hubWith();
    for (let round = 1; round <= rounds; round++) {
      const code = `LAST-${round}`;
      await hub.command('coupons', 'add', code, '50%', '--uses', '1');
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const answer = await hub.checkout({
            coupon: code.toLowerCase(),
            email: `buyer${n}@example.com`,
            seenTotalCents: 950,
          });
          if (answer.status !== 200) return answer;
          return hub.capture(((await answer.json()) as CheckoutAnswer).token);
        }),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      for (const refused of answers.filter(({ status }) => status !== 200)) {
        const said = await problem(refused);
        expect([said.code, said.fields?.['coupon']]).toEqual(['conflict', 'This code has been used up.']);
      }
      expect(hub.rail.captured.length).toBe(round);
    }
    expect(await rows('select count(*) as n from store_coupon where used <> 1')).toEqual([{ n: 0 }]);
    expect(await rows(`select count(*) as n from store_order where state = 'paid'`)).toEqual([{ n: rounds }]);
  },
);

test('a code that was used up meanwhile refuses the late payer before the charge', async () => {
  const hub = await hubWith();
  await hub.command('coupons', 'add', 'ONCE', '$9', '--uses', '1');
  const late = await hub.placed({ coupon: 'ONCE', seenTotalCents: 1000 });
  await hub.bought({ coupon: 'ONCE', seenTotalCents: 1000, email: 'quick@example.com' });
  expect((await hub.capture(late.token)).status).toBe(409);
  expect(hub.rail.captured.length).toBe(1);
});

test('fifty carts that nobody pays keep a code from no buyer', async () => {
  const hub = await hubWith();
  await hub.command('coupons', 'add', 'TWICE', '$9', '--uses', '2');
  const buying = { coupon: 'TWICE', seenTotalCents: 1000 };
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => hub.placed({ ...buying, email: `nobody${n}@example.com` })),
  );
  // Neither do cards that are refused, nor windows that nobody agreed in, however often they are asked about.
  for (const answer of ['declined', 'open'] as const) {
    hub.rail.answerWith(answer);
    for (let n = 0; n < 3; n++)
      await hub.capture((await hub.placed({ ...buying, email: `${answer}${n}@example.com` })).token);
  }
  hub.rail.answerWith('paid');
  for (const email of ['ann@example.com', 'bob@example.com'])
    expect((await hub.bought({ ...buying, email })).state).toBe('paid');
  expect((await hub.checkout(buying)).status).toBe(409);
});

test('a code without a Latin letter is answered: nobody pays in full believing that it counted', async () => {
  const hub = await hubWith();
  for (const coupon of ['ไม่มี🌻', '---', '🌻']) {
    const items = [{ id: 'pack', quantity: 1 }];
    const bill = await hub.post('/api/checkout/bill', { items, country: 'US', coupon });
    expect(await bill.json()).toMatchObject({
      coupon: { ok: false, words: expect.stringContaining('recognize') },
    });
    expect((await hub.checkout({ coupon })).status).toBe(409);
  }
  expect((await hub.checkout({ coupon: '  ' })).status).toBe(200);
});

test('whoever guesses codes is told nothing more after forty of them; one code may be asked for often', async () => {
  const hub = await hubWith();
  const forget = () => db.pool.query("delete from rate_limit where key like 'coupon-%'");
  await forget();
  await hub.command('coupons', 'add', 'REAL', '$9');
  const words = async (coupon: string) => {
    const answer = await hub.post('/api/checkout/bill', {
      items: [{ id: 'pack', quantity: 1 }],
      country: 'US',
      coupon,
    });
    return ((await answer.json()) as { coupon: { ok: boolean; words: string } }).coupon;
  };
  for (let n = 0; n < 60; n++) expect((await words('REAL')).ok).toBe(true);
  for (let n = 0; n < 39; n++) expect((await words(`GUESS${n}`)).words).toContain('recognize');
  for (const code of ['GUESS99', 'REAL', 'GUESS1'])
    expect(await words(code)).toEqual({ ok: false, words: expect.stringContaining('Too many codes') });
  expect((await hub.checkout({ coupon: 'REAL', seenTotalCents: 1000 })).status).toBe(409);
  hub.clock.move(3_600_000);
  expect((await words('REAL')).ok).toBe(true);
  // All buyers of these tests come from one address.
  await forget();
});

test('reminders of carts that nobody pays go to few addresses from one network; one of them may ask again', async () => {
  let agrees: boolean | null = null;
  const hub = await hubWith({
    onCheckoutStarted: async (_trx: unknown, started: { consentToReminders: boolean }) =>
      void (agrees = started.consentToReminders),
  });
  const forget = () => db.pool.query("delete from rate_limit where key like 'cart-reminders%'");
  await forget();
  const place = async (n: number) => {
    await hub.placed({ email: `stranger${n}@example.com`, wantsReminders: true });
    return agrees;
  };
  const agreed: unknown[] = [];
  for (let n = 0; n < 22; n++) agreed.push(await place(n));
  expect(agreed).toEqual([...Array.from({ length: 20 }, () => true), false, false]);
  hub.clock.move(86_400_000);
  expect(await place(30)).toBe(true);
  await forget();
});

test('a held payment keeps its use of a code, and a refused one is told by page and mail', async () => {
  const hub = await hubWith();
  await hub.command('coupons', 'add', 'ONCE', '$9', '--uses', '1');
  const buying = { coupon: 'ONCE', seenTotalCents: 1000 };
  hub.rail.answerWith('pending');
  const { token } = await hub.placed(buying);
  expect(await (await hub.capture(token)).json()).toMatchObject({ state: 'pending' });
  hub.clock.move(3 * 86_400_000);
  await hub.job('store-coupon-holds');
  hub.rail.answerWith('paid');
  expect((await hub.checkout({ ...buying, email: 'eve@example.com' })).status).toBe(409);
  const held = await hub.order(token);
  expect(held).toMatchObject({ state: 'open', isDenied: false, held: expect.stringContaining('eCheck') });
  const page = hub.feature.desk?.find(({ path }) => path === 'orders');
  expect(JSON.stringify(await page?.one?.(held.id))).toContain('pending at PayPal (eCheck)');

  const { id } = await hub.order(token);
  await hub.rail.decide(id, false);
  await hub.rail.decide(id, false);
  expect(await hub.order(token)).toMatchObject({ state: 'open', isDenied: true });
  expect(JSON.stringify(await page?.one?.(held.id))).not.toContain('pending at PayPal');
  const mails = (await hub.mails('ada@example.com')).filter(({ subject }) => subject.includes('declined'));
  expect(mails.map(({ words }) => words.includes('/thank-you?order='))).toEqual([true]);
  expect((await hub.bought({ ...buying, email: 'eve@example.com' })).state).toBe('paid');
});

test('[STORE-2] tax is charged where the operator collects it, and not from a company whose id is valid', async () => {
  let answer: 'valid' | 'unreachable' = 'unreachable';
  const hub = await hubWith({ checkVatId: async () => answer });
  const bill = async (vatId?: string): Promise<BillAnswer> =>
    (await (
      await hub.post('/api/checkout/bill', {
        items: [{ id: 'pack', quantity: 1 }],
        country: 'DE',
        ...(vatId && { vatId }),
      })
    ).json()) as BillAnswer;
  expect((await bill()).taxCents).toBe(0);
  await hub.site.put({ 'tax.md': '---\ncollect: [EU, UK]\nrates:\n  DE: 19\n---\n' });
  expect(await bill()).toMatchObject({ taxCents: 361, totalCents: 2261, taxBasisPoints: 1900 });
  expect((await bill('DE123456789')).vatId.state).toBe('unchecked');
  expect((await bill('DE12')).vatId.state).toBe('invalid');
  answer = 'valid';
  expect(await bill('DE123456788')).toMatchObject({ taxCents: 0, reverseCharge: true, totalCents: 1900 });
});

test('where the law asks for it the consent must be ticked, and the receipt quotes it', async () => {
  const hub = await hubWith();
  const refused = await problem(await hub.checkout({ country: 'DE' }));
  expect(refused.fields?.['agreed']).toContain('Check the box');
  const order = await hub.bought({ country: 'DE', agreed: true });
  expect(order.consentText).toContain('my right to withdraw ends');
  expect((await hub.mails('ada@example.com'))[0]?.words).toContain('my right to withdraw ends');
});

test('a buyer withdraws within fourteen days with a confirmation by mail, and not after a download', async () => {
  const hub = await hubWith();
  const ofIcons = { items: [{ id: 'icons', quantity: 1 }], seenTotalCents: 500 };
  const order = await hub.bought({ ...ofIcons, country: 'DE', agreed: true });
  expect(order.withdrawUntil).toBe('2026-12-05T12:00:00.000Z');
  const other = await hub.bought({ ...ofIcons, country: 'DE', agreed: true, email: 'eve@example.com' });
  await hub.get(fileOf(other));
  expect((await hub.post('/api/orders/withdraw', { order: other.token })).status).toBe(403);
  const after = (await (await hub.post('/api/orders/withdraw', { order: order.token })).json()) as OrderView;
  expect(after.withdrawnAt).not.toBeNull();
  expect((await hub.mails('ada@example.com')).map(({ subject }) => subject)).toContain(
    `Withdrawal received: order ${orderNumber(order.id)}`,
  );
});

test('[STORE-3] files are attachments and logged; a link that is over or foreign leads to a fresh one', async () => {
  const hub = await hubWith();
  const order = await hub.bought();
  const link = fileOf(order);
  expect((await hub.call('HEAD', link)).status).toBe(200);
  expect(await rows('select name from store_download')).toEqual([]);
  const file = await hub.get(link);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await file.text()).toContain('Buy the domain');
  expect(await rows('select name from store_download')).toEqual([{ name: 'checklist.md' }]);
  const forged = await hub.get(`${link.slice(0, -4)}AAAA`);
  hub.clock.move(16 * 60_000);
  const over = await hub.get(link);
  for (const answer of [forged, over]) {
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/find-order?why=link');
  }
  const hit = await hub.post('/api/orders/find', { email: 'Ada@Example.com' });
  const miss = await hub.post('/api/orders/find', { email: 'nobody@example.com' });
  expect(await hit.text()).toBe(await miss.text());
  expect((await hub.mails('Ada@example.com')).at(-1)?.words).toContain('/thank-you?order=');
  expect(await hub.mails('nobody@example.com')).toEqual([]);
});

test('[STORE-3] a buyer keeps the files of a product that is sold no more', async () => {
  const hub = await hubWith();
  const order = await hub.bought();
  await db.pool.query(`update store_product set on_sale = false where id = 'pack'`);
  const later = await hub.order(order.token);
  expect(later.lines[0]?.onSale).toBe(false);
  expect((await hub.get(fileOf(later))).status).toBe(200);
});

test('[STORE-3] nobody sees another member’s purchases, and a guest’s link cannot be guessed', async () => {
  const hub = await hubWith();
  const [ann, bob] = [await hub.member('ann@example.com'), await hub.member('bob@example.com')];
  const order = await hub.bought({}, ann);
  const mine = (await (await hub.get('/api/purchases', ann)).json()) as PurchasesAnswer;
  expect(mine.orders.map(({ id }) => id)).toEqual([order.id]);
  expect(((await (await hub.get('/api/purchases', bob)).json()) as PurchasesAnswer).orders).toEqual([]);
  const bodies = [];
  for (const token of [`${order.id}-1.AAAA`, `${order.id}`, 'ord_nothere-1.AAAA', '']) {
    const answer = await hub.get(`/api/orders/one?order=${encodeURIComponent(token)}`, bob);
    expect(answer.status).toBe(404);
    bodies.push((await problem(answer)).message);
  }
  expect(new Set(bodies).size).toBe(1);
});

test('a member’s order opens by its number for them alone, and by its link for whoever has their mail', async () => {
  const hub = await hubWith();
  const [ann, bob] = [await hub.member('ann@example.com'), await hub.member('bob@example.com')];
  const [order, guests] = [await hub.bought({}, ann), await hub.bought({ email: 'cy@example.com' })];
  const status = async (asked: string, who?: typeof ann) =>
    (await hub.get(`/api/orders/one?order=${encodeURIComponent(asked)}`, who)).status;
  expect([await status(order.id, ann), await status(order.id, bob), await status(order.id)]).toEqual([
    200, 404, 404,
  ]);
  expect([await status(order.token, bob), await status(guests.token)]).toEqual([200, 200]);
  expect([await status(guests.id, ann), await status(guests.id)]).toEqual([404, 404]);
  const invoice = async (who?: typeof ann) =>
    (await hub.get(`/api/orders/invoice?order=${order.id}`, who)).status;
  expect([await invoice(ann), await invoice(bob), await invoice()]).toEqual([200, 404, 404]);
});

test('what nobody paid in half a year is forgotten, with name and address; what was paid never', async () => {
  const hub = await hubWith();
  const paid = await hub.bought();
  await hub.placed({ email: 'waiting@example.com' });
  const emails = async () =>
    (await db.pool.query('select email from store_order order by email')).rows.map(({ email }) => email);
  const all = await emails();
  hub.clock.move(days(179));
  await hub.job('store-unpaid-orders');
  expect(await emails()).toEqual(all);
  hub.clock.move(days(2));
  await hub.job('store-unpaid-orders');
  expect(await emails()).toEqual([paid.email]);
});

test('[STORE-3] past guest purchases join the account once its address is proven, with what they unlock', async () => {
  const hub = await hubWith();
  const bought = { items: [{ id: 'icons', quantity: 1 }], seenTotalCents: 500 };
  await hub.bought({ ...bought, email: 'Ann@example.com' });
  await hub.bought({ ...bought, email: 'ann@example.com' });
  const claimed = async (who: { uid: string; email: string }) =>
    (await hub.post('/api/purchases/claim', {}, who)).json();
  const unproven = await hub.member('ann@example.com', false);
  expect(await claimed(unproven)).toEqual({ claimed: 0 });
  await db.pool.query('update account_user set email_verified = true');
  expect(await claimed(unproven)).toEqual({ claimed: 2 });
  expect(await claimed(unproven)).toEqual({ claimed: 0 });
  expect(await hub.orders.documentsOf(unproven.uid)).toEqual(['proposal']);
});

test('[STORE-5] buying a template product gives the member what it unlocks', async () => {
  const hub = await hubWith();
  const ann = await hub.member('ann@example.com');
  await hub.bought({ items: [{ id: 'icons', quantity: 1 }], seenTotalCents: 500 }, ann);
  expect(await hub.orders.documentsOf(ann.uid)).toEqual(['proposal']);
});

test('[STORE-4] a wrong address is corrected: the receipt goes to the right one and the old link ends', async () => {
  const hub = await hubWith();
  const order = await hub.bought({ email: 'ada@gmial.com' });
  const response = await hub.post('/api/orders/email', { order: order.token, email: 'ada@gmail.com' });
  const moved = (await response.json()) as OrderView;
  expect(moved.email).toBe('ada@gmail.com');
  expect((await hub.get(`/api/orders/one?order=${order.token}`)).status).toBe(404);
  expect((await hub.get(fileOf(order))).status).toBe(303);
  expect((await hub.mails('ada@gmail.com')).length).toBe(1);
  // However many networks ask, one order mails few.
  let link = moved.token;
  const outcomes: number[] = [];
  for (let n = 0; n < 8; n++) {
    const next = await hub.post('/api/orders/email', { order: link, email: `stranger${n}@example.com` });
    outcomes.push(next.status);
    if (next.status === 200) link = ((await next.json()) as OrderView).token;
  }
  expect(outcomes).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
});

test('invoice numbers have no gap, whatever was rolled back between them', async () => {
  const hub = await hubWith({
    onPaid: async (_trx: unknown, { email }: { email: string }) => {
      if (email.startsWith('fail')) throw new Error('fails on purpose');
    },
  });
  const tokens = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const email = `${n % 3 === 0 ? 'fail' : 'ok'}${n}@example.com`;
      return (await hub.placed({ email })).token;
    }),
  );
  await Promise.allSettled(tokens.map((token) => hub.capture(token)));
  const numbers = await rows(
    'select invoice_number as n from store_order where paid_at is not null order by 1',
  );
  expect(numbers.map(({ n }) => n)).toEqual(Array.from({ length: 8 }, (_, n) => `2026-0000${n + 1}`));
});

test('a refund closes the files, leaves a credit note, and tells the buyer once', async () => {
  const hub = await hubWith();
  const order = await hub.bought();
  await hub.command('orders', 'refund', order.id, '4.00', '--reason', 'goodwill');
  expect(await hub.order(order.token)).toMatchObject({ state: 'paid', refundedCents: 400 });
  await hub.command('orders', 'refund', order.id);
  const after = await hub.order(order.token);
  expect(after).toMatchObject({ state: 'refunded', refundedCents: 1900 });
  expect(after.credits.map(({ number, cents }) => [number, cents])).toEqual([
    ['CN-2026-00001', 400],
    ['CN-2026-00002', 1500],
  ]);
  expect((await hub.get(fileOf(order))).status).toBe(303);
  await expect(hub.command('orders', 'refund', order.id)).rejects.toThrow('is refunded');
});

test('the invoice and the credit note are PDFs that name seller, number and tax', async () => {
  const hub = await hubWith();
  const order = await hub.bought();
  const pdf = await hub.get(`/api/orders/invoice?order=${order.token}`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('order.paid and order.refunded are told to the operator’s webhook once each', async () => {
  const hub = await hubWith();
  await hub.command('orders', 'webhook', 'https://receiver.example/hook');
  const order = await hub.bought();
  await hub.command('orders', 'refund', order.id);
  const told = await rows(
    `select payload->>'type' as type from outbound_message where channel = 'webhook' order by 1`,
  );
  expect(told).toEqual([{ type: 'order.paid' }, { type: 'order.refunded' }]);
});

test('the cart of an account is kept by version: who comes too late is given the other one', async () => {
  const hub = await hubWith();
  const ann = await hub.member('ann@example.com');
  const put = async (ids: string[], version: number) =>
    (await hub.call('PUT', '/api/cart', { items: ids.map((id) => ({ id })), version }, ann)).json();
  expect(await put(['pack'], 0)).toEqual({ items: [{ id: 'pack' }], version: 1 });
  expect(await put(['pack', 'icons'], 1)).toMatchObject({ version: 2 });
  expect(await put(['gift'], 1)).toEqual({ items: [{ id: 'pack' }, { id: 'icons' }], version: 2 });
});
