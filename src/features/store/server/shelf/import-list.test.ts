import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { fieldsIn, productShop } from '#testing/product-shop.ts';
import { onDisk } from './folder-work.ts';

const db = await useDatabase();
const list = 'Name,Price,Description\nLaunch kit,19,"All of it, <b>now</b>."\nPack two,5,\nBad,-1,\n';

type Shop = Awaited<ReturnType<typeof productShop>>;
/** As an operator does it: reads first, then makes. */
async function imports(at: Shop, csv: string | Uint8Array, typed: Record<string, string> = {}) {
  const given = await at.uploads({ 'products.csv': csv });
  const looked = await at.does('import', '', { given, ...typed });
  const made = () => at.send('import', '', { ...fieldsIn(looked.page), given, ...typed });
  return { looked, made };
}
const folders = async (at: Shop) => (await at.names('.')).filter((name) => !name.startsWith('.')).sort();

test('a list is shown before anything is made, then made off sale; twice makes nothing twice', async () => {
  const at = await productShop(db, [productFiles('pack-two')]);
  const { looked, made } = await imports(at, list);
  expect(looked.status).toBe(200);
  expect(looked.page).toContain('Launch kit');
  expect(looked.page).toContain('Another product has this address.');
  expect(looked.page).toContain('its price can’t be read');
  expect(looked.page).toContain('Make them, off sale');
  expect(await folders(at)).toEqual(['pack-two']);
  expect(at.records).toEqual([]);
  const before = await at.read('pack-two/product.md');
  const done = await made();
  expect(done.goesTo).toMatch(/^\/products\?said=/);
  expect(await folders(at)).toEqual(['launch-kit', 'pack-two']);
  expect(at.records).toMatchObject([{ after: { made: 1, known: 1, notRead: 1 } }]);
  expect(await at.read('launch-kit/product.md')).toMatch(
    /title: Launch kit\nsummary: All of it, now.\nprice: "?1900"?\n[^]*onSale: no[^]*\n\nAll of it, now\.\n/,
  );
  // Nobody was asked for a licence, so it says what a new product's does; an empty one keeps it off sale.
  expect(await at.read('launch-kit/LICENCE.md')).toContain('the files themselves are not resold');
  const empty = 'The licence has no words';
  expect(await at.one('launch-kit')).not.toContain(empty);
  await at.hub.site.put({ 'catalog/launch-kit/LICENCE.md': '\n' });
  expect(await at.one('launch-kit')).toContain(empty);
  expect(await at.read('pack-two/product.md')).toBe(before);
  expect(await at.onSale()).toEqual(['pack-two']);
  const again = await imports(at, list);
  expect(again.looked.page).toContain('Nothing in this list is new here.');
  expect(again.looked.page).toContain('Read the list');
  expect(await folders(at)).toEqual(['launch-kit', 'pack-two']);
});

test('[law] what was looked at is what is made: another file, unit or state is shown first', async () => {
  const at = await productShop(db, []);
  const { looked } = await imports(at, list);
  const other = await at.uploads({ 'products.csv': 'Name,Price\nTrap,1\n' });
  const changed = await at.send('import', '', { ...fieldsIn(looked.page), given: other });
  expect([changed.status, changed.page.includes('Trap')]).toEqual([200, true]);
  const cents = await at.send('import', '', { ...fieldsIn(changed.page), given: other, unit: 'cents' });
  expect(cents.page).toContain('isn’t 0 for free');
  expect(await folders(at)).toEqual([]);
  const mine = await imports(at, list);
  const theirs = await imports(at, 'Name,Price\nLaunch kit,1\n');
  await theirs.made();
  expect((await mine.made()).status).toBe(200);
  expect(await at.read('launch-kit/product.md')).toMatch(/price: "?100"?\n/);
  expect(await folders(at)).toEqual(['launch-kit']);
});

