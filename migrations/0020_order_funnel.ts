import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // The address of the funnel that an order came from: its sales stand in that funnel's numbers.
  await sql`alter table store_order add column funnel text`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table store_order drop column funnel`.execute(db);
}
