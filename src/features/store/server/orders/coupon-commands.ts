import { countOf } from '#base/count.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createCoupon, removeCoupon } from './coupons-by-hand.ts';
import type { OrderTables } from './tables.ts';
import { minute, money, readOptions } from './words.ts';

/** Coupons by the operator's own hand. */
export function couponCommands({ db, clock }: Pick<Platform, 'db' | 'clock'>): HubCommand[] {
  return [
    {
      name: 'coupons list',
      usage: 'coupons list',
      summary: 'List all coupons with their discounts and how often they were used',
      async run(_args, print) {
        const rows = await db
          .tables<OrderTables>()
          .selectFrom('store_coupon')
          .selectAll()
          .orderBy('created_at', 'desc')
          .execute();
        for (const row of rows)
          print(
            [
              row.code.padEnd(12),
              (row.percent_off === null ? money(row.cents_off ?? 0) : `${row.percent_off} %`).padStart(8),
              `used ${row.used}${row.most_uses === null ? '' : ` of ${row.most_uses}`}`,
              row.valid_until ? `until ${minute(row.valid_until)}` : 'no end date',
              ...(row.product_ids ? [`for ${row.product_ids.join(', ')}`] : []),
              ...(row.removed_at ? ['removed'] : []),
              ...(row.note ? [row.note] : []),
            ].join('  '),
          );
        print(countOf(rows.length, 'coupon'));
      },
    },
    {
      name: 'coupons add',
      usage: 'coupons add CODE 20%|$5 [--uses N] [--until DAY] [--products ID,ID] [--note WORDS]',
      summary: 'Create a coupon, in percent or dollars',
      async run(args, print) {
        const { words, options } = readOptions(args, ['uses', 'until', 'products', 'note'] as const);
        const [code, off = ''] = words;
        const made = await createCoupon(
          { db, clock },
          { ...options, ...(code !== undefined && { code }), off },
          { uses: '--uses', until: '--until', products: '--products' },
        );
        print(`Coupon ${made} created.`);
      },
    },
    {
      name: 'coupons remove',
      usage: 'coupons remove CODE',
      summary: 'Remove a coupon; orders that used it are unchanged',
      async run([code = ''], print) {
        print(`Coupon ${await removeCoupon({ db, clock }, code)} removed.`);
      },
    },
  ];
}
