import { orderNumber } from '../../rules/order-number.ts';
import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { beginning, type PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { stateCell } from './desk/orders.ts';
import type { OrderTables } from './tables.ts';
import { minute, money } from './words.ts';

const atOnce = 20;

/** What selling keeps about an address. Paid orders stay as the books need them; everything else goes. */
export function orderPerson({ db }: Pick<Platform, 'db'>): PersonData {
  return {
    erasing: {
      goes: 'Unpaid and free orders, and records of downloads',
      stays: 'Paid orders: the law requires sellers to keep invoices for years',
    },
    async shown(email) {
      const orders = await db
        .tables<OrderTables>()
        .selectFrom('store_order')
        .selectAll()
        .where('email_key', '=', mailAddressKey(email))
        .orderBy('created_at', 'desc')
        .limit(atOnce + 1)
        .execute();
      if (orders.length === 0) return [];
      return [
        {
          is: 'table',
          title: 'Orders',
          columns: [
            { head: 'Order' },
            { head: 'Placed (UTC)' },
            { head: 'State' },
            { head: 'Total', numeric: true },
          ],
          rows: orders
            .slice(0, atOnce)
            .map((order) => [
              { text: orderNumber(order.id), href: `/orders/${order.id}`, mono: true },
              minute(order.created_at),
              stateCell(order),
              money(order.total_cents),
            ]),
          empty: '',
        },
        ...(orders.length > atOnce
          ? [
              {
                is: 'link' as const,
                text: 'All their orders',
                href: `/orders?find=${encodeURIComponent(email)}`,
              },
            ]
          : []),
      ];
    },
    async find(word, limit) {
      const like = beginning(word);
      const { rows } = await sql<{ address: string; name: string }>`
        select max(email) as address, max(buyer_name) as name from (
          (select email, email_key, buyer_name from store_order where email_key like ${like} limit ${limit * 5})
          union all
          (select email, email_key, buyer_name from store_order where buyer_name <> '' and lower(buyer_name) like ${like} limit ${limit * 5})) found
        group by email_key limit ${limit}`.execute(db.tables());
      return rows.map((row) => ({ ...row, as: 'customer' }));
    },
    async export(email) {
      const tables = db.tables<OrderTables>();
      const orders = await tables
        .selectFrom('store_order')
        .selectAll()
        .where('email_key', '=', mailAddressKey(email))
        .orderBy('created_at')
        .execute();
      if (orders.length === 0) return null;
      const ids = orders.map(({ id }) => id);
      const part = (
        table:
          | 'store_order_line'
          | 'store_licence_key'
          | 'store_download'
          | 'store_credit_note'
          | 'store_correction'
          | 'store_order_file',
      ) => tables.selectFrom(table).selectAll().where('order_id', 'in', ids).execute();
      return {
        orders: orders.map(({ checkout_key, digest, ...order }) => {
          void checkout_key;
          void digest;
          return order;
        }),
        lines: await part('store_order_line'),
        licenceKeys: await part('store_licence_key'),
        downloads: await part('store_download'),
        creditNotes: await part('store_credit_note'),
        givenFiles: await part('store_order_file'),
        corrections: await part('store_correction'),
      };
    },

    erase: (email) =>
      db.transaction<OrderTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        const dropped = await trx
          .deleteFrom('store_order')
          .where('email_key', '=', key)
          // Anybody can order what is free in somebody's name: nothing was paid, and there is no invoice to keep.
          .where((row) =>
            row.or([
              row('paid_at', 'is', null),
              row.and([row('total_cents', '=', 0), row('invoice_number', 'is', null)]),
            ]),
          )
          .executeTakeFirst();
        const kept = await trx
          .selectFrom('store_order')
          .select(['id', 'invoice_number'])
          .where('email_key', '=', key)
          .execute();
        const said: string[] = [];
        if (dropped.numDeletedRows > 0n)
          said.push(`deleted ${dropped.numDeletedRows} unpaid and free orders`);
        if (kept.length > 0) {
          const ids = kept.map(({ id }) => id);
          const log = await trx.deleteFrom('store_download').where('order_id', 'in', ids).executeTakeFirst();
          await trx.updateTable('store_order').set({ wants_news: false }).where('id', 'in', ids).execute();
          said.push(
            `deleted ${log.numDeletedRows} download records; kept ${kept.length} paid orders: the law requires sellers to keep invoices for years`,
          );
        }
        return said;
      }),
  };
}
