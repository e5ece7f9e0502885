import { type Kysely, sql } from 'kysely';

/** A product can be on sale from one moment until another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table store_product
      add column sale_from timestamptz,
      add column sale_until timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_product drop column sale_from, drop column sale_until`.execute(db);
}
