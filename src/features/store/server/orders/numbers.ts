import { sql, type Transaction } from 'kysely';
import type { OrderTables } from './tables.ts';

/** The next number of a series and year, such as 2026-00017: a rollback takes it back, so none is ever missing. */
export async function nextNumber(
  trx: Transaction<OrderTables>,
  series: 'invoice' | 'credit',
  now: Date,
): Promise<string> {
  const year = now.getUTCFullYear();
  const { last } = await trx
    .insertInto('store_number')
    .values({ series: `${series}-${year}`, last: 1 })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: sql`store_number.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${series === 'credit' ? 'CN-' : ''}${year}-${String(last).padStart(5, '0')}`;
}
