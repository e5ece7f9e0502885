import { type Kysely, sql } from 'kysely';

/**
 * Texts and logos of templates lie under the hash of their bytes, so that a file never changes under a backup that names
 * it. Each has a line here from before it is put there until it is deleted: when to look whether anything still names
 * it. What a template's logo is stands beside the version it is of, because the release before leaves it behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_kept_file (
      key text primary key,
      owner_id text not null,
      template_id text not null,
      kind text not null,
      hash text not null,
      bytes integer not null,
      look_at timestamptz not null,
      is_let_go boolean not null default false
    )`.execute(db);
  await sql`create index saved_kept_file_owner on saved_kept_file (owner_id, template_id)`.execute(db);
  await sql`create index saved_kept_file_look on saved_kept_file (look_at)`.execute(db);
  await sql`alter table saved_template add column logo_file jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_template drop column logo_file`.execute(db);
  await sql`drop table saved_kept_file`.execute(db);
}
