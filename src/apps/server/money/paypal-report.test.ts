import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ReportLine } from '#features/payments/rules/paypal-report.ts';
import { useDatabase } from '#testing/database.ts';
import { randomOf } from '#testing/random.ts';
import { compareReport, reportAct } from './paypal-report.ts';

const db = await useDatabase();

const lineOf = (id: string, grossCents: number, day: string, type = 'Payment'): ReportLine => ({
  line: 2,
  id,
  type,
  day,
  grossCents,
  feeCents: 0,
  netCents: grossCents,
});

async function paid(id: string, cents: number, at: Date, refundCents = 0): Promise<void> {
  await db.pool.query(
    `insert into payment (id, kind, reference, provider_order_id, total_cents, currency, description, state, created_at, updated_at)
     values ($1, 'store', 'ord_' || $1, 'PAY' || $1, $2, 'USD', '', 'paid', $3, $3)`,
    [id, cents, at],
  );
  await db.pool.query(
    `insert into payment_capture (provider_order_id, capture_id, payment_id, cents, state, at)
     values ('PAY' || $1, 'CAP' || $1, $1, $2, 'paid', $3)`,
    [id, cents, at],
  );
  if (refundCents > 0)
    await db.pool.query(
      `insert into payment_refund (id, payment_id, provider_refund_id, capture_id, cents, by, state, at)
       values ('r' || $1, $1, 'REF' || $1, 'CAP' || $1, $2, 'hub', 'done', $3)`,
      [id, refundCents, at],
    );
}

async function subscribed(id: string, cents: number, at: Date, refundCents = 0): Promise<void> {
  await db.pool.query(
    `insert into billing_subscription (id, kind, email, email_key, cycle, "when", due_now_cents, price_cents, first_worth_cents,
       renewal_worth_cents, country, starts_at, state, created_at)
     values ('sub_' || $1, 'donation', 'a@example.com', 'a@example.com', 'monthly', 'now', $2, $2, $2, $2, 'US', $3, 'active', $3)`,
    [id, cents, at],
  );
  await db.pool.query(
    `insert into billing_payment (sale_id, subscription_id, kind, cents, at) values ('CAP' || $1, 'sub_' || $1, 'first', $2, $3)`,
    [id, cents, at],
  );
  if (refundCents > 0)
    await db.pool.query(
      `insert into billing_credit_note (refund_key, sale_id, cents, reason, issued_at) values ('REF' || $1, 'CAP' || $1, $2, '', $3)`,
      [id, refundCents, at],
    );
}

const fates = ['both', 'only here', 'only there', 'amount'] as const;

test('[law] what is in one and not in the other is named, each once, and nothing that agrees', async () => {
  const random = randomOf(19);
  const expected: Record<(typeof fates)[number], string[]> = {
    both: [],
    'only here': [],
    'only there': [],
    amount: [],
  };
  // The report covers more days than it is judged by.
  const lines = [lineOf('EDGE1', 1, '2026-10-01'), lineOf('EDGE2', 1, '2026-10-31')];
  for (let n = 0; n < 120; n += 1) {
    const fate = fates[n % fates.length] ?? 'both';
    const cents = 100 + Math.floor(random() * 9000);
    const day = `2026-10-${String(3 + Math.floor(random() * 26)).padStart(2, '0')}`;
    const at = new Date(`${day}T12:00:00Z`);
    const isRefunded = fate === 'both' && n % 3 === 0;
    if (fate !== 'only there')
      await (n % 5 === 0 ? subscribed : paid)(`x${n}`, cents, at, isRefunded ? 50 : 0);
    if (fate !== 'only here') lines.push(lineOf(`CAPx${n}`, fate === 'amount' ? cents + 1 : cents, day));
    if (isRefunded) lines.push(lineOf(`REFx${n}`, -50, day));
    expected[fate].push(`CAPx${n}`);
  }
  // Of the first day, and of after the report: not told as missing.
  await paid('early', 100, new Date('2026-10-01T10:00:00Z'));
  await paid('late', 100, new Date('2026-11-02T10:00:00Z'));
  lines.push(
    lineOf('PAYOUT1', -5000, '2026-10-20', 'General Withdrawal'),
    lineOf('HOLD1', -70, '2026-10-20', 'Hold'),
  );
  const { unknown, missing, other, payouts } = await compareReport(db, { lines });
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
  expect(ids(unknown)).toEqual([...expected['only there'], 'EDGE1', 'EDGE2', 'HOLD1'].toSorted());
  expect(ids(missing)).toEqual(expected['only here'].toSorted());
  expect(other.map(({ line }) => line.id).toSorted()).toEqual(expected.amount.toSorted());
  expect(ids(payouts)).toEqual(['PAYOUT1']);
});

test('a file is compared and told in words; what is none is told at its field, and nothing is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const act = reportAct(db);
  const look = async (text: string) => {
    const path = join(folder, 'report.csv');
    await writeFile(path, text);
    return act.look?.('', {}, { files: async () => [{ name: 'report.csv', bytes: text.length, path }] });
  };
  const found = await look(
    'Date,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID\n11/28/2026,Ann Buyer,Payment,Completed,USD,19.00,-0.91,18.09,NOBODY0001\n',
  );
  expect(found?.print).toBeUndefined();
  expect(JSON.stringify(found)).toContain('NOBODY0001');
  expect(JSON.stringify(found)).not.toContain('Ann');

  // A month in the books is what they say, not what the report says of the same transactions.
  await paid('M0000001', 4400, new Date('2025-03-10T12:00:00Z'));
  await paid('M0000002', 700, new Date('2025-03-12T12:00:00Z'));
  const head = 'Date,Type,Status,Currency,Gross,Fee,Net,Transaction ID\n';
  const line = (day: string, gross: string, id: string) =>
    `${day}/2025,Payment,Completed,USD,${gross},0.00,${gross},${id}\n`;
  const report = await look(
    head +
      line('03/01', '1.00', 'EDGE0000001') +
      line('03/10', '"1,044.00"', 'CAPM0000001') +
      line('03/31', '1.00', 'EDGE0000009'),
  );
  const months = report?.blocks.find((block) => block.is === 'table' && block.title.startsWith('By month'));
  expect(months).toMatchObject({ rows: [['2025-03', '$1,046', '$51', '$0', '$1,046', '$0']] });
  await expect(look('a,b\n')).rejects.toMatchObject({ details: { fields: { given: /./ } } });
  await expect(act.look?.('', {}, { files: async () => [] })).rejects.toThrow('PayPal’s report');
});
