import { countOf } from '#base/count.ts';
import pg from 'pg';
import { type CopyIn, copyIn } from '../database/copy.ts';
import { migrateInside } from '../database/migrate.ts';
import type { BackupHeader } from './format.ts';
import { copyTarget, plainValues } from './snapshot.ts';

/** Loads the tables of a backup into a database, in one transaction that the caller begins and ends. */
export interface Load {
  write(table: string, bytes: Uint8Array): Promise<void>;
  /** The rest: sequences, foreign keys, and migrations newer than the backup. */
  finish(): Promise<{ tables: number; rows: number }>;
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

const inSchema = 'relnamespace = current_schema()::regnamespace';
const ofNoExtension = (classid: string, objid: string) =>
  `not exists (select from pg_depend where classid = '${classid}'::regclass and objid = ${objid} and deptype = 'e')`;

/**
 * Recreates the tables as they were at the time of the backup and loads the rows in any order: foreign keys are
 * dropped first and restored last, when they are all checked. This needs no superuser, only the owner of the
 * tables.
 */
export async function beginLoad(
  client: pg.Client,
  header: BackupHeader,
  tell: (line: string) => void,
  migrationsFolder?: string,
): Promise<Load> {
  await client.query(plainValues);
  await dropEverything(client);
  const last = header.migrations.at(-1);
  if (last !== undefined) await migrateInside(client, last, migrationsFolder);

  const { rows: references } = await client.query<Reference>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = conrelid where contype = 'f' and conparentid = 0 and ${inSchema}`);
  const { rows: triggered } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger join pg_class t on t.oid = tgrelid where not tgisinternal and ${inSchema}`);
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);
  // Rows inserted by migrations are in the backup, too, with later changes.
  for (const { name } of header.tables) await client.query(`truncate ${pg.escapeIdentifier(name)}`);

  const loaded: { table: string; rows: number }[] = [];
  let current: { table: string; copy: CopyIn } | undefined;
  async function endCurrent(): Promise<void> {
    if (!current) return;
    const rows = await current.copy.end();
    loaded.push({ table: current.table, rows });
    if (rows > 0) tell(`database   ${current.table}, ${countOf(rows, 'row')}`);
    current = undefined;
  }

  return {
    async write(name, bytes) {
      if (current?.table !== name) {
        await endCurrent();
        const table = header.tables.find((each) => each.name === name);
        if (!table) throw new Error(`The backup contains rows of a table it doesn’t list: ${name}`);
        current = { table: name, copy: await copyIn(client, `copy ${copyTarget(table)} from stdin`) };
      }
      if (bytes.length > 0) await current.copy.write(bytes);
    },
    async finish() {
      await endCurrent();
      for (const { name, value, isCalled } of header.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [
          pg.escapeIdentifier(name),
          value,
          isCalled,
        ]);
      }
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`);
      // No deferred checks may be pending before tables are altered again.
      await client.query('set constraints all immediate');
      await migrateInside(client, 'all', migrationsFolder);
      return { tables: loaded.length, rows: loaded.reduce((sum, { rows }) => sum + rows, 0) };
    },
  };
}

/** The tables that contain someone's data; what a first start writes by itself doesn't count. */
export async function tablesInUse(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class c where ${inSchema} and relkind = 'r' and relpersistence = 'p' and ${ofNoExtension('pg_class', 'c.oid')}
      and relname not in ('kysely_migration', 'kysely_migration_lock', 'hub_meta') order by 1`);
  const used: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) used.push(name);
  }
  return used;
}

async function dropEverything(client: pg.Client): Promise<void> {
  // In this order, nothing depends on what is dropped before it; extensions and their objects stay.
  const kinds = [
    `select format('drop %s %I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname) as statement
       from pg_class c where ${inSchema} and relkind in ('v', 'm', 'r', 'p') and not relispartition and ${ofNoExtension('pg_class', 'c.oid')}`,
    `select format('drop sequence %I cascade', relname) as statement from pg_class c where ${inSchema} and relkind = 'S' and ${ofNoExtension('pg_class', 'c.oid')}`,
    `select format('drop routine %s cascade', p.oid::regprocedure) as statement
       from pg_proc p where pronamespace = current_schema()::regnamespace and ${ofNoExtension('pg_proc', 'p.oid')}`,
    `select format('drop type %I cascade', typname) as statement from pg_type t
       where typnamespace = current_schema()::regnamespace and (typtype in ('e', 'd') or (typtype = 'c' and exists (select from pg_class where oid = typrelid and relkind = 'c')))
       and ${ofNoExtension('pg_type', 't.oid')}`,
  ];
  for (const kind of kinds) {
    const { rows } = await client.query<{ statement: string }>(kind);
    for (const { statement } of rows) {
      // An earlier CASCADE may already have dropped it.
      await client.query(
        statement.replace(/^(drop (?:materialized view|view|table|sequence|routine|type)) /, '$1 if exists '),
      );
    }
  }
}
