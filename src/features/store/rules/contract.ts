import * as z from 'zod/mini';
import type { Cents } from '#base/money.ts';
import { type Browse, sorts } from './browse.ts';
import { isProductId, type Kind, kinds, type Product, type ProductImage } from './product.ts';
import { mostLines, mostOfOne, type Quote, type QuoteItem } from './quote.ts';

const image = z.object({ src: z.string(), alt: z.string(), srcset: z.optional(z.string()) });
const kind = z.enum(kinds);
const amount = z.int().check(z.nonnegative());

export const product: z.ZodMiniType<Product> = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  kind,
  tags: z.array(z.string()),
  priceCents: amount,
  version: z.string(),
  updated: z.string(),
  images: z.array(image),
  files: z.array(
    z.object({
      name: z.string(),
      words: z.string(),
      bytes: amount,
      holds: z.nullable(amount),
      pages: z.nullable(amount),
    }),
  ),
  changelog: z.array(z.object({ version: z.string(), date: z.string(), changes: z.string() })),
  licence: z.object({ name: z.string(), words: z.string() }),
  unlocks: z.array(z.string()),
  html: z.string(),
});

/** A product among others. */
export interface ProductEntry extends Pick<
  Product,
  'id' | 'title' | 'summary' | 'kind' | 'tags' | 'priceCents' | 'version' | 'updated'
> {
  image: ProductImage | null;
  /** "4 files, 120 KB" */
  contains: string;
}

const productEntry: z.ZodMiniType<ProductEntry> = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  kind,
  tags: z.array(z.string()),
  priceCents: amount,
  version: z.string(),
  updated: z.string(),
  image: z.nullable(image),
  contains: z.string(),
});

export interface ProductList {
  items: ProductEntry[];
  total: number;
  pageSize: number;
  /** What was asked, as it was understood. */
  browse: Browse;
  kinds: { kind: Kind; count: number }[];
  tags: { tag: string; count: number }[];
  meant: string | null;
}

export const productList: z.ZodMiniType<ProductList> = z.object({
  items: z.array(productEntry),
  total: amount,
  pageSize: amount,
  browse: z.object({
    q: z.string(),
    kind: z.nullable(kind),
    tag: z.nullable(z.string()),
    sort: z.enum(sorts),
    page: amount,
  }),
  kinds: z.array(z.object({ kind, count: amount })),
  tags: z.array(z.object({ tag: z.string(), count: amount })),
  meant: z.nullable(z.string()),
});

/** Any text is taken: what means nothing is read as not there, so that no address of the store is an error. */
const loose = z.optional(z.string());
export const productQuery = z.object({ q: loose, kind: loose, tag: loose, sort: loose, page: loose });

export interface ProductPage extends Product {
  /** Others that somebody who looks at this one may want. */
  related: ProductEntry[];
}

export const productPage: z.ZodMiniType<ProductPage> = z.intersection(
  product,
  z.object({ related: z.array(productEntry) }),
);

const productId = z.string().check(z.refine(isProductId, 'not the id of a product'));
export const productParams = z.object({ id: productId });

const quoteItem: z.ZodMiniType<QuoteItem> = z.strictObject({
  id: productId,
  quantity: z
    .int(`a whole number from 1 to ${mostOfOne}`)
    .check(
      z.gte(1, `a whole number from 1 to ${mostOfOne}`),
      z.lte(mostOfOne, `a whole number from 1 to ${mostOfOne}`),
    ),
  seenCents: z.optional(z.int('whole cents').check(z.nonnegative('whole cents'))),
});

export const quoteRequest = z.strictObject({
  items: z.array(quoteItem).check(
    z.maxLength(mostLines, `at most ${mostLines} products`),
    z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'each product once'),
  ),
});
export type QuoteRequest = z.output<typeof quoteRequest>;

const money = amount as unknown as z.ZodMiniType<Cents>;
export const quoteAnswer: z.ZodMiniType<Quote> = z.object({
  lines: z.array(
    z.object({
      id: z.string(),
      quantity: amount,
      state: z.enum(['ok', 'changed', 'gone']),
      title: z.nullable(z.string()),
      image: z.nullable(image),
      unitCents: money,
      lineCents: money,
      seenCents: z.nullable(money),
    }),
  ),
  totalCents: money,
  currency: z.literal('USD'),
});
