import { type Kysely, sql } from 'kysely';

/** Where an account was opened from, as a mark that only this hub can make: tries elsewhere never lock its owner out there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_network (
      user_id text not null references account_user (id) on delete cascade,
      network text not null,
      seen_at timestamptz not null,
      primary key (user_id, network)
    )`.execute(db);
  await sql`create index account_network_age on account_network (seen_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_network`.execute(db);
}
