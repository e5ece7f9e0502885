import { type Kysely, sql } from 'kysely';

/** The version whose text brought a template back out of the bin: whoever saved it is told, also when they ask again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_template add column brought_back integer`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_template drop column brought_back`.execute(db);
}
