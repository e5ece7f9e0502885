import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { customerPath, stateCell } from './orders.ts';

interface Customer {
  email: string;
  orders: number;
  spent: number;
  last: Date;
}

/** Who bought: the latest ones, or one of them with everything they bought. */
export function customersPage({ db }: Pick<Platform, 'db'>): DeskPage {
  // Of the latest orders only, so that the page is as fast with a million of them.
  const latest = (key: string | null) =>
    sql<Customer>`
    with few as (
      select distinct email_key from (
        select email_key from store_order where paid_at is not null ${key === null ? sql`` : sql`and email_key = ${key}`}
        order by paid_at desc limit 300) recent)
    select max(o.email) as email, count(*) as orders, sum(o.total_cents - o.refunded_cents) as spent, max(o.paid_at) as last
    from few join store_order o on o.email_key = few.email_key and o.paid_at is not null
    group by o.email_key order by last desc`.execute(db.tables());

  return {
    path: 'customers',
    title: 'Customers',
    right: 'people',
    async list({ find = '' }) {
      const word = find.trim();
      const { rows } = await latest(word === '' ? null : mailAddressKey(word));
      return {
        title: 'Customers',
        blocks: [
          { is: 'search', fields: [{ name: 'find', label: 'Email', value: find, kind: 'search' }] },
          {
            is: 'table',
            title: word === '' ? 'Recent customers, of the latest 300 orders' : 'Results',
            columns: [
              { head: 'Email' },
              { head: 'Orders', numeric: true },
              { head: 'Paid, after refunds', numeric: true },
              { head: 'Last (UTC)' },
            ],
            rows: rows.map(({ email, orders, spent, last }) => [
              { text: email, href: customerPath(email) },
              String(orders),
              money(spent),
              minute(last),
            ]),
            empty: word === '' ? 'No customers yet.' : 'No customer with that email.',
          },
        ],
      };
    },
    async one(email) {
      const orders = await db
        .tables<OrderTables>()
        .selectFrom('store_order')
        .selectAll()
        .where('email_key', '=', mailAddressKey(email))
        .orderBy('paid_at', (order) => order.desc().nullsLast())
        .limit(200)
        .execute();
      const paid = orders.filter(({ paid_at }) => paid_at !== null);
      if (orders.length === 0) throw new Problem('not_found', 'No customer with that email.');
      const spent = paid.reduce((sum, order) => sum + order.total_cents - order.refunded_cents, 0);
      return {
        title: email,
        blocks: [
          {
            is: 'figures',
            figures: [
              { label: 'Paid orders', value: String(paid.length) },
              { label: 'Paid, after refunds', value: money(spent) },
            ],
          },
          { is: 'link', text: 'Everything about this person', href: `/people/${encodeURIComponent(email)}` },
          {
            is: 'table',
            title: 'Orders',
            columns: [
              { head: 'Order' },
              { head: 'Placed (UTC)' },
              { head: 'State' },
              { head: 'Total', numeric: true },
            ],
            rows: orders.map((order) => [
              { text: order.id, href: `/orders/${order.id}`, mono: true },
              minute(order.created_at),
              stateCell(order),
              money(order.total_cents),
            ]),
            empty: '',
          },
        ],
      };
    },
  };
}
