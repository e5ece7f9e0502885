import * as z from 'zod/mini';
import { Country, Currency, line, mostCents, whole } from './fields.ts';

const sources = [
  'store',
  'shopify',
  'woocommerce',
  'stripe',
  'webhook',
  'snippet',
  'api',
  'csv',
  'hand',
] as const;

/** For which carts a campaign is meant; what says nothing fits every cart. */
export const Condition = z
  .object({
    /** In the currency of the cart. */
    minCents: z._default(whole(0, mostCents), 0),
    maxCents: z._default(z.nullable(whole(0, mostCents)), null),
    currency: z._default(z.union([z.literal(''), Currency]), ''),
    /** A part of a product's name, or its id, or one of its tags. */
    contains: z._default(line(200), ''),
    sources: z._default(z.array(z.enum(sources)), []),
    buyer: z._default(z.enum(['any', 'new', 'returning']), 'any'),
    countries: z._default(z.array(Country).check(z.maxLength(60)), []),
  })
  .check(
    z.refine(({ minCents, maxCents }) => maxCents === null || maxCents >= minCents, {
      error: 'The maximum is below the minimum.',
      path: ['maxCents'],
    }),
  );
export type Condition = z.output<typeof Condition>;
