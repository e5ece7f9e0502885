import { type Kysely, sql } from 'kysely';

/** The initials that a signer put beside the clauses that ask for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_person add column initials text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_person drop column initials`.execute(db);
}
