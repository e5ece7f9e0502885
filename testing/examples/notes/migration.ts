import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table note (
      owner_id text not null references account_user (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      text text not null,
      written_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create index note_by_time on note (owner_id, written_at desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table note`.execute(db);
}
