import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { randomOf } from '#testing/random.ts';
import { differencesOf, differencesPage, whatToDo } from './differences.ts';

const db = await useDatabase();

const faults = [
  'none',
  'no order',
  'no payment',
  'amount',
  'refund unbooked',
  'refund unsent',
  'duplicate',
] as const;
type Fault = (typeof faults)[number];

/** An order or donation with its payment, whole or with one fault. */
async function sold(id: string, at: Date, cents: number, fault: Fault, isDonation: boolean): Promise<void> {
  const isBooked = fault !== 'no order';
  const back = fault.startsWith('refund') ? 1 + (cents % 99) : 0;
  if (isDonation)
    await db.pool.query(
      `insert into donation (id, cents, state, created_at, paid_at) values ($1, $2, $3, $4, $5)`,
      [id, cents, isBooked ? 'paid' : 'open', at, isBooked ? at : null],
    );
  else
    await db.pool.query(
      `insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents, discount_cents,
         tax_cents, tax_basis_points, total_cents, refunded_cents, created_at, paid_at)
       values ($1, $1, 'd', $2, 'a@example.com', 'a@example.com', 'US', 'none', $3, 0, 0, 0, $3, $4, $5, $6)`,
      [id, isBooked ? 'paid' : 'open', cents, fault === 'refund unsent' ? back : 0, at, isBooked ? at : null],
    );
  if (fault === 'no payment') return;
  const taken = fault === 'amount' ? cents + 1 : cents;
  await db.pool.query(
    `insert into payment (id, kind, reference, provider_order_id, total_cents, currency, description, state, created_at, updated_at)
     values ('p' || $1, $2, $1, 'PAY' || $1, $3, 'USD', '', $5, $4, $4)`,
    [
      id,
      isDonation ? 'donation' : 'store',
      taken,
      // Some were begun long before they were paid.
      new Date(at.getTime() - (cents % 7) * 86_400_000),
      fault === 'refund unbooked' ? 'partly_refunded' : 'paid',
    ],
  );
  const captured = (capture: string, state: string) =>
    db.pool.query(
      `insert into payment_capture (provider_order_id, capture_id, payment_id, cents, state, at)
       values ($2, $2, 'p' || $1, $3, $4, $5)`,
      [id, capture, taken, state, at],
    );
  const sentBack = (capture: string, gone: number) =>
    db.pool.query(
      `insert into payment_refund (id, payment_id, capture_id, cents, by, state, at)
       values ('r' || $1, 'p' || $1, $2, $3, 'hub', 'done', $4)`,
      [id, capture, gone, at],
    );
  await captured(`CAP${id}`, 'paid');
  if (fault === 'refund unbooked') await sentBack(`CAP${id}`, back);
  if (fault !== 'duplicate') return;
  // It came twice and went back: nothing that the books would say.
  await captured(`TWO${id}`, 'duplicate');
  await sentBack(`TWO${id}`, taken);
}

test('[law] what differs from PayPal is named, each once, and nothing else; also at the edges of the days', async () => {
  const random = randomOf(7);
  const [from, end] = [new Date('2026-11-10T00:00:00Z'), new Date('2026-11-15T00:00:00Z')];
  const expected: string[] = [];
  for (let n = 0; n < 160; n++) {
    const fault = faults[n % faults.length] as Fault;
    const isDonation = random() < 0.3 && !fault.startsWith('refund');
    const edges = [from.getTime() - 1, from.getTime(), end.getTime() - 1, end.getTime()];
    const at = new Date(
      random() < 0.4 ? (edges[n % 4] ?? 0) : from.getTime() - 86_400_000 + random() * 7 * 86_400_000,
    );
    const id = `${isDonation ? 'don' : 'ord'}_diff${n}`;
    await sold(id, at, 100 + Math.floor(random() * 9000), fault, isDonation);
    if (at >= from && at < end && fault !== 'none' && fault !== 'duplicate') expected.push(id);
  }
  const found = await differencesOf(db, from, end);
  expect(expected.length).toBeGreaterThan(30);
  expect(found.map(({ reference }) => reference).toSorted()).toEqual(expected.toSorted());
  const words = new Set(found.map((row) => whatToDo(row)[0]));
  expect([...words].toSorted()).toEqual([
    'Another amount',
    'In the books, no payment',
    'Less went back than the books say',
    'More went back than the books say',
    'Paid at PayPal, no order',
  ]);

  const page = differencesPage({ db, clock: movableClock('2026-11-14T12:00:00Z') });
  const sheet = JSON.stringify(await page.list({ since: '2026-11-10', until: '2026-11-14' }));
  for (const id of expected) expect(sheet).toContain(id);
  for (const wrong of ['2026-02-30', 'x', "'; drop table payment"])
    await expect(page.list({ since: wrong })).rejects.toThrow('is not a day');
});
