import { type Kysely, sql } from 'kysely';

/** When buyers were told of a version. Those that are there already count as told: nobody is written to about old news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_product_version add column told_at timestamptz`.execute(db);
  await sql`update store_product_version set told_at = imported_at`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_product_version drop column told_at`.execute(db);
}
