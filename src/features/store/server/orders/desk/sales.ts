import { countOf } from '#base/count.ts';
import { days } from '#base/clock.ts';
import { sql } from 'kysely';
import type { Asked, DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { VisitsOf } from '../context.ts';
import {
  dayAfter,
  dayOf,
  noSales,
  refreshSales,
  type Sales,
  salesBy,
  salesByDay,
  type SalesKind,
  type Span,
  sumOf,
} from '../sales-days.ts';
import type { OrderTables } from '../tables.ts';
import { money, readDay } from '../words.ts';

const mostDays = 366;
/** Bars of a day each; of a longer time, of a week. */
const mostBars = 92;

/** What came in, day by day: the shape as bars, the figures as a table, beside the same time before. */
export function salesPage({ db, clock }: Pick<Platform, 'db' | 'clock'>, visitsOf?: VisitsOf): DeskPage {
  const today = () => dayOf(clock.now());
  return {
    path: 'sales',
    title: 'Sales',
    right: 'money',
    async glance() {
      const month = { from: dayAfter(today(), -29), to: today() };
      await refreshSales(db, month);
      const byDay = await salesByDay(db, month);
      const glance = (label: string, { orders, paid, refunded }: Sales) => ({
        label,
        value: money(paid - refunded),
        note: countOf(orders, 'order'),
      });
      return [
        glance('Paid today', byDay.get(month.to) ?? noSales),
        glance('Paid in 30 days', sumOf(byDay.values())),
      ];
    },
    /** Refunds count when they were made, whenever their order was paid. */
    async news({ from, until }) {
      const { rows } = await sql<{ orders: number; paid: number; refunds: number; refunded: number }>`
        select o.orders, o.paid, r.refunds, r.refunded from
          (select count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as paid from store_order
           where source = 'hub' and paid_at >= ${from} and paid_at < ${until}) o,
          (select count(*)::int as refunds, coalesce(sum(cents), 0)::float8 as refunded from store_credit_note
           where issued_at >= ${from} and issued_at < ${until}) r`.execute(db.tables());
      const { orders, paid, refunds, refunded } = rows[0] ?? { orders: 0, paid: 0, refunds: 0, refunded: 0 };
      return [
        {
          label: 'Paid',
          value: money(paid),
          note: countOf(orders, 'order'),
          isSomething: orders > 0,
          isPushed: orders > 0,
        },
        {
          label: 'Refunded',
          value: money(refunded),
          note: countOf(refunds, 'refund'),
          isSomething: refunds > 0,
        },
      ];
    },
    async list(asked) {
      const now = spanOf(asked, today());
      const count = daysIn(now);
      const before = { from: dayAfter(now.from, -count), to: dayAfter(now.from, -1) };
      await refreshSales(db, { from: before.from, to: now.to });
      const [byDay, byDayBefore] = [await salesByDay(db, now), await salesByDay(db, before)];
      const [sum, sumBefore] = [sumOf(byDay.values()), sumOf(byDayBefore.values())];
      const figure = (label: string, of: (sales: Sales) => number, write: (n: number) => string) => ({
        label,
        value: write(of(sum)),
        note: `${write(of(sumBefore))} before${of(sumBefore) === 0 ? '' : `, ${changeWords(of(sum), of(sumBefore))}`}`,
      });
      return {
        title: 'Sales',
        lead: `By day of payment (UTC), for sales on this site; refunds count on the day of their order. Compared with the ${countOf(count, 'day')} before, ${before.from} to ${before.to}.`,
        blocks: [
          {
            is: 'search',
            fields: [
              { name: 'since', label: 'Since', value: now.from, kind: 'date' },
              { name: 'until', label: 'Until', value: now.to, kind: 'date' },
            ],
          },
          {
            is: 'figures',
            figures: [
              figure(
                'Orders',
                ({ orders }) => orders,
                (n) => n.toLocaleString('en'),
              ),
              figure('Paid', ({ paid }) => paid, money),
              figure('Refunded', ({ refunded }) => refunded, money),
              figure('After refunds', ({ paid, refunded }) => paid - refunded, money),
              figure('Tax included', ({ tax, taxBack }) => tax - taxBack, money),
            ],
          },
          chart(now, before, byDay, byDayBefore),
          ...(await partBlocks(now, before)),
          ...(visitsOf ? [await wayBlock(now, await visitsOf(now))] : []),
        ],
      };
    },
  };

  /** The same sales once by product, once by where they came from, once by coupon. */
  async function partBlocks(now: Span, before: Span): Promise<DeskBlock[]> {
    const parts = { product: 'product', source: 'source', coupon: 'coupon' } as const;
    const blocks: DeskBlock[] = [];
    for (const [kind, title] of Object.entries(parts) as [SalesKind, string][]) {
      const rows = await salesBy(db, kind, now);
      const earlier = new Map(
        (await salesBy(db, kind, before, { keys: rows.map(({ key }) => key) })).map((row) => [row.key, row]),
      );
      const names = await namesOf(
        kind,
        rows.map(({ key }) => key),
      );
      const net = (sales: Sales) => sales.net - sales.netBack;
      const counted = (sales: Sales) => (kind === 'product' ? sales.sold : sales.orders);
      blocks.push({
        is: 'bars',
        title: `By ${title}, before tax and after refunds`,
        label: title.replace(/^./, (letter) => letter.toUpperCase()),
        unit: 'Net',
        lies: true,
        more: [kind === 'product' ? 'Sold' : 'Orders'],
        bars: rows.map((row) => {
          const was = earlier.get(row.key) ?? noSales;
          return {
            ...(names.get(row.key) ?? { label: row.key }),
            value: net(row),
            words: money(net(row)),
            more: [counted(row).toLocaleString('en')],
            before: {
              value: net(was),
              words: money(net(was)),
              change: changeWords(net(row), net(was)),
            },
          };
        }),
      });
    }
    return blocks;
  }

  async function namesOf(kind: SalesKind, keys: readonly string[]) {
    if (kind === 'coupon')
      return new Map(keys.map((key) => [key, key === '' ? { label: 'Without a coupon' } : couponLink(key)]));
    if (kind === 'source')
      return new Map(keys.map((key) => [key, { label: key === '' ? 'The store itself' : `Funnel ${key}` }]));
    if (keys.length === 0) return new Map<string, { label: string; href?: string }>();
    const products = await db
      .tables<OrderTables>()
      .selectFrom('store_product')
      .select(['id', 'title'])
      .where('id', 'in', [...keys])
      .execute();
    return new Map(
      products.map(({ id, title }) => [id, { label: title, href: `/products/${encodeURIComponent(id)}` }]),
    );
  }

  /** From the first visit to money, of each funnel that somebody came to or bought by. */
  async function wayBlock(now: Span, visits: Awaited<ReturnType<VisitsOf>>): Promise<DeskBlock> {
    const sales = new Map((await salesBy(db, 'source', now, { most: 500 })).map((row) => [row.key, row]));
    const known = new Map(visits.map((visit) => [visit.slug, visit]));
    const slugs = [...new Set([...known.keys(), ...sales.keys()])].filter((slug) => slug !== '');
    const share = (part: number, whole: number) =>
      whole > 0
        ? `${part.toLocaleString('en')} (${Math.round((part / whole) * 100)} %)`
        : part.toLocaleString('en');
    const rows = slugs
      .map((slug) => ({ slug, ...(sales.get(slug) ?? noSales), visit: known.get(slug) }))
      .toSorted((a, b) => b.net - b.netBack - (a.net - a.netBack) || a.slug.localeCompare(b.slug, 'en'))
      .slice(0, 50);
    return {
      is: 'table',
      title: 'From the first visit to money, by funnel',
      columns: [
        { head: 'Funnel' },
        { head: 'Visitors', numeric: true },
        { head: 'Left an address', numeric: true },
        { head: 'Orders', numeric: true },
        { head: 'Net after refunds', numeric: true },
      ],
      rows: rows.map(({ slug, visit, orders, net, netBack }): DeskCell[] => [
        slug,
        (visit?.visitors ?? 0).toLocaleString('en'),
        share(visit?.leads ?? 0, visit?.visitors ?? 0),
        share(orders, visit?.visitors ?? 0),
        money(net - netBack),
      ]),
      empty: 'Nobody came by a funnel in this period.',
    };
  }
}

const couponLink = (code: string) => ({ label: code, href: `/coupons/${encodeURIComponent(code)}` });

const daysIn = ({ from, to }: Span): number => Math.round((Date.parse(to) - Date.parse(from)) / days(1)) + 1;

/** The days that were asked for, or the last thirty; a year at most. */
export function spanOf({ since = '', until = '' }: Asked, today: string): Span {
  const to = until === '' ? today : dayOf(readDay(until, 'Until'));
  const asked = since === '' ? dayAfter(to, -29) : dayOf(readDay(since, 'Since'));
  const earliest = dayAfter(to, 1 - mostDays);
  return { from: asked > to ? to : asked < earliest ? earliest : asked, to };
}

/** How a sum stands to the one before, in words: "+12 %". */
export function changeWords(now: number, before: number): string {
  if (now === before) return 'the same';
  if (before <= 0) return before === 0 ? 'new' : now > before ? 'more' : 'less';
  const percent = Math.round((now / before - 1) * 100);
  return percent === 0
    ? 'nearly the same'
    : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} %`;
}

function chart(
  now: Span,
  before: Span,
  byDay: ReadonlyMap<string, Sales>,
  byDayBefore: ReadonlyMap<string, Sales>,
): DeskBlock {
  const count = daysIn(now);
  const each = count > mostBars ? 7 : 1;
  const partOf = ({ from, to }: Span, at: number, all: ReadonlyMap<string, Sales>): Sales =>
    sumOf(
      Array.from({ length: each }, (_, n) => dayAfter(from, at * each + n))
        .filter((day) => day <= to)
        .map((day) => all.get(day) ?? noSales),
    );
  return {
    is: 'bars',
    title: `Paid from ${now.from} to ${now.to}${each > 1 ? ', by week' : ''}`,
    label: each > 1 ? 'Week from' : 'Day',
    unit: 'Paid',
    more: ['Orders'],
    bars: Array.from({ length: Math.ceil(count / each) }, (_, at) => {
      const [sales, was] = [partOf(now, at, byDay), partOf(before, at, byDayBefore)];
      return {
        label: dayAfter(now.from, at * each),
        value: sales.paid,
        words: money(sales.paid),
        more: [sales.orders.toLocaleString('en')],
        before: {
          value: was.paid,
          words: money(was.paid),
          change: changeWords(sales.paid, was.paid),
        },
      };
    }),
  };
}
