import { sql } from 'kysely';
import { isCalendarDay } from '#base/amount.ts';
import { countOf } from '#base/count.ts';
import { cents as asCents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskCell, DeskPage } from '#platform/server/desk.ts';
import { olderLink, olderThan } from '#platform/server/older.ts';
import type { Platform } from '#platform/server/platform.ts';
import { heldInShort } from '../../rules/held.ts';
import { type PaymentState, paymentStates } from '../../rules/contract.ts';
import { movesOf } from '../moves.ts';
import type { Payments } from '../payments.ts';
import { reconcile } from '../reconcile.ts';
import type { PaymentTables } from '../tables.ts';
import { type MoveSource, movesCsv } from './moves-csv.ts';
import { eventOf, minute } from './words.ts';

const money = (amount: number): string => formatMoney(asCents(amount));
const atOnce = 50;

const heldReason = sql<string | null>`(
  select held_reason from payment_capture c where c.payment_id = payment.id and c.state = 'pending' order by at desc limit 1)`.as(
  'held_reason',
);

const stateCell = (state: PaymentState, why: string | null): DeskCell => ({
  text: state === 'pending' ? heldInShort(why) : state.replace('_', ' '),
  tone:
    state === 'paid'
      ? 'ok'
      : state === 'mismatch'
        ? 'danger'
        : ['pending', 'declined', 'partly_refunded'].includes(state)
          ? 'warn'
          : 'muted',
});

