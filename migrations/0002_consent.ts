import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // What somebody agreed to, in the words that they saw; the address as typed, and the key that compares.
  await sql`
    create table consent_record (
      id text primary key,
      address_key text not null,
      address text not null,
      purpose text not null,
      consent_text text not null,
      source text not null,
      given_at timestamptz not null,
      confirmed_at timestamptz,
      withdrawn_at timestamptz,
      unique (address_key, purpose)
    )`.execute(db);
  await sql`
    create table suppression (
      address_key text not null,
      reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'erased')),
      scope text not null check (scope in ('marketing', 'all')),
      at timestamptz not null,
      primary key (address_key, reason)
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table suppression, consent_record`.execute(db);
}
