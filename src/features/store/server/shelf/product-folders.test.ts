import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { catalogueFolder, productFiles, productText } from '#testing/catalogue-folder.ts';
import { readCatalogue } from '../read-catalogue.ts';
import { type FolderWork, infoOf, onDisk, printOf } from './folder-work.ts';
import { createProductFolders, offSaleNote, type ProductFolders } from './product-folders.ts';

const clock = movableClock('2026-11-28T08:00:00Z');

class Killed extends Error {}
type Moment = 'before' | 'during' | 'after';

/** Ends in the middle of one step, as a process does: whatever it would have done afterwards doesn't happen. */
function killedAt(step: number, moment: Moment): FolderWork {
  let left = step;
  const half = async (name: keyof FolderWork, args: readonly string[]): Promise<void> => {
    if (name === 'write') await writeFile(args[0] ?? '', (args[1] ?? '').slice(0, 9));
    if (name === 'copy') await writeFile(args[1] ?? '', 'half');
    if (name !== 'remove') return;
    for (const entry of await readdir(args[0] ?? '').catch(() => [])) {
      await onDisk.remove(join(args[0] ?? '', entry));
      return;
    }
  };
  const entries = Object.entries(onDisk).map(([name, does]) => [
    name,
    async (...args: string[]) => {
      left -= 1;
      if (left < 0) throw new Killed();
      if (left > 0) return (does as (...given: string[]) => Promise<unknown>)(...args);
      if (moment === 'during') await half(name as keyof FolderWork, args);
      if (moment === 'after') await (does as (...given: string[]) => Promise<unknown>)(...args);
      throw new Killed();
    },
  ]);
  return Object.fromEntries(entries) as FolderWork;
}

interface Story {
  start: Record<string, string>[];
  isShipped: boolean;
  act(folders: ProductFolders, own: string): Promise<unknown>;
}

const writes = (text: string) => async (folders: ProductFolders, own: string) => {
  const folder = join(own, 'pack');
  const from = { folder, sharing: 'links', print: await printOf(folder) } as const;
  await folders.replace('pack', { from, files: { 'product.md': text } });
};
const edit = writes(productText({ title: 'New' }));
const old = productFiles('pack', { title: 'Old' });
const note = { 'catalog/pack/product.md': offSaleNote };
const aside = Object.fromEntries(
  Object.entries(old).map(([name, text]) => [
    name.replace('/pack/', '/.removed/pack~2026-11-20T08-00-00-000Z/'),
    text,
  ]),
);
const putBack = async (folders: ProductFolders) => {
  for (const removed of await folders.removed()) await folders.putBack(removed);
};

const stories: [string, Story][] = [
  [
    'the beginning of a sale',
    { start: [productFiles('pack', { onSale: 'no' })], isShipped: false, act: edit },
  ],
  ['the end of a sale', { start: [old], isShipped: false, act: writes(productText({ onSale: 'no' })) }],
  ['an edit', { start: [old], isShipped: false, act: edit }],
  ['an edit of a copy of a shipped product', { start: [old], isShipped: true, act: edit }],
  [
    'a note',
    {
      start: [],
      isShipped: true,
      act: (folders) => folders.replace('pack', { files: { 'product.md': offSaleNote } }),
    },
  ],
  ['the end of a note', { start: [note], isShipped: true, act: (folders) => folders.dropNote('pack') }],
  ['a removal', { start: [old], isShipped: false, act: (folders) => folders.remove('pack', false) }],
  [
    'a removal over a shipped product',
    { start: [old], isShipped: true, act: (folders) => folders.remove('pack', true) },
  ],
  ['a return', { start: [aside], isShipped: false, act: putBack }],
  ['a return in the place of a note', { start: [aside, note], isShipped: true, act: putBack }],
];

/** A story on a disk of its own, with a hand that may be stopped. */
async function play({ start, isShipped, act }: Story, work?: FolderWork) {
  const site = await catalogueFolder({ 'shipped/none': '' }, { 'catalog/none': '' }, ...start);
  if (isShipped)
    await site.put(
      Object.fromEntries(
        Object.entries(productFiles('pack', { title: 'Shipped' })).map(([name, text]) => [
          name.replace('catalog/', 'shipped/'),
          text,
        ]),
      ),
    );
  const own = join(site.dir, 'catalog');
  const says = async () => {
    const reading = await readCatalogue({ shipped: join(site.dir, 'shipped'), own });
    expect([reading.mistakes, reading.unread]).toEqual([[], []]);
    return reading.products.map(({ content }) => content.title).join() || 'nothing';
  };
  const before = await says();
  const outcome = await act(createProductFolders(own, clock, work), own).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Killed) return 'killed';
      throw error;
    },
  );
  return { site, own, says, before, outcome };
}

const moments: Moment[] = ['before', 'during', 'after'];

