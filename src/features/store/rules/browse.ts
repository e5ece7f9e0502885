import { type Kind, kinds } from './product.ts';

/** What the visitor of the store asked for, as the address says it. */
export interface Browse {
  q: string;
  kind: Kind | null;
  tag: string | null;
  sort: Sort;
  page: number;
}

export const sorts = ['featured', 'relevance', 'newest', 'price', 'price-high', 'name'] as const;
export type Sort = (typeof sorts)[number];

export const sortNames: Record<Sort, string> = {
  featured: 'Featured',
  relevance: 'Best match',
  newest: 'Newest first',
  price: 'Price: low to high',
  'price-high': 'Price: high to low',
  name: 'Name',
};

export const pageSize = 12;
/** The parameters of an address that change what the store shows. */
export const browseKeys = ['q', 'kind', 'tag', 'sort', 'page'] as const;

/** Reads an address that anybody may have typed: whatever is no known value counts as not there. */
export function readBrowse(read: (key: (typeof browseKeys)[number]) => string | null | undefined): Browse {
  const q = (read('q') ?? '').toWellFormed().replace(/\s+/g, ' ').trim().slice(0, 100);
  const kind = kinds.find((one) => one === read('kind')) ?? null;
  const tag = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(read('tag') ?? '') ? (read('tag') ?? '').slice(0, 40) : null;
  const asked = sorts.find((one) => one === read('sort'));
  // Without words nothing matches better than anything else; "our order" is not what somebody who searches means.
  const sort = asked === undefined || asked === (q ? 'featured' : 'relevance') ? usualSort(q) : asked;
  const page = /^[1-9]\d{0,4}$/.test(read('page') ?? '') ? Number(read('page')) : 1;
  return { q, kind, tag, sort, page };
}

export const usualSort = (q: string): Sort => (q ? 'relevance' : 'featured');

/** The one address of a view: what is as usual is left out. Another filter starts at the first page. */
export function browseAddress(browse: Browse, change: Partial<Browse> = {}, path = '/store'): string {
  const next = { ...browse, page: 1, ...change };
  const sort = next.sort === usualSort(next.q) || next.sort === usualSort(browse.q) ? '' : next.sort;
  const said = {
    q: next.q,
    kind: next.kind,
    tag: next.tag,
    sort,
    page: next.page > 1 ? String(next.page) : '',
  };
  const search = Object.entries(said).filter(([, value]) => value);
  if (search.length === 0) return path;
  return `${path}?${search.map(([key, value]) => `${key}=${encodeURIComponent(value ?? '').replaceAll('%20', '+')}`).join('&')}`;
}
