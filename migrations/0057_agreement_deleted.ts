import { type Kysely, sql } from 'kysely';

/** How many people a deleted agreement had asked: they count towards the day's limit all the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_deleted (
      owner_id text not null references account_user (id) on delete cascade,
      agreement_id text not null,
      at timestamptz not null,
      people integer not null,
      documents integer not null,
      primary key (owner_id, agreement_id)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table agreement_deleted`.execute(db);
}
