import { sql } from 'kysely';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { tellCarts } from './connections.ts';
import { hashToken } from './letter.ts';
import { type CartRow, hubOwner, type RecoveryTables } from './tables.ts';

/** What a link of a reminder leads to: that one cart, and nothing else. It signs nobody in and tells no address. */
export interface RestoredCart {
  shop: string;
  currency: string;
  totalCents: number;
  items: CartRow['items'];
  /** The shop's own page of this cart; null where the cart is this hub's. */
  url: string | null;
  isOwnStore: boolean;
  isDone: boolean;
}

export async function readRestore(db: AnyKysely, token: string): Promise<RestoredCart | null> {
  const row = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_message as m')
    .innerJoin('recovery_cart as c', (join) =>
      join.onRef('c.owner_id', '=', 'm.owner_id').onRef('c.id', '=', 'm.cart_id'),
    )
    .innerJoin('recovery_owner as o', 'o.owner_id', 'm.owner_id')
    .where('m.token_hash', '=', hashToken(token))
    .select([
      'c.owner_id',
      'c.currency',
      'c.total_cents',
      'c.items',
      'c.restore_url',
      'c.status',
      'o.delivery',
    ])
    .executeTakeFirst();
  return row
    ? {
        shop: row.delivery.shopName,
        currency: row.currency,
        totalCents: row.total_cents,
        items: row.items,
        url: row.restore_url,
        isOwnStore: row.owner_id === hubOwner,
        isDone: row.status !== 'abandoned',
      }
    : null;
}

/** A person opened it. Machines that only read mail and links get no further than the page. */
export async function recordClick(trx: AnyTransaction, token: string, now: Date): Promise<void> {
  const { rows } = await sql<{ owner_id: string }>`
    with clicked as (
      update recovery_message set clicked_at = coalesce(clicked_at, ${now}::timestamptz)
      where token_hash = ${hashToken(token)} returning owner_id, cart_id)
    update recovery_cart c set clicked_at = ${now}::timestamptz from clicked
    where c.owner_id = clicked.owner_id and c.id = clicked.cart_id and c.status = 'abandoned'
    returning c.owner_id`.execute(trx);
  await tellCarts(
    trx,
    rows.map(({ owner_id }) => owner_id),
  );
}
