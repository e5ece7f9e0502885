import { type Kysely, sql } from 'kysely';

/** Why the provider holds money back, in its own word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_capture add column held_reason text`.execute(db);
  await sql`alter table store_order add column held_reason text`.execute(db);
}
