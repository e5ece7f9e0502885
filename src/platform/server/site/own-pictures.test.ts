import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteFolder } from '#testing/site-folder.ts';
import { createOwnPictures, onThisDisk, type PictureSlot, type PictureSteps } from './own-pictures.ts';

const clock = { now: () => new Date('2026-11-28T15:00:00Z') };
const logo: PictureSlot = { id: 'logo', files: ['logo.svg', 'logo.webp', 'logo.png'] };
const bytes = (text: string) => new TextEncoder().encode(text);
const said = (files: ReadonlyMap<string, Uint8Array> | null) =>
  files === null ? '' : [...files].map(([path, each]) => `${path}=${new TextDecoder().decode(each)}`).join();

test('[law] whoever stops at any step of a change leaves a picture, and what was there can be used again', async () => {
  const steps = ['copy', 'drop', 'remove', 'write', 'move', 'settle'] as const;
  const file = fc.constantFrom('logo.svg', 'logo.webp', 'logo.png');
  const wanted = fc.dictionary(file, fc.constantFrom('a', 'b', 'c'), { minKeys: 1, maxKeys: 2 });
  const changes = fc.array(fc.record({ wanted, stopsAt: fc.nat(14) }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      await using site = await siteFolder();
      let left = Infinity;
      const cut = Object.fromEntries(
        steps.map((name) => [
          name,
          async (...given: never[]) => {
            left -= 1;
            if (left < 0) throw new Error('the process ends');
            await (onThisDisk[name] as (...each: never[]) => Promise<void>)(...given);
          },
        ]),
      ) as unknown as PictureSteps;
      const pictures = createOwnPictures(site.dir, clock, cut);
      const states: string[] = [];
      for (const { wanted: files, stopsAt } of all) {
        left = stopsAt;
        const before = said(await pictures.read(logo));
        await pictures
          .change(logo, new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)])))
          .catch(() => {});
        const now = said(await pictures.read(logo));
        // Once there was one, there is one at every moment.
        expect(before === '' || now !== '').toBe(true);
        if (now !== before && before !== '') states.push(before);
      }
      const kept = await Promise.all(
        (await pictures.versions(logo)).map(async ({ name }) => said(await pictures.version(logo, name))),
      );
      for (const state of states) expect(kept).toContain(state);
    }),
    { numRuns: 100 },
  );
});

test('twenty versions are kept, the newest first; one that was read back is in use as it was', async () => {
  await using site = await siteFolder({ 'logo.png': 'by hand' });
  const pictures = createOwnPictures(site.dir, clock);
  for (let n = 0; n < 25; n += 1) await pictures.change(logo, new Map([['logo.svg', bytes(`n${n}`)]]));
  await pictures.change(logo, new Map());
  expect(said(await pictures.read(logo))).toBe('');
  const versions = await pictures.versions(logo);
  expect(versions).toHaveLength(20);
  expect(said(await pictures.version(logo, versions[0]?.name ?? ''))).toBe('logo.svg=n24');
  expect(said(await pictures.version(logo, versions[19]?.name ?? ''))).toBe('logo.svg=n5');
});

test('no name leads out of the site', async () => {
  await using site = await siteFolder({ 'logo.png': 'x' });
  const pictures = createOwnPictures(site.dir, clock);
  for (const path of [
    '../logo.png',
    'images/../../x.png',
    '/etc/passwd',
    'a/b.png',
    'images/.x.png',
    'hub.md',
    '',
  ])
    await expect(pictures.change({ id: 'x.png', files: [path] }, new Map()), path).rejects.toThrow(
      'not a picture',
    );
  for (const id of ['..', '../x', 'a/b', '.x', ''])
    await expect(pictures.versions({ id, files: ['logo.png'] }), id).rejects.toThrow('not a picture');
  expect(await pictures.version(logo, '../../hub')).toBeNull();
});
