import * as z from 'zod/mini';
import { brandWords, categories, type Category, dueKinds } from './template.ts';

/**
 * The keys at the top of a document file. Every value arrives as the text that was typed; a schema's message says what
 * a key takes.
 */
export const line = (most: number) => {
  const takes = `one line of text, at most ${most} characters`;
  return z
    .string(takes)
    .check(z.refine((text) => text.trim() !== '' && text.length <= most && !/[\r\n]/.test(text), takes));
};
const words = (most: number) =>
  z
    .string(`text of at most ${most} characters`)
    .check(z.maxLength(most, `text of at most ${most} characters`));
const matching = (pattern: RegExp, takes: string) => z.string(takes).check(z.regex(pattern, takes));
export const list = <S extends z.ZodMiniType>(entry: S, takes: string) =>
  z.array(entry, takes).check(z.minLength(1, takes));

export const name = matching(
  /^(?!(?:constructor|prototype|if|else|end|each|sign|page|not|is|and|or|sum|count|percent|least|earliest|latest|dayBefore)$)[a-z][A-Za-z0-9]{0,39}$/,
  'a name such as effectiveDate: a lowercase letter, then letters and digits, and no reserved word such as end',
);
const yesno = z.enum(['yes', 'no'], 'yes or no');
const whole = (takes: string) => matching(/^\d{1,6}$/, takes);
const figure = matching(/^-?\d{1,9}(\.\d{1,4})?$/, 'a number');

const optionsOf = z.record(
  matching(/^[a-zA-Z][a-zA-Z0-9-]*$/, 'a value such as per-hour'),
  line(160),
  'options, each as value: label',
);

const columnTypes = [
  'text',
  'longtext',
  'number',
  'money',
  'date',
  'duration',
  'choice',
  'yesno',
  'address',
] as const;
const shared = {
  name,
  label: line(80),
  example: z.optional(words(600)),
  unit: z.optional(line(12)),
  min: z.optional(figure),
  max: z.optional(figure),
  options: z.optional(optionsOf),
  other: z.optional(line(80)),
};

export const frontField = z.strictObject(
  {
    ...shared,
    type: z.enum([...columnTypes, 'party', 'list'], `one of ${[...columnTypes, 'party', 'list'].join(', ')}`),
    why: z.optional(words(300)),
    blank: z.optional(line(60)),
    required: z.optional(yesno),
    show: z.optional(line(200)),
    default: z.optional(words(2000)),
    brand: z.optional(z.enum(brandWords, `one of ${brandWords.join(', ')}`)),
    one: z.optional(line(30)),
    /** A party that can only be a person, or that is one when this holds: nobody is asked whether it is a company. */
    person: z.optional(line(200)),
    /** The party that is whoever fills the document in; without one it is the first. */
    ours: z.optional(yesno),
    columns: z.optional(
      list(
        z.strictObject(
          {
            ...shared,
            type: z.enum(columnTypes, `one of ${columnTypes.join(', ')}`),
            formula: z.optional(line(200)),
          },
          'a block of keys',
        ),
        'at least one column',
      ),
    ),
  },
  'a block of keys',
);
export type FrontField = z.output<typeof frontField>;

const frontDue = z.strictObject(
  {
    is: z.enum(dueKinds, `one of ${dueKinds.join(', ')}`),
    on: line(200),
    words: line(120),
    when: z.optional(line(300)),
    each: z.optional(name),
    every: z.optional(line(100)),
    until: z.optional(line(100)),
    times: z.optional(line(100)),
    notice: z.optional(line(100)),
  },
  'a block of keys',
);
export type FrontDue = z.output<typeof frontDue>;

/** What operators’ files of earlier versions say. */
const formerCategories: ReadonlyMap<unknown, Category> = new Map<unknown, Category>([
  ['Clients', 'Work with a client'],
  ['Money', 'Get paid'],
  ['Product', 'Sell online'],
  ['People', 'Hire'],
  ['Company', 'Start a company'],
  ['Other', 'Something else'],
]);

export const frontSchema = z.strictObject({
  title: line(80),
  short: z.optional(line(40)),
  /** Off the site, until this line goes. */
  hidden: z.optional(z.literal('true', 'true, or nothing')),
  category: z.pipe(
    z.transform((typed) => formerCategories.get(typed) ?? typed),
    z.enum(categories, `one of ${categories.join(', ')}`),
  ),
  description: line(220),
  price: z.optional(matching(/^\d{1,4}(\.\d{2})?$/, 'US dollars such as 0 or 9.00')),
  minutes: whole('whole minutes'),
  pages: whole('the number of A4 pages of the sample'),
  version: matching(/^\d+\.\d+$/, 'a version such as 1.0'),
  reviewed: matching(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-21'),
  law: words(1200),
  notice: z.optional(words(400)),
  clause: z.optional(line(20)),
  asks: z.optional(z.array(line(200), 'a list of questions people ask about it, each starting with a dash')),
  steps: list(
    z.strictObject(
      { title: line(60), why: z.optional(words(300)), fields: list(frontField, 'at least one question') },
      'a block of keys',
    ),
    'at least one step',
  ),
  computed: z.optional(
    z.array(
      z.strictObject({ name, label: line(80), formula: line(200) }, 'a block of keys'),
      'a list of computed values',
    ),
  ),
  checks: z.optional(
    z.array(
      z.strictObject(
        { holds: line(300), words: line(200), field: name, source: z.optional(line(200)) },
        'a block of keys',
      ),
      'a list of checks',
    ),
  ),
  due: z.optional(z.array(frontDue, 'a list of days')),
});
export type Front = z.output<typeof frontSchema>;

/** Documents that one piece of work needs, in the order in which it needs them. */
export const bundleSchema = z.strictObject({
  title: line(60),
  /** Whose work it is, in a sentence. */
  for: line(160),
  documents: z
    .array(line(60), 'the names of documents, each starting with a dash')
    .check(z.minLength(2, 'at least two documents')),
  /** Off the site. */
  hidden: z.optional(z.literal('true', 'true, or nothing')),
});
export type Bundle = z.output<typeof bundleSchema> & { slug: string };
