import { type Kysely, sql } from 'kysely';

/** Each look for due messages asks first whose lease has ended; those that wait are no part of the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outbound_message_lease on outbound_message (channel, lease_until) where state = 'sending'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbound_message_lease`.execute(db);
}
