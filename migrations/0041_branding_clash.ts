import { type Kysely, sql } from 'kysely';

/** The newest change whose field another device typed over without having seen it: who made that change is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table branding add column clashed_upon timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table branding drop column clashed_upon`.execute(db);
}
