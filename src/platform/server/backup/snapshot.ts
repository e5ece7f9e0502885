import pg from 'pg';
import { copyOut } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import { limit, withoutLimits } from '../database/limits.ts';
import { type BackupHeader, pieceName } from './format.ts';

export type Table = BackupHeader['tables'][number];
type Facts = Pick<BackupHeader, 'postgres' | 'migrations' | 'tables' | 'sequences'>;

/** A consistent snapshot of the whole database: nothing written in the meantime is in it, not even partly. */
export interface Snapshot extends Facts {
  /** Tables that belong to somebody else. */
  leftOut: string[];
  pieces(table: Table): AsyncGenerator<{ name: string; bytes: Buffer }, number>;
  close(): Promise<void>;
}

const pieceSize = 4 * 1_048_576;

/** Values are written so that any other server reads them the same way. */
export const plainValues = `
  set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'; set local timezone to 'UTC';
  set local bytea_output to 'hex'; set local extra_float_digits to 3; set local client_encoding to 'UTF8'`;

/** A dedicated client without a timeout. */
export async function patientClient(db: Database, name: string): Promise<pg.Client> {
  const { max, min, ...options } = db.pool.options;
  void max;
  void min;
  const client = new pg.Client({ ...options, application_name: name });
  client.on('error', () => {});
  try {
    await client.connect();
    await limit(client, withoutLimits);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Null if this database contains no hub yet. */
export async function takeSnapshot(db: Database): Promise<Snapshot | null> {
  const client = await patientClient(db, 'hub backup');
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(plainValues);
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('kysely_migration') is not null and to_regclass('hub_meta') is not null as there",
    );
    if (!rows[0]?.there) {
      await client.end();
      return null;
    }
    const facts = await readFacts(client);
    // The snapshot protects rows; this keeps a migration from altering the tables meanwhile.
    await client.query(
      `lock table ${facts.tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
    );
    const { rows: strange } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'f') and relpersistence = 'p' and not (${isOurs}) order by 1`,
    );
    const leftOut = strange.map(({ name }) => name);
    return { ...facts, leftOut, pieces: (table) => readPieces(client, table), close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function* readPieces(
  client: pg.Client,
  table: Table,
): AsyncGenerator<{ name: string; bytes: Buffer }, number> {
  const rows = copyOut(client, `copy ${copyTarget(table)} to stdout`);
  let number = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await rows.next();
    if (!next.done) {
      waiting.push(next.value);
      size += next.value.length;
    }
    // An empty table has a piece as well: the fact that it was empty is part of the backup.
    if (size >= pieceSize || (next.done && (size > 0 || number === 0))) {
      yield { name: pieceName(table.name, ++number), bytes: Buffer.concat(waiting, size) };
      waiting = [];
      size = 0;
    }
    if (next.done) return next.value;
  }
}

export const copyTarget = ({ name, columns }: Table): string =>
  // A table without columns is copied by name alone.
  pg.escapeIdentifier(name) + (columns.length > 0 ? ` (${columns.map(pg.escapeIdentifier).join(', ')})` : '');

/** A monitor, an extension or a colleague may keep tables in the same schema, which the hub may not even read. */
const isOurs = `relnamespace <> current_schema()::regnamespace or pg_has_role(relowner, 'USAGE') and relkind <> 'f'`;

async function readFacts(client: pg.Client): Promise<Facts> {
  const version = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const ledger = await client.query<{ name: string }>('select name from kysely_migration order by name');
  // Unlogged tables are worthless after a crash, and the migrator's lock isn't data.
  const tables = await client.query<Table>(`
    select relname as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'kysely_migration_lock'
      and pg_has_role(relowner, 'USAGE')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by relname`);
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
       and pg_has_role(relowner, 'USAGE') order by 1`,
  );
  const sequences: Facts['sequences'] = [];
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    for (const row of rows) sequences.push({ name, ...row });
  }
  return {
    postgres: version.rows[0]?.version ?? '',
    migrations: ledger.rows.map(({ name }) => name),
    tables: tables.rows,
    sequences,
  };
}
