import { type Kysely, sql } from 'kysely';
import { plainAmount } from '#base/money-text.ts';
import { type CsvCell, csvStream, plain } from '#platform/server/csv-stream.ts';
import type { Platform } from '#platform/server/platform.ts';
import { creditOf } from '../../rules/credit.ts';
import { correctionsOf, type Order } from './read.ts';
import { dayAfter, type Span } from './sales-days.ts';
import type { OrderTables } from './tables.ts';

type Db = Platform['db'];

const atOnce = 1000;

/** From one moment up to another, which is no part of it; without them, for ever. */
export interface Time {
  from?: Date | undefined;
  end?: Date | undefined;
}

export const timeOf = ({ from, to }: Span): Required<Time> => ({
  from: new Date(from),
  end: new Date(dayAfter(to)),
});

/** Paid orders of a time, the oldest first, some at a time: each is there once, whatever is paid meanwhile. */
export async function* paidOrders(db: Db, { from, end }: Time): AsyncGenerator<Order[]> {
  let after: { moment: string; id: string } | undefined;
  for (;;) {
    let query = db
      .tables<OrderTables>()
      .selectFrom('store_order')
      .selectAll()
      // To the microsecond: a Date knows milliseconds, and with one that is too early the same orders came again for ever.
      .select(sql<string>`paid_at::text`.as('moment'))
      .where('paid_at', 'is not', null)
      .orderBy('paid_at')
      .orderBy('id')
      .limit(atOnce);
    if (from) query = query.where('paid_at', '>=', from);
    if (end) query = query.where('paid_at', '<', end);
    if (after) query = query.where(sql<boolean>`(paid_at, id) > (${after.moment}::timestamptz, ${after.id})`);
    const orders = await query.execute();
    if (orders.length > 0) yield orders;
    if (orders.length < atOnce) return;
    after = orders.at(-1);
  }
}

export const taxBackOf = ({ refunded_cents, total_cents, tax_cents }: Order): number =>
  creditOf(refunded_cents, 0, { cents: total_cents, taxCents: tax_cents }).tax;

const usd = (cents: number): CsvCell => plain(plainAmount(cents));
const moment = (date: Date | null): CsvCell => (date ? plain(date.toISOString()) : null);

/** Whoever paid in a time, and how much of it went back: one order a line. */
export function ordersCsv(db: Db, span: Span): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* lines() {
    for await (const orders of paidOrders(db, timeOf(span))) {
      const ids = orders.map(({ id }) => id);
      const items = await itemsOf(db.tables(), ids);
      // So that no number is missing to whoever goes through them.
      const corrected = Map.groupBy(await correctionsOf(db.tables(), ids), ({ order_id }) => order_id);
      yield orders.map((order): CsvCell[] => [
        order.id,
        order.invoice_number,
        moment(order.paid_at),
        order.email,
        order.buyer_name,
        order.country,
        order.vat_id,
        items.get(order.id) ?? '',
        plain('USD'),
        usd(order.total_cents - order.tax_cents),
        plain(order.tax_basis_points / 100),
        usd(order.tax_cents),
        usd(order.total_cents),
        usd(order.refunded_cents),
        usd(taxBackOf(order)),
        order.discount_cents > 0 ? order.coupon_code : null,
        usd(order.discount_cents),
        order.funnel,
        order.source,
        order.provider_order_id,
        (corrected.get(order.id) ?? [])
          .map(({ replaces, credit_number }) => `${replaces} (credit note ${credit_number})`)
          .join('; '),
      ]);
    }
  }
  return csvStream(
    'order,invoice,paid,email,name,country,vat id,items,currency,net,tax percent,tax,total,refunded,refunded tax,coupon,discount,funnel,sold by,paypal order,replaced invoices'.split(
      ',',
    ),
    lines(),
  );
}

async function itemsOf(db: Kysely<OrderTables>, ids: string[]): Promise<Map<string, string>> {
  const lines = await db
    .selectFrom('store_order_line')
    .select(['order_id', 'title', 'quantity'])
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
  return new Map(
    [...Map.groupBy(lines, ({ order_id }) => order_id)].map(([id, own]) => [
      id,
      own.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`)).join('; '),
    ]),
  );
}

interface Buyer {
  key: string;
  email: string;
  name: string;
  country: string;
  orders: number;
  total: number;
  refunded: number;
  first: Date;
  last: Date;
}

/** Whoever paid in a time, with what they paid in it and nothing else of theirs: one buyer a line. */
export function customersCsv(db: Db, span: Span): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { from, end } = timeOf(span);
  async function* lines() {
    let after = '';
    for (;;) {
      const { rows } = await sql<Buyer>`
        with recursive walk as (
          ${buyerAfter(sql`${after}`)} union all
          select (${buyerAfter(sql`walk.email_key`)}) from walk where walk.email_key is not null
        ), few as (select email_key from walk where email_key is not null limit ${atOnce})
        select few.email_key as key, newest.email, newest.buyer_name as name, newest.country, sums.* from few
        left join lateral (
          select count(*)::float8 as orders, sum(total_cents)::float8 as total, sum(refunded_cents)::float8 as refunded,
            min(paid_at) as first, max(paid_at) as last
          from store_order own where own.email_key collate "C" = few.email_key and paid_at >= ${from} and paid_at < ${end}
        ) sums on true
        left join lateral (
          select email, buyer_name, country from store_order own
          where own.email_key collate "C" = few.email_key and paid_at >= ${from} and paid_at < ${end}
          order by paid_at desc, id desc limit 1
        ) newest on true
        order by few.email_key collate "C"`.execute(db.tables());
      const bought = rows.filter(({ orders }) => orders > 0);
      if (bought.length > 0)
        yield bought.map((row): CsvCell[] => [
          row.email,
          row.name,
          row.country,
          plain(row.orders),
          plain('USD'),
          usd(row.total),
          usd(row.refunded),
          usd(row.total - row.refunded),
          moment(row.first),
          moment(row.last),
        ]);
      if (rows.length < atOnce) return;
      after = rows.at(-1)?.key ?? '';
    }
  }
  return csvStream(
    'email,name,country,orders,currency,paid,refunded,after refunds,first,last'.split(','),
    lines(),
  );
}

/** The next address in the index, however many orders the one before has. */
const buyerAfter = (key: ReturnType<typeof sql>) => sql`
  (select email_key from store_order where paid_at is not null and email_key collate "C" > ${key}
   order by email_key collate "C" limit 1)`;

/** How many orders and buyers an export of these days holds. */
export async function countPaid(db: Db, span: Span): Promise<{ orders: number; buyers: number }> {
  const { from, end } = timeOf(span);
  const { rows } = await sql<{ orders: number; buyers: number }>`
    select count(*)::float8 as orders, count(distinct email_key)::float8 as buyers from store_order
    where paid_at >= ${from} and paid_at < ${end}`.execute(db.tables());
  return rows[0] ?? { orders: 0, buyers: 0 };
}
