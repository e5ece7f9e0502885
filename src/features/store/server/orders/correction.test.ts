import fc from 'fast-check';
import { expect, test } from 'vitest';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { ordersCsv } from './exports.ts';
import { storeHub } from '#testing/store-hub.ts';
import { billOf } from './invoice.ts';
import { createOrdersContext } from './context.ts';
import { findOrder, type Order } from './read.ts';
import type { OrderTables } from './tables.ts';

const db = await useDatabase();

async function shop() {
  const hub = await storeHub(db, [productFiles('pack')]);
  await db.pool.query('truncate store_correction');
  const context = createOrdersContext(hub.platform, {
    payments: hub.rail.payments,
    checkVatId: async () => 'valid',
  });
  const act = hub.feature
    .desk!.find(({ path }) => path === 'orders')!
    .acts!.find(({ name }) => name === 'correct-invoice')!;
  const order = async (id: string) => (await findOrder(db.tables<OrderTables>(), id)) as Order;
  return {
    hub,
    context,
    order,
    bought: async (more = {}) => order((await hub.bought({ name: 'Ada', ...more })).id),
    correct: async (id: string, form: Record<string, string>, by = 'Eve') =>
      act.act(id, form, { name: by } as never),
    words: async (id: string, number: string) =>
      JSON.stringify(await billOf(context, await order(id), number)),
    numbers: async (): Promise<{ invoices: string[]; credits: string[] }> => {
      const { rows: invoices } = await db.pool.query<{ n: string }>(
        'select invoice_number as n from store_order where invoice_number is not null union select replaces from store_correction order by 1',
      );
      const { rows: credits } = await db.pool.query<{ n: string }>(
        'select number as n from store_credit_note union all select credit_number from store_correction order by 1',
      );
      return { invoices: invoices.map(({ n }) => n), credits: credits.map(({ n }) => n) };
    },
  };
}

const said = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a corrected invoice: the one before stays as issued, a credit note cancels it, a new one is right', async () => {
  const at = await shop();
  const { id, invoice_number: first } = await at.bought();
  await db.pool.query(`update store_order set country = 'DE' where id = $1`, [id]);
  const before = await at.words(id, first!);
  at.hub.clock.move(3 * 86_400_000);
  const done = await at.correct(id, {
    was: first!,
    name: 'Ada Ltd',
    address: 'Oak 1\r\n\r\n 10115 Berlin ',
    vatId: 'DE136695976',
    reason: 'Name',
    send: 'yes',
  });
  expect(done).toMatchObject({
    words: expect.stringContaining(
      'Invoice 2026-00002 replaces 2026-00001, which credit note CN-2026-00001 cancels ($19).',
    ),
    before: { name: 'Ada', address: '', vatId: null },
    after: { name: 'Ada Ltd', address: 'Oak 1\n10115 Berlin', invoice: '2026-00002' },
  });
  expect(await at.words(id, '2026-00001')).toBe(before);
  const now = await at.words(id, '2026-00002');
  for (const words of [
    'Ada Ltd',
    'Oak 1',
    '10115 Berlin',
    'VAT DE',
    '2026-11-24',
    '2026-11-21',
    'cancelled by credit note CN-2026-00001',
    '$19',
  ])
    expect(now).toContain(words);
  const credit = await at.words(id, 'CN-2026-00001');
  for (const words of [
    'invoice 2026-00001; invoice 2026-00002 takes its place',
    '"Ada"',
    'Total, cancelled',
    '−$19',
  ])
    expect(credit).toContain(words);
  expect(credit).not.toContain('Ada Ltd');
  const view = await at.hub.order(
    (await at.hub.mails('ada@example.com')).at(-1)!.words.match(/order=([^"\\]+)/)![1]!,
  );
  expect(view).toMatchObject({
    invoiceNumber: '2026-00002',
    corrections: [{ replaces: '2026-00001', creditNumber: 'CN-2026-00001' }],
    refundedCents: 0,
    credits: [],
  });
  for (const number of ['', '&number=2026-00001', '&number=CN-2026-00001']) {
    const pdf = await at.hub.get(`/api/orders/invoice?order=${view.token}${number}`);
    expect([
      pdf.status,
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ]).toEqual([200, '%PDF-']);
  }
  expect((await at.hub.get(`/api/orders/invoice?order=${view.token}&number=2026-00003`)).status).toBe(404);
});

test('[law] whatever is bought, refunded and corrected: numbers have no gap, and the books add up', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('buy' as const) }),
    fc.record({
      does: fc.constant('refund' as const),
      of: fc.nat(3),
      cents: fc.integer({ min: 1, max: 1900 }),
    }),
    fc.record({
      does: fc.constant('correct' as const),
      of: fc.nat(3),
      name: fc.constantFrom('Ada', 'Bob', 'Eve'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const at = await shop();
      const ids = [(await at.bought()).id];
      for (const each of steps) {
        at.hub.clock.move(60_000);
        if (each.does === 'buy') ids.push((await at.bought()).id);
        const id = ids[('of' in each ? each.of : 0) % ids.length]!;
        const { total_cents, refunded_cents } = await at.order(id);
        if (each.does === 'refund' && each.cents <= total_cents - refunded_cents)
          await at.hub.rail.payments.refund(id, each.cents, 'so');
        if (each.does === 'correct')
          await said(at.correct(id, { name: each.name, address: '', vatId: '', reason: '' }));
      }
      const { invoices, credits } = await at.numbers();
      const series = (list: string[], prefix: string) =>
        list.map((_, n) => `${prefix}2026-${String(n + 1).padStart(5, '0')}`);
      expect(invoices).toEqual(series(invoices, ''));
      expect(credits).toEqual(series(credits, 'CN-'));
      // Invoiced less credited is what was paid less what went back.
      const { rows } = await db.pool.query<{ id: string; ok: boolean }>(`
        select o.id, total_cents + coalesce((select sum(total_cents - refunded_before - cents) from store_correction c where c.order_id = o.id), 0)
          - coalesce((select sum(cents) from store_credit_note n where n.order_id = o.id), 0) = total_cents - refunded_cents as ok
        from store_order o`);
      expect(rows.filter(({ ok }) => !ok)).toEqual([]);
      // Whoever goes through the exported numbers misses none.
      const csv = await new Response(ordersCsv(db, { from: '2026-01-01', to: '2027-12-31' })).text();
      expect(invoices.filter((number) => !csv.includes(number))).toEqual([]);
      for (const id of ids) {
        const { invoice_number } = await at.order(id);
        expect(await at.words(id, invoice_number!)).toContain(`Invoice ${invoice_number}`);
      }
    }),
    { numRuns: 12 },
  );
});

