import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Counts an owner's changes. Its lock puts them in one order, so that whoever has seen n misses none before it.
  await sql`
    create table saved_owner (
      owner_id text primary key references account_user (id) on delete cascade,
      seq bigint not null
    )`.execute(db);

  await sql`
    create table saved_template (
      owner_id text not null references saved_owner on delete cascade,
      id text not null,
      version integer not null,
      content_version integer not null,
      seq bigint not null,
      name text not null,
      folder text not null default '',
      starred boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      is_purged boolean not null default false,
      content text,
      -- Text, as it was written: jsonb refuses characters that a document may hold.
      rest json not null,
      is_stored boolean not null default false,
      content_hash text,
      logo_version integer,
      content_length integer not null,
      bytes integer not null,
      excerpt text not null,
      -- Only for what lies in files; the rest is searched in its content.
      search_text text,
      primary key (owner_id, id),
      check (is_stored or bytes <= 1048576)
    )`.execute(db);
  await sql`create unique index saved_template_order on saved_template (owner_id, seq)`.execute(db);
  await sql`
    create index saved_template_bin on saved_template (deleted_at) where deleted_at is not null and not is_purged
  `.execute(db);

  // A write that was answered, so that it is done once however often it comes.
  await sql`
    create table saved_write (
      owner_id text not null references saved_owner on delete cascade,
      key text not null,
      template_id text not null,
      outcome text not null,
      version integer not null,
      at timestamptz not null,
      primary key (owner_id, key)
    )`.execute(db);
  await sql`create index saved_write_at on saved_write (at)`.execute(db);

  // Files that nothing points to from this time on.
  await sql`create table saved_trash (key text primary key, due_at timestamptz not null)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table saved_trash, saved_write, saved_template, saved_owner`.execute(db);
}
