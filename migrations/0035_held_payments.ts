import { type Kysely, sql } from 'kysely';

/** What the provider says of an order's money before it is there: held back since, and refused after all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_order add column held_at timestamptz, add column denied_at timestamptz`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_order drop column held_at, drop column denied_at`.execute(db);
}
