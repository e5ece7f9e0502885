import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { orderPerson } from './person.ts';

const db = await useDatabase();

test('[law] whoever is erased takes along what nobody paid for, and nothing that an invoice stands for', async () => {
  await db.pool.query('truncate store_order cascade');
  const put = (id: string, email: string, cents: number, invoice: string | null, isPaid: boolean) =>
    db.pool.query(
      `insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents,
        discount_cents, tax_cents, tax_basis_points, total_cents, refunded_cents, source, external_id, buyer_name,
        invoice_number, created_at, paid_at)
       values ($1, $1, 'd', $5, $2, $2, 'US', 'none', $3, 0, 0, 0, $3, 0, 'gumroad', $1, 'Vic', $4,
        '2026-11-01', case when $6 then timestamptz '2026-11-01' end)`,
      [id, email, cents, invoice, isPaid ? 'paid' : 'open', isPaid],
    );
  await put('open', 'vic@example.com', 1900, null, false);
  // Anybody can order what is free in somebody's name.
  for (let n = 0; n < 30; n += 1) await put(`free${n}`, 'vic@example.com', 0, null, true);
  await put('paid', 'vic@example.com', 1900, '2026-00001', true);
  await put('imported', 'vic@example.com', 1900, null, true);
  await put('other', 'bea@example.com', 0, null, true);
  const said = await orderPerson({ db }).erase('Vic@Example.com');
  expect(said).toEqual(['deleted 31 unpaid and free orders', expect.stringContaining('kept 2 paid orders')]);
  const { rows } = await db.pool.query<{ id: string }>('select id from store_order order by id');
  expect(rows.map(({ id }) => id)).toEqual(['imported', 'other', 'paid']);
});
