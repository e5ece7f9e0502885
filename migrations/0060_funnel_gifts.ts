import { type Kysely, sql } from 'kysely';

/**
 * Files that opt-in forms promise. A lead knows which form promised it one, when it was emailed and when it was first
 * downloaded; null where none was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table funnel_gift_file (
      owner_id text not null,
      name text not null,
      at timestamptz not null,
      bytes integer not null default 0,
      file_name text not null default '',
      primary key (owner_id, name)
    )`.execute(db);
  await sql`create index funnel_gift_file_name on funnel_gift_file (name)`.execute(db);
  await sql`create index funnel_gift_file_room on funnel_gift_file (owner_id) include (bytes)`.execute(db);
  await sql`
    alter table funnel_lead
      add column gift_step text,
      add column gift_block text,
      add column gift_mailed_at timestamptz,
      add column downloaded_at timestamptz`.execute(db);
  await sql`
    create index funnel_lead_gift on funnel_lead (owner_id, funnel_id, at) include (downloaded_at)
    where gift_mailed_at is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index funnel_lead_gift`.execute(db);
  await sql`
    alter table funnel_lead
      drop column gift_step,
      drop column gift_block,
      drop column gift_mailed_at,
      drop column downloaded_at`.execute(db);
  await sql`drop table funnel_gift_file`.execute(db);
}
