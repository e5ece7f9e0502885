import pg from 'pg';
import type { Address } from './cluster.ts';

/**
 * The hub's own connections own its database and have no other rights: no other databases, no roles, no server
 * files or programs. Only the one connection that starts and stops it is a superuser.
 */
export const appRole = 'hub_app';

// Whatever an older version created still belongs to the superuser; ownership is transferred in one transaction, by
// one process at a time.
const handOver = `
do $$
declare
  thing record;
begin
  perform pg_advisory_xact_lock(7283510447);
  if not exists (select from pg_roles where rolname = '${appRole}') then
    create role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
  for thing in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and c.relowner <> '${appRole}'::regrole
      and not (c.relkind = 'S' and exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
  loop
    execute format('alter table %s owner to ${appRole}', thing.name);
  end loop;
  for thing in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner <> '${appRole}'::regrole
      and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to ${appRole}', thing.name);
  end loop;
  execute format('alter database %I owner to ${appRole}', current_database());
end $$`;

export async function ensureOwner(address: Address, database: string): Promise<void> {
  const client = new pg.Client({
    ...address,
    database,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: 'hub owner',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ owned: boolean }>(
      `select pg_get_userbyid(datdba) = $1 and not exists (
         select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
           and pg_get_userbyid(relowner) <> $1) as owned
       from pg_database where datname = current_database()`,
      [appRole],
    );
    if (!rows[0]?.owned) await client.query(handOver);
  } finally {
    await client.end().catch(() => {});
  }
}
