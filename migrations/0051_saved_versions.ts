import { type Kysely, sql } from 'kysely';

/**
 * Former texts of a template. The present one stays where it is: a save inserts only what it takes the place of, and
 * `written` says of the present one who wrote it and when. A process of an older release leaves it behind, so it names
 * the version it is about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_template add column written jsonb`.execute(db);
  await sql`
    create table saved_version (
      owner_id text not null references saved_owner on delete cascade,
      template_id text not null,
      version integer not null,
      at timestamptz not null,
      written jsonb,
      content text,
      rest json not null,
      content_hash text,
      content_length integer not null,
      bytes integer not null,
      primary key (owner_id, template_id, version)
    )`.execute(db);
  await sql`create index saved_version_room on saved_version (owner_id) include (bytes)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table saved_version`.execute(db);
  await sql`alter table saved_template drop column written`.execute(db);
}
