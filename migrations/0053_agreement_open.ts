import { type Kysely, sql } from 'kysely';

/**
 * Links that anybody can sign by. The text is printed once and lies here; whoever begins gets an agreement of their own
 * with a copy of it, which names the link it came from. `gone` counts signatures whose agreement has been deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_open (
      owner_id text not null references account_user (id) on delete cascade,
      id text not null,
      key text not null,
      title text not null,
      message text not null,
      slug text,
      answers jsonb,
      template text,
      options jsonb not null,
      sender jsonb not null,
      doc jsonb not null,
      pdf bytea not null,
      pages int not null,
      party int,
      signs_too boolean not null,
      own_party int,
      most int not null,
      gone int not null default 0,
      made_at timestamptz not null,
      ends_at timestamptz not null,
      closed_at timestamptz,
      bytes int not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create unique index agreement_open_by_id on agreement_open (id)`.execute(db);
  await sql`create unique index agreement_open_by_key on agreement_open (owner_id, key)`.execute(db);
  await sql`alter table agreement add column open_id text`.execute(db);
  await sql`create index agreement_from_open on agreement (owner_id, open_id) where open_id is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement drop column open_id`.execute(db);
  await sql`drop table agreement_open`.execute(db);
}
