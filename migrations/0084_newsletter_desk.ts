import { type Kysely, sql } from 'kysely';

/**
 * What an issue says, as its writer wrote it: the only copy of one that is still being written. And how often the links
 * of an issue were followed, which nobody is told apart by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table newsletter_text (
      id text primary key,
      text text not null,
      made_at timestamptz not null,
      changed_at timestamptz not null,
      changed_by text,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create table newsletter_click (
      issue_id text not null references newsletter_issue on delete cascade,
      link integer not null,
      clicks integer not null,
      primary key (issue_id, link)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table newsletter_click, newsletter_text`.execute(db);
}
