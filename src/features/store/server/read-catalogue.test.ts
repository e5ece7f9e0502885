import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { catalogueFolder, productFiles, productText } from '#testing/catalogue-folder.ts';
import type { SiteFolder } from '#testing/site-folder.ts';
import { readCatalogue } from './read-catalogue.ts';

const nowhere = '/nowhere/catalog';
const read = (own: SiteFolder, shipped?: SiteFolder) =>
  readCatalogue({ shipped: shipped ? join(shipped.dir, 'catalog') : nowhere, own: join(own.dir, 'catalog') });

/** The mistakes of one product.md, each without the folder in front. */
async function mistakesOf(text: string): Promise<string[]> {
  await using site = await catalogueFolder({ ...productFiles('pack'), 'catalog/pack/product.md': text });
  const { mistakes, unread, products } = await read(site);
  expect([unread, products]).toEqual([['pack'], []]);
  return mistakes.map((line) => line.replace(`${site.dir}/`, ''));
}

test('a product is read with its files, their sizes and its licence', async () => {
  await using site = await catalogueFolder(productFiles('pack'));
  const { products, mistakes } = await read(site);
  expect(mistakes).toEqual([]);
  expect(products[0]?.content).toMatchObject({
    id: 'pack',
    title: 'Launch checklist',
    priceCents: 1900,
    version: '1.0',
    updated: '2026-11-01',
    tags: ['saas', 'launch'],
    files: [
      { name: 'checklist.md', bytes: 21, holds: null },
      { name: 'LICENCE.md', words: 'The license: One person, any project', bytes: 8 },
    ],
    images: [
      { src: expect.stringMatching(/^\/store\/images\/[0-9a-f]{24}\.svg$/) as string, alt: 'The first page' },
    ],
    html: '<p>What it is <strong>for</strong>.</p>',
  });
});

/** As long as its header: a PNG of that width, and a WebP. */
const png = (width: number) => {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(90, 20);
  return bytes;
};
const webp = (width: number) => {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(89, 27, 3);
  return bytes;
};

test('a picture comes with the smaller ones beside it, each at the width that its own header says', async () => {
  await using site = await catalogueFolder(
    productFiles('pack', { images: '\n  - file: images/cover.png\n    alt: The first page' }),
  );
  const folder = join(site.dir, 'catalog/pack/images');
  const put = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes);
  await put('cover.png', png(1200));
  const images = async () => (await read(site)).products[0]?.content.images;
  expect(await images()).toEqual([{ src: expect.stringMatching(/\.png$/) as string, alt: 'The first page' }]);
  await put('cover.864.webp', webp(800));
  await put('cover.208.webp', webp(208));
  // Others of the folder, and what only looks like one, are no smaller picture of it.
  for (const name of ['cover-2.208.webp', 'cover.webp', 'cover.x.webp', 'coverage.208.webp'])
    await put(name, webp(208));
  const [image] = (await images()) ?? [];
  expect(image?.srcset).toMatch(
    /^\/store\/images\/[0-9a-f]{24}\.webp 208w, \/store\/images\/[0-9a-f]{24}\.webp 800w, \/store\/images\/[0-9a-f]{24}\.png 1200w$/,
  );
  const served = (await read(site)).products[0]?.pictures.map(({ name }) => `/store/images/${name}`);
  expect(image?.srcset?.split(', ').map((one) => one.split(' ')[0])).toEqual(
    expect.arrayContaining(served ?? []),
  );
  // A file that says it is a picture and is none is named, as a whole one would be.
  await put('cover.432.webp', Buffer.from('not a picture'));
  expect((await read(site)).mistakes.join()).toContain('images.1.file: got a file that isn’t an image');
});

test('what cannot be used names its file and line, what it got and what it takes', async () => {
  const cases: [Record<string, string | null>, string][] = [
    [
      { price: '19.00' },
      'catalog/pack/product.md:4: price: got "19.00", expected whole US cents: 0 for free, or at least 50, such as 1900 for $19',
    ],
    [
      { price: '19' },
      'catalog/pack/product.md:4: price: got "19", expected whole US cents: 0 for free, or at least 50, such as 1900 for $19',
    ],
    [
      { price: '-100' },
      'catalog/pack/product.md:4: price: got "-100", expected whole US cents: 0 for free, or at least 50, such as 1900 for $19',
    ],
    [
      { kind: 'ebook' },
      'catalog/pack/product.md:5: kind: got "ebook", expected one of templates, spreadsheet, checklist, code, design, guide, bundle',
    ],
    [
      { tags: '[Big Words]' },
      'catalog/pack/product.md:6: tags.1: got "Big Words", expected a tag such as freelance: lowercase letters, digits and single hyphens',
    ],
    [
      { title: null },
      'catalog/pack/product.md:2: title: got nothing, expected one line of text, at most 80 characters',
    ],
    [{ prize: '5' }, 'catalog/pack/product.md:21: prize: unknown key, did you mean price?'],
    [
      { files: '\n  - file: files/none.md\n    words: Not there' },
      'catalog/pack/product.md:16: files.1.file: got "files/none.md", which doesn’t exist, expected a file or folder inside SITE/catalog/pack',
    ],
    [
      { files: '\n  - file: ../../../etc/passwd\n    words: Somebody else’s' },
      'catalog/pack/product.md:16: files.1.file: got "../../../etc/passwd", expected a path inside the product’s own folder, such as files/checklist.md',
    ],
    [
      { images: '\n  - file: files/checklist.md\n    alt: No picture' },
      'catalog/pack/product.md:19: images.1.file: got a file that isn’t an image, expected an SVG, PNG, WebP or JPEG image with the matching extension',
    ],
    [
      {
        changelog:
          '\n  - version: 1.0\n    date: 2026-01-01\n    changes: Old.\n  - version: 1.0\n    date: 2026-02-01\n    changes: New.',
      },
      'catalog/pack/product.md:15: changelog.2.version: got "1.0", expected a version that isn’t listed yet',
    ],
  ];
  for (const [changes, wanted] of cases) {
    const [first] = await mistakesOf(productText(changes));
    expect(first?.replace(/inside \S+\/site\/catalog/, 'inside SITE/catalog')).toBe(wanted);
  }
});

