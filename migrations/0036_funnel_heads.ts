import { type Kysely, sql } from 'kysely';

/** How many steps a funnel has, so that a list of funnels reads none of them. Empty: the release before wrote it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table funnel add column steps integer`.execute(db);
  await sql`update funnel set steps = jsonb_array_length(doc->'steps') where doc is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table funnel drop column steps`.execute(db);
}
