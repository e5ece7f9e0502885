import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readTemplate } from '#features/documents/server/library.ts';
import { readCatalogue } from '#features/store/server/read-catalogue.ts';
import { siteFolder } from '#testing/site-folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const pictureOf =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

/** What the README says to write into a file. */
function example(path: string): string {
  const after = readme.split(`<!-- ${path} -->\n\`\`\`markdown\n`)[1];
  if (after === undefined) throw new Error(`The README has no example for ${path}`);
  return `${after.split('\n```')[0]}\n`;
}

test('the product of the README is on sale as it stands there', async () => {
  const site = await siteFolder({
    'catalog/launch-day/product.md': example('site/catalog/launch-day/product.md'),
    'catalog/launch-day/LICENCE.md': 'Use it.\n',
    'catalog/launch-day/files/run-sheet.md': '- 08:00 coffee\n',
    'catalog/launch-day/images/cover.svg': pictureOf,
  });
  onTestFinished(() => site[Symbol.asyncDispose]());
  const { products } = await readCatalogue({ shipped: '/nowhere', own: join(site.dir, 'catalog') });
  expect(products.map(({ id }) => id)).toEqual(['launch-day']);
});

test('the document of the README can be read as it stands there', () => {
  const path = 'site/documents/photo-release.md';
  const { short, steps } = readTemplate('photo-release', path, example(path));
  expect(short).toBe('Photo release');
  expect(steps[0]?.fields.map(({ name }) => name)).toEqual(['owner', 'person', 'picture']);
});

test('what the guide to a funnel block quotes stands in the code, word for word', () => {
  const guide = readFileSync(join(root, 'docs/adding-a-funnel-block.md'), 'utf8');
  const quoted = [...guide.matchAll(/<!-- (\S+) -->\n```ts\n(.+?)\n```/gs)];
  expect(quoted).toHaveLength(3);
  for (const [, path = '', text = ''] of quoted)
    expect(readFileSync(join(root, path), 'utf8'), path).toContain(text);
});
