import { countOf } from '#base/count.ts';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type PaymentState, paymentStates } from '../rules/contract.ts';
import type { Payments } from './payments.ts';
import { reconcile } from './reconcile.ts';
import type { PaymentTables } from './tables.ts';

const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');
const money = (amount: number): string => formatMoney(cents(amount));

export function paymentCommands(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  payments: Payments,
): HubCommand[] {
  const tables = () => platform.db.tables<PaymentTables>();
  return [
    {
      name: 'payments list',
      usage: 'payments list [STATE]',
      summary: `List payments, newest first; STATE: ${paymentStates.join(', ')}`,
      async run([state], print) {
        if (state !== undefined && !paymentStates.includes(state as PaymentState))
          throw new Problem('bad_request', `STATE must be one of ${paymentStates.join(', ')}.`);
        let query = tables().selectFrom('payment').selectAll().orderBy('created_at', 'desc').limit(200);
        if (state !== undefined) query = query.where('state', '=', state as PaymentState);
        const rows = await query.execute();
        for (const row of rows)
          print(
            [minute(row.created_at), row.reference, row.kind, money(row.total_cents), row.state].join('  '),
          );
        print(countOf(rows.length, 'payment'));
      },
    },
    {
      name: 'payments show',
      usage: 'payments show REFERENCE',
      summary: 'Show one payment with its captures and refunds, by order or donation ID',
      async run([reference], print) {
        const row = await tables()
          .selectFrom('payment')
          .selectAll()
          .where((or) =>
            or.or([
              or('reference', '=', reference ?? ''),
              or('id', '=', reference ?? ''),
              or('provider_order_id', '=', reference ?? ''),
            ]),
          )
          .executeTakeFirst();
        if (!row)
          throw new Problem(
            'not_found',
            reference === undefined ? 'Specify a payment reference.' : `There is no payment ${reference}.`,
          );
        print(`${row.reference}  ${row.kind}  ${money(row.total_cents)}  ${row.state}`);
        print(`Payment   ${row.id}, created ${minute(row.created_at)} UTC`);
        print(`PayPal    ${row.provider_order_id ?? 'no order yet'}, attempt ${row.attempt}`);
        if (row.check_at) print(`Next check ${minute(row.check_at)} UTC`);
        const captures = await tables()
          .selectFrom('payment_capture')
          .selectAll()
          .where('payment_id', '=', row.id)
          .execute();
        for (const { capture_id, cents: amount, state, at } of captures)
          print(`Capture   ${capture_id}  ${money(amount)}  ${state}  ${minute(at)}`);
        const refunds = await tables()
          .selectFrom('payment_refund')
          .selectAll()
          .where('payment_id', '=', row.id)
          .orderBy('at')
          .execute();
        for (const { id, cents: amount, state, by, reason, at } of refunds)
          print(
            `Refund    ${id}  ${money(amount)}  ${state}, by ${by}  ${minute(at)}  ${reason ?? ''}`.trim(),
          );
      },
    },
    {
      name: 'payments reconcile',
      usage: 'payments reconcile',
      summary: 'Check every unsettled payment with PayPal now',
      async run(_args, print) {
        if (payments.mode === 'off') {
          print('PayPal isn’t set up here, and no hub with test payments is running.');
          return;
        }
        const { looked, changed, isCut } = await reconcile(platform, payments, { unsettled: true });
        print(`${countOf(looked, 'payment')} checked, ${changed} changed`);
        if (isCut) throw new Problem('unavailable', 'PayPal stopped responding. Try again in a few minutes.');
      },
    },
  ];
}
