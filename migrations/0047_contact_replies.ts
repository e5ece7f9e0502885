import { type Kysely, sql } from 'kysely';

/** What is written to us becomes a conversation: with what was asked in the chat before, and with answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_message
      add column conversation jsonb,
      add column uid text references account_user (id) on delete set null`.execute(db);
  await sql`create index contact_message_by_member on contact_message (uid, received_at) where uid is not null`.execute(
    db,
  );
  await sql`
    create table contact_reply (
      id text primary key,
      message_id text not null references contact_message (id) on delete cascade,
      author text not null check (author in ('operator', 'visitor')),
      text text not null,
      written_at timestamptz not null
    )`.execute(db);
  await sql`create index contact_reply_by_message on contact_reply (message_id, written_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table contact_reply`.execute(db);
  await sql`alter table contact_message drop column uid, drop column conversation`.execute(db);
}
