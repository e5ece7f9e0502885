import { sql } from 'kysely';
import type { AnyTransaction } from '#platform/server/database/database.ts';

interface Sold {
  slug: string;
  cents: number;
  /** When it was paid. */
  at: Date;
}

/** An order that came from a funnel is paid: counted there, in the transaction of the order, as sums without a buyer. */
export const countFunnelSale = (trx: AnyTransaction, { slug, cents, at }: Sold): Promise<void> =>
  add(trx, slug, at, { cents, sale: 1 });

/** Money of such an order went back: taken off the day that earned it, so that each day says what stayed. */
export const countFunnelRefund = (trx: AnyTransaction, { slug, cents, at }: Sold): Promise<void> =>
  add(trx, slug, at, { refund: cents });

async function add(
  trx: AnyTransaction,
  slug: string,
  at: Date,
  sums: Partial<Record<'cents' | 'sale' | 'refund', number>>,
): Promise<void> {
  await sql`
    insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
    select owner_id, funnel_id, ${at.toISOString().slice(0, 10)}::date, '', kind, '', '', n
    from funnel_slug, unnest(${Object.keys(sums)}::text[], ${Object.values(sums)}::int[]) as sold (kind, n)
    where slug = ${slug}
    order by kind
    on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
    do update set count = funnel_count.count + excluded.count`.execute(trx);
}
