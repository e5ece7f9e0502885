import { type Kysely, sql } from 'kysely';

/**
 * The signature that a member keeps for the next document; and which question a comment proposes another answer to,
 * with its words as they were read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_signature (
      owner_id text primary key references account_user (id) on delete cascade,
      signature jsonb not null,
      at timestamptz not null
    )`.execute(db);
  await sql`alter table agreement_comment add column field text, add column label text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_comment drop column field, drop column label`.execute(db);
  await sql`drop table agreement_signature`.execute(db);
}
