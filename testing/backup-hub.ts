import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { restoreBackup } from '#platform/server/backup/restore.ts';
import { writeBackup } from '#platform/server/backup/write.ts';
import type { Database } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { freshDatabase } from './database.ts';
import { temporaryFolder } from './hold-database.ts';

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

export function steps(more: Record<string, string> = {}): string {
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  for (const [name, statement] of Object.entries({ '0001_tables': tables, ...more })) {
    writeFileSync(
      join(folder, `${name}.ts`),
      `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } });\n`,
    );
  }
  return folder;
}

export interface Place {
  db: Database;
  config: {
    dataDir: string;
    siteDir: string;
    authSecret: string | undefined;
    authSecretOther?: string | undefined;
    authSecretFirst?: string | undefined;
    dkimKey: string | undefined;
  };
  folder: string;
}

export async function place(): Promise<Place> {
  const folder = temporaryFolder();
  const db = await openDatabase({ databaseUrl: await freshDatabase(), dataDir: '' }, silentLog);
  onTestFinished(() => db.close());
  return {
    db,
    folder,
    config: {
      dataDir: join(folder, 'data'),
      siteDir: join(folder, 'site'),
      authSecret: undefined,
      dkimKey: undefined,
    },
  };
}

export function put(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

export const secret = 'the-secret-of-this-hub-is-43-characters-long';
export const clock = movableClock('2026-11-05T12:00:00Z');

/** A hub with everything in it. */
export async function fullHub(migrations: string): Promise<Place> {
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

export const backup = ({ db, config }: Place, file: string) =>
  writeBackup({ db, config, clock, version: '0.1.0', tell: () => {} }, file);
export const restore = ({ db, config }: Place, file: string, migrationsFolder: string, replace = false) =>
  restoreBackup({ db, config, clock, tell: () => {}, migrationsFolder }, file, { replace });

/** Every row of every table, and what the sequences give next. */
export async function contents(db: Database): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const name of ['kind', 'thing', '"Odd ""name"', 'empty_one', '"many rows"', 'told', 'rate_limit']) {
    all[name] = (
      await db.pool.query(
        `select md5(string_agg(t::text, '|' order by t::text)) as sum, count(*) as n from ${name} t`,
      )
    ).rows;
  }
  all['sequence'] = (await db.pool.query('select last_value from invoice_number')).rows;
  all['ledger'] = (await db.pool.query('select name, timestamp from kysely_migration order by 1')).rows;
  return all;
}

export const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
