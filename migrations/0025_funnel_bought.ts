import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // When the address first paid for something that this funnel sold: days after it was left, perhaps.
  await sql`alter table funnel_lead add column bought_at timestamptz`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table funnel_lead drop column bought_at`.execute(db);
}
