import { type Kysely, sql } from 'kysely';

/**
 * The lease under which a message was taken and has not left yet: whoever finds that lease lost may try again. A process
 * of the release before takes a message without it, and leaves another lease behind than this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbound_message add column not_left timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbound_message drop column not_left`.execute(db);
}