test('[law] two operators who make one list at once make each product once', async () => {
  const at = await productShop(db, []);
  const names = Array.from({ length: 30 }, (_, n) => `Kit ${n}`);
  const csv = ['Name,Price', ...names.map((name) => `${name},5`)].join('\n');
  const both = await Promise.all([imports(at, csv), imports(at, csv)]);
  await Promise.all(both.map(({ made }) => made()));
  expect(await folders(at)).toHaveLength(30);
  const counts = at.records.map(({ after }) => (after as { made: number }).made);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(30);
  expect(at.records.length).toBeGreaterThan(0);
});

test('a deleted or formerly sold product keeps its address; files that are none are told at the field', async () => {
  const at = await productShop(db, [productFiles('launch-kit')]);
  await at.does('delete', 'launch-kit');
  expect((await imports(at, list)).looked.page).toContain('A deleted product has this address');
  for (const [csv, words] of [
    ['', 'This file is empty.'],
    [new Uint8Array([1, 0, 2]), 'This isn’t a CSV file.'],
    ['a,b\n', 'names no column Name'],
    ['Item Name,Item Price ($),Purchase Email\n', 'lists sales'],
  ] as const) {
    const { looked } = await imports(at, csv);
    expect([looked.status, looked.page.includes(words), looked.page.includes('aria-invalid')], words).toEqual(
      [400, true, true],
    );
  }
  expect((await at.does('import', '')).page).toContain('Choose the file first.');
  // As spreadsheets of the west of Europe, and of Windows, write it.
  const latin = new Uint8Array(Buffer.from('Name;Price\nGr\xfc\xdfe;5\n', 'latin1'));
  expect((await imports(at, latin)).looked.page).toContain('Grüße');
  const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from('Name\tPrice\nWide\t5\n', 'utf16le')]);
  expect((await imports(at, wide)).looked.page).toContain('Wide');
});

test('a disk that takes no more ends it in words: what was made stays, the same file makes the rest', async () => {
  const at = await productShop(db, []);
  const { made } = await imports(at, 'Name,Price\nOne,1\nTwo,2\nThree,3\n');
  const original = onDisk.write;
  let writes = 0;
  const full = vi.spyOn(onDisk, 'write').mockImplementation((path, text) => {
    writes += 1;
    if (writes > 3) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return original(path, text);
  });
  onTestFinished(() => full.mockRestore());
  expect((await made()).status).toBe(303);
  expect(await folders(at)).toEqual(['one']);
  expect(at.records).toMatchObject([{ words: expect.stringContaining('import the file again') }]);
  full.mockRestore();
  await (await imports(at, 'Name,Price\nOne,1\nTwo,2\nThree,3\n')).made();
  expect(await folders(at)).toEqual(['one', 'three', 'two']);
});

test('ten thousand rows are looked through in bounded time, and a thousand made at once', async () => {
  const at = await productShop(db, []);
  const page = 'About it. '.repeat(40);
  const rows = Array.from({ length: 10_000 }, (_, n) => `Kit ${n},5,${page}`);
  const began = performance.now();
  const { looked, made } = await imports(at, ['Name,Price,Description', ...rows].join('\n'));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(looked.page).toContain('New, 100 of 10000');
  await made();
  expect(performance.now() - began).toBeLessThan(90_000);
  expect(await folders(at)).toHaveLength(1000);
  expect(at.records).toMatchObject([{ after: { made: 1000 } }]);
}, 120_000);

test('the command makes what the desk makes, and without --make nothing', async () => {
  const at = await productShop(db, []);
  const folder = await mkdtemp(join(tmpdir(), 'list-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'list.csv');
  await writeFile(path, list);
  const command = at.hub.feature.commands?.find(({ name }) => name === 'product import');
  const lines: string[] = [];
  const run = (...args: string[]) => command?.run(args, (line) => lines.push(line));
  await run(path);
  expect(lines.at(-1)).toBe('2 products would be made, 0 already here, 1 not read');
  expect(await folders(at)).toEqual([]);
  await run(path, '--make');
  expect(await folders(at)).toEqual(['launch-kit', 'pack-two']);
  await run(path, '--make');
  expect(lines.at(-1)).toContain('0 products made. 2 already here.');
});
