import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { freshDatabase } from '#testing/database.ts';
import { releaseFinding, rightsFinding, scannerFinding, secretAgeFinding } from './upkeep.ts';

const now = new Date('2026-11-21T12:00:00Z');

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'upkeep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return folder;
}

test('a three-month-old release is noted, with how to find vulnerable packages', async () => {
  const of = (day: string) =>
    releaseFinding(folderWith('CHANGELOG.md', `# Changelog\n\n## 1.0 - ${day}\n`), now);
  expect(await of('2026-10-01')).toMatchObject({ state: 'good' });
  expect(await of('2026-07-01')).toMatchObject({
    state: 'note',
    advice: expect.stringContaining('npm audit'),
  });
});

test('a year-old secret is noted; one from the environment is the operator’s concern', async () => {
  const dataDir = folderWith('secret', 'x'.repeat(43));
  // The file system uses real time, whatever this run's clock says.
  utimesSync(join(dataDir, 'secret'), new Date(), new Date());
  expect(await secretAgeFinding({ dataDir, authSecret: undefined }, new Date())).toEqual([]);
  utimesSync(join(dataDir, 'secret'), now, new Date(now.getTime() - 401 * 86_400_000));
  expect(await secretAgeFinding({ dataDir, authSecret: undefined }, now)).toMatchObject([
    { state: 'note', advice: expect.stringContaining('secrets rotate') },
  ]);
  expect(await secretAgeFinding({ dataDir, authSecret: 'x'.repeat(43) }, now)).toEqual([]);
});

test('a live hub without a virus scanner gets a note', () => {
  expect(scannerFinding({ live: false, scannerUrl: undefined })).toEqual([]);
  expect(scannerFinding({ live: true, scannerUrl: undefined })).toMatchObject([{ state: 'note' }]);
  const scannerUrl = new URL('tcp://127.0.0.1:3310');
  expect(scannerFinding({ live: true, scannerUrl })).toMatchObject([{ state: 'good' }]);
});

test('a superuser is too much; the owner of only the hub’s tables is right', async () => {
  const url = await freshDatabase();
  const looked = async (databaseUrl: string) => {
    const db = await openDatabase({ databaseUrl, dataDir: '' }, silentLog);
    return rightsFinding(db).finally(() => db.close());
  };
  expect(await looked(url)).toMatchObject({ state: 'note', words: expect.stringContaining('everything') });
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query('drop role if exists hub_plain');
  await admin.query('create role hub_plain login');
  try {
    expect(await looked(url.replace('//hub@', '//hub_plain@'))).toMatchObject({ state: 'good' });
  } finally {
    await admin.query('drop role hub_plain');
    await admin.end();
  }
});
