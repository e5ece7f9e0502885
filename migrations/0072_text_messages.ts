import { type Kysely, sql } from 'kysely';

/**
 * Text messages: a person’s number, what they agreed to get there (never derived from email), who wants none from this hub at
 * all, and how many went out. An earlier release writes emails as before, and passes by a step that is a text message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact add column phone text not null default ''`.execute(db);
  await sql`create index contact_phone on contact (phone) where phone <> ''`.execute(db);
  await sql`alter table followup_message add column channel text not null default 'mail'`.execute(db);
  await sql`
    create table text_consent (
      id text primary key,
      owner_id text not null,
      number text not null,
      consent_text text not null,
      source text not null,
      given_at timestamptz not null,
      withdrawn_at timestamptz,
      unique (owner_id, number)
    )`.execute(db);
  await sql`
    create table text_stop (
      number text primary key,
      reason text not null check (reason in ('STOP', 'no number', 'erased')),
      at timestamptz not null
    )`.execute(db);
  await sql`create table text_heard (id text primary key, at timestamptz not null)`.execute(db);
  await sql`
    create table text_count (
      message_id text primary key,
      owner_id text not null,
      number text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index text_count_owner on text_count (owner_id, at)`.execute(db);
  await sql`create index text_count_number on text_count (number, at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table text_count, text_heard, text_stop, text_consent`.execute(db);
  await sql`alter table followup_message drop column channel`.execute(db);
  await sql`alter table contact drop column phone`.execute(db);
}
