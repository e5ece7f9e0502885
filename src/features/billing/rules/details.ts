import * as z from 'zod/mini';

const line = (most: number, what: string) =>
  z.string().check(
    z.maxLength(most, { error: `${what} is too long (limit: ${most} characters).` }),
    z.refine((text) => ![...text].some((letter) => letter < ' ' || letter === '\u007f'), {
      error: `${what} must be on one line.`,
    }),
  );

export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'Choose your country.' }));

/** Whom an invoice names: entered once, put on every invoice from then on. */
export const BillingDetails = z.object({
  name: line(120, 'The name'),
  company: line(160, 'The company'),
  address: z.string().check(
    z.maxLength(400, { error: 'The address is too long (limit: 400 characters).' }),
    z.refine((text) => addressLines(text).length <= 6, { error: 'An address can have up to six lines.' }),
  ),
  country: Country,
  vatId: line(40, 'The VAT or tax ID'),
});
export type BillingDetails = z.output<typeof BillingDetails>;

export const addressLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter(Boolean);
