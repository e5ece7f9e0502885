import { type Kysely, sql } from 'kysely';

/**
 * What an issue says, as its writer wrote it: the only copy of one that is still being written. How often the links of
 * an issue were followed, whoever did. People are found by how their address or name begins, and mail by
 * when it was written.
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
  // Whoever looks for somebody types how their address or name begins.
  await sql`create index store_order_email_begins on store_order (email_key text_pattern_ops)`.execute(db);
  await sql`
    create index store_order_name_begins on store_order (lower(buyer_name) text_pattern_ops)
    where buyer_name <> ''`.execute(db);
  await sql`create index consent_record_begins on consent_record (address_key text_pattern_ops)`.execute(db);
  await sql`
    create index outbound_message_mail on outbound_message (created_at desc, id desc) where channel = 'mail'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbound_message_mail, store_order_email_begins, store_order_name_begins, consent_record_begins`.execute(
    db,
  );
  await sql`drop table newsletter_click, newsletter_text`.execute(db);
}
