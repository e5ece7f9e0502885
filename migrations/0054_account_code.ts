import { type Kysely, sql } from 'kysely';

/**
 * Codes that were emailed to sign in with: one for each browser that asked. Who asked, for which address and with which
 * code are hashes; a row says of nobody that they have an account, and is worth nothing after ten minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_code (
      browser text primary key,
      address text not null,
      code text not null,
      tries int not null default 0,
      made_at timestamptz not null
    )`.execute(db);
  await sql`create index account_code_address on account_code (address)`.execute(db);
  await sql`create index account_code_age on account_code (made_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_code`.execute(db);
}
