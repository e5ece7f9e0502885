import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProductPage } from '../../rules/contract.ts';
import { printsOf, valuesOf } from './form.ts';
import { newProduct } from './new-product.ts';
import { previewOf } from './preview.ts';
import type { Standing } from './standing.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const blank = newProduct(new Date('2026-11-28T10:00:00Z')).product;
const standing = (text: string): Standing => ({
  id: 'kit',
  folder,
  from: 'own',
  isShipped: false,
  isOnSale: false,
  sale: { from: null, until: null },
  title: 'kit',
  text,
  licence: null,
  print: '',
});
const typed = (form: Record<string, string>, opened = blank) => ({
  was: printsOf(valuesOf(join(folder, 'product.md'), { product: opened, licence: null })),
  ...form,
});
const whole = { title: 'Kit', summary: 'All of it.', price: '19' };
const page = async (form: Record<string, string>, text = blank) =>
  (await previewOf(standing(text), typed(form))).data as ProductPage;

test('a product without files or pictures can be looked at, at its price', async () => {
  const draft = await previewOf(standing(blank), typed({ ...whole, page: 'For **you**.' }));
  expect(draft.address).toBe('/product/kit');
  expect(draft.data).toMatchObject({
    title: 'Kit',
    priceCents: 1900,
    files: [],
    images: [],
    html: '<p>For <strong>you</strong>.</p>',
  });
});

test('what keeps it from being a page is told by the names of the fields', async () => {
  await expect(page({ title: '', summary: 'x', price: '1e3' })).rejects.toMatchObject({
    code: 'bad_request',
    details: { fields: { price: expect.stringContaining('Price in US dollars') } },
  });
  await expect(page({ title: '', summary: 'x', price: '1' })).rejects.toMatchObject({
    details: { fields: { title: expect.stringContaining('Name') } },
  });
});

test('hostile words stay words, and a picture from elsewhere isn’t shown', async () => {
  const { html } = await page({
    ...whole,
    page: '[x](javascript:alert(1)) <script>alert(2)</script> <img src=x onerror=alert(3)> ![](https://evil.example/a.png)',
  });
  expect(html).not.toMatch(/script|onerror|evil|alert.2/);
});

test('what somebody else changed meanwhile is shown; what was typed over it, too', async () => {
  const theirs = blank.replace('summary: ""', 'summary: Theirs').replace('title: ""', 'title: Also theirs');
  expect(await page(whole, theirs)).toMatchObject({ title: 'Kit', summary: 'All of it.' });
  expect(await page({ title: 'Kit', price: '19' }, theirs)).toMatchObject({ summary: 'Theirs' });
});

test('pictures stand in the page itself, and nothing outside the folder is read', async () => {
  await mkdir(join(folder, 'pictures'));
  await writeFile(join(folder, 'pictures/a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const text = (file: string) =>
    blank.replace('onSale: no', `images:\n  - file: ${file}\n    alt: A\nonSale: no`);
  const { images } = await page(whole, text('pictures/a.svg'));
  expect(images).toEqual([{ alt: 'A', src: expect.stringMatching(/^data:image\/svg\+xml;base64,/) }]);
  await expect(page(whole, text('../secret.svg'))).rejects.toMatchObject({ code: 'bad_request' });
  expect(await readFile(join(folder, 'pictures/a.svg'), 'utf8')).toContain('<svg');
});
