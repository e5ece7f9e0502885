import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomText } from '#base/id.ts';
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
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { lastBackup } from './last.ts';
import { writeBackup } from './write.ts';

test('a restored hub on an empty machine is identical: every value, sequence, file and secret', async () => {
  const migrations = steps();
  const old = await fullHub(migrations);
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const fresh = await place();
  const restored = await restore(fresh, file, migrations);

  const before = (await contents(old.db)) as Record<string, unknown>;
  expect(await contents(fresh.db)).toEqual({ ...before, rate_limit: [{ sum: null, n: 0 }] });
  expect((before['"many rows"'] as { n: number }[])[0]?.n).toBe(50_000);
  expect((await fresh.db.pool.query("select nextval('invoice_number') as n")).rows).toEqual([{ n: 42 }]);
  expect(
    (await fresh.db.pool.query("insert into thing (words) values ('next') returning id, doubled")).rows,
  ).toEqual([{ id: 4, doubled: 8 }]);
  // Foreign keys and triggers work again.
  await expect(fresh.db.pool.query("insert into thing (kind) values ('nobody')")).rejects.toMatchObject({
    code: '23503',
  });
  await fresh.db.pool.query("insert into kind (id) values ('c')");
  expect((await fresh.db.pool.query("select count(*) as n from told where what = 'c'")).rows).toEqual([
    { n: 1 },
  ]);

  expect(filesUnder(fresh.config.dataDir)).toEqual([
    'files/ab/cd/product.zip',
    'files/empty.txt',
    'files/Łódź – Angebot.pdf',
    'keys/dkim.pem',
    'secret',
  ]);
  expect(readFileSync(join(fresh.config.dataDir, 'files/ab/cd/product.zip'), 'utf8')).toBe(
    'x'.repeat(100_000),
  );
  expect(readFileSync(join(fresh.config.dataDir, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(join(fresh.config.dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(filesUnder(fresh.config.siteDir)).toEqual(['hub.md', 'pages/team.md']);
  expect(restored).toMatchObject({
    files: 7,
    kept: [],
    advice: [
      'Mail was DKIM-signed: set DKIM_KEY=selector:path, with the key in ' +
        join(fresh.config.dataDir, 'keys') +
        '.',
    ],
  });
});

test('the file is readable by its owner only, any tar opens it, and its age is known', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  const { bytes } = await backup(hub, file);
  expect(statSync(file)).toMatchObject({ mode: 0o100600, size: bytes });
  const names = spawnSync('tar', ['-tzf', file], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    .stdout.toString()
    .trim()
    .split('\n');
  expect(names[0]).toBe('hub-backup.json');
  expect(names.at(-1)).toBe('manifest.json');
  expect(names).toContain('database/thing/000001.copy');
  expect(names.filter((name) => name.startsWith('database/many%20rows/')).length).toBeGreaterThan(1);
  expect(await lastBackup(hub.db)).toEqual({ at: '2026-11-05T12:00:00.000Z', bytes, file });
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('what is written during a backup is in it completely or not at all', async () => {
  const migrations = steps();
  const hub = await fullHub(migrations);
  const file = join(hub.folder, 'hub.tgz');
  const writer = await hub.db.pool.connect();
  await writer.query('begin; lock table thing in access exclusive mode');
  const running = backup(hub, file);
  await expect
    .poll(
      async () =>
        (
          await hub.db.pool.query(
            "select count(*) as n from pg_locks where not granted and mode = 'AccessShareLock'",
          )
        ).rows[0]?.n,
      { timeout: 30_000 },
    )
    .toBe(1);
  await writer.query(
    `insert into kind (id) values ('late'); insert into thing (kind) values ('late'); insert into "Odd ""name" values ('late'); commit`,
  );
  writer.release();
  await running;

  const fresh = await place();
  await restore(fresh, file, migrations);
  const late = (db: Database) =>
    db.pool.query(
      `select (select count(*) from kind) as kinds, (select count(*) from thing) as things, (select count(*) from "Odd ""name") as odd`,
    );
  expect((await late(hub.db)).rows).toEqual([{ kinds: 4, things: 4, odd: 2 }]);
  expect((await late(fresh.db)).rows).toEqual([{ kinds: 3, things: 3, odd: 1 }]);
});

test('last month’s backup fits today’s tables, with everything in it', async () => {
  const old = await fullHub(steps());
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const today = steps({
    '0002_more':
      "alter table thing add column state text not null default 'kept'; create table added (n integer); insert into added values (1)",
  });
  const fresh = await place();
  await restore(fresh, file, today);
  expect((await fresh.db.pool.query('select distinct state from thing')).rows).toEqual([{ state: 'kept' }]);
  expect((await fresh.db.pool.query('select count(*) as n from "many rows", added')).rows).toEqual([
    { n: 50_000 },
  ]);
  await migrate(fresh.db, silentLog, today);
});

test('links are followed without loops; a backup excludes itself and includes the secret', async () => {
  const migrations = steps();
  const hub = await place();
  await migrate(hub.db, silentLog, migrations);
  put(hub.folder, { 'site/hub.md': 'name: Birch', 'elsewhere/terms.md': 'Terms' });
  symlinkSync(join(hub.folder, 'elsewhere'), join(hub.folder, 'site/pages'));
  symlinkSync(hub.config.siteDir, join(hub.folder, 'elsewhere/back'));
  const file = join(hub.config.siteDir, 'hub.tgz');
  await backup({ ...hub, config: { ...hub.config, authSecret: secret } }, file);
  await backup({ ...hub, config: { ...hub.config, authSecret: secret } }, file);
  const fresh = await place();
  await restore(fresh, file, migrations);
  expect(filesUnder(fresh.config.siteDir)).toEqual(['hub.md', 'pages/terms.md']);
  expect(readFileSync(join(fresh.config.dataDir, 'secret'), 'utf8')).toBe(secret);
});

test('a table of somebody else in the same schema stops no backup: it is left out, and named', async () => {
  const hub = await fullHub(steps());
  const { pool } = hub.db;
  const [owner, stranger] = ['owner', 'stranger'].map((name) => `${name}_${randomText(8)}`);
  await pool.query(`
    create role ${owner}; create role ${stranger};
    grant usage on schema public to ${owner};
    do $$ declare one record; begin
      for one in select oid::regclass as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')) loop
        execute format('alter table %s owner to ${owner}', one.name);
      end loop;
    end $$;
    create table monitored (n serial); alter table monitored owner to ${stranger}`);
  // What the hub may do where it is not the operator of the server.
  pool.options.options = `-c role=${owner}`;
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  await writeBackup({ ...hub, clock, version: '0.1.0', tell }, join(hub.folder, 'hub.tgz'));
  expect(told).toContain('left out   monitored: it belongs to another user');
  const fresh = await place();
  await restore(fresh, join(hub.folder, 'hub.tgz'), steps());
  const of = async (db: Database) => ({ ...((await contents(db)) as object), rate_limit: null });
  expect(await of(fresh.db)).toEqual(await of(hub.db));
});
