import { sql } from 'kysely';
import { hours } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { Plans } from '#features/plans/server/public.ts';
import { utcMonth } from '#features/plans/rules/months.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CartSource } from '../rules/condition.ts';
import type { CartStatus, PurchaseBody } from '../rules/contract.ts';
import { clickWindowHours } from '../rules/sequence.ts';
import { tellCarts } from './connections.ts';
import { type CartRow, hubOwner, type RecoveryTables } from './tables.ts';
import { aiEmailUse } from './writer.ts';

/** What ends a cart: somebody bought, or its owner says so. Every message that is not out stops in the same transaction. */

export const dedupeKeyOf = (ownerId: string, cartId: string, step: number): string =>
  `recovery:${ownerId}:${cartId}:${step}`;

/** Somebody bought in a member's shop: whoever else writes to that shop's people hears it in the same transaction. */
export type OnBought = (
  trx: AnyTransaction,
  ownerId: string,
  order: PurchaseBody & { products: string[] },
) => Promise<void>;

interface Parts extends Pick<Platform, 'clock' | 'outbox'> {
  plans: Plans;
  onBought?: OnBought | undefined;
}

/** What an order did to a cart; `not abandoned`: it was paid before anybody could have been reminded, and counts for nothing. */
export type Ending = 'recovered' | 'not abandoned' | 'no cart';

/** Who tells us at once: between their cart and their order may lie a minute, and nothing was abandoned. */
const liveSources = new Set<CartSource>([
  'store',
  'snippet',
  'shopify',
  'woocommerce',
  'stripe',
  'webhook',
  'api',
]);

/** What they were about to buy: an order that is told says no more than its sum. */
async function inCart(trx: AnyTransaction, ownerId: string, email: string): Promise<string[]> {
  const cart = await tablesOf<RecoveryTables>(trx)
    .selectFrom('recovery_cart')
    .select('items')
    .where('owner_id', '=', ownerId)
    .where('email_key', '=', mailAddressKey(email))
    .where('status', '=', 'abandoned')
    .executeTakeFirst();
  return cart?.items.map(({ name }) => name) ?? [];
}

