import { nearest } from '#base/nearest.ts';
import type { Browse } from './browse.ts';
import { type Kind, kindNames, kinds, type Product } from './product.ts';
import { withoutAccents } from '#base/accents.ts';

/** What the search looks at; `words` is the body as plain text. */
export type Searchable = Pick<
  Product,
  'id' | 'title' | 'summary' | 'kind' | 'tags' | 'priceCents' | 'updated'
> & { words: string };

export interface Found {
  /** In the order asked for, all of them. */
  ids: string[];
  kinds: { kind: Kind; count: number }[];
  tags: { tag: string; count: number }[];
  /** Words that would have found something, when these found nothing. */
  meant: string | null;
}

export interface SearchIndex {
  find(browse: Omit<Browse, 'page'>): Found;
}

// How much a word says about a product, by where it stands.
const weights = { title: 12, tags: 8, kind: 5, summary: 4, words: 1 };

/** Lower case, without accents, cut at whatever is no letter or digit. */
export const searchWords = (text: string): string[] =>
  withoutAccents(text)
    .replace(/['’]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Finds products by the beginnings of their words: "invo" finds invoices. Every word asked for must be found
 * somewhere. Given in the operator's order; made once per catalogue, asked often.
 */
export function createSearchIndex(products: readonly Searchable[]): SearchIndex {
  const places = new Map<string, Map<number, number>>();
  for (const [at, product] of products.entries()) {
    const fields = {
      title: product.title,
      tags: product.tags.join(' '),
      kind: kindNames[product.kind],
      summary: product.summary,
      words: product.words,
    };
    for (const [field, text] of Object.entries(fields)) {
      for (const word of new Set(searchWords(text))) {
        const scores = places.get(word) ?? new Map<number, number>();
        places.set(word, scores.set(at, (scores.get(at) ?? 0) + weights[field as keyof typeof weights]));
      }
    }
  }
  const vocabulary = [...places.keys()].sort();
  // What can be meant stands in a title, a tag or a summary, and is no "as" or "of".
  const telling = vocabulary.filter(
    (word) => word.length > 2 && Math.max(...(places.get(word)?.values() ?? [])) >= weights.summary,
  );

  /** Products with a word that begins so; the whole word counts twice. */
  function beginningWith(start: string): Map<number, number> {
    const scores = new Map<number, number>();
    for (let at = firstNotBefore(vocabulary, start); vocabulary[at]?.startsWith(start); at += 1) {
      const word = vocabulary[at] ?? '';
      for (const [product, weight] of places.get(word) ?? []) {
        const score = word === start ? weight * 2 : weight;
        scores.set(product, Math.max(scores.get(product) ?? 0, score));
      }
    }
    return scores;
  }

  function matching(words: string[]): Map<number, number> {
    const [first, ...others] = words.map(beginningWith);
    let found = first ?? new Map(products.map((_, at) => [at, 0]));
    for (const other of others) {
      found = new Map(
        [...found].filter(([at]) => other.has(at)).map(([at, score]) => [at, score + (other.get(at) ?? 0)]),
      );
    }
    return found;
  }

  /** The same words, each unknown one replaced by the known one it was probably meant to be. */
  function meantBy(words: string[]): string | null {
    const better = words.map((word) =>
      beginningWith(word).size > 0 || word.length < 3 ? word : (nearest(word, telling)[0] ?? word),
    );
    const changed = better.some((word, at) => word !== words[at]);
    return changed && matching(better).size > 0 ? better.join(' ') : null;
  }

  return {
    find({ q, kind, tag, sort }) {
      const words = searchWords(q).slice(0, 8);
      // What was typed and holds no word, such as "???", is no question about products: it finds none.
      const scores = q && words.length === 0 ? new Map<number, number>() : matching(words);
      const all = [...scores.keys()].sort((a, b) => a - b);
      const product = (at: number): Searchable => products[at] as Searchable;
      const ofKind = (at: number) => kind === null || product(at).kind === kind;
      const withTag = (at: number) => tag === null || product(at).tags.includes(tag);
      const found = all.filter((at) => ofKind(at) && withTag(at));

      const by: Record<Browse['sort'], (a: number, b: number) => number> = {
        featured: () => 0,
        relevance: (a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0),
        newest: (a, b) => product(b).updated.localeCompare(product(a).updated),
        price: (a, b) => product(a).priceCents - product(b).priceCents,
        'price-high': (a, b) => product(b).priceCents - product(a).priceCents,
        name: (a, b) => product(a).title.localeCompare(product(b).title, 'en'),
      };
      // The sort is stable: what is equal stays in the operator's order.
      found.sort(by[sort]);

      // Each filter counts what choosing it would show beside the other one.
      const kindCounts = counts(all.filter(withTag).map((at) => product(at).kind));
      const tagCounts = counts(all.filter(ofKind).flatMap((at) => product(at).tags));
      return {
        ids: found.map((at) => product(at).id),
        kinds: kinds
          .filter((one) => kindCounts.has(one))
          .map((one) => ({ kind: one, count: kindCounts.get(one) ?? 0 })),
        tags: [...tagCounts]
          .map(([name, count]) => ({ tag: name, count }))
          .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
          .slice(0, 24),
        meant: found.length === 0 && words.length > 0 ? meantBy(words) : null,
      };
    },
  };
}

function counts<T>(values: T[]): Map<T, number> {
  const map = new Map<T, number>();
  for (const value of values) map.set(value, (map.get(value) ?? 0) + 1);
  return map;
}

/** In a sorted list, where this word stands or would stand. */
function firstNotBefore(sorted: string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