test('every mistake of a product is told at once', async () => {
  const found = await mistakesOf(
    productText({
      files: '\n  - file: files/a.md\n    words: A\n  - file: files/b.md\n    words: B',
      images: '\n  - file: images/none.png\n    alt: None',
    }),
  );
  expect(found).toHaveLength(3);
});

test('a mistake in one product concerns that product alone', async () => {
  await using site = await catalogueFolder(productFiles('good'), productFiles('bad', { price: 'much' }));
  const { products, unread, mistakes } = await read(site);
  expect(products.map(({ id }) => id)).toEqual(['good']);
  expect(unread).toEqual(['bad']);
  expect(mistakes).toHaveLength(1);
});

test('the operator’s folder stands in place of the shipped one of the same name, whole', async () => {
  await using shipped = await catalogueFolder(
    productFiles('pack'),
    productFiles('icons', { title: 'Icons' }),
  );
  await using own = await catalogueFolder(
    productFiles('pack', { title: 'My own pack', price: '500' }),
    productFiles('mine', { title: 'Mine', order: '1' }),
  );
  const { products } = await read(own, shipped);
  expect(products.map(({ content }) => content.title)).toEqual(['Mine', 'Icons', 'My own pack']);
});

test('the operator takes one shipped product off sale, or all of them', async () => {
  await using shipped = await catalogueFolder(productFiles('pack'), productFiles('icons'));
  await using own = await catalogueFolder({ 'catalog/pack/product.md': '---\nonSale: no\n---\n' });
  expect((await read(own, shipped)).products.map(({ id }) => id)).toEqual(['icons']);
  await own.put({ 'catalog/catalog.md': '---\nshippedProducts: no\n---\n' });
  expect((await read(own, shipped)).products).toEqual([]);
  await own.put({ 'catalog/catalog.md': '---\nshippedProducts: perhaps\n---\n' });
  const { mistakes, products } = await read(own, shipped);
  expect(mistakes[0]).toContain('catalog/catalog.md:2: shippedProducts: got "perhaps", expected yes or no');
  expect(products).toHaveLength(1);
});

test('a product of the operator’s own is kept off sale by one key among the others', async () => {
  await using site = await catalogueFolder(
    productFiles('pack', { onSale: 'no', price: 'not yet' }),
    productFiles('icons', { onSale: 'yes' }),
  );
  const { products, mistakes } = await read(site);
  expect([products.map(({ id }) => id), mistakes]).toEqual([['icons'], []]);
});

test('a folder that was put down to take another one’s place counts, wherever that one is by now', async () => {
  const next = Object.fromEntries(
    Object.entries(productFiles('pack', { title: 'Next' })).map(([name, text]) => [
      name.replace('catalog/pack', 'catalog/.next/pack'),
      text,
    ]),
  );
  const draft = { 'catalog/.drafts/new~1/product.md': productText() };
  await using site = await catalogueFolder(productFiles('pack'), next, draft);
  const titles = async () => (await read(site)).products.map(({ content }) => content.title);
  expect(await titles()).toEqual(['Next']);
  await site.remove('catalog/pack');
  expect(await titles()).toEqual(['Next']);
});

test('a folder is packed into one zip, the same whenever it is packed', async () => {
  const packed = productFiles('kit', {
    files: '\n  - file: files\n    name: kit.zip\n    words: Everything',
  });
  await using site = await catalogueFolder({ ...packed, 'catalog/kit/files/deep/er.txt': 'deep' });
  const [first] = (await read(site)).products;
  await site.put(packed);
  const [second] = (await read(site)).products;
  expect(first?.hash).toBe(second?.hash);
  expect(first?.content.files[0]).toMatchObject({ name: 'kit.zip', holds: 2 });
  const bytes = await buffer(Readable.from([first!.downloads[0]!.open()]));
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('kit/deep/er.txt')).toBe(true);
});

test('no catalogue folder at all is an empty catalogue', async () => {
  expect(await readCatalogue({ shipped: nowhere, own: nowhere })).toEqual({
    products: [],
    unread: [],
    mistakes: [],
  });
});

test('what this hub ships has no mistake, states its licence, and fits in three megabytes', async () => {
  const shipped = fileURLToPath(new URL('../../../../catalog', import.meta.url));
  const { products, mistakes } = await readCatalogue({ shipped, own: nowhere });
  expect(mistakes).toEqual([]);
  expect(products.length).toBeGreaterThanOrEqual(10);
  expect(products.some(({ content }) => content.priceCents === 0)).toBe(true);
  expect(products.some(({ content }) => content.unlocks.length > 0)).toBe(true);
  for (const { content } of products) {
    expect(content.licence.words.length, content.id).toBeGreaterThan(20);
    expect(content.html.length, content.id).toBeGreaterThan(400);
  }
  const bytes = products
    .flatMap(({ downloads }) => downloads)
    .reduce((sum, { bytes: size }) => sum + size, 0);
  expect(bytes).toBeLessThan(3_000_000);
});
