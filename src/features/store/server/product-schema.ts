import * as z from 'zod/mini';
import { type Planned, plannedForm, readPlanned } from '#base/planned.ts';
import { kinds } from '../rules/product.ts';

// The keys of product.md. Every value arrives as the text that was typed; each message says what a key takes.

const fits = (takes: string, test: (text: string) => boolean) => z.string(takes).check(z.refine(test, takes));

const line = (max: number) =>
  fits(
    `one line of text, at most ${max} characters`,
    (text) => text.trim() !== '' && text.length <= max && !/[\r\n]/.test(text),
  );

export const mostListed = { files: 50, images: 8 };

const listOf = <S extends z.ZodMiniType>(entry: S, what: string, least: number, most: number) => {
  const takes = `a list of ${least} to ${most} ${what}, each starting with a dash`;
  return z.array(entry, takes).check(z.refine((list) => list.length >= least && list.length <= most, takes));
};

// Under half a dollar somebody has written dollars; and no payment provider takes it.
const price = z.pipe(
  fits(
    'whole US cents: 0 for free, or at least 50, such as 1900 for $19',
    (text) => /^\d{1,8}$/.test(text) && (Number(text) === 0 || Number(text) >= 50),
  ),
  z.transform(Number),
);

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const moment = z.pipe(
  fits(plannedForm, (text) => readPlanned(text) !== null),
  z.transform((text: string) => readPlanned(text) as Planned),
);
const slug = (what: string) =>
  fits(
    `${what}: lowercase letters, digits and single hyphens`,
    (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 60,
  );

const place = fits('a path inside the product’s own folder, such as files/checklist.md', (text) => {
  const parts = text.split('/');
  return (
    !/^[/\\]|\\|\0/.test(text) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    text.length <= 200
  );
});

const whole = (takes: string, most: number) =>
  z.pipe(
    fits(takes, (text) => /^\d{1,6}$/.test(text) && Number(text) <= most),
    z.transform(Number),
  );

const keys = 'keys, one per line';

export const productSchema = z.strictObject(
  {
    title: line(80),
    summary: line(200),
    price,
    kind: z.enum(kinds, `one of ${kinds.join(', ')}`),
    asks: z.optional(listOf(line(200), 'questions people ask about it', 1, 200)),
    tags: listOf(slug('a tag such as freelance'), 'tags', 0, 8),
    licence: z.strictObject({ name: line(80), words: line(300), file: place }, keys),
    changelog: listOf(
      z.strictObject(
        {
          version: fits('a version such as 1.0 or 2.1.3', (text) => /^\d{1,4}(\.\d{1,4}){1,2}$/.test(text)),
          date: fits('a day such as 2026-11-21', isDay),
          changes: line(400),
        },
        keys,
      ),
      'versions, newest first',
      1,
      mostListed.files,
    ),
    files: listOf(
      z.strictObject(
        {
          file: place,
          name: z.optional(
            fits('a file name such as icons.zip', (text) =>
              /^[\p{L}\p{N}_-][\p{L}\p{N}_ .()-]{0,99}$/u.test(text),
            ),
          ),
          words: line(200),
          pages: z.optional(whole('the number of pages', 9999)),
        },
        keys,
      ),
      'files',
      1,
      50,
    ),
    images: listOf(z.strictObject({ file: place, alt: line(200) }, keys), 'images', 1, mostListed.images),
    unlocks: z.optional(listOf(slug('the ID of a document template'), 'document templates', 0, 50)),
    onSale: z.optional(z.enum(['yes', 'no'], 'yes or no')),
    onSaleFrom: z.optional(moment),
    onSaleUntil: z.optional(moment),
    licenceKeys: z.optional(z.enum(['yes', 'no'], 'yes or no')),
    order: z.optional(whole('a whole number; lower comes first', 999_999)),
  },
  keys,
);
export type ProductKeys = z.output<typeof productSchema>;

/** All that a folder of the operator's says to take a shipped product off sale. */
export const offSaleSchema = z.strictObject(
  { onSale: z.literal('no', 'no, to stop selling the shipped product') },
  keys,
);

/** catalog.md in the operator's folder: about the catalogue as a whole. */
export const catalogueSchema = z.strictObject({ shippedProducts: z.enum(['yes', 'no'], 'yes or no') }, keys);