test('[law] two operators at once, or one who presses twice: one correction, and the other is told', async () => {
  const at = await shop();
  const { id, invoice_number: was } = await at.bought();
  const forms = ['Bob', 'Cid', 'Dan', 'Eve', 'Fay'].map((name) => ({
    was: was!,
    name,
    address: '',
    vatId: '',
    reason: '',
  }));
  const answers = await Promise.all(forms.map((form) => said(at.correct(id, form))));
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  for (const answer of answers.filter((each) => each !== 'done'))
    expect(answer).toContain('Meanwhile somebody else corrected it: invoice 2026-00002 replaces 2026-00001');
  expect(await at.numbers()).toEqual({ invoices: ['2026-00001', '2026-00002'], credits: ['CN-2026-00001'] });
  const same = {
    was: '2026-00002',
    name: (await at.order(id)).buyer_name,
    address: '',
    vatId: '',
    reason: '',
  };
  expect(await at.correct(id, same)).toMatchObject({ words: 'Nothing was changed.' });
});

test('refunded in part, the rest is corrected; in full, or without an invoice, it says why not', async () => {
  const at = await shop();
  const { id, invoice_number: was } = await at.bought();
  await at.hub.rail.payments.refund(id, 500, 'late');
  at.hub.clock.move(1000);
  await at.correct(id, { was: was!, name: 'Ada Ltd', address: '', vatId: '', reason: '' });
  expect(await at.words(id, '2026-00002')).toContain('"Left"');
  expect(await at.words(id, 'CN-2026-00002')).toContain('−$14');
  at.hub.clock.move(1000);
  await at.hub.rail.payments.refund(id, 1400, 'all');
  // Each credit note is for the invoice that counted then, to whom it was made out.
  expect(await at.words(id, 'CN-2026-00001')).toContain('2026-00001 of 2026-11-21');
  expect(await at.words(id, 'CN-2026-00001')).not.toContain('Ada Ltd');
  expect(await at.words(id, 'CN-2026-00003')).toContain('2026-00002 of 2026-11-21');
  expect(await said(at.correct(id, { name: 'Ada', address: '', vatId: '', reason: '' }))).toContain(
    'refunded in full',
  );
  await db.pool.query(
    `update store_order set state = 'paid', refunded_cents = 0, source = 'Gumroad' where id = $1`,
    [id],
  );
  expect(await said(at.correct(id, { name: 'Ada', address: '', vatId: '', reason: '' }))).toContain(
    'sold at Gumroad',
  );
});

test('what can’t stand on an invoice is refused at its field, and no number is used up', async () => {
  const at = await shop();
  const { id } = await at.bought();
  const fieldOf = (form: Record<string, string>) =>
    at.correct(id, { name: 'A', address: '', vatId: '', reason: '', ...form }).then(
      () => '',
      (error: { details?: { fields?: object } }) => Object.keys(error.details?.fields ?? {}).join(),
    );
  expect(await fieldOf({ name: 'x'.repeat(201) })).toBe('name');
  expect(await fieldOf({ address: 'a\n'.repeat(9) })).toBe('address');
  expect(await fieldOf({ address: 'x'.repeat(101) })).toBe('address');
  expect(await fieldOf({ vatId: 'DE123456789' })).toBe('vatId');
  expect(await fieldOf({ reason: 'x'.repeat(301) })).toBe('reason');
  await db.pool.query(`update store_order set country = 'DE', reverse_charge = true where id = $1`, [id]);
  expect(await fieldOf({ vatId: '' })).toBe('vatId');
  expect(await fieldOf({ vatId: 'nonsense' })).toBe('vatId');
  expect(await at.numbers()).toEqual({ invoices: ['2026-00001'], credits: [] });
  expect(await fieldOf({ name: '<b>\0\u202eA', vatId: 'DE136695976' })).toBe('');
});
