import { type Kysely, sql } from 'kysely';

/** What happened around accounts, rights, money and keys: ids only, forgotten after SECURITY_LOG_DAYS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_event (
      id uuid primary key default gen_random_uuid(),
      at timestamptz not null,
      what text not null,
      outcome text not null,
      account text,
      -- A keyed hash of the address that was typed: found by who knows the address, read by nobody.
      address_key text,
      network text,
      how text,
      route text,
      request text,
      times integer not null default 1
    )`.execute(db);
  await sql`create index security_event_at on security_event (at)`.execute(db);
  await sql`create index security_event_account on security_event (account, at) where account is not null`.execute(
    db,
  );
  await sql`create index security_event_address on security_event (address_key, at) where address_key is not null`.execute(
    db,
  );

  // When the person last proved to be there, beyond having the session.
  await sql`alter table account_session add column confirmed_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_session drop column confirmed_at`.execute(db);
  await sql`drop table security_event`.execute(db);
}
