import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog, type Log } from '#platform/server/log.ts';
import { freshDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

async function emptyDatabase(): Promise<Database> {
  const db = await openDatabase({ databaseUrl: await freshDatabase(), dataDir: '' }, silentLog);
  onTestFinished(() => db.close());
  return db;
}

/** A migrations folder with these steps. */
function folderWith(steps: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  for (const [name, statement] of Object.entries(steps)) {
    writeFileSync(
      join(folder, `${name}.ts`),
      `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } });\n`,
    );
  }
  return folder;
}

function listeningLog(): { log: Log; applied: unknown[] } {
  const applied: unknown[] = [];
  return {
    applied,
    log: {
      ...silentLog,
      info: (message, facts) => void (message === 'database migrated' && applied.push(facts?.['migration'])),
    },
  };
}

const tablesOf = async (db: Database) =>
  (
    await db.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
    )
  ).rows.map((row) => row.name);

test('the shipped migrations create the tables and report once which were applied', async () => {
  const db = await emptyDatabase();
  const { log, applied } = listeningLog();
  await migrate(db, log);
  expect(applied[0]).toBe('0001_rails');
  expect(await tablesOf(db)).toEqual(expect.arrayContaining(['hub_meta', 'outbound_message', 'rate_limit']));
  const count = applied.length;
  await migrate(db, log);
  expect(applied).toHaveLength(count);
});

test('a message with one channel and key is stored once, in a known state only', async () => {
  const db = await emptyDatabase();
  await migrate(db, silentLog);
  const put = (id: string, state: string) =>
    db.pool.query(
      `insert into outbound_message (id, channel, dedupe_key, payload, state) values ($1, 'mail', 'welcome', '{}', $2)`,
      [id, state],
    );
  await put('msg_1', 'waiting');
  await expect(put('msg_2', 'waiting')).rejects.toMatchObject({ code: '23505' });
  await expect(put('msg_3', 'lost')).rejects.toMatchObject({ code: '23514' });
});

test('several processes starting together apply each migration once', async () => {
  const db = await emptyDatabase();
  const folder = folderWith({
    '0001_a': 'create table a as select 1 as n from pg_sleep(0.3)',
    '0002_b': 'create table b ()',
  });
  const { log, applied } = listeningLog();
  await Promise.all([1, 2, 3, 4].map(() => migrate(db, log, folder)));
  expect(applied).toEqual(['0001_a', '0002_b']);
  expect(await tablesOf(db)).toEqual(['a', 'b']);
});

test('a migration added later is applied to an existing database', async () => {
  const db = await emptyDatabase();
  const folder = folderWith({ '0001_a': 'create table a ()' });
  await migrate(db, silentLog, folder);
  writeFileSync(
    join(folder, '0002_b.ts'),
    `export const up = (db) => db.schema.createTable('b').execute();\n`,
  );
  writeFileSync(join(folder, '0002_b.test.ts'), 'throw new Error("a test is not a migration");\n');
  await migrate(db, silentLog, folder);
  expect(await tablesOf(db)).toEqual(['a', 'b']);
});

test('older code starts on a newer database and leaves it unchanged', async () => {
  const db = await emptyDatabase();
  const steps = { '0001_a': 'create table a ()' };
  await migrate(db, silentLog, folderWith({ ...steps, '0002_of_tomorrow': 'create table b ()' }));
  const { log, applied } = listeningLog();
  expect(await migrate(db, log, folderWith(steps))).toEqual(['0002_of_tomorrow']);
  expect(applied).toEqual([]);
  expect(await tablesOf(db)).toEqual(['a', 'b']);
});

test('a contracted database, or one from another line of migrations, is rejected by name', async () => {
  const db = await emptyDatabase();
  const steps = { '0001_a': 'create table a ()' };
  await migrate(db, silentLog, folderWith({ ...steps, '0003_contract_a': 'alter table a rename to b' }));
  await expect(migrate(db, silentLog, folderWith(steps))).rejects.toThrow(
    /^The database is newer than this version of the hub, which doesn’t know 0003_contract_a: /,
  );
  const other = await emptyDatabase();
  await migrate(other, silentLog, folderWith({ ...steps, '0003_theirs': 'create table b ()' }));
  await expect(
    migrate(other, silentLog, folderWith({ ...steps, '0002_ours': 'create table c ()' })),
  ).rejects.toThrow(/which doesn’t know 0003_theirs: /);
  expect(await tablesOf(other)).toEqual(['a', 'b']);
});

test('a failed migration rolls back, with all earlier ones of the same start', async () => {
  const db = await emptyDatabase();
  await expect(
    migrate(
      db,
      silentLog,
      folderWith({ '0001_a': 'create table a ()', '0002_wrong': 'create table b (); select 1/0' }),
    ),
  ).rejects.toMatchObject({ code: '22012' });
  expect(await tablesOf(db)).toEqual([]);
});
