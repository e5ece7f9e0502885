import { type Knowledge, wordsOfHtml } from '#base/knowledge.ts';
import { cents, formatMoney } from '#base/money.ts';
import { etagOf, type CachedAnswer } from '#platform/server/http/cached-answer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Browse, browseAddress, pageSize } from '../rules/browse.ts';
import type { ProductEntry, ProductList, ProductPage } from '../rules/contract.ts';
import { filesInWords, type Product } from '../rules/product.ts';
import { isSoldAt, type SaleTime } from '../rules/sale-time.ts';
import type { Sold } from '../rules/quote.ts';
import { createSearchIndex, type SearchIndex } from '../rules/search.ts';
import type { ProductTable, StoreTables } from './tables.ts';

/** What is on sale at one moment: answers without asking the database. */
export interface Catalogue {
  count: number;
  /** `asked` is the question as it came, so that the same one again is answered without reading it. */
  list(asked: string, browse: () => Browse): CachedAnswer;
  product(id: string): CachedAnswer | undefined;
  sold(id: string): Sold | undefined;
  listed(): { path: string; lastmod: string }[];
  knows(): readonly Knowledge[];
}

const mostLists = 500;
const mostRelated = 3;

/** One state of the database at any moment: what is on sale also changes because its time comes. */
export interface TimedCatalogue {
  revision: number;
  at(now: Date): Catalogue;
  /** How often time alone has changed what is on sale. */
  turns(): number;
}

interface TimedProduct {
  product: Product;
  sale: SaleTime;
}

export function createTimedCatalogue(revision: number, all: readonly TimedProduct[]): TimedCatalogue {
  const moments = all.flatMap(({ sale }) => [sale.from?.getTime() ?? [], sale.until?.getTime() ?? []].flat());
  let current = createCatalogue([]);
  let [since, until] = [NaN, NaN];
  let turns = -1;
  return {
    revision,
    at(now) {
      const time = now.getTime();
      if (time >= since && time < until) return current;
      since = Math.max(-Infinity, ...moments.filter((moment) => moment <= time));
      until = Math.min(Infinity, ...moments.filter((moment) => moment > time));
      current = createCatalogue(all.flatMap(({ product, sale }) => (isSoldAt(sale, now) ? [product] : [])));
      turns += 1;
      return current;
    },
    turns: () => turns,
  };
}

/** Null when `known` is the latest there is. */
export async function loadCatalogue(db: Platform['db'], known = -1): Promise<TimedCatalogue | null> {
  const tables = db.tables<StoreTables>();
  const { revision } = await tables
    .selectFrom('store_catalogue')
    .select('revision')
    .executeTakeFirstOrThrow();
  if (revision === known) return null;
  const rows = await tables
    .selectFrom('store_product')
    .select(['content', 'sale_from', 'sale_until'])
    .where('on_sale', '=', true)
    .execute();
  const products = rows.toSorted(
    ({ content: a }, { content: b }) => a.order - b.order || a.id.localeCompare(b.id, 'en'),
  );
  return createTimedCatalogue(
    revision,
    products.map(({ content, sale_from: from, sale_until: until }) => ({
      product: withoutOrder(content),
      sale: { from, until },
    })),
  );
}

function withoutOrder(content: ProductTable['content']): Product {
  const { order, ...product } = content;
  void order;
  return product;
}

