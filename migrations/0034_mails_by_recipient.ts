import { type Kysely, sql } from 'kysely';

/** How many mails one mailbox got is asked before each that somebody else may have caused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outbound_message_recipient
    on outbound_message (regexp_replace(lower(payload->>'to'), '\\+[^@]*@', '@'), done_at)
    where channel = 'mail'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbound_message_recipient`.execute(db);
}
