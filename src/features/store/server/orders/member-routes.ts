import { sql, type Kysely, type Transaction } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { cartAnswer, cartItemsBody, claimAnswer, purchasesAnswer } from '../../rules/order-contract.ts';
import type { OrdersContext } from './context.ts';
import { viewOrders } from './read.ts';
import type { OrderTables } from './tables.ts';

/** What a signed-in buyer has here: purchases, and a cart that is on all of their devices. */
export function memberRoutes(context: OrdersContext): Route[] {
  const { platform, links } = context;
  const { db, clock } = platform;
  const tables = () => db.tables<OrderTables>();

  return [
    route({
      method: 'GET',
      path: '/api/purchases',
      access: 'member',
      summary: 'List your purchases',
      description: 'Each with its files, license keys and invoice.',
      answer: purchasesAnswer,
      async handle({ viewer }) {
        const member = await memberById(db.tables(), viewer.uid);
        const orders = await tables()
          .selectFrom('store_order')
          .selectAll()
          .where('owner_id', '=', viewer.uid)
          .where('state', 'in', ['paid', 'refunded'])
          .orderBy('paid_at', 'desc')
          .limit(500)
          .execute();
        const { count } = await unclaimed(tables(), viewer.email)
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        const emailVerified = member?.emailVerified ?? false;
        return {
          orders: await viewOrders(tables(), links, orders, { now: clock.now(), uid: viewer.uid }),
          // How many there are is told only to who has shown that the address is theirs.
          claimable: emailVerified ? count : 0,
          emailVerified,
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/purchases/claim',
      security: 'purchases claimed',
      access: 'member',
      limit: { name: 'purchases-claim', max: 30, perSeconds: 3600, by: 'viewer' },
      summary: 'Add guest purchases to your account',
      description: 'Claims what was bought as a guest with your confirmed email address.',
      answer: claimAnswer,
      async handle({ viewer }) {
        const member = await memberById(db.tables(), viewer.uid);
        if (!member?.emailVerified) return { claimed: 0 };
        return db.transaction<OrderTables, { claimed: number }>(async (trx) => ({
          claimed: await claim(trx, member),
        }));
      },
    }),

    route({
      method: 'GET',
      path: '/api/cart',
      access: 'member',
      summary: 'Get your cart',
      answer: cartAnswer,
      async handle({ viewer }) {
        const row = await tables()
          .selectFrom('store_cart')
          .select(['items', 'version'])
          .where('owner_id', '=', viewer.uid)
          .executeTakeFirst();
        return (row ?? { items: [], version: 0 }) as never;
      },
    }),

    route({
      method: 'PUT',
      path: '/api/cart',
      access: 'member',
      limit: { name: 'cart-keep', max: 600, perSeconds: 3600, by: 'viewer' },
      summary: 'Save your cart',
      description: 'If it was changed on another device in the meantime, that cart is returned.',
      body: cartItemsBody,
      answer: cartAnswer,
      async handle({ viewer, body }) {
        const items = JSON.stringify(body.items);
        const kept = await tables()
          .insertInto('store_cart')
          .values({ owner_id: viewer.uid, items, version: 1, changed_at: clock.now() })
          .onConflict((conflict) =>
            conflict
              .column('owner_id')
              .doUpdateSet({ items, version: sql`store_cart.version + 1`, changed_at: clock.now() })
              .where('store_cart.version', '=', body.version),
          )
          .returning(['items', 'version'])
          .executeTakeFirst();
        const now =
          kept ??
          (await tables()
            .selectFrom('store_cart')
            .select(['items', 'version'])
            .where('owner_id', '=', viewer.uid)
            .executeTakeFirstOrThrow());
        return now as never;
      },
    }),
  ];
}

const unclaimed = (db: Kysely<OrderTables>, email: string) =>
  db
    .selectFrom('store_order')
    .where('email_key', '=', mailAddressKey(email))
    .where('owner_id', 'is', null)
    .where('state', 'in', ['paid', 'refunded']);

/** All that was bought with this address by nobody in particular is theirs now, with what it unlocks. */
async function claim(trx: Transaction<OrderTables>, member: { uid: string; email: string }): Promise<number> {
  const claimed = await trx
    .updateTable('store_order')
    .set({ owner_id: member.uid })
    .where('email_key', '=', mailAddressKey(member.email))
    .where('owner_id', 'is', null)
    .where('state', 'in', ['paid', 'refunded'])
    .returning('id')
    .execute();
  return claimed.length;
}