export function createEndings({ clock, outbox, plans, onBought }: Parts) {
  async function stop(trx: AnyTransaction, { owner_id, id }: CartRow, reason: string): Promise<number> {
    const { rows } = await sql<{ step: number; was: string; counted_month: string | null }>`
      update recovery_message m set
        state = case when old.state = 'planned' then 'not sent' else m.state end,
        reason = case when old.state = 'planned' then ${reason} else m.reason end,
        counted_month = case when old.state = 'planned' then null else m.counted_month end
      from (select owner_id, cart_id, step, state, counted_month from recovery_message
        where owner_id = ${owner_id} and cart_id = ${id} and state in ('planned', 'handed') for update) old
      where m.owner_id = old.owner_id and m.cart_id = old.cart_id and m.step = old.step
      returning m.step, old.state as was, old.counted_month`.execute(trx);
    for (const { step, was, counted_month } of rows) {
      if (was === 'handed') {
        if ((await outbox.cancel(trx, dedupeKeyOf(owner_id, id, step), reason)) === 0) continue;
        await tablesOf<RecoveryTables>(trx)
          .updateTable('recovery_message')
          .set({ state: 'not sent', reason, counted_month: null })
          .where('owner_id', '=', owner_id)
          .where('cart_id', '=', id)
          .where('step', '=', step)
          .execute();
      }
      // An AI email that nobody gets was not used.
      if (counted_month !== null) await plans.giveBack(trx, aiEmailUse(owner_id, counted_month));
    }
    return rows.length;
  }

  async function wasNeverAbandoned(trx: AnyTransaction, cart: CartRow): Promise<boolean> {
    if (!liveSources.has(cart.source)) return false;
    const { rows } = await sql<{ never: boolean }>`
      select ${clock.now()}::timestamptz < ${cart.created_at}::timestamptz
          + make_interval(hours => (o.settings->>'emailDelay')::integer)
        and not exists (select from recovery_message m where m.owner_id = o.owner_id and m.cart_id = ${cart.id}
          and m.state in ('handed', 'sent')) as never
      from recovery_owner o where o.owner_id = ${cart.owner_id}`.execute(trx);
    return rows[0]?.never ?? false;
  }

  async function bringBack(
    trx: AnyTransaction,
    ownerId: string,
    { email, orderId, totalCents, currency }: PurchaseBody,
  ): Promise<Ending> {
    const tables = tablesOf<RecoveryTables>(trx);
    const now = clock.now();
    const cart = await tables
      .selectFrom('recovery_cart')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('email_key', '=', mailAddressKey(email))
      .where('status', '=', 'abandoned')
      .forUpdate()
      .executeTakeFirst();
    if (!cart) return 'no cart';
    // One order told twice brings one cart back, not the next one as well.
    const told = await tables
      .selectFrom('recovery_cart')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('email_key', '=', cart.email_key)
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (told) return 'no cart';
    await stop(trx, cart, 'bought');
    if (await wasNeverAbandoned(trx, cart)) {
      await tables
        .deleteFrom('recovery_cart')
        .where('owner_id', '=', ownerId)
        .where('id', '=', cart.id)
        .execute();
      if (ownerId !== hubOwner)
        await plans.giveBack(trx, {
          uid: ownerId,
          counter: 'monthlyRecoveries',
          month: utcMonth(cart.created_at),
          n: 1,
        });
      return 'not abandoned';
    }
    const byClick = cart.clicked_at && now.getTime() - cart.clicked_at.getTime() <= hours(clickWindowHours);
    await tables
      .updateTable('recovery_cart')
      .set({
        status: 'recovered',
        recovered_at: now,
        recovered_by: byClick ? 'click' : 'alone',
        revenue_cents: totalCents,
        order_id: orderId,
        // What was paid decides the currency: the two sums of a cart never mix.
        ...(currency !== cart.currency && { currency, total_cents: totalCents }),
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', cart.id)
      .execute();
    return 'recovered';
  }

  return {
    /** Somebody bought in this owner's shop. */
    async purchased(trx: AnyTransaction, ownerId: string, order: PurchaseBody): Promise<Ending> {
      const products = onBought && ownerId !== hubOwner ? await inCart(trx, ownerId, order.email) : [];
      const ending = await bringBack(trx, ownerId, order);
      if (ending !== 'no cart') await tellCarts(trx, [ownerId]);
      const bought = { email_key: mailAddressKey(order.email), bought_at: clock.now() };
      if (ownerId !== hubOwner) await onBought?.(trx, ownerId, { ...order, products });
      // Last, since the engine too comes to this row after the messages.
      await tablesOf<RecoveryTables>(trx)
        .insertInto('recovery_buyer')
        .values({ owner_id: ownerId, mailed_at: null, ...bought })
        .onConflict((conflict) => conflict.columns(['owner_id', 'email_key']).doUpdateSet(bought))
        .execute();
      return ending;
    },

    async setStatus(trx: AnyTransaction, ownerId: string, id: string, status: CartStatus): Promise<void> {
      const tables = tablesOf<RecoveryTables>(trx);
      const cart = await cartToChange(trx, ownerId, id);
      if (cart.status === status) return;
      const again = status === 'abandoned' && (await hasOpenCart(trx, cart));
      if (again) throw new Problem('conflict', 'This buyer has a newer open cart.');
      if (status !== 'abandoned')
        await stop(trx, cart, status === 'recovered' ? 'bought' : 'closed manually');
      const isBack = status === 'recovered';
      await tables
        .updateTable('recovery_cart')
        .set({
          status,
          recovered_at: isBack ? clock.now() : null,
          recovered_by: isBack ? 'hand' : null,
          revenue_cents: isBack ? cart.total_cents : 0,
          order_id: null,
        })
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        .execute();
      await tellCarts(trx, [ownerId]);
    },

    /** The cart stays open; none of its messages goes out. */
    async stopReminders(trx: AnyTransaction, ownerId: string, id: string, reason: string): Promise<void> {
      const cart = await cartToChange(trx, ownerId, id);
      await stop(trx, cart, reason);
      await tellCarts(trx, [ownerId]);
    },

    /** A person asked that nothing more be known of them. */
    async stopAll(trx: AnyTransaction, emailKey: string): Promise<void> {
      await sql`update recovery_message set state = 'not sent', reason = 'erased'
        where email_key = ${emailKey} and state = 'planned'`.execute(trx);
    },
  };
}

export type Endings = ReturnType<typeof createEndings>;

async function cartToChange(trx: AnyTransaction, ownerId: string, id: string): Promise<CartRow> {
  const cart = await tablesOf<RecoveryTables>(trx)
    .selectFrom('recovery_cart')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!cart) throw new Problem('not_found', 'This cart no longer exists.');
  return cart;
}

async function hasOpenCart(db: AnyKysely, { owner_id, email_key }: CartRow): Promise<boolean> {
  const open = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_cart')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('email_key', '=', email_key)
    .where('status', '=', 'abandoned')
    .executeTakeFirst();
  return open !== undefined;
}
