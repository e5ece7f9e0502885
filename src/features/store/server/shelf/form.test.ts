import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogueFolder, productFiles, productText } from '#testing/catalogue-folder.ts';
import { kinds } from '../../rules/product.ts';
import { readProduct } from '../read-product.ts';
import { editTexts, fieldsOf, mergeForm, printsOf, type Texts, type Values, valuesOf } from './form.ts';
import { formFields } from './form-fields.ts';
import { newProduct } from './new-product.ts';

const texts: Texts = { product: productText({ order: '7', licenceKeys: 'no' }), licence: 'Use it.\n' };
const now = valuesOf('product.md', texts);
const opened = printsOf(now);

/** Every field of a form as a browser sends it. */
const sent = (values: Values, was = opened) => ({ ...values, was, token: 't' });

test('the form shows what the file says, in the reader’s words', () => {
  expect(now).toEqual({
    title: 'Launch checklist',
    summary: 'Forty steps from an empty repository to a first paying customer.',
    price: '19',
    kind: 'checklist',
    tags: 'saas, launch',
    page: 'What it is **for**.',
    licenceName: 'One person, any project',
    licenceWords: 'Use it in as many projects as you like; do not resell it.',
    licenceText: 'Use it.',
    licenceKeys: '',
    unlocks: '',
    asks: '',
    order: '7',
  });
});

test('a price is typed in dollars, and one that can’t be is told at its field', () => {
  const priced = (price: string) => editTexts('product.md', texts, { price });
  expect(priced('$1,234.50').product).toContain('price: 123450\n');
  expect(priced('0').product).toContain('price: 0\n');
  expect(priced('a lot').mistyped['price']).toContain('is not an amount');
  expect(priced('0.30').mistyped['price']).toBe('Got 0.30, expected 0 for free, or from 0.50 to 999,999.99.');
});

test('a broken character in a long text is told at its field, and never makes a file that can’t be read', () => {
  const { mistyped, product, licence } = editTexts('product.md', texts, {
    page: 'a\uFFFDb',
    licenceText: 'a\0',
  });
  expect(mistyped).toEqual({
    page: expect.stringContaining('broken'),
    licenceText: expect.stringContaining('broken'),
  });
  expect({ product, licence }).toEqual(texts);
});

const words = (most: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: most / 4 })
    .map((text) => text.replace(/[\r\n]/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= most);
const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/);
const longText = fc
  .array(fc.string({ unit: 'grapheme' }), { maxLength: 5 })
  .map((lines) => lines.join('\n').replaceAll('\uFFFD', ''));
const typedForm = fc.record({
  title: words(80),
  summary: words(200),
  cents: fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 99_999_999 })),
  kind: fc.constantFrom(...kinds),
  tags: fc.uniqueArray(slug, { maxLength: 8 }),
  page: longText,
  licenceName: words(80),
  licenceWords: words(300),
  licenceText: longText,
  licenceKeys: fc.constantFrom('', 'yes'),
  unlocks: fc.uniqueArray(slug, { maxLength: 3 }),
  asks: fc.array(words(200), { maxLength: 3 }),
  order: fc.oneof(fc.constant(''), fc.nat(999_999).map(String)),
});

test('[law] whatever a form can say is read back from the folder as it was typed', async () => {
  await using site = await catalogueFolder(productFiles('pack'));
  const folder = join(site.dir, 'catalog/pack');
  await mkdir(folder, { recursive: true });
  await fc.assert(
    fc.asyncProperty(typedForm, fc.boolean(), async ({ cents, tags, unlocks, asks, ...typed }, isNew) => {
      const start = isNew ? newProduct(new Date('2026-11-28')) : texts;
      const form = {
        ...typed,
        price: (cents / 100).toFixed(2),
        tags: tags.join(','),
        unlocks: unlocks.join(', '),
        asks: asks.join('\r\n'),
        page: typed.page.replaceAll('\n', '\r\n'),
      };
      const { changes } = mergeForm(form, valuesOf('product.md', start));
      const made = editTexts('product.md', start, changes);
      expect(made.mistyped).toEqual({});
      const more =
        'files:\n  - file: files/checklist.md\n    words: A\nimages:\n  - file: images/cover.svg\n    alt: B\n';
      const whole = isNew ? made.product.replace('onSale: no\n', more) : made.product;
      await writeFile(join(folder, 'product.md'), whole);
      const read = await readProduct('pack', folder);
      expect(read.content).toMatchObject({
        title: typed.title,
        summary: typed.summary,
        priceCents: cents,
        kind: typed.kind,
        tags,
        unlocks,
        licence: { name: typed.licenceName, words: typed.licenceWords },
      });
      expect(read.content.asks ?? []).toEqual(asks);
      expect([read.order, read.issuesKeys]).toEqual([
        Number(typed.order || 1000),
        typed.licenceKeys === 'yes',
      ]);
      const again = valuesOf('product.md', { product: whole, licence: made.licence });
      const lines = (text: string) =>
        text
          .replaceAll('\r\n', '\n')
          .replace(/^([ \t]*\n)+/, '')
          .trimEnd();
      expect([again['page'], again['licenceText']]).toEqual([lines(typed.page), lines(typed.licenceText)]);
    }),
    { numRuns: 150 },
  );
});

