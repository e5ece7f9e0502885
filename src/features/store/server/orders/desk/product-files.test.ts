import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productFiles, productText } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { productShop } from '#testing/product-shop.ts';

const db = await useDatabase();
const shop = (own: Record<string, string>[], shipped?: Record<string, string>[]) =>
  productShop(db, own, shipped);

function chunk(type: string, words: string | Buffer): Buffer {
  const bytes = Buffer.from(words);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, Buffer.from(type), bytes, Buffer.alloc(4)]);
}

/** A picture as its parts say it; nothing here draws it. */
function png(width: number, height: number, note = ''): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const notes = note === '' ? [] : [chunk('tEXt', note)];
  return new Uint8Array(Buffer.concat([mark, chunk('IHDR', head), ...notes, chunk('IEND', '')]));
}

function webp(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(38);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(30, 4);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  bytes.write('VP8 ', 30);
  return new Uint8Array(bytes);
}

const filesOf = async (id: string) =>
  (
    await db.pool.query<{ version: string; name: string; bytes: number }>(
      'select version, name, bytes::int as bytes from store_product_file where product_id = $1 order by version, position',
      [id],
    )
  ).rows.map(({ version, name, bytes }) => `${version} ${name} ${bytes}`);

test('from nothing to a product on sale: words, files and pictures, all from the desk', async () => {
  const at = await shop([]);
  await at.does('new', '', {
    title: 'Launch kit',
    summary: 'All of it.',
    price: '19',
    licenceText: 'Mine.',
    page: 'A **kit**.',
  });
  const given = await at.uploads({ 'launch kit.zip': 'zip', 'run-sheet.md': '# Run' });
  expect((await at.does('files', 'launch-kit', { given })).status).toBe(303);
  const pictures = await at.uploads({
    'cover.png': png(1200, 900),
    'cover.432.webp': webp(432, 324),
    'cover.864.webp': webp(864, 648),
  });
  expect((await at.does('pictures', 'launch-kit', { given: pictures })).status).toBe(303);
  expect((await at.does('put-on-sale', 'launch-kit')).status).toBe(303);
  expect(await at.onSale()).toEqual(['launch-kit']);
  expect(await filesOf('launch-kit')).toEqual([
    '1.0 launch kit.zip 3',
    '1.0 run-sheet.md 5',
    '1.0 LICENCE.md 6',
  ]);
  const text = await at.read('launch-kit/product.md');
  expect(text).toContain('- file: files/run-sheet.md\n    words: Run sheet\n');
  expect(text).toContain('- file: images/cover.png\n    alt: Launch kit\n');
  const { rows } = await db.pool.query("select content->'images'->0->>'srcset' as set from store_product");
  expect(rows[0].set).toMatch(/432w, .* 864w, .* 1200w$/);
});

test('a file of the same name replaces it; with a version, buyers of the one before keep theirs', async () => {
  const at = await shop([productFiles('pack')]);
  await at.does('files', 'pack', { given: await at.uploads({ 'Checklist.md': 'Better.' }) });
  expect(await filesOf('pack')).toEqual(['1.0 checklist.md 7', '1.0 LICENCE.md 8']);
  const given = await at.uploads({ 'checklist.md': 'Much better.' });
  const saved = await at.does('files', 'pack', { given, version: '1.1', changes: 'Times.' });
  expect(saved.status).toBe(303);
  expect(await filesOf('pack')).toEqual([
    '1.0 checklist.md 7',
    '1.0 LICENCE.md 8',
    '1.1 checklist.md 12',
    '1.1 LICENCE.md 8',
  ]);
  const wrong = await at.does('files', 'pack', { version: '1.2' });
  expect([wrong.status, wrong.page.includes('This is needed.')]).toEqual([400, true]);
});

test('words, order and removal; what nobody names any more is gone from the folder', async () => {
  const at = await shop([productFiles('pack')]);
  await at.does('files', 'pack', { given: await at.uploads({ 'b.txt': 'b', 'c.txt': 'c' }) });
  await at.does('files', 'pack', {
    'words files/b.txt': 'The second: “b”',
    'place files/c.txt': '0',
    'remove files/checklist.md': 'yes',
  });
  expect(await filesOf('pack')).toEqual(['1.0 c.txt 1', '1.0 b.txt 1', '1.0 LICENCE.md 8']);
  expect(await at.names('pack/files')).toEqual(['b.txt', 'c.txt']);
  expect(await at.read('pack/product.md')).toContain('words: "The second: “b”"');
  // On sale, a product has at least one file.
  const none = await at.does('files', 'pack', { 'remove files/b.txt': 'yes', 'remove files/c.txt': 'yes' });
  expect(none.status).toBe(400);
  expect(await filesOf('pack')).toEqual(['1.0 c.txt 1', '1.0 b.txt 1', '1.0 LICENCE.md 8']);
  const empty = await at.does('files', 'pack', { 'words files/b.txt': ' ' });
  expect(empty.page).toContain('Nothing was saved. See what is marked below.');
  expect([empty.status, empty.page.includes('This is needed.')]).toEqual([400, true]);
});

