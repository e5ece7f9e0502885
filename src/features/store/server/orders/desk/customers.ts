import { orderNumber } from '../../../rules/order-number.ts';
import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { type Asked, type DeskPage, titleOf } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { exportCustomers } from './export-acts.ts';
import { customerPath, stateCell } from './orders.ts';

interface Customer {
  key: string;
  email: string;
  orders: number;
  spent: number;
  last: Date;
  /** Their latest order. */
  id: string;
}

const atOnce = 50;
/** So many orders are looked through for one page: among the old ones, most are of people who came back. */
const mostOrders = 5000;
const mostOfOne = 200;

/** Who bought: whoever bought last comes first, or one by one by their address. */
export function customersPage({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage {
  const tables = () => db.tables<OrderTables>();
  const known = sql`
    cross join lateral (
      select count(*)::float8 as orders, sum(total_cents - refunded_cents)::float8 as spent, max(paid_at) as last
      from store_order own where own.email_key collate "C" = latest.email_key and own.paid_at is not null) sums`;
  const columns = sql`latest.email_key as key, latest.email, latest.id, orders, spent, last`;

  /** A customer stands where their latest order does. */
  async function byLatest(before: string): Promise<{ rows: Customer[]; older?: string }> {
    const [at = '', id = ''] = before.split(',');
    const begin = Number.isNaN(Date.parse(at)) ? null : new Date(at);
    const after = begin ? sql`and (paid_at, id) < (${begin}, ${id})` : sql``;
    const edge = await sql<{ at: Date }>`
      select paid_at as at from store_order where paid_at is not null ${after}
      order by paid_at desc, id desc offset ${mostOrders} limit 1`.execute(tables());
    const floor = edge.rows[0]?.at;
    const { rows } = await sql<Customer>`
      select ${columns} from (
        select id, email_key, email, paid_at from store_order mine
        where paid_at is not null ${after} ${floor ? sql`and paid_at >= ${floor}` : sql``}
          and id = (select id from store_order other
            where other.email_key collate "C" = mine.email_key and other.paid_at is not null
            order by paid_at desc, id desc limit 1)
        order by paid_at desc, id desc limit ${atOnce + 1}) latest ${known}
      order by paid_at desc, latest.id desc`.execute(tables());
    const shown = rows.slice(0, atOnce);
    const last = shown.at(-1);
    if (rows.length > atOnce && last) return { rows: shown, older: `${last.last.toISOString()},${last.id}` };
    return { rows: shown, ...(floor && { older: `${floor.toISOString()},` }) };
  }

  /** From one address to the next through the index, however many orders each has. */
  async function byAddress(word: string, after: string): Promise<{ rows: Customer[]; more?: string }> {
    const beyond = `${word}\u{10ffff}`;
    const next = (from: ReturnType<typeof sql>) => sql`
      (select email_key from store_order
       where paid_at is not null and ${from} and email_key collate "C" < ${beyond}
       order by email_key collate "C" limit 1)`;
    const { rows } = await sql<Customer>`
      with recursive walk as (
        ${next(after > word ? sql`email_key collate "C" > ${after}` : sql`email_key collate "C" >= ${word}`)}
        union all
        select (${next(sql`email_key collate "C" > walk.email_key`)}) from walk where walk.email_key is not null
      ), few as (select email_key from walk where email_key is not null limit ${atOnce + 1})
      select ${columns} from few cross join lateral (
        select id, email, email_key from store_order own
        where own.email_key collate "C" = few.email_key and own.paid_at is not null
        order by paid_at desc, id desc limit 1) latest ${known}
      order by latest.email_key collate "C"`.execute(tables());
    const shown = rows.slice(0, atOnce);
    const last = shown.at(-1);
    return { rows: shown, ...(rows.length > atOnce && last && { more: last.key }) };
  }

  async function pageOf({ find = '', order = '', before = '', after = '' }: Asked) {
    const word = mailAddressKey(find.replaceAll('\0', '').toWellFormed());
    if (word === '' && order !== 'address') {
      const { rows, older } = await byLatest(before.replaceAll('\0', ''));
      return { rows, link: older === undefined ? null : { text: 'Older', query: { before: older } } };
    }
    const { rows, more } = await byAddress(word, after.replaceAll('\0', '').toWellFormed());
    return { rows, link: more === undefined ? null : { text: 'More', query: { find, order, after: more } } };
  }

  return {
    path: 'customers',
    title: 'Customers',
    right: 'people',
    async list(asked) {
      const { rows, link } = await pageOf(asked);
      const { find = '', order = '' } = asked;
      return {
        title: 'Customers',
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'search',
            fields: [
              { name: 'find', label: 'Email, or how it begins', value: find, kind: 'search' },
              {
                name: 'order',
                label: 'Order',
                value: order,
                options: [
                  { value: '', label: 'Latest purchase first' },
                  { value: 'address', label: 'By email' },
                ],
              },
            ],
          },
          {
            is: 'table',
            title: find ? 'Results' : order === 'address' ? 'By email' : 'Latest purchase first',
            columns: [
              { head: 'Email' },
              { head: 'Orders', numeric: true },
              { head: 'Paid, after refunds', numeric: true },
              { head: 'Last (UTC)' },
            ],
            rows: rows.map(({ email, orders, spent, last }) => [
              { text: email, href: customerPath(email) },
              orders.toLocaleString('en'),
              money(spent),
              minute(last),
            ]),
            empty: find
              ? 'No customer with that email.'
              : link
                ? 'Everybody among these orders came back later. Go on below.'
                : 'No customers yet.',
          },
          ...(link
            ? [
                {
                  is: 'link' as const,
                  text: link.text,
                  href: `?${new URLSearchParams(link.query).toString()}`,
                },
              ]
            : []),
        ],
      };
    },
    acts: [exportCustomers({ db, clock })],
    async one(email) {
      const key = mailAddressKey(email);
      const orders = await tables()
        .selectFrom('store_order')
        .selectAll()
        .where('email_key', '=', key)
        .orderBy('paid_at', (order) => order.desc().nullsLast())
        .limit(mostOfOne)
        .execute();
      if (orders.length === 0) throw new Problem('not_found', 'No customer with that email.');
      const { rows } = await sql<{ all: number; paid: number; spent: number; first: Date | null }>`
        select count(*)::float8 as all, count(paid_at)::float8 as paid, min(paid_at) as first,
          coalesce(sum(total_cents - refunded_cents) filter (where paid_at is not null), 0)::float8 as spent
        from store_order where email_key = ${key}`.execute(tables());
      const { all = 0, paid = 0, spent = 0, first = null } = rows[0] ?? {};
      return {
        title: email,
        blocks: [
          {
            is: 'figures',
            figures: [
              { label: 'Paid orders', value: paid.toLocaleString('en') },
              { label: 'Paid, after refunds', value: money(spent) },
              ...(first ? [{ label: 'First purchase (UTC)', value: minute(first) }] : []),
            ],
          },
          { is: 'link', text: 'Everything about this person', href: `/people/${encodeURIComponent(email)}` },
          {
            is: 'table',
            title: titleOf('Orders', orders.length, all),
            columns: [
              { head: 'Order' },
              { head: 'Placed (UTC)' },
              { head: 'State' },
              { head: 'Total', numeric: true },
            ],
            rows: orders.map((order) => [
              { text: orderNumber(order.id), href: `/orders/${order.id}`, mono: true },
              minute(order.created_at),
              stateCell(order),
              money(order.total_cents),
            ]),
            empty: '',
          },
          ...(orders.length < all
            ? [
                {
                  is: 'link' as const,
                  text: 'All of them',
                  href: `/orders?${new URLSearchParams({ find: key }).toString()}`,
                },
              ]
            : []),
        ],
      };
    },
  };
}
