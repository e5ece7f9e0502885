import { expect, test } from 'vitest';
import { productFiles, productText } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { fieldsIn, productShop } from '#testing/product-shop.ts';

const db = await useDatabase();

const shop = (own: Record<string, string>[], shipped?: Record<string, string>[]) =>
  productShop(db, own, shipped);

test('a product is made, filled, put on sale, sold, taken off, deleted and put back, all from the desk', async () => {
  const at = await shop([]);
  const made = await at.does('new', '', {
    title: 'Launch kit',
    summary: 'All of it.',
    price: '19',
    licenceText: 'Mine.',
  });
  expect(made.goesTo).toMatch(/^\/products\/launch-kit\?said=/);
  expect(await at.read('launch-kit/LICENCE.md')).toBe('Mine.\n');
  expect(await at.list()).toContain('off sale');
  expect(await at.onSale()).toEqual([]);
  expect(await at.one('launch-kit')).toContain('It has no files for buyers yet.');
  const early = await at.does('put-on-sale', 'launch-kit');
  expect([early.status, early.page.includes('It has no picture yet.')]).toEqual([400, true]);
  expect(await at.onSale()).toEqual([]);

  const { 'catalog/pack/product.md': _, ...rest } = productFiles('pack');
  for (const [name, text] of Object.entries(rest))
    if (!name.endsWith('LICENCE.md'))
      await at.hub.site.put({ [name.replace('/pack/', '/launch-kit/')]: text });
  const lists =
    'files:\n  - file: files/checklist.md\n    words: A\nimages:\n  - file: images/cover.svg\n    alt: B\nonSale: no';
  const text = (await at.read('launch-kit/product.md')).replace('onSale: no', lists);
  await at.hub.site.put({ 'catalog/launch-kit/product.md': text });
  expect((await at.does('put-on-sale', 'launch-kit')).status).toBe(303);
  expect(await at.onSale()).toEqual(['launch-kit']);
  await at.hub.bought({ items: [{ id: 'launch-kit', quantity: 1, seenCents: 1900 }] });

  expect((await at.does('take-off-sale', 'launch-kit')).status).toBe(303);
  expect(await at.onSale()).toEqual([]);
  await at.does('put-on-sale', 'launch-kit');
  expect((await at.does('delete', 'launch-kit')).status).toBe(303);
  expect(await at.onSale()).toEqual([]);
  const [, name = ''] = /products\/(launch-kit~[^"]+)"/.exec(await at.list()) ?? [];
  expect(await at.one(name)).toContain('it can be put back');
  expect((await at.does('put-back', name)).status).toBe(303);
  expect(await at.onSale()).toEqual(['launch-kit']);
  expect(at.records.at(-1)?.after).toEqual({ onSale: 'yes' });
});

test('an edit changes what was typed and nothing else, is on sale at once, and says before and after', async () => {
  const by = productText().replace('title: Launch checklist', "title: 'Launch checklist'   # mine");
  const at = await shop([productFiles('pack'), { 'catalog/pack/product.md': by }]);
  const done = await at.does('edit', 'pack', { title: 'Lists: all', price: '25' });
  expect(done.status).toBe(303);
  expect(await at.read('pack/product.md')).toBe(
    by.replace("'Launch checklist'", '"Lists: all"').replace('price: 1900', 'price: 2500'),
  );
  expect(await at.titleOf('pack')).toBe('Lists: all');
  expect(at.records[0]).toMatchObject({
    before: { title: 'Launch checklist', price: '19' },
    after: { title: 'Lists: all', price: '25' },
  });
  const files = await at.names('.');
  expect(files.filter((name) => !name.startsWith('.'))).toEqual(['pack']);
  for (const folder of ['.drafts', '.next', '.old', '.removed']) expect(await at.names(folder)).toEqual([]);
});

test('what can’t be is told at its field, with what was typed, and nothing is changed', async () => {
  const at = await shop([productFiles('pack')]);
  const before = await at.read('pack/product.md');
  const { status, page } = await at.does('edit', 'pack', {
    title: '',
    price: 'cheap',
    tags: 'Big Words',
  });
  expect(status).toBe(400);
  expect(page).toContain('See Price in US dollars.');
  expect(fieldsIn(page)).toMatchObject({ price: 'cheap', tags: 'Big Words' });
  const again = await at.does('edit', 'pack', { title: '', tags: 'Big Words' });
  expect(again.page).toContain('A name is needed.');
  expect(again.page).toContain('Up to 8 tags of lowercase letters');
  expect(again.page.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(await at.read('pack/product.md')).toBe(before);
});

test('what changed on disk meanwhile is told, shown beside what was typed, and overwritten only knowingly', async () => {
  const at = await shop([productFiles('pack')]);
  const form = await at.open('edit', 'pack');
  const theirs = productText({ title: 'Theirs', kind: 'guide' }).replace(
    'What it is **for**.',
    'Their words.',
  );
  await at.hub.site.put({ 'catalog/pack/product.md': theirs });
  const mine = { ...form, title: 'Mine', page: 'My words.', summary: 'My summary.' };
  const refused = await at.send('edit', 'pack', mine);
  expect(refused.status).toBe(409);
  expect(refused.page).toContain('Changed since you opened this form: Name, Page.');
  expect(refused.page).toContain('Their words.');
  expect(await at.read('pack/product.md')).toBe(theirs);
  const second = { ...fieldsIn(refused.page), kind: form['kind'] ?? '' };
  expect(second).toMatchObject({ title: 'Mine', page: 'My words.' });
  expect((await at.send('edit', 'pack', second)).status).toBe(303);
  const saved = await at.read('pack/product.md');
  // The kind was changed by somebody else alone: it stays.
  expect(saved).toContain('kind: guide');
  for (const words of ['title: Mine', 'My words.', 'My summary.']) expect(saved).toContain(words);
});

test('two operators who save at once: both changes count, or the second is told', async () => {
  const at = await shop([productFiles('pack')]);
  const [ada, ben] = [await at.open('edit', 'pack'), await at.open('edit', 'pack')];
  const both = await Promise.all([
    at.send('edit', 'pack', { ...ada, title: 'Ada' }),
    at.send('edit', 'pack', { ...ben, summary: 'Ben.' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await at.read('pack/product.md')).toMatch(/title: Ada[\s\S]*summary: Ben\./);
  const [one, two] = [await at.open('edit', 'pack'), await at.open('edit', 'pack')];
  const clash = await Promise.all([
    at.send('edit', 'pack', { ...one, title: 'One' }),
    at.send('edit', 'pack', { ...two, title: 'Two' }),
  ]);
  expect(clash.map(({ status }) => status).toSorted()).toEqual([303, 409]);
});

test('a form of a product that somebody deleted meanwhile keeps what was typed in it', async () => {
  const at = await shop([productFiles('pack')]);
  const form = await at.open('edit', 'pack');
  await at.does('delete', 'pack');
  const { status, page } = await at.send('edit', 'pack', { ...form, page: 'Long work.' });
  expect([status, page.includes('Long work.')]).toEqual([404, true]);
});

test('a shipped product is copied before it is changed, and deleting the copy does not bring it back', async () => {
  const at = await shop([], [productFiles('pack', { title: 'Shipped' })]);
  expect((await at.does('delete', 'pack')).status).toBe(409);
  await at.does('take-off-sale', 'pack');
  expect([await at.onSale(), await at.read('pack/product.md')]).toEqual([[], '---\nonSale: no\n---\n']);
  await at.does('put-on-sale', 'pack');
  expect([await at.onSale(), await at.names('pack')]).toEqual([['pack'], []]);
  await at.does('edit', 'pack', { title: 'Ours' });
  expect([await at.titleOf('pack'), await at.onSale()]).toEqual(['Ours', ['pack']]);
  expect(await at.shippedText('pack')).toContain('title: Shipped');
  await at.does('delete', 'pack');
  expect(await at.onSale()).toEqual([]);
  const [, name = ''] = /products\/(pack~[^"]+)"/.exec(await at.list()) ?? [];
  await at.does('put-back', name);
  expect([await at.titleOf('pack'), await at.onSale()]).toEqual(['Ours', ['pack']]);
});

test('a shipped product edited while it is off sale stays off sale', async () => {
  const at = await shop([], [productFiles('pack', { title: 'Shipped' })]);
  await at.does('take-off-sale', 'pack');
  await at.does('edit', 'pack', { title: 'Ours' });
  expect(await at.onSale()).toEqual([]);
  await at.does('put-on-sale', 'pack');
  expect([await at.titleOf('pack'), await at.onSale()]).toEqual(['Ours', ['pack']]);
});

test('a new version stands above those before, whose text stays as it is', async () => {
  const at = await shop([productFiles('pack')]);
  const before = await at.read('pack/product.md');
  expect(await at.open('new-version', 'pack')).toMatchObject({ version: '1.1' });
  const empty = await at.does('new-version', 'pack');
  expect(empty.page).toContain('This is needed.');
  expect((await at.does('new-version', 'pack', { version: '1.0', changes: 'A.' })).page).toContain(
    'There is a version of this name already.',
  );
  expect(await at.read('pack/product.md')).toBe(before);
  expect((await at.does('new-version', 'pack', { changes: 'More: steps.' })).status).toBe(303);
  expect(await at.read('pack/product.md')).toBe(
    before.replace(
      'changelog: \n',
      'changelog: \n  - version: 1.1\n    date: 2026-11-21\n    changes: "More: steps."\n',
    ),
  );
  const { rows } = await db.pool.query('select version from store_product_version order by version');
  expect(rows).toEqual([{ version: '1.0' }, { version: '1.1' }]);
});

test('a duplicate is a product of its own, off sale; no address is given to another product twice', async () => {
  const at = await shop([productFiles('pack')]);
  expect((await at.does('duplicate', 'pack', { title: 'Pack two' })).goesTo).toContain('/products/pack-two?');
  expect(await at.onSale()).toEqual(['pack']);
  expect(await at.read('pack-two/product.md')).toContain('title: Pack two\n');
  const taken = async (address: string) => {
    const { page } = await at.does('new', '', { title: 'T', summary: 'S.', price: '0', address });
    return /class="ledger-fault"[^<>]*>([^<]*)/.exec(page)?.[1];
  };
  expect(await taken('pack')).toBe('Another product has this address.');
  await at.does('delete', 'pack');
  expect(await taken('pack')).toContain('A deleted product has this address.');
  at.hub.clock.move(31 * 86_400_000);
  await at.hub.job('store-removed-products');
  expect(await at.names('.removed')).toEqual([]);
  expect(await taken('pack')).toContain('A product that was sold before had this address.');
  for (const hostile of ['../x', '.next', 'A', 'a--b', 'x'.repeat(61), 'a/b', '%2e'])
    expect(await taken(hostile)).toContain('Lowercase letters, digits');
});

test('a file broken by hand is told in words; it can’t be edited here, but it can be deleted', async () => {
  const at = await shop([productFiles('pack')]);
  await at.hub.site.put({ 'catalog/pack/product.md': '---\ntitle: one: two\n---\n' });
  await expect(at.open('edit', 'pack')).rejects.toThrow(/product\.md:2: .*put quotes around/);
  expect((await at.does('take-off-sale', 'pack')).status).toBe(400);
  expect(await at.one('pack')).toContain('put quotes around');
  expect((await at.does('delete', 'pack')).status).toBe(303);
  expect(await at.onSale()).toEqual([]);
});

test('what stands behind the id of an act is a product’s address and nothing else', async () => {
  const at = await shop([productFiles('pack')]);
  const hostile = ['..', '../pack', '.removed', 'pack/files', 'pack\0', '~', 'x'.repeat(400)];
  for (const name of ['edit', 'new-version', 'put-on-sale', 'take-off-sale', 'duplicate', 'delete'])
    for (const id of hostile) await expect(at.open(name, id)).rejects.toThrow('There is no product');
  for (const id of ['pack', 'pack~2026-11-20T08-00-00-000Z', ...hostile])
    expect((await at.does('put-back', id)).status).toBe(404);
  expect(await at.onSale()).toEqual(['pack']);
});

test('all that a new product needs is told at once, in the words of the form', async () => {
  const at = await shop([]);
  const faults = async (form: Record<string, string>) => {
    const { page } = await at.does('new', '', form);
    return [...page.matchAll(/class="ledger-fault"[^<>]*>([^<]*)/g)].map(([, words]) => words);
  };
  expect(await faults({ title: '', summary: '', price: '' })).toEqual([
    'A name is needed.',
    'This is needed.',
    'A price is needed, such as 19 or 19.50; 0 for free.',
  ]);
  expect(await faults({ title: 'Ωmega', summary: 'S', price: '0.1', address: 'No Way' })).toEqual([
    expect.stringContaining('Lowercase letters'),
    expect.stringContaining('Got 0.1'),
  ]);
});
