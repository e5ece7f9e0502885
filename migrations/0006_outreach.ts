import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // A confirmation that was mailed: what its link names, and when the address may be mailed the next.
  await sql`
    create table newsletter_request (
      id text primary key,
      address_key text not null unique,
      address text not null,
      mailed_at timestamptz not null
    )`.execute(db);
  await sql`create index newsletter_request_age on newsletter_request (mailed_at)`.execute(db);

  // How far an issue has come through the subscribers, so that it goes on after a crash and never starts again.
  await sql`
    create table newsletter_issue (
      id text primary key,
      subject text not null,
      content_hash text not null,
      after_id text not null default '',
      queued integer not null default 0,
      started_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);

  await sql`
    create table contact_message (
      id text primary key,
      address_key text not null,
      address text not null,
      name text not null,
      reason text not null,
      message text not null,
      text_hash text not null,
      held text check (held in ('trap', 'links', 'copy')),
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index contact_message_age on contact_message (received_at)`.execute(db);
  await sql`create index contact_message_text on contact_message (text_hash, received_at)`.execute(db);
  await sql`create index contact_message_sender on contact_message (address_key)`.execute(db);

  // When an address got its last receipt: nobody is mailed more than one an hour in their name.
  await sql`
    create table contact_receipt (
      address_key text primary key,
      mailed_at timestamptz not null
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table contact_receipt, contact_message, newsletter_issue, newsletter_request`.execute(db);
}
