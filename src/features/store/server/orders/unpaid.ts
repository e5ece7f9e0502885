import { days } from '#base/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { OrderTables } from './tables.ts';

/** Longer than any provider lets a payment wait, and than a transfer takes that somebody forgot. */
const unpaidDays = 180;

/** What nobody paid in half a year is nobody's order: the name and the address in it go. */
export async function forgetUnpaid(db: Database, now: Date): Promise<void> {
  const tables = db.tables<OrderTables>();
  await tables
    .deleteFrom('store_order')
    .where('id', 'in', (of) =>
      of
        .selectFrom('store_order')
        .select('id')
        .where('created_at', '<', new Date(now.getTime() - days(unpaidDays)))
        .where('state', 'in', ['open', 'replaced'])
        .where('paid_at', 'is', null)
        .where((or) => or.or([or('held_at', 'is', null), or('denied_at', 'is not', null)]))
        .limit(5000),
    )
    .execute();
}
