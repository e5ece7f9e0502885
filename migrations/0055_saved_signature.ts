import { type Kysely, sql } from 'kysely';

/** The signature that a member keeps for the next document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_signature (
      owner_id text primary key references account_user (id) on delete cascade,
      signature jsonb not null,
      at timestamptz not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table agreement_signature`.execute(db);
}
