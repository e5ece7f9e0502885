import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // One line of `hub errors`: what went wrong, how often, since when.
  await sql`
    create table error_group (
      fingerprint text primary key,
      kind text not null check (kind in ('error', 'transaction')),
      title text not null,
      place text not null,
      count bigint not null default 1,
      first_at timestamptz not null,
      last_at timestamptz not null
    )`.execute(db);
  await sql`create index error_group_last on error_group (kind, last_at)`.execute(db);

  // Single reports: a bounded number of them, for a bounded time.
  await sql`
    create table error_event (
      id text primary key,
      fingerprint text not null references error_group (fingerprint) on delete cascade,
      at timestamptz not null,
      release text,
      environment text,
      milliseconds integer,
      user_id text,
      user_email text,
      sample jsonb not null
    )`.execute(db);
  await sql`create index error_event_at on error_event (at)`.execute(db);
  await sql`create index error_event_group on error_event (fingerprint, at)`.execute(db);
  await sql`create index error_event_user on error_event (user_email) where user_email is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table error_event, error_group`.execute(db);
}
