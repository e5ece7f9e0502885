import { type Kysely, sql } from 'kysely';

/** The operator's desk: who may sit there, with which passkey, since when, and what they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table desk_operator (
      id text primary key,
      name text not null,
      rights text[] not null,
      created_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  // Two people of one name could not be told apart in the record.
  await sql`create unique index desk_operator_name on desk_operator (lower(name)) where revoked_at is null`.execute(
    db,
  );
  await sql`
    create table desk_invitation (
      hash text primary key,
      operator_id text references desk_operator (id) on delete cascade,
      name text not null,
      rights text[] not null,
      made_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table desk_passkey (
      id text primary key,
      operator_id text not null references desk_operator (id) on delete cascade,
      name text not null,
      public_key text not null,
      counter bigint not null,
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index desk_passkey_operator on desk_passkey (operator_id)`.execute(db);
  await sql`
    create table desk_session (
      hash text primary key,
      id text not null,
      operator_id text not null references desk_operator (id) on delete cascade,
      device text not null,
      created_at timestamptz not null,
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index desk_session_operator on desk_session (operator_id)`.execute(db);
  await sql`
    create table desk_ticket (
      hash text primary key,
      about text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index desk_ticket_expires on desk_ticket (expires_at)`.execute(db);
  await sql`
    create table desk_record (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      operator_id text not null,
      operator text not null,
      act text not null,
      subject text not null,
      outcome text not null,
      before jsonb,
      after jsonb
    )`.execute(db);
  await sql`create index desk_record_at on desk_record (at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['record', 'ticket', 'session', 'passkey', 'invitation', 'operator'])
    await sql`drop table ${sql.raw(`desk_${table}`)}`.execute(db);
}
