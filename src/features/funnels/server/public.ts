import { sql } from 'kysely';
import type { AnyTransaction } from '#platform/server/database/database.ts';

/** An order that came from a funnel is paid: counted there, in the transaction of the order, as sums without a buyer. */
export async function countFunnelSale(
  trx: AnyTransaction,
  { slug, cents, at }: { slug: string; cents: number; at: Date },
): Promise<void> {
  await sql`
    insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
    select owner_id, funnel_id, ${at.toISOString().slice(0, 10)}::date, '', kind, '', '', n
    from funnel_slug, (values ('cents', ${cents}::int), ('sale', 1)) as sold (kind, n)
    where slug = ${slug}
    order by kind
    on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
    do update set count = funnel_count.count + excluded.count`.execute(trx);
}
