import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readCouponCode } from '../../rules/coupon.ts';
import { addCoupon } from './coupons.ts';
import type { OrderTables } from './tables.ts';
import { endOfDay, minute, money, readCents, readOptions } from './words.ts';

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
        const percent = /^(\d{1,3})%$/.exec(off)?.[1];
        if (percent !== undefined && (Number(percent) < 1 || Number(percent) > 100))
          throw new Problem('bad_request', 'A percentage must be between 1% and 100%.');
        if (options.uses !== undefined && !/^[1-9]\d{0,6}$/.test(options.uses))
          throw new Problem('bad_request', '--uses must be a whole number of at least 1.');
        const cut = percent === undefined ? readCents(off, 'The discount') : 0;
        if (percent === undefined && cut < 1) throw new Problem('bad_request', 'A coupon needs a discount.');
        const products = options.products?.split(',').map((id) => id.trim());
        const known = await db.tables<OrderTables>().selectFrom('store_product').select('id').execute();
        const strange = products?.find((wanted) => !known.some(({ id }) => id === wanted));
        if (strange !== undefined)
          throw new Problem('not_found', `--products: there is no product ${JSON.stringify(strange)}.`);
        const made = await db.transaction((trx) =>
          addCoupon(
            trx,
            {
              ...(code !== undefined && { code }),
              ...(percent === undefined ? { centsOff: cut } : { percentOff: Number(percent) }),
              mostUses: options.uses === undefined ? null : Number(options.uses),
              validUntil: options.until === undefined ? null : endOfDay(options.until, '--until'),
              ...(products && { productIds: products }),
              ...(options.note !== undefined && { note: options.note }),
            },
            clock.now(),
          ),
        );
        print(`Coupon ${made} created.`);
      },
    },
    {
      name: 'coupons remove',
      usage: 'coupons remove CODE',
      summary: 'Remove a coupon; orders that used it are unchanged',
      async run([code = ''], print) {
        const { numUpdatedRows } = await db
          .tables<OrderTables>()
          .updateTable('store_coupon')
          .set({ removed_at: clock.now() })
          .where('code', '=', readCouponCode(code))
          .where('removed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Problem('not_found', `There is no coupon ${code}.`);
        print(`Coupon ${readCouponCode(code)} removed.`);
      },
    },
  ];
}
