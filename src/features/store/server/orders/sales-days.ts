import { type Kysely, sql, type Transaction } from 'kysely';
import { days } from '#base/clock.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { Platform } from '#platform/server/platform.ts';
import { givenBack } from './given-back.ts';
import type { OrderTables } from './tables.ts';

/** What a day's sales are told apart by; an empty key: neither a funnel nor a coupon. */
const kinds = ['all', 'product', 'source', 'coupon'] as const;
export type SalesKind = (typeof kinds)[number];

/** Sums of the orders that were paid on these days; what went back counts on the day of its order. */
export interface Sales {
  orders: number;
  sold: number;
  paid: number;
  net: number;
  tax: number;
  refunded: number;
  netBack: number;
  taxBack: number;
}

/** From the first day to the last one, as "2026-12-31". */
export interface Span {
  from: string;
  to: string;
}

/** Every day that an order can have been paid on. */
export const always: Span = { from: '1970-01-01', to: '9999-12-31' };

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
export const dayAfter = (day: string, count = 1): string => dayOf(new Date(Date.parse(day) + days(count)));

/** As much at once as keeps one transaction short. */
const daysAtOnce = 20;

/**
 * Adds up the days whose orders changed since: a trigger of the orders' table names them, and what is added up is read
 * from the orders themselves, so that a sum is never older or other than they are.
 */
export async function refreshSales(db: Platform['db'], { from, to }: Span): Promise<void> {
  for (let isOver = false; !isOver;) {
    const stale = await db
      .tables<OrderTables>()
      .selectFrom('store_sales_stale')
      .select('day')
      .distinct()
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .limit(daysAtOnce)
      .execute();
    isOver = stale.length < daysAtOnce;
    if (stale.length > 0)
      await db.transaction<OrderTables, void>((trx) =>
        addUp(
          trx,
          stale.map(({ day }) => day),
        ),
      );
  }
}

