import { type Kysely, sql } from 'kysely';

/** A code beside the password. Its secret is sealed with a key of the hub's; spare codes are kept as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_factor (
      owner_id text primary key references account_user (id) on delete cascade,
      sealed text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      recovery text[] not null,
      created_at timestamptz not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_factor`.execute(db);
}