test('[law] a form that nobody touched changes nothing, whatever the file became meanwhile', () => {
  const other = fc.constantFrom('Other', 'x', '5', '');
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(now)), other), (meanwhile) => {
      expect(mergeForm(sent(now), { ...now, ...meanwhile })).toEqual({ changes: {}, conflicts: {} });
    }),
  );
});

test('[law] of two who edit at once, nobody’s words are lost unseen: each field is merged or shown', () => {
  const value = fc.constantFrom('a', 'b', 'c');
  const side = fc.record(Object.fromEntries(formFields.map(({ name }) => [name, value])));
  fc.assert(
    fc.property(side, side, side, (was, typed, stands) => {
      const { changes, conflicts } = mergeForm(sent(typed, printsOf(was)), stands);
      for (const { name } of formFields) {
        const [before, mine, theirs] = [was[name], typed[name], stands[name]];
        const isMine = mine !== before && mine !== theirs;
        expect(changes[name]).toBe(isMine && theirs === before ? mine : undefined);
        expect(conflicts[name]).toBe(isMine && theirs !== before ? theirs : undefined);
      }
      // Shown again with both, the same save counts.
      const fields = fieldsOf(stands, sent(typed, printsOf(was)));
      const next = fields.find(({ name }) => name === 'was')?.value ?? '';
      expect(fields.filter(({ mistake }) => mistake !== undefined)).toHaveLength(
        Object.keys(conflicts).length,
      );
      const second = mergeForm(sent(typed, next), stands);
      expect(second.conflicts).toEqual({});
      expect(Object.keys(second.changes).toSorted()).toEqual(
        [...Object.keys(changes), ...Object.keys(conflicts)].toSorted(),
      );
      // Unless it changed once more before that.
      const third = mergeForm(sent(typed, next), { ...stands, title: 'once more' });
      expect(third.changes['title']).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('a long text that changed meanwhile is shown below what was typed, and is not sent', () => {
  const fields = fieldsOf({ ...now, page: 'Theirs' }, sent({ ...now, page: 'Mine' }));
  const at = fields.findIndex(({ name }) => name === 'page');
  expect(fields[at]?.mistake).toContain('Changed since you opened this form');
  expect(fields[at + 1]).toMatchObject({ name: '', kind: 'long', value: 'Theirs' });
});

test('line ends, blank lines around the words, and keys that no form knows stay as they are', () => {
  const product = productText({ mine: 'my own   # kept' })
    .replace('---\nWhat', '---\n\nWhat')
    .replaceAll('\n', '\r\n');
  const made = editTexts('product.md', { product, licence: null }, { page: 'One.\nTwo.' });
  expect(made.product).toBe(product.replace('What it is **for**.', 'One.\r\nTwo.'));
});

test('what somebody wrote by hand is offered as it is: a kind that isn’t one, a price with a mistake', () => {
  const product = productText({ kind: 'ebook', price: '19.00' });
  const fields = fieldsOf(valuesOf('product.md', { product, licence: null }));
  expect(fields.find(({ name }) => name === 'kind')?.options?.[0]).toEqual({
    value: 'ebook',
    label: 'ebook',
  });
  expect(fields.find(({ name }) => name === 'price')?.value).toBe('19.00');
  expect(fields.some(({ name }) => name === 'licenceText')).toBe(false);
});