async function addUp(trx: Transaction<OrderTables>, chosen: string[]): Promise<void> {
  await holdLock(trx, 'store sales');
  // Taken first: an order that commits after this has left a name behind that isn't taken.
  await trx.deleteFrom('store_sales_stale').where('day', 'in', chosen).execute();
  await trx.deleteFrom('store_sales_day').where('kind', 'in', kinds).where('day', 'in', chosen).execute();
  for (const run of runsOf(chosen)) await addUpRun(trx, run);
  for (const month of new Set(chosen.map(monthOf))) await addUpMonth(trx, month);
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const monthAfter = (month: string): string => monthOf(dayAfter(month, 31));

/** A shop with ten thousand products sells a thousand of them a day: a year of that is read by its months. */
async function addUpMonth(trx: Transaction<OrderTables>, month: string): Promise<void> {
  await trx.deleteFrom('store_sales_day').where('kind', '=', ofMonth).where('day', '=', month).execute();
  await sql`
    insert into store_sales_day (day, kind, key, orders, sold, net_cents, net_back_cents)
    select ${month}::date, ${ofMonth}, key, sum(orders), sum(sold), sum(net_cents), sum(net_back_cents) from store_sales_day
    where kind = 'product' and day >= ${month}::date and day < ${monthAfter(month)}::date group by key`.execute(
    trx,
  );
}

/** Rows of a product and a whole month, under its first day. */
const ofMonth = 'product month';

/** The whole months of a span, from the first one to the one after the last; none: both are the same. */
function monthsIn({ from, to }: Span): Span {
  const first = from === monthOf(from) ? from : monthAfter(monthOf(from));
  const end = monthOf(dayAfter(to));
  return { from: first, to: end > first ? end : first };
}

/** Days that follow each other are one range of the index. */
function runsOf(sorted: readonly string[]): Span[] {
  const runs: Span[] = [];
  for (const day of sorted) {
    const last = runs.at(-1);
    if (last && dayAfter(last.to) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

async function addUpRun(trx: Transaction<OrderTables>, { from, to }: Span): Promise<void> {
  const begin = new Date(from);
  const end = new Date(dayAfter(to));
  const sold = sql`
    select o.*, (paid_at at time zone 'UTC')::date as day from store_order o
    where paid_at >= ${begin} and paid_at < ${end} and source = 'hub'`;
  const key = {
    all: sql`''`,
    source: sql`coalesce(funnel, '')`,
    coupon: sql`case when discount_cents > 0 then coalesce(coupon_code, '') else '' end`,
  };
  for (const kind of ['all', 'source', 'coupon'] as const)
    await sql`
      insert into store_sales_day (day, kind, key, orders, paid_cents, net_cents, tax_cents, refunded_cents)
      select day, ${kind}, ${key[kind]}, count(*), sum(total_cents), sum(total_cents - tax_cents), sum(tax_cents),
        sum(refunded_cents)
      from (${sold}) sold group by 1, 3`.execute(trx);
  await sql`
    insert into store_sales_day (day, kind, key, orders, sold, net_cents)
    select day, 'product', l.product_id, count(distinct l.order_id), sum(l.quantity), sum(l.line_cents - l.discount_cents)
    from (${sold}) sold join store_order_line l on l.order_id = sold.id group by 1, 3`.execute(trx);

  const sums = new Map<string, { day: string; kind: SalesKind; key: string; net: number; tax: number }>();
  const add = (day: string, kind: SalesKind, of: string, net: number, tax: number) => {
    const name = JSON.stringify([day, kind, of]);
    const sum = sums.get(name) ?? { day, kind, key: of, net: 0, tax: 0 };
    sums.set(name, { ...sum, net: sum.net + net, tax: sum.tax + tax });
  };
  for (const back of await givenBack(trx as Kysely<OrderTables>, begin, new Date(end.getTime() - 1))) {
    const day = dayOf(back.paidAt);
    for (const [kind, of] of [
      ['all', ''],
      ['source', back.funnel ?? ''],
      ['coupon', back.coupon ?? ''],
    ] as const)
      add(day, kind, of, back.netCents, back.taxCents);
    for (const { productId, netCents } of back.byProduct) add(day, 'product', productId, netCents, 0);
  }
  const rows = [...sums.values()];
  if (rows.length > 0)
    await sql`
      update store_sales_day d set net_back_cents = back.net, tax_back_cents = back.tax
      from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ key: of }) => of)}::text[], ${rows.map(({ net }) => net)}::bigint[],
        ${rows.map(({ tax }) => tax)}::bigint[]) as back (day, kind, key, net, tax)
      where d.day = back.day and d.kind = back.kind and d.key = back.key`.execute(trx);
}

/** The rest of them isn’t known of a product: what was paid is paid for an order. */
const sumsOfProducts = sql`
  sum(orders)::float8 as orders, sum(sold)::float8 as sold, sum(net_cents)::float8 as net,
  sum(net_back_cents)::float8 as "netBack", 0::float8 as paid, 0::float8 as tax, 0::float8 as refunded, 0::float8 as "taxBack"`;

const sums = sql`
  sum(orders)::float8 as orders, sum(sold)::float8 as sold, sum(paid_cents)::float8 as paid, sum(net_cents)::float8 as net,
  sum(tax_cents)::float8 as tax, sum(refunded_cents)::float8 as refunded, sum(net_back_cents)::float8 as "netBack",
  sum(tax_back_cents)::float8 as "taxBack"`;

/** Each day of a span on which something was sold. */
export async function salesByDay(db: Platform['db'], { from, to }: Span): Promise<Map<string, Sales>> {
  const { rows } = await sql<Sales & { day: string }>`
    select day::text as day, ${sums} from store_sales_day
    where kind = 'all' and day >= ${from}::date and day <= ${to}::date group by day`.execute(db.tables());
  return new Map(rows.map(({ day, ...sales }) => [day, sales]));
}

/** What a span's sales consist of, the largest first; of `keys` only, where they are given. */
export async function salesBy(
  db: Platform['db'],
  kind: SalesKind,
  { from, to }: Span,
  { keys, most = 50 }: { keys?: readonly string[]; most?: number } = {},
): Promise<(Sales & { key: string })[]> {
  const whole = monthsIn({ from, to });
  const among = keys ? sql`and key = any(${keys}::text[])` : sql``;
  const rowsOf =
    kind === 'product'
      ? sql`
        select key, orders, sold, net_cents, net_back_cents from store_sales_day
        where kind = ${ofMonth} and day >= ${whole.from}::date and day < ${whole.to}::date ${among}
        union all
        select key, orders, sold, net_cents, net_back_cents from store_sales_day where kind = 'product' and day >= ${from}::date
          and day < least(${whole.from}::date, ${to}::date + 1) ${among}
        union all
        select key, orders, sold, net_cents, net_back_cents from store_sales_day where kind = 'product' and day >= greatest(${whole.to}::date, ${whole.from}::date)
          and day <= ${to}::date ${among}`
      : sql`
        select * from store_sales_day
        where kind = ${kind} and day >= ${from}::date and day <= ${to}::date ${among}`;
  const { rows } = await sql<Sales & { key: string }>`
    select key, ${kind === 'product' ? sumsOfProducts : sums} from (${rowsOf}) part
    group by key order by sum(net_cents - net_back_cents) desc, key limit ${most}`.execute(db.tables());
  return rows;
}

/** How much of one product was ever sold. */
export async function salesOfProduct(
  db: Platform['db'],
  id: string,
): Promise<Pick<Sales, 'sold' | 'net' | 'netBack'>> {
  const { rows } = await sql<Sales>`
    select ${sums} from store_sales_day where kind = 'product' and key = ${id} having count(*) > 0`.execute(
    db.tables(),
  );
  return rows[0] ?? { sold: 0, net: 0, netBack: 0 };
}

export const noSales: Sales = {
  orders: 0,
  sold: 0,
  paid: 0,
  net: 0,
  tax: 0,
  refunded: 0,
  netBack: 0,
  taxBack: 0,
};

export const sumOf = (all: Iterable<Sales>): Sales => {
  const sum = { ...noSales };
  for (const each of all) for (const name of Object.keys(sum) as (keyof Sales)[]) sum[name] += each[name];
  return sum;
};
