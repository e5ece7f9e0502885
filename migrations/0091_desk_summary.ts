import { type Kysely, sql } from 'kysely';

/** A summary by mail, for each operator who wants one, to an address that they have proven. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table desk_summary (
      operator_id text primary key references desk_operator (id) on delete cascade,
      email text,
      pending_email text,
      code_hash text,
      code_at timestamptz,
      code_tries integer not null default 0,
      cadence text not null default 'never',
      weekday integer not null default 1,
      hour integer not null default 8,
      zone text not null default '',
      skips_empty boolean not null default true,
      last_at timestamptz,
      next_at timestamptz
    )`.execute(db);
  await sql`create index desk_summary_due on desk_summary (next_at) where next_at is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table desk_summary`.execute(db);
}