test.each(stories)(
  '[law] stopped in the middle of %s, the old product stands or the new one',
  async (_, story) => {
    const whole = await play(story);
    const after = await whole.says();
    await whole.site[Symbol.asyncDispose]();
    const seen = new Set<string>();
    let kills = 0;
    for (const moment of moments)
      for (let step = 1; ; step += 1) {
        const { site, own, says, before, outcome } = await play(story, killedAt(step, moment));
        await using _site = site;
        if (outcome === 'done') break;
        kills += 1;
        const stands = await says();
        seen.add(stands);
        expect([before, after], `${moment} step ${step}`).toContain(stands);
        // Whoever comes next finishes it, and what counted before counts still.
        const next = createProductFolders(own, clock);
        await next.finish('pack');
        expect(await says()).toBe(stands);
        expect(await next.unfinished()).toEqual([]);
        if (stands === before && before !== after) await story.act(next, own);
        expect(await says()).toBe(after);
      }
    expect(kills).toBeGreaterThanOrEqual(3);
    expect([...seen].toSorted()).toEqual([...new Set([whole.before, after])].toSorted());
  },
);

test('[law] whoever reads while folders are moved reads one product or the other', async () => {
  await using site = await catalogueFolder(old);
  const own = join(site.dir, 'catalog');
  const folders = createProductFolders(own, clock);
  let isOver = false;
  const saving = (async () => {
    for (let n = 0; n < 40; n += 1) {
      const folder = join(own, 'pack');
      const from = { folder, sharing: 'links', print: await printOf(folder) } as const;
      const text = productText({ title: `T${n}`, summary: `T${n}` });
      await folders.replace('pack', { from, files: { 'product.md': text } });
    }
    isOver = true;
  })();
  let readings = 0;
  while (!isOver) {
    const { products, mistakes } = await readCatalogue({ shipped: '/nowhere', own });
    expect([products.length, mistakes]).toEqual([1, []]);
    readings += 1;
  }
  await saving;
  expect(readings).toBeGreaterThan(3);
});

test('what stays is the same file, what is written is another, and a copy shares nothing', async () => {
  await using site = await catalogueFolder(old);
  const own = join(site.dir, 'catalog');
  const folders = createProductFolders(own, clock);
  const inode = async (path: string) => (await infoOf(join(own, path)))?.ino;
  const [file, text] = [await inode('pack/files/checklist.md'), await inode('pack/product.md')];
  await edit(folders, own);
  expect(await inode('pack/files/checklist.md')).toBe(file);
  expect(await inode('pack/product.md')).not.toBe(text);
  const folder = join(own, 'pack');
  await folders.replace('twin', {
    from: { folder, sharing: 'copies', print: await printOf(folder) },
    files: {},
  });
  expect(await inode('twin/files/checklist.md')).not.toBe(file);
  expect(await readFile(join(own, 'twin/product.md'), 'utf8')).toContain('New');
  expect(await readdir(own)).toEqual(expect.arrayContaining(['pack', 'twin']));
});

test('a draft that may not stand leaves nothing behind, nor does one of a folder that somebody changed', async () => {
  await using site = await catalogueFolder(old);
  const own = join(site.dir, 'catalog');
  const folders = createProductFolders(own, clock);
  const folder = join(own, 'pack');
  const from = { folder, sharing: 'links', print: await printOf(folder) } as const;
  const refused = folders.replace('pack', { from, files: {} }, () => Promise.reject(new Error('no')));
  await expect(refused).rejects.toThrow('no');
  await site.put({ 'catalog/pack/files/checklist.md': 'by hand' });
  await expect(folders.replace('pack', { from, files: {} })).rejects.toThrow('was changed just now');
  expect(await readFile(join(folder, 'files/checklist.md'), 'utf8')).toBe('by hand');
  expect(await folders.unfinished()).toEqual([]);
});

test('what was removed comes back whole for thirty days, each time that it was removed', async () => {
  const time = movableClock('2026-11-01T08:00:00Z');
  await using site = await catalogueFolder(old);
  const own = join(site.dir, 'catalog');
  const folders = createProductFolders(own, time);
  await folders.remove('pack', false);
  await site.put(productFiles('pack', { title: 'Another' }));
  await folders.remove('pack', false);
  const [another, first] = await folders.removed();
  expect(await folders.putBack(first!)).toBe(true);
  expect(await readFile(join(own, 'pack/product.md'), 'utf8')).toContain('Old');
  expect(await folders.putBack(another!)).toBe(false);
  time.move(30 * 86_400_000);
  await folders.forgetRemoved();
  expect(await folders.removed()).toHaveLength(1);
  time.move(1000);
  await folders.forgetRemoved();
  expect(await folders.removed()).toEqual([]);
});

test('files that somebody kept beside a note are not lost when the product comes back on sale', async () => {
  await using site = await catalogueFolder({ ...note, 'catalog/pack/files/mine.md': 'mine' });
  const folders = createProductFolders(join(site.dir, 'catalog'), clock);
  await folders.dropNote('pack');
  const [kept] = await folders.removed();
  expect(await readFile(join(kept!.folder, 'files/mine.md'), 'utf8')).toBe('mine');
});
