import { type Kysely, sql } from 'kysely';

/**
 * Issues keep their text, so that they can be read on the web; issues with a time wait apart until it has come. What a
 * reader chose stands beside their consent, under the same key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table newsletter_issue
      add column slug text unique,
      add column summary text not null default '',
      add column body jsonb,
      add column topics jsonb not null default '[]',
      add column is_public boolean not null default false,
      add column planned_for timestamptz`.execute(db);
  await sql`
    create index newsletter_issue_public on newsletter_issue (started_at desc, id) where is_public`.execute(
    db,
  );

  await sql`
    create table newsletter_plan (
      id text primary key,
      subject text not null,
      summary text not null,
      body jsonb not null,
      content_hash text not null,
      topics jsonb not null,
      is_public boolean not null,
      send_at timestamptz not null,
      zone text not null,
      planned_at timestamptz not null
    )`.execute(db);

  await sql`
    create table newsletter_reader (
      address_key text primary key,
      topics jsonb not null default '[]',
      paused_until timestamptz,
      is_fewer boolean not null default false,
      held_issue text,
      queued_key text,
      sent_issue text,
      sent_at timestamptz
    )`.execute(db);
  await sql`
    create index newsletter_reader_held on newsletter_reader (sent_at) where held_issue is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table newsletter_reader, newsletter_plan`.execute(db);
  await sql`drop index newsletter_issue_public`.execute(db);
  await sql`
    alter table newsletter_issue
      drop column slug, drop column summary, drop column body, drop column topics, drop column is_public,
      drop column planned_for`.execute(db);
}
