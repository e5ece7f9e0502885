import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { openCluster, type Address } from '#platform/server/database/embedded/cluster.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { runFolder } from '#testing/run-folder.ts';

export interface TestDatabase extends Database {
  /** The same database, as DATABASE_URL. */
  url: string;
}

const template = 'hub_template';

/** The hub's own time, for SQL: the database's clock is another one, and stays real where a test run's is moved. */
export const hubNow = (): string => `timestamptz '${new Date().toISOString()}'`;

/** A migrated, empty database of this file's own on a real PostgreSQL: `const db = await useDatabase();` at its top. */
export async function useDatabase(): Promise<TestDatabase> {
  const url = await freshDatabase(template);
  afterAll(() => drop(url));
  const db = await openDatabase({ databaseUrl: url, dataDir: '' }, silentLog);
  afterAll(() => db.close());
  return { ...db, url };
}

/** The address of a migrated, empty database that nobody else knows, for what must begin afresh at a second try. */
export const freshTables = (): Promise<string> => freshDatabase(template);

/** The address of a database of this file's own; without a template it has no tables. */
export async function freshDatabase(from?: typeof template): Promise<string> {
  const cluster = await openCluster({
    dataDir: join(runFolder(), 'shared'),
    log: silentLog,
    // Nothing here must outlive the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  const address = await cluster.bringUp();
  const name = `test_${process.env['VITEST_POOL_ID'] ?? '0'}_${countUp()}`;
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    // One worker at a time: nobody may be connected to a template while it is copied.
    await client.query('select pg_advisory_lock(1)');
    if (from) await ensureTemplate(client, address);
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${from ?? 'template1'} strategy file_copy`);
  } finally {
    await client.end();
  }
  return addressOf(address, name);
}

/** Files share a process: what one of them left running must never meet the database of the next. */
function countUp(): number {
  const used = Number(process.env['TEST_DATABASES'] ?? 0) + 1;
  process.env['TEST_DATABASES'] = String(used);
  return used;
}

async function drop(url: string): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
}

async function ensureTemplate(client: pg.Client, address: Address): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount) return;
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const db = await openDatabase({ databaseUrl: addressOf(address, draft), dataDir: '' }, silentLog);
  await migrate(db, silentLog).finally(() => db.close());
  await client.query(`alter database ${draft} rename to ${template}`);
}

function addressOf({ host, port, user }: Address, database: string): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