/** Money at the provider, whatever it was for: as the provider says it, beside what it is called here. */
export function paymentsPage(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  payments: Payments,
  others: readonly MoveSource[] = [],
): DeskPage {
  const { db, clock } = platform;
  const tables = () => db.tables<PaymentTables>();

  async function read(id: string) {
    const row = await tables()
      .selectFrom('payment')
      .selectAll()
      .select(heldReason)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', `There is no payment ${id}.`);
    return row;
  }

  async function found(asked: Asked) {
    const { find = '', state = '' } = asked;
    const word = find.replaceAll('\0', '').trim();
    let query = tables()
      .selectFrom('payment')
      .selectAll()
      .select(heldReason)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(atOnce + 1);
    if (word.includes('@')) query = query.where(sql<boolean>`lower(payer_email) = ${word.toLowerCase()}`);
    else if (word !== '')
      query = query.where((or) =>
        or.or([
          or('reference', '=', word),
          or('id', '=', word),
          or('provider_order_id', '=', word),
          or(
            'id',
            'in',
            or.selectFrom('payment_capture').select('payment_id').where('capture_id', '=', word),
          ),
          or(
            'id',
            'in',
            or.selectFrom('payment_refund').select('payment_id').where('provider_refund_id', '=', word),
          ),
        ]),
      );
    if (paymentStates.includes(state as PaymentState))
      query = query.where('state', '=', state as PaymentState);
    const older = olderThan(asked);
    if (older) query = query.where(older);
    return query.execute();
  }

  return {
    path: 'payments',
    title: 'Payments',
    right: 'money',
    async glance() {
      const { count } = await tables()
        .selectFrom('payment')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'mismatch')
        .executeTakeFirstOrThrow();
      return count > 0 ? [{ label: 'Payments not as asked', value: String(count), waits: true }] : [];
    },
    async list(asked) {
      const rows = await found(asked);
      const shown = rows.slice(0, atOnce);
      const { find = '', state = '' } = asked;
      return {
        title: 'Payments',
        lead: 'One-time payments as PayPal says them. Regular ones are under Subscriptions.',
        blocks: [
          { is: 'acts', id: '' },
          { is: 'link', text: 'Differences from the books', href: '/differences' },
          {
            is: 'search',
            fields: [
              { name: 'find', label: 'Order, PayPal ID or email', value: find, kind: 'search' },
              {
                name: 'state',
                label: 'State',
                value: state,
                options: [
                  { value: '', label: 'All' },
                  ...paymentStates.map((each) => ({ value: each, label: each.replace('_', ' ') })),
                ],
              },
            ],
          },
          {
            is: 'table',
            title: find ? 'Results' : 'Newest first',
            columns: [
              { head: 'Begun (UTC)' },
              { head: 'For' },
              { head: 'State' },
              { head: 'PayPal order' },
              { head: 'Amount', numeric: true },
            ],
            rows: shown.map((row): DeskCell[] => [
              { text: minute(row.created_at), href: `/payments/${row.id}` },
              // One way on from a row: two links that touch are hard to hit with a thumb.
              { text: row.reference, mono: true },
              stateCell(row.state, row.held_reason),
              row.provider_order_id ? { text: row.provider_order_id, mono: true } : '',
              money(row.total_cents),
            ]),
            empty: find || state ? 'No matching payments.' : 'No payments yet.',
          },
          ...olderLink({ find, state }, rows.length > atOnce ? shown.at(-1) : undefined),
        ],
      };
    },
    async one(id) {
      const row = await read(id);
      const facts: [string, DeskCell | null][] = [
        ['State', stateCell(row.state, row.held_reason)],
        ['For', forCell(row)],
        ['Amount', money(row.total_cents)],
        ['PayPal order', row.provider_order_id && { text: row.provider_order_id, mono: true }],
        ['Paid by', row.payer_email],
        ['Begun', `${minute(row.created_at)} UTC`],
        ['Looked at next', row.check_at && `${minute(row.check_at)} UTC`],
        [
          'What to do',
          row.state === 'mismatch'
            ? 'PayPal took another amount, currency or receiver than was asked. Look at it there, then refund it there or hand over by hand.'
            : null,
        ],
      ];
      return {
        title: `Payment of ${money(row.total_cents)}`,
        blocks: [
          ...(row.provider_order_id ? [{ is: 'acts' as const, id, only: ['look'] }] : []),
          { is: 'facts', facts: facts.filter((fact): fact is [string, DeskCell] => fact[1] !== null) },
          {
            is: 'timeline',
            title: 'What happened',
            id,
            events: [
              { at: row.created_at, words: 'Payment begun' },
              ...(await movesOf(db, row.reference)).map(eventOf),
            ],
          },
        ],
      };
    },
    acts: [
      {
        name: 'look',
        label: 'Ask PayPal now',
        ask: async (id) => ({
          words: `What PayPal says of ${(await read(id)).reference} is written down here.`,
          fields: [],
        }),
        async act(id) {
          const before = await read(id);
          if (before.provider_order_id) await payments.look(before.provider_order_id);
          const after = await read(id);
          const is = after.state.replace('_', ' ');
          return {
            words: after.state === before.state ? `It is ${is}, as before.` : `It is ${is} now.`,
            before: { state: before.state },
            after: { state: after.state },
          };
        },
      },
      {
        name: 'reconcile',
        label: 'Ask PayPal about everything open',
        isOfPage: true,
        ask: async () => ({ words: 'Each payment that isn’t settled is asked about at PayPal.', fields: [] }),
        async act() {
          const { looked, changed, isCut } = await reconcile(platform, payments, { unsettled: true });
          const words = `${countOf(looked, 'payment')} checked, ${changed} changed.`;
          return {
            words: isCut ? `${words} PayPal stopped responding: try again in a few minutes.` : words,
            after: { looked, changed },
          };
        },
      },
      {
        name: 'export',
        label: 'Export payments and refunds',
        button: 'Download',
        isOfPage: true,
        isGrave: true,
        async ask() {
          const today = clock.now().toISOString().slice(0, 10);
          return {
            words:
              'Every payment that came and every refund that went back in these days, one-time and of subscriptions, with PayPal’s IDs and without anybody’s address. A CSV file, in US dollars and UTC.',
            fields: [
              { name: 'since', label: 'First day (UTC)', kind: 'date', value: `${today.slice(0, 8)}01` },
              { name: 'until', label: 'Last day (UTC)', kind: 'date', value: today },
            ],
          };
        },
        async act(_id, { since = '', until = '' }) {
          for (const [field, day] of Object.entries({ since, until }))
            if (!isCalendarDay(day))
              throw new Problem('bad_request', 'Nothing was downloaded.', {
                fields: { [field]: 'A day such as 2026-12-31.' },
              });
          if (until < since)
            throw new Problem('bad_request', 'Nothing was downloaded.', {
              fields: { until: 'This is before the first day.' },
            });
          return {
            words: 'Downloaded.',
            file: { name: `payments-${since}-to-${until}.csv`, bytes: movesCsv(db, since, until, others) },
            after: { since, until },
          };
        },
      },
    ],
  };
}

const forCell = ({ kind, reference }: { kind: string; reference: string }): DeskCell => {
  const room = { store: 'orders', donation: 'donations' }[kind];
  return room === undefined ? reference : { text: reference, href: `/${room}/${reference}`, mono: true };
};
