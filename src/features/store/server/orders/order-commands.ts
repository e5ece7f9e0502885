import { countOf } from '#base/count.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { OrdersContext } from './context.ts';
import { orderByName, refundOrder, reissueKeys, resendReceipt } from './by-hand.ts';
import { changeEmail } from './order-mails.ts';
import { paidOrders, taxBackOf } from './exports.ts';
import { linesOf } from './read.ts';
import { orderAddress } from './payment-context.ts';
import type { OrderTables } from './tables.ts';
import { csvLine, endOfDay, minute, money, readDay, readOptions } from './words.ts';

/** Orders by the operator's own hand. */
export function orderCommands(context: OrdersContext): HubCommand[] {
  const { platform, links } = context;
  const { db } = platform;
  const tables = () => db.tables<OrderTables>();

  const find = (name: string | undefined) => orderByName(context, name);

  return [
    {
      name: 'orders list',
      usage: 'orders list [--email ADDRESS] [--since DAY] [--open]',
      summary: 'List orders, newest first; with --open, unpaid ones too',
      async run(args, print) {
        const { options, flags } = readOptions(args, ['email', 'since'] as const, ['open']);
        let query = tables().selectFrom('store_order').selectAll().orderBy('created_at', 'desc').limit(200);
        if (!flags.has('open')) query = query.where('state', 'in', ['paid', 'refunded']);
        if (options.email) query = query.where('email_key', '=', mailAddressKey(options.email));
        if (options.since !== undefined)
          query = query.where('created_at', '>=', readDay(options.since, '--since'));
        const rows = await query.execute();
        for (const { id, created_at, state, total_cents, refunded_cents, email, invoice_number } of rows)
          print(
            [
              minute(created_at),
              id,
              (state === 'paid' && refunded_cents > 0 ? 'partly refunded' : state).padEnd(8),
              money(total_cents).padStart(10),
              invoice_number ?? '-',
              email,
            ].join('  '),
          );
        print(countOf(rows.length, 'order'));
      },
    },
    {
      name: 'orders show',
      usage: 'orders show ID',
      summary: 'Show one order with its lines, downloads and link; an invoice number works too',
      async run([id], print) {
        const order = await find(id);
        print(
          `Order     ${order.id}, ${order.state}${order.source === 'hub' ? '' : `, from ${order.source}`}`,
        );
        print(
          `Buyer     ${order.email}, ${order.country}${order.owner_id ? ', with an account' : ', as a guest'}`,
        );
        if (order.vat_id) print(`VAT ID   ${order.vat_id}, ${order.vat_state}`);
        print(`Placed    ${minute(order.created_at)} UTC`);
        print(
          `Paid      ${minute(order.paid_at)}${order.invoice_number ? `, invoice ${order.invoice_number}` : ''}`,
        );
        for (const line of await linesOf(tables(), order.id))
          print(`  ${line.quantity} × ${line.title} ${line.version}  ${money(line.line_cents)}`);
        if (order.discount_cents > 0) print(`  Coupon ${order.coupon_code}  −${money(order.discount_cents)}`);
        if (order.tax_cents > 0) print(`  Tax ${order.tax_basis_points / 100} %  ${money(order.tax_cents)}`);
        print(`  Total  ${money(order.total_cents)}`);
        if (order.refunded_cents > 0) print(`  Refunded  ${money(order.refunded_cents)}`);
        if (order.withdrawn_at) print(`Withdrawn ${minute(order.withdrawn_at)} UTC`);
        const downloads = await tables()
          .selectFrom('store_download')
          .selectAll()
          .where('order_id', '=', order.id)
          .orderBy('at', 'desc')
          .limit(20)
          .execute();
        for (const { at, name, version } of downloads)
          print(`  downloaded ${minute(at)}  ${name} (${version})`);
        print(`Link      ${orderAddress(platform, links, order)}`);
      },
    },
    {
      name: 'orders export',
      usage: 'orders export [--since DAY] [--until DAY]',
      summary: 'Export paid orders as CSV, one line each, up to and including the last day',
      async run(args, print) {
        const { options } = readOptions(args, ['since', 'until'] as const);
        const from = options.since === undefined ? undefined : readDay(options.since, '--since');
        const end =
          options.until === undefined
            ? undefined
            : new Date(endOfDay(options.until, '--until').getTime() + 1);
        print(
          'order,invoice,paid,email,country,vat id,net cents,tax percent,tax cents,total cents,refunded cents,coupon,source,refunded tax cents',
        );
        for await (const orders of paidOrders(db, { from, end }))
          for (const order of orders)
            print(
              csvLine([
                order.id,
                order.invoice_number,
                order.paid_at?.toISOString() ?? null,
                order.email,
                order.country,
                order.vat_id,
                order.total_cents - order.tax_cents,
                order.tax_basis_points / 100,
                order.tax_cents,
                order.total_cents,
                order.refunded_cents,
                order.coupon_code,
                order.source,
                taxBackOf(order),
              ]),
            );
      },
    },
    {
      name: 'orders resend',
      usage: 'orders resend ID',
      summary: 'Resend the receipt with its link',
      async run([id], print) {
        print(await resendReceipt(context, await find(id)));
      },
    },
    {
      name: 'orders change-email',
      usage: 'orders change-email ID ADDRESS',
      summary: 'Correct an order’s email; earlier links stop working, and the receipt goes to the new one',
      async run([id, email], print) {
        const order = await changeEmail(context, await find(id), email ?? '');
        print(`Order ${order.id} now belongs to ${order.email}.`);
      },
    },
    {
      name: 'orders reissue-key',
      usage: 'orders reissue-key ID',
      summary: 'Replace an order’s license keys and email the new ones',
      async run([id], print) {
        for (const key of await reissueKeys(context, await find(id))) print(key);
      },
    },
    {
      name: 'orders refund',
      usage: 'orders refund ID [DOLLARS] [--reason WORDS]',
      summary: 'Refund an order, or part of it, with a credit note',
      async run(args, print) {
        const { words, options } = readOptions(args, ['reason'] as const);
        const order = await find(words[0]);
        const { words: said } = await refundOrder(context, order, {
          dollars: words[1],
          reason: options.reason ?? '',
        });
        print(said);
      },
    },
  ];
}
