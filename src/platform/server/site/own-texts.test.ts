import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { onDisk } from '../files/replace-file.ts';
import { createOwnTexts, type Steps } from './own-texts.ts';

const path = 'pages/imprint.md';
const clock = { now: () => new Date('2026-11-28T15:00:00Z') };

test('[law] whoever stops at any step of a save leaves the old text or the new one; none is lost', async () => {
  const steps = ['keep', 'drop', 'remove', 'write', 'move', 'settle'] as const;
  const saves = fc.array(fc.record({ text: fc.constantFrom('a', 'b', 'c', 'd'), stopsAt: fc.nat(6) }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(saves, async (all) => {
      await using site = await siteFolder();
      let left = Infinity;
      const cut = Object.fromEntries(
        steps.map((name) => [
          name,
          async (...given: never[]) => {
            left -= 1;
            if (left < 0) throw new Error('the process ends');
            const own: Partial<Steps> = {
              ...onDisk,
              keep: (at, text) => writeFile(at, text, { flag: 'wx' }),
              drop: (at) => rm(at),
            };
            await (own[name] as (...each: never[]) => Promise<void>)(...given);
          },
        ]),
      ) as unknown as Steps;
      const texts = createOwnTexts({ own: site.dir, shipped: shippedDir }, clock, cut);
      const seen: string[] = [];
      for (const { text, stopsAt } of all) {
        left = stopsAt;
        await texts.write(path, text).catch(() => {});
        const now = (await texts.read(path))?.text;
        if (now !== undefined && now !== seen.at(-1)) seen.push(now);
        expect([text, seen.at(-2), seen.at(-1), undefined]).toContain(now);
      }
      left = Infinity;
      const kept = await Promise.all(
        (await texts.versions(path)).map(({ name }) => texts.version(path, name)),
      );
      for (const before of seen.slice(0, -1)) expect(kept).toContain(before);
    }),
    { numRuns: 150 },
  );
});

test('a removed text can be read again among its versions; fifty are kept, the newest first', async () => {
  await using site = await siteFolder({ [path]: 'by hand' });
  const texts = createOwnTexts({ own: site.dir, shipped: shippedDir }, clock);
  for (let n = 0; n < 60; n += 1) await texts.write(path, `text ${n}`);
  await texts.remove(path);
  expect(await texts.read(path)).toBeNull();
  const versions = await texts.versions(path);
  expect(versions).toHaveLength(50);
  expect(await texts.version(path, versions[0]?.name ?? '')).toBe('text 59');
  expect(await texts.version(path, versions[49]?.name ?? '')).toBe('text 10');
  expect((await texts.removed('pages')).map(({ path: gone }) => gone)).toEqual([path]);
});

test('nothing outside the site is read or written, whatever a name says', async () => {
  await using site = await siteFolder({ 'pages/imprint.md': 'ours' });
  const texts = createOwnTexts({ own: site.dir, shipped: shippedDir }, clock);
  for (const name of [
    '../hub.md',
    'pages/../../x.md',
    '/etc/passwd',
    'pages/a/b.md',
    'pages/.versions.md',
    '',
  ])
    await expect(texts.write(name, 'x'), name).rejects.toThrow('not a text of the site');
  expect(await texts.version(path, '../../imprint')).toBeNull();
  expect(await readFile(join(site.dir, path), 'utf8')).toBe('ours');
});
