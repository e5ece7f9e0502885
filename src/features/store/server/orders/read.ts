import { heldForBuyer } from '#features/payments/rules/held.ts';
import type { Kysely, Selectable } from 'kysely';
import type { OrderView, OrderViewLine } from '../../rules/order-contract.ts';
import type { Links } from './links.ts';
import { deliveredOf, givesRights, withdrawUntil } from './rights.ts';
import { soldAt } from '../tables.ts';
import type { CorrectionTable, InvoiceBuyer, OrderLineTable, OrderTable, OrderTables } from './tables.ts';

type Db = Kysely<OrderTables>;
export type Order = Selectable<OrderTable>;

/** Packed while it is sent: what is larger would be a download that fails near its end. */
export const mostArchiveBytes = 2e9;

export const findOrder = (db: Db, id: string) =>
  db.selectFrom('store_order').selectAll().where('id', '=', id).executeTakeFirst();

export const linesOf = (db: Db, orderId: string): Promise<OrderLineTable[]> =>
  db.selectFrom('store_order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute();

export const correctionsOf = (db: Db, orderIds: readonly string[]): Promise<CorrectionTable[]> =>
  db
    .selectFrom('store_correction')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('position')
    .execute();

/** In links and downloads, in place of a product: a file that was given to this order. */
export const givenProduct = '~given';
export const givenKey = (id: string): string => `given/${id}`;

export const givenOf = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('store_order_file')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .where('removed_at', 'is', null)
    .orderBy('given_at')
    .execute();

/** Whom its invoice is made out to. */
export const buyerOf = (order: Order): InvoiceBuyer => ({
  name: order.buyer_name,
  address: order.buyer_address,
  vatId: order.vat_id,
});

/** An order as its buyer sees it, with links that open its files for fifteen minutes. */
export async function viewOrder(
  db: Db,
  links: Links,
  order: Order,
  viewer: { now: Date; uid: string | null },
): Promise<OrderView> {
  const [view] = await viewOrders(db, links, [order], viewer);
  return view as OrderView;
}

/** The same for many: as few questions to the database as for one. */
export async function viewOrders(
  db: Db,
  links: Links,
  orders: readonly Order[],
  viewer: { now: Date; uid: string | null },
): Promise<OrderView[]> {
  if (orders.length === 0) return [];
  const about = await readAbout(
    db,
    orders.map(({ id }) => id),
    viewer.now,
  );
  return orders.map((order) => viewOne(links, order, about, viewer));
}

type About = Awaited<ReturnType<typeof readAbout>>;

async function readAbout(db: Db, ids: string[], now: Date) {
  const lines = await db
    .selectFrom('store_order_line')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))];
  const [keys, credits, delivered, onSale, files, corrections, given] = await Promise.all([
    db
      .selectFrom('store_licence_key')
      .select(['order_id', 'position', 'key'])
      .where('order_id', 'in', ids)
      .where('replaced_at', 'is', null)
      .orderBy('serial')
      .execute(),
    db
      .selectFrom('store_credit_note')
      .select(['order_id', 'number', 'cents', 'issued_at', 'reason'])
      .where('order_id', 'in', ids)
      .orderBy('issued_at')
      .execute(),
    deliveredOf(db, ids),
    productIds.length === 0
      ? []
      : db
          .selectFrom('store_product')
          .select('id')
          .where('id', 'in', productIds)
          .where(soldAt(now))
          .execute(),
    productIds.length === 0 ? [] : filesOf(db, productIds),
    correctionsOf(db, ids),
    givenOf(db, ids),
  ]);
  return {
    lines: Map.groupBy(lines, ({ order_id }) => order_id),
    keys: Map.groupBy(keys, ({ order_id }) => order_id),
    credits: Map.groupBy(credits, ({ order_id }) => order_id),
    corrections: Map.groupBy(corrections, ({ order_id }) => order_id),
    given: Map.groupBy(given, ({ order_id }) => order_id),
    delivered,
    onSale: new Set(onSale.map(({ id }) => id)),
    files: Map.groupBy(files, ({ product_id }) => product_id),
  };
}

/** What an order's buyer is shown first: of each product the newest version's files, each product once. */
export async function newestFiles(db: Db, orderId: string) {
  const lines = await linesOf(db, orderId);
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))];
  const files = productIds.length === 0 ? [] : await filesOf(db, productIds);
  return productIds.flatMap((productId) => {
    const own = files.filter(({ product_id }) => product_id === productId);
    return own
      .filter(({ version }) => version === own[0]?.version)
      .map(({ version, name, bytes, hash }) => ({ productId, version, name, bytes, hash }));
  });
}

