import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import {
  backup,
  clock,
  contents,
  filesUnder,
  fullHub,
  place,
  put,
  restore,
  secret,
  steps,
} from '#testing/backup-hub.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { lastBackup } from './last.ts';
import { writeBackup } from './write.ts';

test('a hub with data is not overwritten; with --replace its files are set aside', async () => {
  const migrations = steps();
  const old = await fullHub(migrations);
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const used = await place();
  await migrate(
    used.db,
    silentLog,
    steps({
      '0002_of_tomorrow':
        "create table tomorrow (n integer); create view seen as select * from tomorrow; create type mood as enum ('well')",
    }),
  );
  await used.db.pool.query("insert into kind (id) values ('mine')");
  put(used.folder, {
    'data/secret': 'another-secret-that-was-made-at-the-first-start',
    'data/secret.first': 'a-secret-that-was-made-long-before-this-hub',
    'data/files/mine.txt': 'mine',
    'site/hub.md': 'name: Mine',
  });

  await expect(restore(used, file, migrations)).rejects.toThrow(
    /^This hub is not empty \(kind, told\)\. Back it up first, then restore with --replace/,
  );
  expect((await used.db.pool.query("select id from kind where id = 'mine'")).rowCount).toBe(1);
  expect(filesUnder(used.config.dataDir)).toEqual(['files/mine.txt', 'secret', 'secret.first']);

  const { kept } = await restore(used, file, migrations, true);
  const mark = '.before-restore-2026-11-05T12-00-00-000Z';
  expect(kept.toSorted()).toEqual([
    `${used.config.dataDir}/files${mark}`,
    `${used.config.dataDir}/secret${mark}`,
    `${used.config.dataDir}/secret.first${mark}`,
    `${used.config.siteDir}${mark}`,
  ]);
  expect(readFileSync(`${used.config.siteDir}${mark}/hub.md`, 'utf8')).toBe('name: Mine');
  expect(readFileSync(join(used.config.dataDir, 'secret'), 'utf8')).toBe(secret);
  expect((await contents(used.db)) as object).toEqual({
    ...((await contents(old.db)) as object),
    rate_limit: [{ sum: null, n: 0 }],
  });
  expect((await used.db.pool.query("select to_regclass('tomorrow') as gone")).rows).toEqual([{ gone: null }]);
});

test('a damaged, truncated, foreign or newer file is rejected before anything is touched', async () => {
  const migrations = steps();
  const old = await fullHub(migrations);
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const whole = readFileSync(file);
  const plain = gunzipSync(whole);
  const fresh = await place();
  const attempt = (bytes: Buffer) => {
    writeFileSync(`${file}.bad`, bytes);
    return restore(fresh, `${file}.bad`, migrations, true);
  };
  const changed = (bytes: Buffer, at: number) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1);
  const refused = /is damaged or isn’t a complete hub backup .* Nothing was changed/;
  await expect(attempt(Buffer.alloc(0))).rejects.toThrow(refused);
  await expect(attempt(Buffer.from('hello'))).rejects.toThrow(refused);
  await expect(attempt(gzipSync(Buffer.alloc(5000, 'x')))).rejects.toThrow(refused);
  for (const length of [10, 500, Math.floor(whole.length / 2), whole.length - 1])
    await expect(attempt(whole.subarray(0, length))).rejects.toThrow(refused);
  await expect(attempt(changed(whole, Math.floor(whole.length / 2)))).rejects.toThrow(refused);
  // Correctly compressed, but not what was written: a changed byte, a missing part.
  await expect(attempt(gzipSync(changed(plain, plain.indexOf('word 777') + 5)))).rejects.toThrow(
    /000001\.copy was changed/,
  );
  const second = plain.indexOf('data/files/');
  await expect(
    attempt(
      gzipSync(Buffer.concat([plain.subarray(0, second), plain.subarray(plain.indexOf('manifest.json'))])),
    ),
  ).rejects.toThrow(refused);
  await expect(
    attempt(gzipSync(Buffer.concat([plain.subarray(0, plain.indexOf('manifest.json')), Buffer.alloc(1024)]))),
  ).rejects.toThrow(/its last part is missing/);
  await expect(restore(fresh, `${file}.missing`, migrations)).rejects.toThrow(/^There is no file/);

  const newer = await place();
  await migrate(newer.db, silentLog, steps({ '0002_of_tomorrow': 'create table tomorrow ()' }));
  await backup(newer, `${file}.newer`);
  await expect(restore(fresh, `${file}.newer`, migrations, true)).rejects.toThrow(
    /made by a newer hub, 0\.1\.0: this one doesn’t support 0002_of_tomorrow\. Update the hub first/,
  );
  expect(
    (
      await fresh.db.pool.query(
        "select count(*) as n from pg_class where relnamespace = 'public'::regnamespace",
      )
    ).rows,
  ).toEqual([{ n: 0 }]);
  expect(existsSync(fresh.config.dataDir)).toBe(false);
});

test('a restore that fails halfway leaves database and files unchanged', async () => {
  const old = await fullHub(steps());
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const used = await fullHub(steps());
  await used.db.pool.query("insert into kind (id) values ('mine')");
  const before = [await contents(used.db), filesUnder(used.folder)];
  await expect(restore(used, file, steps({ '0002_wrong': 'select 1/0' }), true)).rejects.toThrow(
    /division by zero/,
  );
  expect([await contents(used.db), filesUnder(used.folder)]).toEqual(before);
});

test('a running hub is not replaced', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  await backup(hub, file);
  const address = (hub.db.pool.options as { connectionString: string }).connectionString;
  const running = await openDatabase({ databaseUrl: address, dataDir: '' }, silentLog);
  onTestFinished(() => running.close());
  await expect(restore(hub, file, steps(), true)).rejects.toThrow(
    /^The hub is running on this database\. Stop it first/,
  );
});

test('a missing folder or file is reported before anything is written; only one backup runs', async () => {
  const hub = await fullHub(steps());
  await expect(backup(hub, join(hub.folder, 'missing/hub.tgz'))).rejects.toThrow(
    /^Can’t write .*missing\/hub\.tgz\.part \(ENOENT\)/,
  );
  await expect(backup(hub, hub.folder)).rejects.toThrow('is a folder. Specify a file in it');
  const results = await Promise.allSettled([
    backup(hub, join(hub.folder, 'a.tgz')),
    backup(hub, join(hub.folder, 'b.tgz')),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(
    String((results.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason),
  ).toMatch(/Another backup is running/);
});

test('an interrupted backup leaves nothing behind, not even a connection', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  const stopping = new AbortController();
  const tell = (line: string) => line.includes('many rows') && stopping.abort(new Error('stopped'));
  await expect(
    writeBackup(
      { db: hub.db, config: hub.config, clock, version: '0.1.0', tell, signal: stopping.signal },
      file,
    ),
  ).rejects.toThrow();
  expect(readdirSync(hub.folder).filter((name) => name.startsWith('hub.tgz'))).toEqual([]);
  expect(await lastBackup(hub.db)).toBe(null);
  await expect
    .poll(
      async () =>
        (
          await hub.db.pool.query(
            "select count(*) as n from pg_stat_activity where application_name = 'hub backup' and datname = current_database()",
          )
        ).rows[0]?.n,
      { timeout: 30_000 },
    )
    .toBe(0);
});
