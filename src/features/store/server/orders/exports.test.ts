import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { paidOrders } from './exports.ts';

const db = await useDatabase();

test('[law] every paid order is exported once, also thousands within a millisecond', async () => {
  await db.pool.query(`
    insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents,
      discount_cents, tax_cents, tax_basis_points, total_cents, refunded_cents, source, external_id, buyer_name, created_at, paid_at)
    select 'ord_' || n, 'ord_' || n, 'd', 'paid', 'a@example.com', 'a@example.com', 'US', 'none', 100, 0, 0, 0, 100, 0,
      'gumroad', 'x' || n, '', moment, moment
    from generate_series(1, 3500) n, lateral (
      select timestamptz '2026-11-01T10:00:00Z' + (n % 700) * interval '1 microsecond' as moment
    ) at`);
  const seen = new Set<string>();
  let count = 0;
  for await (const orders of paidOrders(db, {})) {
    count += orders.length;
    for (const { id } of orders) seen.add(id);
    if (count > 3500) break;
  }
  expect([count, seen.size]).toEqual([3500, 3500]);
});