export function createCatalogue(products: readonly Product[]): Catalogue {
  const byId = new Map(products.map((product) => [product.id, { product, entry: entryOf(product) }]));
  const index = createSearchIndex(products.map((product) => ({ ...product, words: plainText(product) })));
  const lists = new Map<string, CachedAnswer>();
  const pages = new Map<string, CachedAnswer>();
  let knowledge: Knowledge[] | undefined;

  return {
    count: products.length,
    list(asked, read) {
      const known = lists.get(asked);
      if (known) return known;
      const browse = read();
      // Two ways to ask the same thing share one answer.
      const address = browseAddress(browse, { page: browse.page });
      const ready = lists.get(address) ?? serialised(listOf(browse, index, (id) => byId.get(id)?.entry));
      keep(lists, address, ready);
      keep(lists, asked, ready);
      return ready;
    },
    product(id) {
      const found = byId.get(id);
      if (!found) return undefined;
      let ready = pages.get(id);
      if (!ready) {
        const { asks: _unsaid, ...product } = found.product;
        const page: ProductPage = {
          ...product,
          related: relatedTo(found.product, products).map(entryOf),
        };
        ready = serialised(page);
        pages.set(id, ready);
      }
      return ready;
    },
    sold(id) {
      const found = byId.get(id);
      return (
        found && {
          title: found.product.title,
          priceCents: found.product.priceCents,
          image: found.entry.image,
        }
      );
    },
    listed: () => products.map(({ id, updated }) => ({ path: `/product/${id}`, lastmod: updated })),
    knows: () => (knowledge ??= products.map(knowledgeOf)),
  };
}

const knowledgeOf = (product: Product): Knowledge => ({
  kind: 'product',
  path: `/product/${product.id}`,
  title: product.title,
  summary: product.summary,
  facts: [
    filesInWords(product.files),
    product.priceCents === 0 ? 'free' : formatMoney(cents(product.priceCents)),
  ].join(', '),
  asks: product.asks ?? [],
  tags: [product.kind, ...product.tags].join(' '),
  text: `${wordsOfHtml(product.html)} ${product.files.map(({ words }) => words).join(' ')}`,
});

function keep(lists: Map<string, CachedAnswer>, key: string, ready: CachedAnswer): void {
  if (key.length > 300) return;
  lists.set(key, ready);
  const oldest = lists.keys().next().value;
  if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
}

function listOf(
  browse: Browse,
  index: SearchIndex,
  entry: (id: string) => ProductEntry | undefined,
): ProductList {
  const { ids, kinds, tags, meant } = index.find(browse);
  // A page past the end shows the last one: somebody kept an address while products went.
  const page = Math.max(1, Math.min(browse.page, Math.ceil(ids.length / pageSize)));
  const items = ids.slice((page - 1) * pageSize, page * pageSize).flatMap((id) => entry(id) ?? []);
  return { items, total: ids.length, pageSize, browse: { ...browse, page }, kinds, tags, meant };
}

const entryOf = ({
  id,
  title,
  summary,
  kind,
  tags,
  priceCents,
  version,
  updated,
  images,
  files,
}: Product): ProductEntry => ({
  id,
  title,
  summary,
  kind,
  tags,
  priceCents,
  version,
  updated,
  image: images[0] ?? null,
  contains: filesInWords(files),
});

/** Those that share the most tags, then the kind, then the operator's order. */
function relatedTo(one: Product, all: readonly Product[]): Product[] {
  const nearest: { product: Product; close: number }[] = [];
  // One walk without sorting them all: a shop may hold ten thousand.
  for (const product of all) {
    if (product.id === one.id) continue;
    let close = product.kind === one.kind ? 1 : 0;
    for (const tag of product.tags) if (one.tags.includes(tag)) close += 2;
    const at = nearest.findLastIndex((other) => other.close >= close) + 1;
    if (at < mostRelated) nearest.splice(at, 0, { product, close });
    if (nearest.length > mostRelated) nearest.pop();
  }
  return nearest.map(({ product }) => product);
}

const plainText = ({ html, files }: Product): string =>
  `${html.replace(/<[^<>]*>/g, ' ')} ${files.map(({ name, words }) => `${name} ${words}`).join(' ')}`;

function serialised(value: ProductList | ProductPage): CachedAnswer {
  const plain = Buffer.from(JSON.stringify(value));
  return {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    etag: etagOf(plain),
    plain,
  };
}
