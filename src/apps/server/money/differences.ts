import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { isCalendarDay } from '#base/amount.ts';
import type { Asked, DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { reportAct } from './paypal-report.ts';

const money = (amount: number): string => formatMoney(cents(amount));
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Each order of it is held against its payment: of more days nobody would wait for the answer. */
const mostDays = 7;
const mostRows = 100;

/** What the books of orders and donations say of one of them, and what PayPal says of its payment. */
export interface Difference {
  at: Date;
  kind: 'store' | 'donation';
  reference: string;
  payment: string | null;
  state: string | null;
  /** Of the books; null: not paid by them. */
  booked: number | null;
  /** Taken by PayPal; null: nothing was. */
  taken: number | null;
  bookedBack: number;
  sentBack: number;
}

const settled = sql`('paid', 'partly_refunded', 'refunded')`;

/** Nearly everything is paid soon after its payment began; what wasn’t is looked up one by one. */
const soonMs = days(3);

/** Where the books and PayPal don’t say the same of what was paid between two moments. */
export async function differencesOf(db: Platform['db'], from: Date, end: Date): Promise<Difference[]> {
  const back = (isOf: ReturnType<typeof sql>) => sql`
    left join lateral (
      select coalesce(sum(refund.cents), 0)::float8 as cents from payment_refund refund
      where ${isOf} and refund.payment_id = p.id and refund.state = 'done' and not exists (
        select from payment_capture c where c.capture_id = refund.capture_id and c.state = 'duplicate')
    ) sent on true`;
  const payment = sql`
    lateral (
      select near.* where near.id is not null
      union all select id, kind, reference, state, total_cents from payment where near.id is null`;
  const { rows } = await sql<Difference>`
    with near as materialized (
      select id, kind, reference, state, total_cents from payment
      where created_at >= ${new Date(from.getTime() - soonMs)} and created_at < ${end}
    ), booked as materialized (
      select 'store' as kind, id as reference, paid_at as at, total_cents as cents, refunded_cents as back, true as knows_back
      from store_order where paid_at >= ${from} and paid_at < ${end} and source = 'hub' and total_cents > 0
      union all
      select 'donation', id, paid_at, cents, 0, false from donation where paid_at >= ${from} and paid_at < ${end}
    ), beside as (
      select b.at, b.kind, b.reference, p.id as payment, p.state, b.cents as booked,
        case when p.state in ${settled} then p.total_cents end as taken, b.back as "bookedBack",
        case when b.knows_back then sent.cents else 0 end as "sentBack"
      from booked b left join near on near.reference = b.reference
      left join ${payment} and reference = b.reference) p on true ${back(sql`(b.back > 0 or p.state <> 'paid')`)}
    ), loose as materialized (
      select c.at, c.cents, p.id, p.kind, p.reference, p.state
      from payment_capture c left join near on near.id = c.payment_id
      join ${payment} and id = c.payment_id) p on true
      left join booked b on b.reference = p.reference
      where c.at >= ${from} and c.at < ${end} and c.state in ('paid', 'mismatch') and b.reference is null
        and p.kind in ('store', 'donation')
    ), unbooked as (
      select p.at, p.kind, p.reference, p.id as payment, p.state, null::bigint as booked, p.cents as taken,
        0::bigint as "bookedBack", sent.cents as "sentBack"
      from loose p ${back(sql`true`)}
      where not exists (select from store_order o where o.id = p.reference and o.paid_at is not null)
        and not exists (select from donation d where d.id = p.reference and d.paid_at is not null)
    )
    select at, kind, reference, payment, state, booked::float8, taken::float8, "bookedBack"::float8, "sentBack"::float8 from (
      select * from beside
      where taken is distinct from booked or "bookedBack" <> "sentBack"
      union all select * from unbooked where taken <> "sentBack"
    ) as differing
    order by at desc, reference limit ${mostRows + 1}`.execute(db.tables());
  return rows;
}

/** What is wrong, and what helps, in words. */
export function whatToDo({ booked, taken, bookedBack, sentBack, state }: Difference): [string, string] {
  if (booked === null && state === 'mismatch')
    return [
      'Paid at PayPal, not as asked',
      'Look at it at PayPal: another amount, currency or receiver. Refund it there, or hand over by hand.',
    ];
  if (booked === null)
    return [
      'Paid at PayPal, no order',
      'Ask PayPal now, on the payment’s page. If it stays, refund it at PayPal.',
    ];
  if (taken === null && state === 'mismatch')
    return [
      'In the books, but not paid as asked',
      'Look at it at PayPal: another amount, currency or receiver.',
    ];
  if (taken === null && state === 'pending')
    return ['In the books, held back by PayPal', 'Release it at PayPal, then ask PayPal now.'];
  if (taken === null)
    return [
      'In the books, no payment',
      'Look for it at PayPal. Was it paid otherwise, note where; if not, refund the order.',
    ];
  if (taken !== booked) return ['Another amount', 'Refund what is too much, or ask for what is missing.'];
  return bookedBack < sentBack
    ? ['More went back than the books say', 'Ask PayPal now, on the payment’s page: the credit note follows.']
    : [
        'Less went back than the books say',
        'The refund is retried by itself. Declined: refund it at PayPal.',
      ];
}

/** Money by the books beside money at the provider. */
export function differencesPage({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage {
  function spanOf({ since = '', until = '' }: Asked): { from: string; to: string } {
    const day = (text: string, otherwise: string): string => {
      if (text === '') return otherwise;
      if (!isCalendarDay(text)) throw new Problem('bad_request', `${text} is not a day such as 2026-12-31.`);
      return text;
    };
    const to = day(until, dayOf(clock.now()));
    const earliest = dayOf(new Date(Date.parse(to) - days(mostDays - 1)));
    const from = day(since, dayOf(new Date(Date.parse(to) - days(6))));
    return { from: from > to ? to : from < earliest ? earliest : from, to };
  }

  /** What came and went in these days by each side. */
  async function sumsOf(from: Date, end: Date) {
    const { rows } = await sql<Record<'booked' | 'credited' | 'taken' | 'sent', number>>`
      select
        (select coalesce(sum(total_cents), 0) from store_order
          where paid_at >= ${from} and paid_at < ${end} and source = 'hub')::float8
        + (select coalesce(sum(cents), 0) from donation where paid_at >= ${from} and paid_at < ${end})::float8 as booked,
        (select coalesce(sum(note.cents), 0) from store_credit_note note join store_order o on o.id = order_id
          where issued_at >= ${from} and issued_at < ${end} and source = 'hub')::float8
        + (select coalesce(sum(r.cents), 0) from payment_refund r join payment p on p.id = r.payment_id
          where r.at >= ${from} and r.at < ${end} and r.state = 'done' and p.kind = 'donation')::float8 as credited,
        (select coalesce(sum(c.cents), 0) from payment_capture c join payment p on p.id = c.payment_id
          where c.at >= ${from} and c.at < ${end} and c.state = 'paid' and p.kind in ('store', 'donation'))::float8 as taken,
        (select coalesce(sum(r.cents), 0) from payment_refund r join payment p on p.id = r.payment_id
          where r.at >= ${from} and r.at < ${end} and r.state = 'done' and p.kind in ('store', 'donation')
            and not exists (select from payment_capture c where c.capture_id = r.capture_id and c.state = 'duplicate'))::float8
          as sent`.execute(db.tables());
    return rows[0] ?? { booked: 0, credited: 0, taken: 0, sent: 0 };
  }

  return {
    path: 'differences',
    title: 'Differences',
    right: 'money',
    acts: [reportAct(db)],
    async list(asked) {
      const { from, to } = spanOf(asked);
      const [begin, end] = [new Date(from), new Date(Date.parse(to) + days(1))];
      const [found, { booked, credited, taken, sent }] = await Promise.all([
        differencesOf(db, begin, end),
        sumsOf(begin, end),
      ]);
      const shown = found.slice(0, mostRows);
      const table: DeskBlock = {
        is: 'table',
        title: found.length > mostRows ? `The latest ${mostRows}; there are more` : 'Newest first',
        columns: [
          { head: 'When (UTC)' },
          { head: 'What' },
          { head: 'Of' },
          { head: 'By the books', numeric: true },
          { head: 'At PayPal', numeric: true },
          { head: 'What to do' },
        ],
        rows: shown.map((row): DeskCell[] => {
          const [what, advice] = whatToDo(row);
          const sum = (paid: number | null, gone: number) =>
            paid === null ? 'nothing' : gone > 0 ? `${money(paid)}, ${money(gone)} back` : money(paid);
          const room = row.kind === 'store' ? 'orders' : 'donations';
          return [
            row.payment === null
              ? minute(row.at)
              : { text: minute(row.at), href: `/payments/${row.payment}` },
            { text: what, tone: 'danger' },
            { text: row.reference, href: `/${room}/${row.reference}`, mono: true },
            sum(row.booked, row.bookedBack),
            sum(row.taken, row.sentBack),
            advice,
          ];
        }),
        empty: 'Books and PayPal agree.',
      };
      return {
        title: 'Differences',
        lead: `Orders and donations of up to ${mostDays} days beside what PayPal said of their payments.`,
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'search',
            fields: [
              { name: 'since', label: 'Since', value: from, kind: 'date' },
              { name: 'until', label: 'Until', value: to, kind: 'date' },
            ],
          },
          {
            is: 'figures',
            figures: [
              { label: 'Paid by the books', value: money(booked) },
              { label: 'Taken by PayPal', value: money(taken) },
              { label: 'Credited by the books', value: money(credited) },
              { label: 'Sent back by PayPal', value: money(sent) },
            ],
          },
          table,
          {
            is: 'link',
            text: 'The week before',
            href: `?${new URLSearchParams({ until: dayOf(new Date(begin.getTime() - days(1))) }).toString()}`,
          },
          { is: 'link', text: 'All payments', href: '/payments' },
        ],
      };
    },
  };
}
