import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type DeskBlock, type DeskCell, type DeskPage, type Sheet, titleOf } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { fileName } from '#platform/server/site/mistakes.ts';
import { bytesInWords } from '../../../rules/product.ts';
import { daysRemoved, type Removed } from '../../shelf/product-folders.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import type { Standing } from '../../shelf/standing.ts';
import { always, refreshSales, salesOfProduct } from '../sales-days.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { productActs } from './product-acts.ts';

const atOnce = 50;

/** What is on sale, was, or isn't yet: its versions, files and how much of it was sold. */
export function productsPage({ db, origin }: Pick<Platform, 'db' | 'origin'>, shelf: Shelf): DeskPage {
  const tables = () => db.tables<OrderTables>();
  /** In its name or its address; a word of a pattern is a letter like any other. */
  const matching = (word: string) =>
    word === ''
      ? sql<boolean>`true`
      : sql<boolean>`(strpos(lower(title), ${word}) > 0 or strpos(id, ${word}) > 0)`;
  const soldPage = (word: string, after: string) =>
    tables()
      .selectFrom('store_product')
      .select(['id', 'title', 'version', 'price_cents', 'on_sale', 'issues_keys', 'changed_at'])
      .where(matching(word))
      .$if(after !== '', (query) =>
        query.where(
          sql<boolean>`(not on_sale, title, id) > (select not on_sale, title, id from store_product where id = ${after})`,
        ),
      )
      .orderBy(sql`not on_sale`)
      .orderBy('title')
      .orderBy('id')
      .limit(atOnce + 1)
      .execute();
  async function countSold(word: string): Promise<number> {
    const { all } = await tables()
      .selectFrom('store_product')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .where(matching(word))
      .executeTakeFirstOrThrow();
    return all;
  }
  /** Folders that were never put on sale; their names are all that is looked at, but for those on the page. */
  async function unsoldPage(word: string, draft: string) {
    const matched = (await shelf.names()).filter((name) => name.includes(word));
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${matched}::text[]) as name
      where not exists (select from store_product where id = name)`.execute(tables());
    const names = rows.map(({ name }) => name);
    const shown = names.filter((name) => name > draft).slice(0, atOnce);
    const last = shown.at(-1);
    return {
      all: names.length,
      shown: shown.map((id) => ({ id })),
      ...(last !== undefined && last !== names.at(-1) && { next: last }),
    };
  }
  const stateIn = (isOnSale: boolean, standing: Standing | undefined) => {
    const time = standing?.isOnSale ? shelf.timeOf(standing) : null;
    return stateOf(
      isOnSale,
      standing,
      standing && time !== null ? { is: shelf.stateOf(standing), time } : null,
    );
  };
  /** On the shop itself; nothing leads there while visitors don't find it. */
  const pageCell = (id: string, isPublic: boolean): DeskCell => {
    const address = `${origin()}/product/${encodeURIComponent(id)}`;
    return isPublic ? { text: address, href: address } : `${address}, once it is on sale`;
  };
  const standingOf = async (ids: readonly string[]) =>
    new Map(await Promise.all(ids.map(async (id) => [id, (await shelf.stands(id)) ?? undefined] as const)));
  return {
    path: 'products',
    title: 'Products',
    right: 'content',
    acts: productActs(shelf),
    async list(asked) {
      const { find = '', after = '', draft = '' } = asked;
      const word = find.replaceAll('\0', '').toWellFormed().trim().toLowerCase();
      const [sold, all, unsold, removed, samples] = await Promise.all([
        soldPage(word, after),
        countSold(word),
        unsoldPage(word, draft),
        shelf.removed(),
        shelf.samples.read().catch(() => ({ isSold: false })),
      ]);
      const shown = sold.slice(0, atOnce);
      const standing = await standingOf([...shown, ...unsold.shown].map(({ id }) => id));
      const link = (id: string, title: string) => ({
        text: title,
        href: `/products/${encodeURIComponent(id)}`,
      });
      const more = (text: string, query: Record<string, string>): DeskBlock => ({
        is: 'link',
        text,
        href: `?${new URLSearchParams({ find, after, draft, ...query }).toString()}`,
      });
      return {
        title: 'Products',
        lead: 'Products are folders: catalog/ holds the ones that ship, site/catalog/ your own. What you do here is written there, and a file that you edit there is live at once.',
        blocks: [
          { is: 'acts', id: '', only: ['new', 'import', samples.isSold ? 'stop-samples' : 'sell-samples'] },
          { is: 'search', fields: [{ name: 'find', label: 'Name or address', value: find, kind: 'search' }] },
          ...(unsold.all > 0
            ? [
                {
                  is: 'table' as const,
                  title: titleOf('Never on sale yet', unsold.shown.length, unsold.all),
                  columns: [{ head: 'Product' }, { head: 'State' }],
                  rows: unsold.shown.map(({ id }): DeskCell[] => [
                    link(id, standing.get(id)?.title ?? id),
                    stateIn(false, standing.get(id)),
                  ]),
                  empty: '',
                },
                ...(unsold.next === undefined ? [] : [more('More of these', { draft: unsold.next })]),
              ]
            : []),
          {
            is: 'table',
            title: titleOf('On sale first', shown.length, all),
            columns: [
              { head: 'Product' },
              { head: 'Version' },
              { head: 'State' },
              { head: 'License keys' },
              { head: 'Changed (UTC)' },
              { head: 'Price', numeric: true },
            ],
            rows: shown.map((product): DeskCell[] => [
              link(product.id, standing.get(product.id)?.title ?? product.title),
              product.version,
              stateIn(product.on_sale, standing.get(product.id)),
              product.issues_keys ? 'yes' : '',
              minute(product.changed_at),
              money(product.price_cents),
            ]),
            empty: word === '' ? 'There are no products.' : 'No matching products.',
          },
          ...(sold.length > atOnce ? [more('More', { after: shown.at(-1)?.id ?? '' })] : []),
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
      const one = tables().selectFrom('store_product').selectAll().where('id', '=', id);
      const product = await one.executeTakeFirst();
      const hindrances = standing ? await shelf.hindrances(standing) : [];
      const tools = standing ? toolBlocks(standing, hindrances, shelf.stateOf(standing)) : [];
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
      await refreshSales(db, always);
      const { sold, net } = await salesOfProduct(db, id);
      const isPublic = product.on_sale && standing !== null && shelf.stateOf(standing) === 'sold';
      return {
        title: standing?.title ?? product.title,
        blocks: [
          ...tools,
          {
            is: 'figures',
            figures: [
              { label: 'Price', value: money(product.price_cents) },
              { label: 'Sold', value: sold.toLocaleString('en') },
              { label: 'Net, before refunds', value: money(net) },
            ],
          },
          {
            is: 'facts',
            facts: [
              ['ID', { text: product.id, mono: true }],
              [
                'On sale',
                (product.on_sale && standing && shelf.timeOf(standing)) ||
                  (product.on_sale ? 'yes' : 'no; buyers still have their files'),
              ],
              ['Documents included', product.unlocks.join(', ') || 'none'],
              ['Page', pageCell(id, isPublic)],
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
            columns: [{ head: 'File' }, { head: 'Version' }, { head: 'Size', numeric: true }],
            rows: files.map(({ name, version, bytes }) => [name, version, bytesInWords(bytes)]),
            empty: 'None.',
          },
        ],
      };
    },
  };
}

type Timed = { is: ReturnType<Shelf['stateOf']>; time: string } | null;

function stateOf(isOnSale: boolean, standing: Standing | undefined, timed: Timed): DeskCell {
  if (isOnSale && timed)
    return {
      text: timed.time,
      tone: ({ sold: 'ok', early: 'warn' } as const)[timed.is as 'sold'] ?? 'muted',
    };
  if (isOnSale) return { text: 'on sale', tone: 'ok' };
  if (!standing) return { text: 'no longer sold', tone: 'muted' };
  return standing.isOnSale ? { text: 'needs correcting', tone: 'warn' } : { text: 'off sale', tone: 'muted' };
}

/** What can be done with a product, and what keeps it off sale. */
function toolBlocks(
  { id, isOnSale, from }: Standing,
  hindrances: string[],
  state: ReturnType<Shelf['stateOf']>,
): DeskBlock[] {
  const only = [
    'edit',
    'files',
    'pictures',
    'new-version',
    ...(state === 'sold' ? [] : ['put-on-sale']),
    ...(state === 'off' ? [] : ['take-off-sale']),
    'schedule',
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