test('an empty file is refused, and what can’t be sold yet says so before it is pressed', async () => {
  const at = await shop([]);
  await at.does('new', '', { title: 'Kit', summary: 'S', price: '0', licenceText: 'Mine.' });
  const { status, page } = await at.does('files', 'kit', { given: await at.uploads({ 'empty.pdf': '' }) });
  expect([status, page.includes('empty.pdf is empty')]).toEqual([400, true]);
  expect(await at.ask('put-on-sale', 'kit')).toContain(
    'Kit can’t go on sale yet. It has no files for buyers yet.',
  );
});

test('where a picture was taken is in none that the store shows', async () => {
  const at = await shop([productFiles('pack')]);
  await at.does('pictures', 'pack', { given: await at.uploads({ 'a.png': png(900, 600, 'Taken at home') }) });
  expect(await at.names('pack/images')).toContain('a.png');
  expect(await at.read('pack/images/a.png')).not.toContain('Taken at home');
  expect(await at.read('pack/images/a.png')).toContain('IEND');
});

test('the smaller ones of a picture go with it', async () => {
  const at = await shop([productFiles('pack')]);
  const given = await at.uploads({
    'a.png': png(900, 600),
    'a.432.webp': webp(432, 288),
    'b.webp': webp(800, 600),
    'a.999.webp': webp(50, 40),
  });
  await at.does('pictures', 'pack', { given });
  expect(await at.names('pack/images')).toEqual(['a-999.webp', 'a.432.webp', 'a.png', 'b.webp', 'cover.svg']);
  await at.does('pictures', 'pack', { given: await at.uploads({ 'a.png': png(700, 500) }) });
  expect(await at.names('pack/images')).toEqual(['a-999.webp', 'a.png', 'b.webp', 'cover.svg']);
  await at.does('pictures', 'pack', { 'remove images/a.png': 'yes', 'words images/b.webp': 'Page two' });
  expect(await at.names('pack/images')).toEqual(['a-999.webp', 'b.webp', 'cover.svg']);
  expect(await at.read('pack/product.md')).toContain('alt: Page two');
});

test.each([
  [
    'a script in a drawing',
    'x.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'isn’t a PNG, JPEG or WebP',
  ],
  [
    'a page that says it is a picture',
    'x.png',
    '<html><script>alert(1)</script>',
    'isn’t a PNG, JPEG or WebP',
  ],
  ['a picture of a million by a million', 'x.png', png(1_000_000, 1_000_000), 'too many for a phone'],
  ['a picture of 6 MB', 'x.png', png(10, 10, 'x'.repeat(6 * 1024 ** 2)), 'larger than 5 MB'],
])('%s is refused in words, and nothing of the product changes', async (_, name, content, words) => {
  const at = await shop([productFiles('pack')]);
  const before = await at.read('pack/product.md');
  const { status, page } = await at.does('pictures', 'pack', {
    given: await at.uploads({ [name]: content }),
  });
  expect([status, page.includes(words)]).toEqual([400, true]);
  expect([await at.read('pack/product.md'), await at.names('pack/images')]).toEqual([before, ['cover.svg']]);
});

test('a list that somebody changed meanwhile: told, both shown, and the files wait for the next try', async () => {
  const at = await shop([productFiles('pack')]);
  const form = await at.open('files', 'pack');
  const theirs = productText({ files: '\n  - file: files/checklist.md\n    words: Their words' });
  await at.hub.site.put({ 'catalog/pack/product.md': theirs });
  const given = await at.uploads({ 'b.txt': 'b' });
  const told = await at.send('files', 'pack', { ...form, 'words files/checklist.md': 'Mine', given });
  expect(told.status).toBe(409);
  for (const words of ['Their words', 'value="Mine"', 'b.txt']) expect(told.page).toContain(words);
  expect(await at.read('pack/product.md')).toBe(theirs);
  // Somebody else’s line, untouched here, stays theirs, also from the form that was open all the while.
  const { token = '' } = await at.open('files', 'pack');
  expect((await at.send('files', 'pack', { ...form, token, given })).status).toBe(303);
  expect(await at.read('pack/product.md')).toContain('words: Their words');
});

