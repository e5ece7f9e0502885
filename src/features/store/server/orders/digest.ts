import { days } from '#base/clock.ts';
import { cents, formatMoney } from '#base/money.ts';
import type { Platform } from '#platform/server/platform.ts';
import { orderMail } from './mails.ts';
import type { OrderTables } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

const dayMs = days(1);

/** Yesterday's sales, mailed to the owner once; a day without a sale is no mail. */
export async function sendDigest({ db, clock, mail, config, site }: Platform): Promise<void> {
  const today = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs);
  const yesterday = new Date(today.getTime() - dayMs);
  const rows = await db
    .tables<OrderTables>()
    .selectFrom('store_order_line')
    .innerJoin('store_order', 'store_order.id', 'store_order_line.order_id')
    .select((row) => [
      'title',
      row.fn.sum<number>('quantity').as('sold'),
      row.fn.sum<number>(row('line_cents', '-', row.ref('store_order_line.discount_cents'))).as('net'),
    ])
    .where('source', '=', 'hub')
    .where('paid_at', '>=', yesterday)
    .where('paid_at', '<', today)
    .groupBy('title')
    .orderBy('net', 'desc')
    .execute();
  if (rows.length === 0) return;
  const total = rows.reduce((sum, { net }) => sum + Number(net), 0);
  const day = yesterday.toISOString().slice(0, 10);
  const letter = {
    why: 'operator' as const,
    subject: `${day}: ${formatMoney(cents(total))} before tax`,
    body: [
      { kind: 'heading' as const, text: `Sales of ${day}` },
      {
        kind: 'lines' as const,
        lines: rows.map(({ title, sold, net }): [string, string] => [
          `${title} × ${sold}`,
          formatMoney(cents(Number(net))),
        ]),
      },
      { kind: 'small' as const, text: 'Before tax and refunds. Days are in UTC.' },
    ],
  };
  const owner = ownerAddress({ config, site });
  await db.transaction((trx) => mail.send(trx, orderMail(owner, `digest:${day}`, letter)));
}
