import { type Kysely, sql } from 'kysely';

/** What a device or a password manager keeps for somebody, by its public half. Found by its id, which the device names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_passkey (
      owner_id text not null references account_user (id) on delete cascade,
      id text not null unique,
      name text not null,
      public_key text not null,
      -- How often it was used, where a device counts: a copy of it would count from before.
      counter bigint not null,
      transports text[] not null,
      -- Kept by more than one device, so that losing one is no way out.
      backed_up boolean not null,
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (owner_id, id)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_passkey`.execute(db);
}
