import { type Kysely, sql } from 'kysely';

/** People by what they have in common, under a name of their member's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table followup_segment (
      owner_id text not null,
      id text not null,
      name text not null,
      body jsonb not null,
      created_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table followup_segment`.execute(db);
}
