import { Problem } from '#base/problem.ts';
import { type DeskCell, type DeskPage, titleOf } from '#platform/server/desk.ts';
import { cancelByHand, refundByHand } from './by-hand.ts';
import type { BillingContext } from './context.ts';
import { money, nameOf } from './mails.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

const atOnce = 500;
const live = ['scheduled', 'active', 'past_due', 'ending'] as const;

const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

/** What is paid regularly. */
export function subscriptionsPage(context: BillingContext): DeskPage {
  const { db } = context.platform;
  async function read(id: string): Promise<SubscriptionRow> {
    const row = await db
      .tables<BillingTables>()
      .selectFrom('billing_subscription')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', `There is no subscription ${id}.`);
    return row;
  }
  const paymentsOf = (id: string) =>
    db
      .tables<BillingTables>()
      .selectFrom('billing_payment')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('at', 'desc')
      .limit(200)
      .execute();
  const stateOf = ({ state }: Pick<SubscriptionRow, 'state'>): DeskCell => ({
    text: state.replace('_', ' '),
    tone: state === 'active' ? 'ok' : state === 'past_due' ? 'danger' : 'muted',
  });
  return {
    path: 'subscriptions',
    title: 'Subscriptions',
    right: 'money',
    async glance() {
      const { late } = await db
        .tables<BillingTables>()
        .selectFrom('billing_subscription')
        .select((eb) => eb.fn.countAll<number>().as('late'))
        .where('state', '=', 'past_due')
        .executeTakeFirstOrThrow();
      return late > 0 ? [{ label: 'Subscriptions past due', value: String(late), waits: true }] : [];
    },
    async list() {
      const rows = await db
        .tables<BillingTables>()
        .selectFrom('billing_subscription')
        .selectAll()
        .where('state', 'in', live)
        // What waits for somebody is never pushed out by what doesn't.
        .orderBy((eb) => eb('state', '=', 'past_due'), 'desc')
        .orderBy('created_at', 'desc')
        .limit(atOnce)
        .execute();
      const { all } = await db
        .tables<BillingTables>()
        .selectFrom('billing_subscription')
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .where('state', 'in', live)
        .executeTakeFirstOrThrow();
      return {
        title: 'Subscriptions',
        lead: 'What is paid regularly now.',
        blocks: [
          {
            is: 'table',
            title: titleOf('Past due first, then the newest', rows.length, all),
            columns: [
              { head: 'Subscription' },
              { head: 'Customer' },
              { head: 'Plan' },
              { head: 'State' },
              { head: 'Paid until' },
              { head: 'Price', numeric: true },
            ],
            rows: rows.map((row) => [
              { text: row.id, href: `/subscriptions/${row.id}`, mono: true },
              row.email,
              nameOf(row),
              stateOf(row),
              day(row.paid_until),
              money(row.price_cents),
            ]),
            empty: 'No subscriptions yet.',
          },
        ],
      };
    },
    async one(id) {
      const row = await read(id);
      const payments = await paymentsOf(id);
      const facts: [string, DeskCell | null | ''][] = [
        ['State', stateOf(row)],
        ['Customer', row.email],
        ['Plan', nameOf(row)],
        ['Price', money(row.price_cents)],
        ['Agreed', `${minute(row.created_at)} UTC`],
        ['Paid until', day(row.paid_until)],
        ['At PayPal', row.provider_id && { text: row.provider_id, mono: true }],
        ['Canceled', row.cancel_asked_at && `${minute(row.cancel_asked_at)} UTC`],
        ['Their reason', row.cancel_reason],
        [
          'Failed payments',
          row.failed_tries > 0
            ? { text: `${row.failed_tries}, next attempt ${minute(row.retry_at)} UTC`, tone: 'danger' }
            : null,
        ],
      ];
      return {
        title: row.email,
        blocks: [
          { is: 'facts', facts: facts.filter((fact): fact is [string, DeskCell] => Boolean(fact[1])) },
          {
            is: 'table',
            title: 'Payments',
            columns: [
              { head: 'Payment' },
              { head: 'When (UTC)' },
              { head: 'Invoice' },
              { head: 'Amount', numeric: true },
              { head: 'Refunded', numeric: true },
            ],
            rows: payments.map((payment) => [
              { text: payment.sale_id, mono: true },
              minute(payment.at),
              payment.invoice_number ?? '',
              money(payment.cents),
              payment.refunded_cents > 0 ? money(payment.refunded_cents) : '',
            ]),
            empty: 'None yet.',
          },
          {
            is: 'acts',
            id,
            only: [
              ...(row.cancel_asked_at === null && row.state !== 'ended' ? ['cancel'] : []),
              ...(payments.some(({ cents, refunded_cents }) => refunded_cents < cents) ? ['refund'] : []),
            ],
          },
        ],
      };
    },
    acts: [
      {
        name: 'cancel',
        label: 'Cancel',
        isGrave: true,
        async ask(id) {
          const { email, paid_until } = await read(id);
          return {
            words: `${email} pays no more${paid_until ? `, and keeps what is paid for until ${day(paid_until)}` : ''}. PayPal is told.`,
            fields: [],
          };
        },
        async act(id) {
          const before = await read(id);
          const after = await cancelByHand(context, before);
          return {
            words: 'Canceled. PayPal is told.',
            before: { state: before.state },
            after: { state: after.state },
          };
        },
      },
      {
        name: 'refund',
        label: 'Refund a payment',
        isGrave: true,
        async ask(id) {
          const left = (await paymentsOf(id)).filter(({ cents, refunded_cents }) => refunded_cents < cents);
          if (left.length === 0) throw new Problem('conflict', 'There is no payment to refund.');
          return {
            words:
              'The money is sent back and a credit note is issued. The subscription goes on unless you cancel it.',
            fields: [
              {
                name: 'sale',
                label: 'Payment',
                options: left.map((payment) => ({
                  value: payment.sale_id,
                  label: `${day(payment.at)}, ${money(payment.cents - payment.refunded_cents)}`,
                })),
              },
              {
                name: 'dollars',
                label: 'Amount in dollars',
                kind: 'number',
                hint: 'Empty: all that is left of it.',
              },
              { name: 'reason', label: 'Reason (shown to the customer)' },
            ],
          };
        },
        async act(id, { sale = '', dollars = '', reason = '' }, by) {
          if (!(await paymentsOf(id)).some(({ sale_id }) => sale_id === sale))
            throw new Problem('not_found', 'Choose a payment of this subscription.');
          const given = await refundByHand(context, sale, {
            amount: dollars.trim() || undefined,
            reason,
            by: by?.name,
          });
          return { words: `${money(given)} refunded.`, after: { sale, refunded: money(given) } };
        },
      },
    ],
  };
}
