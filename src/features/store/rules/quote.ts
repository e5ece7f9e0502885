import { addCents, cents, type Cents } from '#base/money.ts';
import type { ProductImage } from './product.ts';

/** As many of one product as can be bought at once: seats of a licence, not crates. */
export const mostOfOne = 999;
/** As many different products as one cart is worked out for. */
export const mostLines = 100;

export interface QuoteItem {
  id: string;
  quantity: number;
  /** The price that the buyer was shown, if they remember one. */
  seenCents?: number | undefined;
}

export interface QuoteLine {
  id: string;
  quantity: number;
  /** `changed`: the price is another than the buyer saw. `gone`: nobody can buy this any more. */
  state: 'ok' | 'changed' | 'gone';
  title: string | null;
  image: ProductImage | null;
  unitCents: Cents;
  lineCents: Cents;
  seenCents: Cents | null;
}

export interface Quote {
  lines: QuoteLine[];
  totalCents: Cents;
  currency: 'USD';
}

export interface Sold {
  title: string;
  priceCents: number;
  image: ProductImage | null;
}

/**
 * What a cart costs, by the server's own prices. What the buyer saw never decides a price: it only tells whether they
 * must be shown another one first.
 */
export function quote(items: readonly QuoteItem[], sold: (id: string) => Sold | undefined): Quote {
  const lines = items.map(({ id, quantity, seenCents }): QuoteLine => {
    const product = sold(id);
    const seen = seenCents === undefined ? null : cents(seenCents);
    if (!product)
      return {
        id,
        quantity,
        state: 'gone',
        title: null,
        image: null,
        unitCents: cents(0),
        lineCents: cents(0),
        seenCents: seen,
      };
    const unitCents = cents(product.priceCents);
    const state = seen !== null && seen !== unitCents ? 'changed' : 'ok';
    return {
      id,
      quantity,
      state,
      title: product.title,
      image: product.image,
      unitCents,
      lineCents: cents(unitCents * quantity),
      seenCents: seen,
    };
  });
  return { lines, totalCents: addCents(...lines.map(({ lineCents }) => lineCents)), currency: 'USD' };
}

/** Whether a cart can go on to be paid: every price is the one that was seen, and everything can still be bought. */
export const isPayable = ({ lines }: Pick<Quote, 'lines'>): boolean =>
  lines.length > 0 && lines.every(({ state }) => state === 'ok');