test('the license’s file, a folder in place of a file and a name that is taken are told or kept apart', async () => {
  const at = await shop([productFiles('pack')]);
  const licence = await at.does('files', 'pack', { given: await at.uploads({ 'licence.md': 'None.' }) });
  expect([licence.status, licence.page.includes('is the license’s')]).toEqual([400, true]);
  await at.hub.site.put({ 'catalog/pack/files/notes.txt': 'not on sale' });
  await at.does('files', 'pack', { given: await at.uploads({ 'notes.txt': 'for buyers' }) });
  expect(await at.read('pack/files/notes.txt')).toBe('not on sale');
  expect(await at.read('pack/files/notes-2.txt')).toBe('for buyers');
});

test('a shipped product whose files change becomes a copy, and stays off sale if it was', async () => {
  const at = await shop([], [productFiles('pack', { title: 'Shipped' })]);
  await at.does('take-off-sale', 'pack');
  await at.does('files', 'pack', { given: await at.uploads({ 'b.txt': 'b' }) });
  expect([await at.onSale(), await at.names('pack/files')]).toEqual([[], ['b.txt', 'checklist.md']]);
});

test('more pictures or files than fit are refused at their field, off sale as on sale', async () => {
  for (const onSale of ['yes', 'no']) {
    const at = await shop([productFiles('pack', { onSale })]);
    const pictures = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`${n}.png`, png(90, 60, `${n}`)]),
    );
    const many = await at.does('pictures', 'pack', { given: await at.uploads(pictures) });
    expect([many.status, many.page.includes('Up to 8 pictures fit; this makes 9.')]).toEqual([400, true]);
    expect(await at.names('pack/images')).toEqual(['cover.svg']);
    const fits = await at.does('pictures', 'pack', {
      given: await at.uploads(pictures),
      'remove images/cover.svg': 'yes',
    });
    expect(fits.status).toBe(303);
    const texts = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.txt`, `${n}`]));
    const more = await at.does('files', 'pack', { given: await at.uploads(texts) });
    expect([more.status, more.page.includes('Up to 50 files fit; this makes 51.')]).toEqual([400, true]);
    expect(await at.names('pack/files')).toEqual(['checklist.md']);
  }
});

test('the record says which text and which file it was, also of two of the same length', async () => {
  const at = await shop([productFiles('pack')]);
  const said = new Set<string>();
  for (const letter of ['a', 'b']) {
    await at.does('edit', 'pack', { page: letter.repeat(300), licenceText: `${letter}\n${letter}` });
    await at.does('files', 'pack', { given: await at.uploads({ 'doc.txt': letter.repeat(9) }) });
    const [edit, files] = at.records.slice(-2).map(({ after }) => JSON.stringify(after));
    expect(edit).toMatch(/"page":"300 characters, [0-9a-f]{8}"/);
    expect(files).toMatch(/doc\.txt (added|replaced) \(9 bytes, [0-9a-f]{8}\)/);
    said
      .add(/characters, (\w+)/.exec(edit ?? '')?.[1] ?? '')
      .add(/bytes, (\w+)/.exec(files ?? '')?.[1] ?? '');
  }
  expect(said.size).toBe(4);
  expect(at.records.at(-2)?.before).toMatchObject({ page: expect.stringMatching(/^300 characters, \w{8}$/) });
});

test('a save of one sentence reads none of the files on sale again, whatever names they had on the way', async () => {
  const at = await shop([productFiles('pack', { title: 'Old' }, 'x'.repeat(3_000_000))]);
  const file = join(at.hub.site.dir, 'catalog/pack/files/checklist.md');
  // Nobody knows yet whether a file written just now is done.
  await utimes(file, new Date('2026-01-01'), new Date('2026-01-01'));
  await at.does('edit', 'pack', { title: 'Once' });
  const read = vi.spyOn(fs, 'createReadStream');
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  const readAgain = () => read.mock.calls.filter(([path]) => String(path).endsWith('checklist.md')).length;
  for (const title of ['Twice', 'Thrice']) {
    expect((await at.does('edit', 'pack', { title })).status).toBe(303);
    // Refused: the links of its draft go again.
    expect((await at.does('edit', 'pack', { price: 'free' })).status).toBe(400);
  }
  expect([await at.titleOf('pack'), readAgain()]).toEqual(['Thrice', 0]);
  // Other bytes of the same length, their time put back.
  await writeFile(file, 'y'.repeat(3_000_000));
  await utimes(file, new Date('2026-01-01'), new Date('2026-01-01'));
  await at.does('edit', 'pack', { title: 'Changed' });
  expect(readAgain()).toBeGreaterThan(0);
  const digest = createHash('sha256').update('y'.repeat(3_000_000)).digest('hex');
  const { rows } = await db.pool.query('select * from store_product_file');
  expect(JSON.stringify(rows)).toContain(digest);
});
