import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { DeskBlock, DeskCell, DeskPage, Sheet } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { fileName } from '#platform/server/site/mistakes.ts';
import { daysRemoved, type Removed } from '../../shelf/product-folders.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import type { Standing } from '../../shelf/standing.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { productActs } from './product-acts.ts';

/** What is on sale, was, or isn't yet: its versions, files and how much of it was sold. */
export function productsPage({ db, origin }: Pick<Platform, 'db' | 'origin'>, shelf: Shelf): DeskPage {
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
    acts: productActs(shelf),
    async list() {
      const sold = await tables()
        .selectFrom('store_product')
        .select(['id', 'title', 'version', 'price_cents', 'on_sale', 'issues_keys', 'changed_at'])
        .orderBy('on_sale', 'desc')
        .orderBy('title')
        .limit(1000)
        .execute();
      const standing = new Map((await shelf.list()).map((product) => [product.id, product]));
      const known = new Set(sold.map(({ id }) => id));
      const link = (id: string, title: string) => ({
        text: title,
        href: `/products/${encodeURIComponent(id)}`,
      });
      const unsold = [...standing.values()].filter(({ id }) => !known.has(id));
      const removed = await shelf.removed();
      const samples = await shelf.samples.read().catch(() => ({ isSold: false }));
      return {
        title: 'Products',
        lead: 'Products are folders: catalog/ holds the ones that ship, site/catalog/ your own. What you do here is written there, and a file that you edit there is live at once.',
        blocks: [
          { is: 'acts', id: '', only: ['new', samples.isSold ? 'stop-samples' : 'sell-samples'] },
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
            rows: [
              ...sold.map((product): DeskCell[] => [
                link(product.id, standing.get(product.id)?.title ?? product.title),
                product.version,
                stateOf(product.on_sale, standing.get(product.id)),
                product.issues_keys ? 'yes' : '',
                minute(product.changed_at),
                money(product.price_cents),
              ]),
              ...unsold.map((product): DeskCell[] => [
                link(product.id, product.title),
                '',
                stateOf(false, product),
                '',
                '',
                '',
              ]),
            ],
            empty: 'There are no products.',
          },
          ...(removed.length > 0
            ? [
                {
                  is: 'table' as const,
                  title: 'Deleted',
                  columns: [{ head: 'Address' }, { head: 'Deleted (UTC)' }],
                  rows: removed.map(({ id, name, at }): DeskCell[] => [link(name, id), minute(at)]),
                  empty: '',
                },
              ]
            : []),
        ],
      };
    },
    async one(id) {
      const gone = (await shelf.removed()).find(({ name }) => name === id);
      if (gone) return removedSheet(gone);
      const standing = await shelf.stands(id);
      const product = await tables()
        .selectFrom('store_product')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      const hindrances = standing ? await shelf.hindrances(standing) : [];
      const tools = standing ? toolBlocks(standing, hindrances) : [];
      if (!product) {
        if (!standing) throw new Problem('not_found', `There is no product ${id}.`);
        return {
          title: standing.title,
          blocks: [
            ...tools,
            {
              is: 'facts',
              facts: [
                ['ID', { text: id, mono: true }],
                ['On sale', 'not yet'],
                ['Folder', fileName(standing.folder)],
              ],
            },
          ],
        };
      }
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
        title: standing?.title ?? product.title,
        blocks: [
          ...tools,
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

function stateOf(isOnSale: boolean, standing: Standing | undefined): DeskCell {
  if (isOnSale) return { text: 'on sale', tone: 'ok' };
  if (!standing) return { text: 'no longer sold', tone: 'muted' };
  return standing.isOnSale ? { text: 'needs correcting', tone: 'warn' } : { text: 'off sale', tone: 'muted' };
}

/** What can be done with a product, and what keeps it off sale. */
function toolBlocks({ id, isOnSale, from }: Standing, hindrances: string[]): DeskBlock[] {
  const only = [
    'edit',
    'files',
    'pictures',
    'new-version',
    isOnSale ? 'take-off-sale' : 'put-on-sale',
    'duplicate',
    ...(from === 'own' ? ['delete'] : []),
  ];
  return [
    { is: 'acts', id, only },
    ...(hindrances.length > 0
      ? [
          {
            is: 'facts' as const,
            title: isOnSale ? 'What must be corrected before the changes count' : 'Before it can go on sale',
            facts: hindrances.map((words, at): [string, DeskCell] => [String(at + 1), words]),
          },
        ]
      : []),
  ];
}

const removedSheet = ({ id, name, at }: Removed): Sheet => ({
  title: `${id}, deleted`,
  lead: `Until ${minute(new Date(at.getTime() + days(daysRemoved)))} UTC it can be put back as it was.`,
  blocks: [{ is: 'acts', id: name, only: ['put-back'] }],
});