const filesOf = (db: Db, productIds: string[]) =>
  db
    .selectFrom('store_product_file')
    .innerJoin('store_product_version', (join) =>
      join
        .onRef('store_product_version.product_id', '=', 'store_product_file.product_id')
        .onRef('store_product_version.version', '=', 'store_product_file.version'),
    )
    .select([
      'store_product_file.product_id',
      'store_product_file.version',
      'position',
      'name',
      'words',
      'bytes',
      'hash',
      'released_on',
      'changes',
    ])
    .where('store_product_file.product_id', 'in', productIds)
    .orderBy('released_on', 'desc')
    .orderBy('imported_at', 'desc')
    .orderBy('position')
    .execute();

function viewOne(
  links: Links,
  order: Order,
  about: About,
  { now, uid }: { now: Date; uid: string | null },
): OrderView {
  const open = givesRights(order);
  const keys = open ? (about.keys.get(order.id) ?? []) : [];
  const isDelivered = about.delivered.has(order.id);
  const until = withdrawUntil(order, isDelivered, now);
  const lines = (about.lines.get(order.id) ?? []).map((line) => ({
    position: line.position,
    productId: line.product_id,
    title: line.title,
    version: line.version,
    quantity: line.quantity,
    unitCents: line.unit_cents,
    lineCents: line.line_cents,
    unlocks: line.unlocks,
    onSale: about.onSale.has(line.product_id),
    versions: open ? versionsOf(links, order, line.product_id, about, now) : [],
    keys: keys.filter(({ position }) => position === line.position).map(({ key }) => key),
  }));
  return {
    id: order.id,
    token: links.order(order),
    archive: isPackable(lines) ? links.archive(order, now) : null,
    state: order.state === 'replaced' ? 'open' : order.state,
    held:
      order.state === 'open' && order.held_at !== null && order.denied_at === null
        ? heldForBuyer(order.held_reason)
        : null,
    isDenied: order.state === 'open' && order.denied_at !== null,
    email: order.email,
    placedAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    country: order.country,
    lines,
    subtotalCents: order.subtotal_cents,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    taxCents: order.tax_cents,
    taxBasisPoints: order.tax_basis_points,
    reverseCharge: order.reverse_charge,
    totalCents: order.total_cents,
    refundedCents: order.refunded_cents,
    invoiceNumber: order.invoice_number,
    credits: (about.credits.get(order.id) ?? []).map(({ number, cents, reason, issued_at }) => ({
      number,
      cents,
      reason,
      issuedAt: issued_at.toISOString(),
    })),
    corrections: (about.corrections.get(order.id) ?? []).map(
      ({ number, replaces, credit_number, issued_at }) => ({
        number,
        replaces,
        creditNumber: credit_number,
        issuedAt: issued_at.toISOString(),
      }),
    ),
    given: (open ? (about.given.get(order.id) ?? []) : []).map(({ id, name, bytes }) => ({
      name,
      bytes,
      href: links.file(
        {
          orderId: order.id,
          linkVersion: order.link_version,
          productId: givenProduct,
          version: id,
          position: 0,
        },
        now,
      ),
    })),
    consentText: order.consent_text,
    wantsNews: order.wants_news,
    withdrawUntil: until?.toISOString() ?? null,
    withdrawnAt: order.withdrawn_at?.toISOString() ?? null,
    isMine: uid !== null && order.owner_id === uid,
    isDelivered,
  };
}

/** One file needs no ZIP around it, and one that would be too large is not offered. */
function isPackable(lines: OrderView['lines']): boolean {
  const files = lines.flatMap(({ versions }) => versions[0]?.files ?? []);
  return files.length > 1 && files.reduce((sum, { bytes }) => sum + bytes, 0) <= mostArchiveBytes;
}

function versionsOf(
  links: Links,
  order: Order,
  productId: string,
  about: About,
  now: Date,
): OrderViewLine['versions'] {
  const versions = new Map<string, OrderViewLine['versions'][number]>();
  for (const file of about.files.get(productId) ?? []) {
    const { version, position, name, words, bytes, released_on, changes } = file;
    const shown = versions.get(version) ?? { version, date: released_on, changes, files: [] };
    versions.set(version, shown);
    const to = { orderId: order.id, linkVersion: order.link_version, productId, version, position };
    shown.files.push({ name, words, bytes, href: links.file(to, now) });
  }
  return [...versions.values()];
}
