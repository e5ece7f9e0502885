import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { type State, states } from '../rules/record.ts';
import { type BookedChange, churnReport } from '../rules/churn.ts';
import { leavingWords } from '../rules/leave-reasons.ts';
import { cancelByHand, refundByHand } from './by-hand.ts';
import type { BillingContext } from './context.ts';
import { money, nameOf } from './mails.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const minute = (date: Date | null): string =>
  date ? date.toISOString().slice(0, 16).replace('T', ' ') : '-';

/** What people pay regularly, on the operator's own command line. */
export function billingCommands(context: BillingContext): HubCommand[] {
  const { db, clock } = context.platform;
  const tables = () => db.tables<BillingTables>();

  async function find(word: string | undefined): Promise<SubscriptionRow> {
    if (word === undefined)
      throw new Problem('bad_request', 'Specify a subscription ID or an email address.');
    const rows = await tables()
      .selectFrom('billing_subscription')
      .selectAll()
      .where((or) =>
        or.or([
          or('id', '=', word),
          or('provider_id', '=', word),
          or('email_key', '=', mailAddressKey(word)),
        ]),
      )
      .where('state', '<>', 'abandoned')
      .orderBy('created_at', 'desc')
      .execute();
    const open = rows.filter(({ state }) => state !== 'ended' && state !== 'refused');
    const [row] = open.length > 0 ? open : rows;
    if (!row) throw new Problem('not_found', `There is no subscription ${word}.`);
    if (open.length > 1)
      throw new Problem(
        'conflict',
        `${word} has several: ${open.map(({ id }) => id).join(', ')}. Specify one of these IDs.`,
      );
    return row;
  }

  return [
    {
      name: 'subscriptions list',
      usage: 'subscriptions list [STATE]',
      summary: `List subscriptions, newest first; STATE: ${states.join(', ')}`,
      async run([state], print) {
        if (state !== undefined && !states.includes(state as State))
          throw new Problem('bad_request', `STATE must be one of ${states.join(', ')}.`);
        const all = tables()
          .selectFrom('billing_subscription')
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(500);
        const rows = await (
          state === undefined
            ? all.where('state', 'in', ['scheduled', 'active', 'past_due', 'ending'])
            : all.where('state', '=', state as State)
        ).execute();
        for (const row of rows)
          print(
            [row.id, row.email, nameOf(row), money(row.price_cents), row.state, minute(row.paid_until)].join(
              '  ',
            ),
          );
        print(countOf(rows.length, 'subscription'));
      },
    },
    {
      name: 'subscriptions show',
      usage: 'subscriptions show ID|EMAIL',
      summary: 'Show one subscription with its payments and refunds',
      async run([word], print) {
        const row = await find(word);
        print(`${row.id}  ${row.email}  ${nameOf(row)}  ${money(row.price_cents)}  ${row.state}`);
        print(
          `Agreed    ${minute(row.created_at)} UTC, started ${minute(row.activated_at)}, paid until ${minute(row.paid_until)}`,
        );
        print(`PayPal    ${row.provider_id ?? 'no subscription there'}`);
        if (row.payer_email) print(`Paid by   ${row.payer_email}`);
        if (row.cancel_asked_at)
          print(
            `Canceled  ${minute(row.cancel_asked_at)}, PayPal ${row.cancel_told_at ? 'notified' : 'not notified yet'}${row.cancel_reason ? `; ${row.cancel_reason}` : ''}`,
          );
        if (row.failed_tries > 0)
          print(`Failed    ${countOf(row.failed_tries, 'time')}, next attempt ${minute(row.retry_at)}`);
        const payments = await tables()
          .selectFrom('billing_payment')
          .selectAll()
          .where('subscription_id', '=', row.id)
          .orderBy('at')
          .execute();
        for (const payment of payments)
          print(
            `Payment   ${payment.sale_id}  ${minute(payment.at)}  ${money(payment.cents)}  ${payment.kind}  ${payment.invoice_number ?? ''}${payment.refunded_cents > 0 ? `  ${money(payment.refunded_cents)} refunded` : ''}`.trimEnd(),
          );
      },
    },
    {
      name: 'subscriptions cancel',
      usage: 'subscriptions cancel ID|EMAIL',
      summary: 'Stop further payments; the plan runs until the end of the paid period',
      async run([word], print) {
        const row = await find(word);
        const after = await cancelByHand(context, row);
        print(
          `${row.id} is canceled: ${after.state}${after.paid_until ? `, paid until ${minute(after.paid_until)}` : ''}.`,
        );
        print('The running hub will notify PayPal.');
      },
    },
    {
      name: 'subscriptions refund',
      usage: 'subscriptions refund PAYMENT [DOLLARS] [REASON]...',
      summary: 'Refund a payment, in full or the given amount; the subscription continues unless canceled',
      async run([sale, ...rest], print) {
        if (sale === undefined)
          throw new Problem('bad_request', 'Specify a payment ID, as listed by `subscriptions show`.');
        // What begins like an amount is one: 12,50 as a word of the reason would give back everything.
        const amount = /^(?:US)?[$€]?\d/.test(rest[0] ?? '') ? rest.shift() : undefined;
        const given = await refundByHand(context, sale, { amount, reason: rest.join(' ') });
        print(`${money(given)} of ${sale} refunded.`);
      },
    },
    {
      name: 'subscriptions report',
      usage: 'subscriptions report [MONTHS]',
      summary: 'Show monthly revenue with new, expansion, contraction and churn (12 months by default)',
      async run([word], print) {
        const months = Number(word ?? 12);
        if (!Number.isInteger(months) || months < 1 || months > 120)
          throw new Problem('bad_request', 'MONTHS must be a number from 1 to 120.');
        const rows = await tables()
          .selectFrom('billing_subscription')
          .selectAll()
          .where('activated_at', 'is not', null)
          .execute();
        const booked = rows.map((row): BookedChange => ({
          who: `${row.kind}:${row.owner_id ?? row.email_key}`,
          monthlyCents: Math.round(row.renewal_worth_cents / (row.cycle === 'yearly' ? 12 : 1)),
          // One that begins later counts from when it begins.
          from: row.when === 'later' ? row.starts_at : (row.activated_at ?? row.created_at),
          until: row.ended_at,
        }));
        const payments = await tables()
          .selectFrom('billing_payment')
          .select(['at', 'cents', 'tax_cents', 'refunded_cents'])
          .execute();
        print('Month     MRR  new  grown  shrunk  lost  churn | received net of tax, after refunds');
        const lines = churnReport(booked, payments, clock.now(), months);
        for (const line of lines) print(line.words);
        const [{ month = '' } = {}] = lines;
        const reasons = rows
          .filter(({ cancel_asked_at: at, cancel_reason: why }) => at && why && at >= new Date(`${month}-01`))
          .map(({ cancel_reason }) => cancel_reason);
        for (const words of leavingWords(reasons)) print(words);
      },
    },
  ];
}
