import { countOf } from '#base/count.ts';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Asked, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { givenBack, givenBackOf } from '../given-back.ts';
import type { OrderTables } from '../tables.ts';
import { money, readDay } from '../words.ts';

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const mostDays = 366;

interface Day {
  day: string;
  orders: number;
  paid: number;
  tax: number;
  refunded: number;
}

/** What came in, day by day: the shape as bars, the figures as a table. */
export function salesPage({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage {
  function span({ since = '', until = '' }: Asked): { from: Date; to: Date } {
    const today = readDay(dayOf(clock.now()), 'Enter a day');
    const to = until === '' ? today : readDay(until, 'Until');
    const asked = since === '' ? new Date(to.getTime() - days(29)) : readDay(since, 'Since');
    const earliest = new Date(to.getTime() - days(mostDays - 1));
    return { from: asked > to ? to : asked < earliest ? earliest : asked, to };
  }

  return {
    path: 'sales',
    title: 'Sales',
    right: 'money',
    async list(asked) {
      const { from, to } = span(asked);
      const end = new Date(to.getTime() + days(1));
      const { rows } = await sql<Day>`
        select to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as orders,
          sum(total_cents) as paid, sum(tax_cents) as tax, sum(refunded_cents) as refunded
        from store_order where paid_at >= ${from} and paid_at < ${end} and source = 'hub' group by 1`.execute(
        db.tables(),
      );
      const { rows: products } = await sql<{ id: string; title: string; sold: number; net: number }>`
        select product_id as id, max(title) as title, sum(quantity) as sold, sum(line_cents - l.discount_cents) as net
        from store_order_line l join store_order o on o.id = l.order_id
        where o.paid_at >= ${from} and o.paid_at < ${end} and o.source = 'hub'
        group by product_id order by net desc limit 50`.execute(db.tables());
      const back = await givenBack(db.tables<OrderTables>(), from, new Date(end.getTime() - 1));
      const backOf = givenBackOf(back);
      const taxBack = back.reduce((total, { taxCents }) => total + taxCents, 0);
      const byDay = new Map(rows.map((row) => [row.day, row]));
      const count = Math.round((end.getTime() - from.getTime()) / days(1));
      const every = Array.from({ length: count }, (_, n) => dayOf(new Date(from.getTime() + days(n))));
      const sum = (what: (row: Day) => number) => rows.reduce((total, row) => total + what(row), 0);
      return {
        title: 'Sales',
        lead: 'By day of payment (UTC), for sales on this site. Refunds count on the day of their order.',
        blocks: [
          {
            is: 'search',
            fields: [
              { name: 'since', label: 'Since', value: dayOf(from), kind: 'date' },
              { name: 'until', label: 'Until', value: dayOf(to), kind: 'date' },
            ],
          },
          {
            is: 'figures',
            figures: [
              { label: 'Orders', value: String(sum(({ orders }) => orders)) },
              { label: 'Paid', value: money(sum(({ paid }) => paid)) },

              { label: 'Refunded', value: money(sum(({ refunded }) => refunded)) },
              { label: 'After refunds', value: money(sum(({ paid, refunded }) => paid - refunded)) },
              { label: 'Tax included', value: money(sum(({ tax }) => tax) - taxBack) },
            ],
          },
          {
            is: 'bars',
            title: `Paid from ${dayOf(from)} to ${dayOf(to)}`,
            label: 'Day',
            unit: 'Paid',
            bars: every.map((day) => {
              const row = byDay.get(day);
              const words = row ? `${money(row.paid)} in ${countOf(row.orders, 'order')}` : money(0);
              return { label: day, value: row?.paid ?? 0, words };
            }),
          },
          {
            is: 'table',
            title: 'By product, before tax and after refunds',
            columns: [{ head: 'Product' }, { head: 'Sold', numeric: true }, { head: 'Net', numeric: true }],
            rows: products.map(({ id, title, sold, net }) => [
              { text: title, href: `/products/${encodeURIComponent(id)}` },
              String(sold),
              money(net - backOf(id)),
            ]),
            empty: 'No sales in this period.',
          },
        ],
      };
    },
  };
}
