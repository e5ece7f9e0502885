import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Side effects, written in the transaction of the change they follow.
  await sql`
    create table outbound_message (
      id text primary key,
      channel text not null,
      dedupe_key text not null,
      payload jsonb not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'sending', 'done', 'failed', 'cancelled', 'kept')),
      due_at timestamptz not null default now(),
      attempts integer not null default 0,
      lease_until timestamptz,
      last_error text,
      note text,
      created_at timestamptz not null default now(),
      done_at timestamptz,
      unique (channel, dedupe_key)
    )`.execute(db);
  await sql`create index outbound_message_due on outbound_message (channel, due_at) where state in ('waiting', 'sending')`.execute(
    db,
  );
  await sql`create index outbound_message_by_key on outbound_message (dedupe_key) where state = 'waiting'`.execute(
    db,
  );

  // Counts of the last minutes: worth nothing after a crash, so not worth a log.
  await sql`
    create unlogged table rate_limit (
      key text not null,
      window_start timestamptz not null,
      count integer not null,
      primary key (key, window_start)
    )`.execute(db);
  await sql`create index rate_limit_window on rate_limit (window_start)`.execute(db);

  await sql`create table hub_meta (key text primary key, value jsonb not null)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table hub_meta, rate_limit, outbound_message`.execute(db);
}
