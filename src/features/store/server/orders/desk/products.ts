import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';

/** What is on sale and was: its versions, files and how much of it was sold. */
export function productsPage({ db, origin }: Pick<Platform, 'db' | 'origin'>): DeskPage {
  const tables = () => db.tables<OrderTables>();
  const soldOf = async (id: string) => {
    const { rows } = await sql<{ sold: number; net: number }>`
      select coalesce(sum(quantity), 0) as sold, coalesce(sum(line_cents - l.discount_cents), 0) as net
      from store_order_line l join store_order o on o.id = l.order_id
      where l.product_id = ${id} and o.paid_at is not null`.execute(tables());
    return rows[0] ?? { sold: 0, net: 0 };
  };
  return {
    path: 'products',
    title: 'Products',
    right: 'content',
    async list() {
      const products = await tables()
        .selectFrom('store_product')
        .select(['id', 'title', 'version', 'price_cents', 'on_sale', 'issues_keys', 'changed_at'])
        .orderBy('on_sale', 'desc')
        .orderBy('title')
        .limit(1000)
        .execute();
      return {
        title: 'Products',
        lead: 'Products are folders: catalog/ holds the ones that ship, site/catalog/ your own. Edit a file there and the change is live at once.',
        blocks: [
          {
            is: 'table',
            title: 'On sale first',
            columns: [
              { head: 'Product' },
              { head: 'Version' },
              { head: 'State' },
              { head: 'License keys' },
              { head: 'Changed (UTC)' },
              { head: 'Price', numeric: true },
            ],
            rows: products.map((product): DeskCell[] => [
              { text: product.title, href: `/products/${encodeURIComponent(product.id)}` },
              product.version,
              product.on_sale ? { text: 'on sale', tone: 'ok' } : { text: 'no longer sold', tone: 'muted' },
              product.issues_keys ? 'yes' : '',
              minute(product.changed_at),
              money(product.price_cents),
            ]),
            empty: 'There are no products.',
          },
        ],
      };
    },
    async one(id) {
      const product = await tables()
        .selectFrom('store_product')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!product) throw new Problem('not_found', `There is no product ${id}.`);
      const versions = await tables()
        .selectFrom('store_product_version')
        .selectAll()
        .where('product_id', '=', id)
        .orderBy('released_on', 'desc')
        .execute();
      const files = await tables()
        .selectFrom('store_product_file')
        .selectAll()
        .where('product_id', '=', id)
        .orderBy('version', 'desc')
        .orderBy('position')
        .execute();
      const { sold, net } = await soldOf(id);
      return {
        title: product.title,
        blocks: [
          {
            is: 'figures',
            figures: [
              { label: 'Price', value: money(product.price_cents) },
              { label: 'Sold', value: String(sold) },
              { label: 'Net, before refunds', value: money(net) },
            ],
          },
          {
            is: 'facts',
            facts: [
              ['ID', { text: product.id, mono: true }],
              ['On sale', product.on_sale ? 'yes' : 'no; buyers still have their files'],
              ['Documents included', product.unlocks.join(', ') || 'none'],
              ['Page', `${origin()}/product/${encodeURIComponent(id)}`],
            ],
          },
          {
            is: 'table',
            title: 'Versions',
            columns: [{ head: 'Version' }, { head: 'Released' }, { head: 'Changes' }],
            rows: versions.map(({ version, released_on, changes }) => [
              version,
              String(released_on).slice(0, 10),
              changes,
            ]),
            empty: 'None.',
          },
          {
            is: 'table',
            title: 'Files',
            columns: [{ head: 'File' }, { head: 'Version' }, { head: 'Bytes', numeric: true }],
            rows: files.map(({ name, version, bytes }) => [name, version, bytes.toLocaleString('en')]),
            empty: 'None.',
          },
        ],
      };
    },
  };
}

export const couponsPage = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage => ({
  path: 'coupons',
  title: 'Coupons',
  right: 'money',
  async list() {
    const coupons = await db
      .tables<OrderTables>()
      .selectFrom('store_coupon')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(500)
      .execute();
    const now = clock.now();
    return {
      title: 'Coupons',
      lead: 'Create coupons on the command line: npm run hub -- coupons add CODE 20%',
      blocks: [
        {
          is: 'table',
          title: 'Newest first',
          columns: [
            { head: 'Code' },
            { head: 'Discount', numeric: true },
            { head: 'Used', numeric: true },
            { head: 'Until (UTC)' },
            { head: 'For' },
            { head: 'Note' },
            { head: 'State' },
          ],
          rows: coupons.map((coupon): DeskCell[] => {
            const isOver = coupon.valid_until !== null && coupon.valid_until < now;
            const isUsedUp = coupon.most_uses !== null && coupon.used >= coupon.most_uses;
            const end = coupon.removed_at ? 'removed' : isOver ? 'over' : isUsedUp ? 'used up' : null;
            return [
              { text: coupon.code, mono: true },
              coupon.percent_off === null ? money(coupon.cents_off ?? 0) : `${coupon.percent_off} %`,
              `${coupon.used}${coupon.most_uses === null ? '' : ` of ${coupon.most_uses}`}`,
              coupon.valid_until ? minute(coupon.valid_until) : 'no end date',
              coupon.product_ids?.join(', ') ?? 'everything',
              coupon.note,
              end ? { text: end, tone: 'muted' } : { text: 'taken', tone: 'ok' },
            ];
          }),
          empty: 'There are no coupons.',
        },
      ],
    };
  },
});
