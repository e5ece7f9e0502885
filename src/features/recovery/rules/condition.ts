import type { Condition } from './condition-shape.ts';

export type { Condition } from './condition-shape.ts';

/** For which carts a campaign is meant. Every part that says something has to fit. */

export type CartSource = Condition['sources'][number];

export const sourceNames: Record<CartSource, string> = {
  store: 'this store',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
  webhook: 'another shop’s webhook',
  snippet: 'the script on your pages',
  api: 'your API',
  csv: 'a CSV file',
  hand: 'the form',
};

export const anyCart = (): Condition => ({
  minCents: 0,
  maxCents: null,
  currency: '',
  contains: '',
  sources: [],
  buyer: 'any',
  countries: [],
});

export interface CartFacts {
  totalCents: number;
  currency: string;
  items: readonly { id?: string | undefined; name: string; tags?: readonly string[] | undefined }[];
  source: CartSource;
  /** '' where nobody has told it. */
  country: string;
  /** Whether this buyer has bought in this shop before, as far as it has told. */
  isReturning: boolean;
}

export function fits(when: Condition, cart: CartFacts): boolean {
  const { minCents, maxCents, currency, contains, sources, buyer, countries } = when;
  return (
    cart.totalCents >= minCents &&
    (maxCents === null || cart.totalCents <= maxCents) &&
    (currency === '' || cart.currency === currency) &&
    (sources.length === 0 || sources.includes(cart.source)) &&
    (buyer === 'any' || cart.isReturning === (buyer === 'returning')) &&
    (countries.length === 0 || countries.includes(cart.country)) &&
    (contains === '' || cart.items.some((item) => isNamed(item, contains.toLowerCase())))
  );
}

const isNamed = ({ id, name, tags = [] }: CartFacts['items'][number], wanted: string): boolean =>
  name.toLowerCase().includes(wanted) ||
  id?.toLowerCase() === wanted ||
  tags.some((tag) => tag.toLowerCase() === wanted);

/** "from 50.00 EUR, with “course”, from Shopify": what stands beside the campaign's name. */
export function conditionWords(when: Condition): string {
  const { minCents, maxCents, currency, contains, sources, buyer, countries } = when;
  const amount = (cents: number) => `${(cents / 100).toFixed(2)}${currency && ` ${currency}`}`;
  const size =
    maxCents !== null && minCents > 0
      ? `${amount(minCents)} to ${amount(maxCents)}`
      : maxCents !== null
        ? `up to ${amount(maxCents)}`
        : minCents > 0
          ? `from ${amount(minCents)}`
          : currency && `in ${currency}`;
  const parts = [
    size,
    contains && `with “${contains}”`,
    sources.length > 0 && `from ${sources.map((source) => sourceNames[source]).join(' or ')}`,
    buyer === 'new' && 'of first-time buyers',
    buyer === 'returning' && 'from returning buyers',
    countries.length > 0 && `in ${countries.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'every cart' : parts.join(', ');
}

interface Choosable {
  when: Condition;
  /** null: off. */
  onSince: Date | null;
}

/** Which campaign writes: the first in the list that is on, was on when the cart was left, and fits it. */
export const choose = <C extends Choosable>(
  campaigns: readonly C[],
  cart: CartFacts,
  seenAt: Date,
): C | undefined =>
  campaigns.find(({ onSince, when }) => onSince !== null && onSince <= seenAt && fits(when, cart));
