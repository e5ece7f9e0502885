import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { createVersions, readChanges, versionPage } from './version.ts';

const db = await useDatabase();
const folder = await mkdtemp(join(tmpdir(), 'hub-version-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const clock = movableClock('2026-11-20T08:00:00Z');
const log = (...lines: string[]) => writeFile(join(folder, 'CHANGELOG.md'), lines.join('\n'));
const at = (build: string) => createVersions({ db, clock }, { build, folder });

test('the page says since when this version runs, and what came with it after the one before', async () => {
  await log('# Changelog', '### 2026-11-19', '- **Old thing.** Was there.');
  await at('one').note();
  clock.move(days(2));
  await at('one').note();
  const before = JSON.stringify(await versionPage(at('one')).list({}));
  expect(before).toContain('2026-11-20 08:00');
  expect(before).toContain('Newest changes, 2026-11-19');
  await log(
    '# Changelog',
    '### 2026-11-21',
    '- **New <thing>.** Does `x` for [you](docs/a.md). [Docs](docs/b.md).',
    '### 2026-11-19',
    '- **Old thing.** Was there.',
    '### 2026-11-01',
    '- **Ancient.**',
  );
  // Of several processes that start at once one notes it.
  await Promise.all(Array.from({ length: 5 }, () => at('two').note()));
  expect((await at('two').ran()).map(({ build }) => build)).toEqual(['two', 'one']);
  const after = JSON.stringify(await versionPage(at('two')).list({}));
  expect(after).toContain('2026-11-22 08:00');
  expect(after).toContain('["New <thing>","Does x for you."]');
  expect(after).not.toContain('Ancient');
  for (let n = 0; n < 30; n++) await at(`three ${n}`).note();
  expect(await at('').ran()).toHaveLength(20);
});

test('a hub without its changelog has the page, too', async () => {
  const lost = createVersions({ db, clock }, { build: 'four', folder: join(folder, 'nowhere') });
  await lost.note();
  expect(JSON.stringify(await versionPage(lost).list({}))).toContain('Unknown');
});

test('whatever the changelog holds is read in time, and no markup of it is kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('### 2026-01-0', '1', '- ', '**', '[a](', ')', '`', '\n', 'x')),
      (parts) => {
        expect(Array.isArray(readChanges(parts.join('')))).toBe(true);
      },
    ),
  );
  const began = performance.now();
  readChanges(`### 2026-01-01\n- ${'[a]('.repeat(20_000)}\n- ${'**'.repeat(20_000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});
