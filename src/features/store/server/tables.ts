import { sql } from 'kysely';
import type { Product } from '../rules/product.ts';

export interface ProductTable {
  id: string;
  content_hash: string;
  /** Nobody has taken it off sale; whether it is sold at a moment, `soldAt` says. */
  on_sale: boolean;
  sale_from: Date | null;
  sale_until: Date | null;
  price_cents: number;
  title: string;
  version: string;
  /** What its page shows, and where it stands in the operator's order. */
  content: Product & { order: number };
  unlocks: string[];
  /** Each of its buyers gets a licence key. */
  issues_keys: boolean;
  first_sold_at: Date;
  changed_at: Date;
}

export interface ProductVersionTable {
  product_id: string;
  version: string;
  released_on: string;
  changes: string;
  imported_at: Date;
  /** When the buyers who asked to hear of it were written to. */
  told_at: Date | null;
}

export interface ProductFileTable {
  product_id: string;
  version: string;
  position: number;
  name: string;
  words: string;
  bytes: number;
  type: string;
  hash: string;
}

export interface StoreTables {
  store_product: ProductTable;
  store_product_version: ProductVersionTable;
  store_product_file: ProductFileTable;
  store_catalogue: { one: boolean; revision: number };
}

/** What can be bought at this moment. */
export const soldAt = (now: Date) =>
  sql<boolean>`on_sale and (sale_from is null or sale_from <= ${now}) and (sale_until is null or sale_until > ${now})`;

/** Where the bytes of a download lie in file storage. */
export const downloadKey = (hash: string): string => `products/${hash.slice(0, 2)}/${hash}`;
/** Apart from the downloads: pictures are everybody's. */
export const pictureKey = (name: string): string => `pictures/${name.slice(0, 2)}/${name}`;
