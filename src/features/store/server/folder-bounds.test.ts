import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { catalogueFolder, productFiles, productText } from '#testing/catalogue-folder.ts';
import { readCatalogue } from './read-catalogue.ts';

test('a text without an end, or of keys without an end, is a mistake of its product, told at once', async () => {
  const site = await catalogueFolder(
    productFiles('good'),
    { ...productFiles('huge'), 'catalog/huge/product.md': `${productText()}${'x'.repeat(1_000_000)}` },
    { ...productFiles('keys'), 'catalog/keys/product.md': `---\n${'a: b\n'.repeat(180_000)}---\n` },
    { ...productFiles('wide'), 'catalog/wide/product.md': `---\n${'a: b\n'.repeat(15_000)}---\n` },
  );
  onTestFinished(() => site[Symbol.asyncDispose]());
  const began = performance.now();
  const reading = await readCatalogue({ shipped: join(site.dir, 'none'), own: join(site.dir, 'catalog') });
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(reading.products.map(({ id }) => id)).toEqual(['good']);
  expect(reading.unread.toSorted()).toEqual(['huge', 'keys', 'wide']);
  expect(reading.mistakes.length).toBeLessThan(30);
  expect(reading.mistakes.join()).toMatch(
    /huge\/product\.md:1: size: got \d+ bytes, expected at most 1000000/,
  );
  expect(reading.mistakes.join()).toContain('keys/product.md:1: front matter: got 900000 characters');
});

test('[law] what a link out of the product’s folder leads to is not sold; the folder may be a link itself', async () => {
  const site = await catalogueFolder(productFiles('pack'), {
    'secret.txt': 'secret',
    'deep/secret.txt': 'x',
  });
  onTestFinished(() => site[Symbol.asyncDispose]());
  const own = join(site.dir, 'catalog');
  const read = () => readCatalogue({ shipped: join(site.dir, 'none'), own });
  const pack = join(own, 'pack');
  await rename(pack, join(site.dir, 'elsewhere'));
  await symlink(join(site.dir, 'elsewhere'), pack);
  await rename(join(pack, 'files/checklist.md'), join(pack, 'files/real.md'));
  await symlink('real.md', join(pack, 'files/checklist.md'));
  expect((await read()).mistakes).toEqual([]);
  const leads = [
    '/etc/passwd',
    '../../secret.txt',
    join(site.dir, 'secret.txt'),
    join(site.dir, 'deep'),
    '/',
  ];
  for (const [file, key] of [
    ['files/checklist.md', 'files.1.file'],
    ['LICENCE.md', 'licence.file'],
    ['images/cover.svg', 'images.1.file'],
  ] as const)
    for (const to of leads) {
      await rename(join(pack, file), join(pack, 'aside'));
      await symlink(to, join(pack, file));
      const reading = await read();
      expect([reading.products, reading.unread], `${file} ${to}`).toEqual([[], ['pack']]);
      expect(reading.mistakes.join()).toContain(`${key}: got `);
      await rm(join(pack, file));
      await rename(join(pack, 'aside'), join(pack, file));
    }
  // A link on the way to it, not at its end.
  await rename(join(pack, 'files'), join(site.dir, 'files'));
  await symlink(join(site.dir, 'files'), join(pack, 'files'));
  expect((await read()).mistakes.join()).toContain('out of the product’s folder');
});
