import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import type { Log } from '../log.ts';
import { CannotStart } from './cannot-start.ts';
import type { Database } from './database.ts';
import { limit, withoutLimits } from './limits.ts';

const shipped = fileURLToPath(new URL('../../../../migrations/', import.meta.url));
const ledger = 'kysely_migration';

/**
 * Migrates the tables to this code, each step exactly once however many processes start together. A newer database
 * is left alone: older code keeps working on it unless one of the newer steps is a contraction. Returns those newer
 * steps; with any of them, only a process that joins a running hub may start.
 */
export async function migrate(db: Pick<Database, 'pool'>, log: Log, folder = shipped): Promise<string[]> {
  // A dedicated connection: a step on a large table, or waiting for another process, may exceed the query timeout.
  const pool = new pg.Pool({
    ...db.pool.options,
    max: 2,
    onConnect: (client) => limit(client, withoutLimits),
  });
  pool.on('error', () => {});
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const known = await readMigrations(folder);
    const newer = await stepsOfNewerCode(pool, Object.keys(known));
    if (newer.length > 0) return newer;
    const migrator = new Migrator({
      db: kysely,
      provider: { getMigrations: async () => known },
      migrationTableName: ledger,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    for (const { migrationName, status } of results) {
      if (status === 'Success') log.info('database migrated', { migration: migrationName });
      if (status === 'Error')
        log.error('a migration failed; the database is unchanged', { migration: migrationName });
    }
    if (error) throw error;
    return [];
  } finally {
    await kysely.destroy();
  }
}

/** The names of the steps in this code, in order. */
export const knownMigrations = async (folder = shipped): Promise<string[]> =>
  Object.keys(await readMigrations(folder));

/** Applies all steps, or up to the given one, inside a transaction that the caller begins and ends. */
export async function migrateInside(
  client: pg.ClientBase,
  last: string | 'all',
  folder = shipped,
): Promise<void> {
  const borrowed = { query: client.query.bind(client), release() {} };
  const pool = { connect: async () => borrowed, end: async () => {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
  let cause: unknown;
  const known = Object.entries(await readMigrations(folder)).map(([name, { up }]): [string, Migration] => {
    // The migrator continues in the failed transaction and reports that error instead.
    return [
      name,
      {
        up: (trx) =>
          up(trx).catch((error: unknown) => {
            throw (cause ??= error);
          }),
      },
    ];
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(known) },
    migrationTableName: ledger,
    disableTransactions: true,
  });
  const { error } = await (last === 'all' ? migrator.migrateToLatest() : migrator.migrateTo(last)).catch(
    (thrown: unknown) => ({ error: thrown }),
  );
  if (error) throw cause ?? error;
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.ts$/.test(name)).sort();
  const load = async (file: string): Promise<[string, Migration]> => {
    const address = pathToFileURL(join(folder, file)).href;
    return [file.replace(/\.ts$/, ''), (await import(/* @vite-ignore */ address)) as Migration];
  };
  return Object.fromEntries(await Promise.all(files.map(load)));
}

/**
 * A step must not take anything away from code that doesn't know it: it expands. One that does has "contract" in
 * its name, which is all that older code sees of it. `migrations/expand.test.ts` enforces the naming.
 */
export const isContraction = (step: string): boolean => /^\d{4}_contract_/.test(step);

export const newerThanCode = (steps: string[]): CannotStart =>
  new CannotStart(
    `The database is newer than this version of the hub, which doesn’t know ${steps.join(', ')}: start the newer version, or restore a backup made by this one`,
  );

async function stepsOfNewerCode(pool: pg.Pool, known: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ present: boolean }>('select to_regclass($1) is not null as present', [
    ledger,
  ]);
  if (!rows[0]?.present) return [];
  const { rows: steps } = await pool.query<{ name: string }>(`select name from ${ledger} order by name`);
  const applied = steps.map(({ name }) => name);
  const newer = applied.filter((name) => !known.includes(name));
  const isBehind = known.some((name) => !applied.includes(name));
  if (newer.some(isContraction) || (newer.length > 0 && isBehind)) {
    throw newerThanCode(newer);
  }
  return newer;
}
