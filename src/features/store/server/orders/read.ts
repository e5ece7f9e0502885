import type { Kysely, Selectable } from 'kysely';
import type { OrderView, OrderViewLine } from '../../rules/order-contract.ts';
import { hasWithdrawalRight, withdrawalDays } from '../../rules/tax.ts';
import type { Links } from './links.ts';
import type { OrderLineTable, OrderTable, OrderTables } from './tables.ts';

type Db = Kysely<OrderTables>;
export type Order = Selectable<OrderTable>;

export const findOrder = (db: Db, id: string) =>
  db.selectFrom('store_order').selectAll().where('id', '=', id).executeTakeFirst();

export const linesOf = (db: Db, orderId: string): Promise<OrderLineTable[]> =>
  db.selectFrom('store_order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute();

/** Files are the buyer's while the order is paid, whether the product is still sold or not. */
export const mayDownload = ({ state }: Pick<OrderTable, 'state'>): boolean => state === 'paid';

/** Until when a contract can be withdrawn from: the law's days, ended by a download that was agreed to. */
export function withdrawUntil(
  order: Pick<Order, 'state' | 'country' | 'paid_at' | 'consent_text' | 'withdrawn_at'>,
  hasDownloaded: boolean,
  now: Date,
): Date | null {
  if (order.state !== 'paid' || !order.paid_at || order.withdrawn_at) return null;
  if (!hasWithdrawalRight(order.country) || (order.consent_text !== null && hasDownloaded)) return null;
  const until = new Date(order.paid_at.getTime() + withdrawalDays * 86_400_000);
  return until > now ? until : null;
}

export async function hasDownloads(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('store_download')
    .select('at')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An order as its buyer sees it, with links that open its files for fifteen minutes. */
export async function viewOrder(
  db: Db,
  links: Links,
  order: Order,
  { now, uid }: { now: Date; uid: string | null },
): Promise<OrderView> {
  const lines = await linesOf(db, order.id);
  const keys = await db
    .selectFrom('store_licence_key')
    .select(['position', 'key'])
    .where('order_id', '=', order.id)
    .where('replaced_at', 'is', null)
    .orderBy('serial')
    .execute();
  const credits = await db
    .selectFrom('store_credit_note')
    .select(['number', 'cents', 'issued_at', 'reason'])
    .where('order_id', '=', order.id)
    .orderBy('issued_at')
    .execute();
  const open = mayDownload(order);
  const until = withdrawUntil(order, await hasDownloads(db, order.id), now);
  return {
    id: order.id,
    token: links.order(order),
    state: order.state === 'replaced' ? 'open' : order.state,
    email: order.email,
    placedAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    country: order.country,
    lines: await Promise.all(lines.map((line) => viewLine(db, links, order, line, open, now))).then((shown) =>
      shown.map((line) => ({
        ...line,
        keys: open ? keys.filter((key) => key.position === line.position).map(({ key }) => key) : [],
      })),
    ),
    subtotalCents: order.subtotal_cents,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    taxCents: order.tax_cents,
    taxBasisPoints: order.tax_basis_points,
    reverseCharge: order.reverse_charge,
    totalCents: order.total_cents,
    refundedCents: order.refunded_cents,
    invoiceNumber: order.invoice_number,
    credits: credits.map(({ issued_at, ...credit }) => ({ ...credit, issuedAt: issued_at.toISOString() })),
    consentText: order.consent_text,
    wantsNews: order.wants_news,
    withdrawUntil: until?.toISOString() ?? null,
    withdrawnAt: order.withdrawn_at?.toISOString() ?? null,
    isMine: uid !== null && order.owner_id === uid,
  };
}

async function viewLine(
  db: Db,
  links: Links,
  order: Order,
  line: OrderLineTable,
  open: boolean,
  now: Date,
): Promise<Omit<OrderViewLine, 'keys'>> {
  const product = await db
    .selectFrom('store_product')
    .select('on_sale')
    .where('id', '=', line.product_id)
    .executeTakeFirst();
  const files = open
    ? await db
        .selectFrom('store_product_file')
        .innerJoin('store_product_version', (join) =>
          join
            .onRef('store_product_version.product_id', '=', 'store_product_file.product_id')
            .onRef('store_product_version.version', '=', 'store_product_file.version'),
        )
        .select([
          'store_product_file.version',
          'position',
          'name',
          'words',
          'bytes',
          'released_on',
          'changes',
        ])
        .where('store_product_file.product_id', '=', line.product_id)
        .orderBy('released_on', 'desc')
        .orderBy('imported_at', 'desc')
        .orderBy('position')
        .execute()
    : [];
  const versions = new Map<string, OrderViewLine['versions'][number]>();
  for (const { version, position, name, words, bytes, released_on, changes } of files) {
    const shown = versions.get(version) ?? { version, date: released_on, changes, files: [] };
    versions.set(version, shown);
    const to = {
      orderId: order.id,
      linkVersion: order.link_version,
      productId: line.product_id,
      version,
      position,
    };
    shown.files.push({ name, words, bytes, href: links.file(to, now) });
  }
  return {
    position: line.position,
    productId: line.product_id,
    title: line.title,
    version: line.version,
    quantity: line.quantity,
    unitCents: line.unit_cents,
    lineCents: line.line_cents,
    unlocks: line.unlocks,
    onSale: product?.on_sale ?? false,
    versions: [...versions.values()],
  };
}
