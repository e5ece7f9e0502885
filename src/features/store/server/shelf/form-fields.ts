import { readDollars } from '#base/amount.ts';
import { type FormField, Mistyped, shownText } from '#platform/server/site/front-matter-form.ts';
import { kindNames, kinds } from '../../rules/product.ts';

const text = shownText;
const entries = (data: unknown): string[] => (Array.isArray(data) ? data.map(String) : [text(data)]);

const parts = (typed: string, separator: string | RegExp): string[] =>
  typed
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
const orNone = (list: string[]): string[] | undefined => (list.length > 0 ? list : undefined);

function shownPrice(data: unknown): string {
  const cents = text(data);
  if (!/^\d{1,8}$/.test(cents)) return cents;
  const whole = String(Math.floor(Number(cents) / 100));
  const rest = Number(cents) % 100;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}

function writtenPrice(typed: string): string {
  const read = readDollars(typed);
  if ('words' in read) throw new Mistyped(read.words);
  if ((read.cents > 0 && read.cents < 50) || read.cents > 99_999_999)
    throw new Mistyped(`Got ${typed.trim()}, expected 0 for free, or from 0.50 to 999,999.99.`);
  return String(read.cents);
}

export const formFields: readonly FormField[] = [
  { name: 'title', label: 'Name', at: ['title'], needed: 'A name is needed.' },
  {
    name: 'summary',
    label: 'Summary',
    at: ['summary'],
    hint: 'One sentence of up to 200 characters, in the store and in search results.',
  },
  {
    name: 'price',
    label: 'Price in US dollars',
    kind: 'number',
    at: ['price'],
    hint: 'Such as 19 or 19.50. 0 is free.',
    needed: 'A price is needed, such as 19 or 19.50; 0 for free.',
    misfit: 'An amount in dollars, such as 19 or 19.50; 0 for free.',
    shown: shownPrice,
    written: writtenPrice,
  },
  {
    name: 'kind',
    label: 'Kind',
    at: ['kind'],
    options: kinds.map((value) => ({ value, label: kindNames[value] })),
  },
  {
    name: 'tags',
    label: 'Tags',
    at: ['tags'],
    hint: 'Up to 8, with commas: lowercase letters, digits and hyphens.',
    misfit: 'Up to 8 tags of lowercase letters, digits and hyphens, with commas between them.',
    shown: (data) => entries(data).join(', '),
    written: (typed) => parts(typed, /[,\n]/),
  },
  {
    name: 'page',
    label: 'Page',
    kind: 'long',
    rows: 16,
    hint: 'Markdown: who it is for, what changes, what it leaves out.',
  },
  {
    name: 'licenceName',
    label: 'License',
    at: ['licence', 'name'],
    hint: 'Its name, such as Product license.',
  },
  {
    name: 'licenceWords',
    label: 'License in one sentence',
    at: ['licence', 'words'],
    hint: 'Up to 300 characters, on the product’s page.',
  },
  {
    name: 'licenceText',
    label: 'License in full',
    kind: 'long',
    rows: 8,
    hint: 'Buyers get it as a file, with the others.',
  },
  {
    name: 'licenceKeys',
    label: 'Each buyer gets a license key',
    kind: 'check',
    at: ['licenceKeys'],
    shown: (data) => (data === 'yes' ? 'yes' : ''),
    written: (typed) => (typed === '' ? undefined : 'yes'),
  },
  {
    name: 'unlocks',
    label: 'Document templates included',
    kind: 'long',
    rows: 2,
    at: ['unlocks'],
    hint: 'Their IDs, with commas.',
    shown: (data) => entries(data).join(', '),
    written: (typed) => orNone(parts(typed, /[,\n]/)),
  },
  {
    name: 'asks',
    label: 'How people ask for it',
    kind: 'long',
    rows: 4,
    at: ['asks'],
    hint: 'One question a line, in any language. The assistant finds the product by them.',
    shown: (data) => entries(data).join('\n'),
    written: (typed) => orNone(parts(typed, '\n')),
  },
  {
    name: 'order',
    label: 'Position in the store',
    kind: 'number',
    at: ['order'],
    hint: 'A whole number; lower comes first. Empty: 1000.',
    written: (typed) => typed.trim() || undefined,
  },
];
