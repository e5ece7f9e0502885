import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // When the address first paid for something that this funnel sold: days after it was left, perhaps.
  await sql`alter table funnel_lead add column bought_at timestamptz`.execute(db);
  // What is counted by source and device at once: of the last two days, what is older is rolled up.
  await sql`create index funnel_count_open on funnel_count (day) where source <> '' and kind in ('view', 'lead', 'click', 'no')`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index funnel_count_open`.execute(db);
  await sql`alter table funnel_lead drop column bought_at`.execute(db);
}
