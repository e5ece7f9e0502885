import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { freshDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { lastBackup } from './last.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

const tables = `
  create table hub_meta (key text primary key, value jsonb not null);
  create table kind (id text primary key, first_thing integer);
  create table thing (
    id integer generated always as identity primary key, kind text references kind (id), parent integer references thing (id) deferrable initially deferred,
    words text, bytes bytea, facts jsonb, list text[], amount numeric(20, 4), at timestamptz, day date, doubled integer generated always as (id * 2) stored);
  alter table kind add foreign key (first_thing) references thing (id);
  create table "Odd ""name" ("a column" text);
  create table empty_one (n integer);
  create table "many rows" (n integer primary key, words text);
  create unlogged table rate_limit (key text);
  create sequence invoice_number;
  create table told (what text);
  create function tell() returns trigger language plpgsql as $$ begin insert into told values (new.id); return new; end $$;
  create trigger told after insert on kind for each row execute function tell();
  insert into kind (id) values ('seeded')`;

const values = [
  "insert into kind (id) values ('a'), ('b')",
  String.raw`insert into thing (kind, parent, words, bytes, facts, list, amount, at, day) values
    ('a', 2, E'tab\tline\nreturn\r\\N \\. ünï 😀', '\x00ff0a5c', '{"a": [1, null, "\\n\""]}', array['x', null, 'y,"z"', ''], 12345678901234.5678, '2026-03-29 01:30:00.123456+02', '2026-02-28'),
    (null, null, null, null, null, null, null, null, null),
    ('b', 1, '', '', 'null', '{}', 'NaN', 'infinity', '0044-03-15 BC')`,
  "update kind set first_thing = 1 where id = 'a'",
  `insert into "Odd ""name" values ('here')`,
  "insert into rate_limit values ('gone')",
  `insert into "many rows" select n, repeat('word ' || n || E'\\n', 10) from generate_series(1, 50000) n`,
  "select nextval('invoice_number') from generate_series(1, 41)",
];

function steps(more: Record<string, string> = {}): string {
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  for (const [name, statement] of Object.entries({ '0001_tables': tables, ...more })) {
    writeFileSync(join(folder, `${name}.ts`), `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } });\n`);
  }
  return folder;
}

interface Place {
  db: Database;
  config: { dataDir: string; siteDir: string; authSecret: string | undefined; dkimKey: string | undefined };
  folder: string;
}

async function place(): Promise<Place> {
  const folder = temporaryFolder();
  const db = await openDatabase({ databaseUrl: await freshDatabase(), dataDir: '' }, silentLog);
  onTestFinished(() => db.close());
  return { db, folder, config: { dataDir: join(folder, 'data'), siteDir: join(folder, 'site'), authSecret: undefined, dkimKey: undefined } };
}

function put(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const secret = 'the-secret-of-this-hub-is-43-characters-long';
const clock = movableClock('2026-11-05T12:00:00Z');

/** A hub with everything in it. */
async function fullHub(migrations: string): Promise<Place> {
  const hub = await place();
  await migrate(hub.db, silentLog, migrations);
  for (const statement of values) await hub.db.pool.query(statement);
  put(hub.folder, {
    'data/secret': secret,
    'data/files/ab/cd/product.zip': 'x'.repeat(100_000),
    'data/files/Łódź – Angebot.pdf': 'pdf',
    'data/files/empty.txt': '',
    'data/keys/dkim.pem': 'a key',
    'data/postgres/PG_VERSION': '18',
    'site/hub.md': 'name: Birch',
    'site/pages/team.md': 'Us',
  });
  return hub;
}

const backup = ({ db, config }: Place, file: string) => writeBackup({ db, config, clock, version: '0.1.0', tell: () => {} }, file);
const restore = ({ db, config }: Place, file: string, migrationsFolder: string, replace = false) =>
  restoreBackup({ db, config, clock, tell: () => {}, migrationsFolder }, file, { replace });

/** Every row of every table, and what the sequences give next. */
async function contents(db: Database): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const name of ['kind', 'thing', '"Odd ""name"', 'empty_one', '"many rows"', 'told', 'rate_limit']) {
    all[name] = (await db.pool.query(`select md5(string_agg(t::text, '|' order by t::text)) as sum, count(*) as n from ${name} t`)).rows;
  }
  all['sequence'] = (await db.pool.query("select last_value from invoice_number")).rows;
  all['ledger'] = (await db.pool.query('select name, timestamp from kysely_migration order by 1')).rows;
  return all;
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test('a hub is on an empty machine what it was: every value, sequence, file and the secret', async () => {
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
  expect((await fresh.db.pool.query("insert into thing (words) values ('next') returning id, doubled")).rows).toEqual([{ id: 4, doubled: 8 }]);
  // References hold again, and triggers act again.
  await expect(fresh.db.pool.query("insert into thing (kind) values ('nobody')")).rejects.toMatchObject({ code: '23503' });
  await fresh.db.pool.query("insert into kind (id) values ('c')");
  expect((await fresh.db.pool.query("select count(*) as n from told where what = 'c'")).rows).toEqual([{ n: 1 }]);

  expect(filesUnder(fresh.config.dataDir)).toEqual(['files/ab/cd/product.zip', 'files/empty.txt', 'files/Łódź – Angebot.pdf', 'keys/dkim.pem', 'secret']);
  expect(readFileSync(join(fresh.config.dataDir, 'files/ab/cd/product.zip'), 'utf8')).toBe('x'.repeat(100_000));
  expect(readFileSync(join(fresh.config.dataDir, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(join(fresh.config.dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(filesUnder(fresh.config.siteDir)).toEqual(['hub.md', 'pages/team.md']);
  expect(restored).toMatchObject({ files: 7, kept: [], advice: ['Mail was signed: set DKIM_KEY=selector:path, with the key in ' + join(fresh.config.dataDir, 'keys') + '.'] });
});

test('the file is for its owner only, any tar opens it, and its age is known', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  const { bytes } = await backup(hub, file);
  expect(statSync(file)).toMatchObject({ mode: 0o100600, size: bytes });
  const names = spawnSync('tar', ['-tzf', file], { env: { ...process.env, LC_ALL: 'C.UTF-8' } }).stdout.toString().trim().split('\n');
  expect(names[0]).toBe('hub-backup.json');
  expect(names.at(-1)).toBe('manifest.json');
  expect(names).toContain('database/thing/000001.copy');
  expect(names.filter((name) => name.startsWith('database/many%20rows/')).length).toBeGreaterThan(1);
  expect(await lastBackup(hub.db)).toEqual({ at: '2026-11-05T12:00:00.000Z', bytes, file });
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('what is written while a backup runs is in it whole or not at all', async () => {
  const migrations = steps();
  const hub = await fullHub(migrations);
  const file = join(hub.folder, 'hub.tgz');
  const writer = await hub.db.pool.connect();
  await writer.query('begin; lock table thing in access exclusive mode');
  const running = backup(hub, file);
  await expect.poll(async () => (await hub.db.pool.query("select count(*) as n from pg_locks where not granted and mode = 'AccessShareLock'")).rows[0]?.n, { timeout: 30_000 }).toBe(1);
  await writer.query(`insert into kind (id) values ('late'); insert into thing (kind) values ('late'); insert into "Odd ""name" values ('late'); commit`);
  writer.release();
  await running;

  const fresh = await place();
  await restore(fresh, file, migrations);
  const late = (db: Database) => db.pool.query(`select (select count(*) from kind) as kinds, (select count(*) from thing) as things, (select count(*) from "Odd ""name") as odd`);
  expect((await late(hub.db)).rows).toEqual([{ kinds: 4, things: 4, odd: 2 }]);
  expect((await late(fresh.db)).rows).toEqual([{ kinds: 3, things: 3, odd: 1 }]);
});

test('a backup of last month meets the tables of today, with everything in it', async () => {
  const old = await fullHub(steps());
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const today = steps({ '0002_more': "alter table thing add column state text not null default 'kept'; create table added (n integer); insert into added values (1)" });
  const fresh = await place();
  await restore(fresh, file, today);
  expect((await fresh.db.pool.query('select distinct state from thing')).rows).toEqual([{ state: 'kept' }]);
  expect((await fresh.db.pool.query('select count(*) as n from "many rows", added')).rows).toEqual([{ n: 50_000 }]);
  await migrate(fresh.db, silentLog, today);
});

test('a hub in use is refused and left as it is; with --replace it is replaced, and its files are laid aside', async () => {
  const migrations = steps();
  const old = await fullHub(migrations);
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const used = await place();
  await migrate(used.db, silentLog, steps({ '0002_of_tomorrow': 'create table tomorrow (n integer); create view seen as select * from tomorrow; create type mood as enum (\'well\')' }));
  await used.db.pool.query("insert into kind (id) values ('mine')");
  put(used.folder, { 'data/secret': 'another-secret-that-was-made-at-the-first-start', 'data/files/mine.txt': 'mine', 'site/hub.md': 'name: Mine' });

  await expect(restore(used, file, migrations)).rejects.toThrow(/^This hub is not empty \(kind, told\)\. Back it up first, then restore with --replace/);
  expect((await used.db.pool.query("select id from kind where id = 'mine'")).rowCount).toBe(1);
  expect(filesUnder(used.config.dataDir)).toEqual(['files/mine.txt', 'secret']);

  const { kept } = await restore(used, file, migrations, true);
  const mark = '.before-restore-2026-11-05T12-00-00-000Z';
  expect(kept.toSorted()).toEqual([`${used.config.dataDir}/files${mark}`, `${used.config.dataDir}/secret${mark}`, `${used.config.siteDir}${mark}`]);
  expect(readFileSync(`${used.config.siteDir}${mark}/hub.md`, 'utf8')).toBe('name: Mine');
  expect(readFileSync(join(used.config.dataDir, 'secret'), 'utf8')).toBe(secret);
  expect((await contents(used.db)) as object).toEqual({ ...((await contents(old.db)) as object), rate_limit: [{ sum: null, n: 0 }] });
  expect((await used.db.pool.query("select to_regclass('tomorrow') as gone")).rows).toEqual([{ gone: null }]);
});

test('a damaged, truncated, foreign or newer file is refused before anything is touched', async () => {
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
  const changed = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const refused = /is damaged, or is not a whole backup of a hub .* Nothing was changed/;
  await expect(attempt(Buffer.alloc(0))).rejects.toThrow(refused);
  await expect(attempt(Buffer.from('hello'))).rejects.toThrow(refused);
  await expect(attempt(gzipSync(Buffer.alloc(5000, 'x')))).rejects.toThrow(refused);
  for (const length of [10, 500, Math.floor(whole.length / 2), whole.length - 1]) await expect(attempt(whole.subarray(0, length))).rejects.toThrow(refused);
  await expect(attempt(changed(whole, Math.floor(whole.length / 2)))).rejects.toThrow(refused);
  // Well compressed, and yet not what was written: a changed byte, a part taken out.
  await expect(attempt(gzipSync(changed(plain, plain.indexOf('word 777') + 5)))).rejects.toThrow(/000001\.copy is not what it was/);
  const second = plain.indexOf('data/files/');
  await expect(attempt(gzipSync(Buffer.concat([plain.subarray(0, second), plain.subarray(plain.indexOf('manifest.json'))])))).rejects.toThrow(refused);
  await expect(attempt(gzipSync(Buffer.concat([plain.subarray(0, plain.indexOf('manifest.json')), Buffer.alloc(1024)])))).rejects.toThrow(/its last part is missing/);
  await expect(restore(fresh, `${file}.missing`, migrations)).rejects.toThrow(/^There is no file/);

  const newer = await place();
  await migrate(newer.db, silentLog, steps({ '0002_of_tomorrow': 'create table tomorrow ()' }));
  await backup(newer, `${file}.newer`);
  await expect(restore(fresh, `${file}.newer`, migrations, true)).rejects.toThrow(/made by a newer hub, 0\.1\.0: this one does not know 0002_of_tomorrow\. Update the hub first/);
  expect((await fresh.db.pool.query("select count(*) as n from pg_class where relnamespace = 'public'::regnamespace")).rows).toEqual([{ n: 0 }]);
  expect(existsSync(fresh.config.dataDir)).toBe(false);
});

test('a restore that fails half way leaves database and files as they were', async () => {
  const old = await fullHub(steps());
  const file = join(old.folder, 'hub.tgz');
  await backup(old, file);
  const used = await fullHub(steps());
  await used.db.pool.query("insert into kind (id) values ('mine')");
  const before = [await contents(used.db), filesUnder(used.folder)];
  await expect(restore(used, file, steps({ '0002_wrong': 'select 1/0' }), true)).rejects.toThrow(/division by zero/);
  expect([await contents(used.db), filesUnder(used.folder)]).toEqual(before);
});

test('a hub that runs is not replaced under its feet', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  await backup(hub, file);
  const address = (hub.db.pool.options as { connectionString: string }).connectionString;
  const running = await openDatabase({ databaseUrl: address, dataDir: '' }, silentLog);
  onTestFinished(() => running.close());
  await expect(restore(hub, file, steps(), true)).rejects.toThrow(/^The hub is running on this database\. Stop it first/);
});

test('links are followed and never in a circle, a backup does not hold itself, and a secret of the environment is in it', async () => {
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

test('a folder that is not there is said before anything is written, and two backups at once are one', async () => {
  const hub = await fullHub(steps());
  await expect(backup(hub, join(hub.folder, 'missing/hub.tgz'))).rejects.toThrow(/missing\/hub\.tgz\.part cannot be written \(ENOENT\)/);
  const results = await Promise.allSettled([backup(hub, join(hub.folder, 'a.tgz')), backup(hub, join(hub.folder, 'b.tgz'))]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(String((results.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toMatch(/Another backup of this hub is being written/);
});

test('a backup that is stopped leaves nothing behind, and no connection', async () => {
  const hub = await fullHub(steps());
  const file = join(hub.folder, 'hub.tgz');
  const stopping = new AbortController();
  const tell = (line: string) => line.includes('many rows') && stopping.abort(new Error('stopped'));
  await expect(writeBackup({ db: hub.db, config: hub.config, clock, version: '0.1.0', tell, signal: stopping.signal }, file)).rejects.toThrow();
  expect(readdirSync(hub.folder).filter((name) => name.startsWith('hub.tgz'))).toEqual([]);
  expect(await lastBackup(hub.db)).toBe(null);
  await expect.poll(async () => (await hub.db.pool.query("select count(*) as n from pg_stat_activity where application_name = 'hub backup' and datname = current_database()")).rows[0]?.n, { timeout: 30_000 }).toBe(0);
});
