import { type Kysely, sql } from 'kysely';

/** Spam and thanks need no answer: such a message waits for nobody, until its writer writes again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_message add column settled_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_message drop column settled_at`.execute(db);
}
