import * as z from 'zod/mini';
import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import type { FieldProblems } from '#base/problem.ts';
import { beginAnswer } from './contract.ts';

/** What browser and server say to each other about a gift of money. */
export const donationsApi = {
  /** POST a DonationDraft: answers `donationBegun`, whose orderId the provider's buttons take. */
  begin: '/api/donations',
  /** GET: answers `donationThanks`. The token comes with `donationBegun` and is kept in the page's address. */
  one: (id: string, token: string) =>
    `/api/donations/${encodeURIComponent(id)}?t=${encodeURIComponent(token)}`,
} as const;

export const donationLimits = { leastCents: 100, mostCents: 1_000_000, message: 500, name: 100 } as const;
export const suggestedCents = [500, 1000, 2500, 5000] as const;

/** Loose on purpose: `donationProblems` says what is wrong, in words, at every field. */
export const donationDraft = z.strictObject({
  cents: z.number(),
  message: z.optional(z.string()),
  name: z.optional(z.string()),
  /** For the receipt; without one it goes to the address the provider tells. */
  email: z.optional(z.string()),
});
export type DonationDraft = z.output<typeof donationDraft>;

export const donationBegun = z.extend(beginAnswer, { token: z.string() });
export type DonationBegun = z.output<typeof donationBegun>;

export const donationStates = ['open', 'paid', 'declined', 'partly_refunded', 'refunded'] as const;
export type DonationState = (typeof donationStates)[number];

export const donationThanks = z.object({
  id: z.string(),
  cents: z.number(),
  /** `pending`: the provider holds the money back; `unknown` never comes here. */
  state: z.enum([...donationStates, 'pending']),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Where the receipt went, as far as a person recognises it: b***@example.com. Null until it is paid. */
  receiptTo: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
});
export type DonationThanks = z.output<typeof donationThanks>;

/** The same words in browser and server; empty: it may be given. */
export function donationProblems({
  cents,
  message = '',
  name = '',
  email = '',
}: DonationDraft): FieldProblems {
  const { leastCents, mostCents } = donationLimits;
  return {
    ...((!Number.isSafeInteger(cents) || cents < leastCents || cents > mostCents) && {
      cents: 'Enter an amount between $1 and $10,000.',
    }),
    ...(message.length > donationLimits.message && {
      message: `Up to ${donationLimits.message} characters; this has ${message.length}.`,
    }),
    ...(name.length > donationLimits.name && {
      name: `Up to ${donationLimits.name} characters; this has ${name.length}.`,
    }),
    ...(email.trim() !== '' &&
      parseMailAddress(email) === null && {
        email: mailAddressWords,
      }),
  };
}
