import type { Kysely } from 'kysely';
import { creditByLine, creditOf } from '../../rules/credit.ts';
import type { OrderTables } from './tables.ts';

/** What went back of the orders of a time, in the parts in which they were sold. */
export interface GivenBack {
  paidAt: Date;
  country: string;
  funnel: string | null;
  coupon: string | null;
  rate: number;
  netCents: number;
  taxCents: number;
  byProduct: { productId: string; netCents: number }[];
}

/** Refunds belong to the day on which their order was paid. */
export async function givenBack(db: Kysely<OrderTables>, from: Date, until: Date): Promise<GivenBack[]> {
  const orders = await db
    .selectFrom('store_order')
    .select([
      'id',
      'paid_at',
      'country',
      'funnel',
      'discount_cents',
      'coupon_code',
      'tax_basis_points',
      'tax_cents',
      'total_cents',
      'refunded_cents',
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<=', until)
    .where('source', '=', 'hub')
    .where('refunded_cents', '>', 0)
    .execute();
  if (orders.length === 0) return [];
  const lines = await db
    .selectFrom('store_order_line')
    .select(['order_id', 'product_id', 'line_cents', 'discount_cents'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  return orders.map((order) => {
    const paid = { cents: order.total_cents, taxCents: order.tax_cents };
    const { net, tax } = creditOf(order.refunded_cents, 0, paid);
    const own = byOrder.get(order.id) ?? [];
    const shares = creditByLine(
      net,
      own.map(({ line_cents, discount_cents }) => ({ netCents: line_cents - discount_cents })),
    );
    return {
      paidAt: order.paid_at ?? from,
      country: order.country,
      funnel: order.funnel,
      coupon: order.discount_cents > 0 ? order.coupon_code : null,
      rate: order.tax_basis_points,
      netCents: net,
      taxCents: tax,
      byProduct: own.map(({ product_id }, at) => ({ productId: product_id, netCents: shares[at] ?? 0 })),
    };
  });
}

/** Of each product, what went back. */
export function givenBackOf(back: readonly GivenBack[]): (productId: string) => number {
  const sums = new Map<string, number>();
  for (const { productId, netCents } of back.flatMap(({ byProduct }) => byProduct))
    sums.set(productId, (sums.get(productId) ?? 0) + netCents);
  return (productId) => sums.get(productId) ?? 0;
}
