import { type Kysely, sql } from 'kysely';

const counted = ['funnel', 'funnel_version', 'funnel_page', 'funnel_picture'] as const;

/**
 * What each account holds, in bytes, beside what holds it. Of rows that are there, and of those that the release before
 * writes, what they take on the disk, or nothing: they count in full the next time they are written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of counted) {
    await sql`alter table ${sql.table(name)} add column bytes integer not null default 0`.execute(db);
    await sql`create index ${sql.id(`${name}_room`)} on ${sql.table(name)} (owner_id) include (bytes)`.execute(
      db,
    );
  }
  await sql`update funnel set bytes = pg_column_size(doc) where doc is not null`.execute(db);
  await sql`update funnel_version set bytes = pg_column_size(doc)`.execute(db);
  await sql`update funnel_page set bytes = pg_column_size(html)`.execute(db);
  // Files of templates that stand in no template's own count: uploads that none has taken yet, wholes, logos.
  await sql`
    create table saved_file (
      key text primary key,
      owner_id text not null references account_user (id) on delete cascade,
      bytes integer not null
    )`.execute(db);
  await sql`create index saved_file_room on saved_file (owner_id) include (bytes)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table saved_file`.execute(db);
  for (const name of counted) {
    await sql`drop index ${sql.id(`${name}_room`)}`.execute(db);
    await sql`alter table ${sql.table(name)} drop column bytes`.execute(db);
  }
}
