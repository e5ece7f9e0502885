import { type Kysely, sql } from 'kysely';

/** Devices of an operator that are told of sales and problems, and keys by which their programs act at the desk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table desk_push (
      id text primary key,
      operator_id text not null references desk_operator (id) on delete cascade,
      endpoint text not null,
      endpoint_hash text not null unique,
      p256dh text not null,
      auth text not null,
      vapid text not null,
      device text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index desk_push_operator on desk_push (operator_id)`.execute(db);
  await sql`
    create table desk_notice (
      operator_id text primary key references desk_operator (id) on delete cascade,
      sales boolean not null default true,
      problems boolean not null default true,
      known jsonb not null default '[]',
      told_until timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`
    create table desk_api_key (
      id text primary key,
      operator_id text not null references desk_operator (id) on delete cascade,
      name text not null,
      hash text not null unique,
      rights text[] not null,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index desk_api_key_operator on desk_api_key (operator_id)`.execute(db);
  await sql`
    create table desk_api_call (
      key_id text not null references desk_api_key (id) on delete cascade,
      idem text not null,
      print text not null,
      at timestamptz not null,
      status integer,
      answer jsonb,
      primary key (key_id, idem)
    )`.execute(db);
  await sql`create index desk_api_call_at on desk_api_call (at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table desk_api_call, desk_api_key, desk_notice, desk_push`.execute(db);
}
