import { sql, type Kysely } from 'kysely';

/** Agreements: what a member sent to be signed, to whom, and all that happened to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement (
      owner_id text not null references account_user (id) on delete cascade,
      id text not null,
      key text not null,
      title text not null,
      message text not null,
      state text not null check (state in ('out', 'signed', 'declined', 'expired', 'withdrawn')),
      version int not null,
      slug text,
      answers jsonb,
      template text,
      follows text,
      options jsonb not null,
      sender jsonb not null,
      forwarding boolean not null,
      reminders boolean not null,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      sealed_sha256 text,
      last_seq int not null default 0,
      last_hash text not null,
      read_seq int not null default 0,
      bytes int not null default 0,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create unique index agreement_by_id on agreement (id)`.execute(db);
  await sql`create unique index agreement_by_key on agreement (owner_id, key)`.execute(db);
  await sql`create index agreement_by_time on agreement (owner_id, sent_at desc, id desc)`.execute(db);
  await sql`create index agreement_out on agreement (expires_at) where state = 'out'`.execute(db);
  const part = (columns: ReturnType<typeof sql>, key: ReturnType<typeof sql>) => sql`(
      owner_id text not null,
      agreement_id text not null,
      ${columns},
      primary key (owner_id, agreement_id, ${key}),
      foreign key (owner_id, agreement_id) references agreement (owner_id, id) on delete cascade
    )`;
  await sql`create table agreement_version ${part(
    sql`version int not null, doc jsonb not null, pages int not null, sha256 text not null, words text not null, at timestamptz not null`,
    sql`version`,
  )}`.execute(db);
  // The files that were signed and sealed lie with what they belong to: one transaction, one backup, no orphans.
  await sql`create table agreement_file ${part(
    sql`sha256 text not null, bytes bytea not null`,
    sql`sha256`,
  )}`.execute(db);
  await sql`create table agreement_person ${part(
    sql`n int not null, name text not null, email text not null, email_key text not null, role text not null,
      turn int not null, party int, state text not null, at timestamptz, reason text not null default '',
      signed_name text, signature jsonb, proof text, network text, rev int not null default 0,
      seen_version int not null default 0, asked_at timestamptz, reminded int not null default 0,
      code_hash text, code_at timestamptz, code_tries int not null default 0`,
    sql`n`,
  )}`.execute(db);
  await sql`create index agreement_person_by_email on agreement_person (email_key)`.execute(db);
  await sql`create table agreement_event ${part(
    sql`seq int not null, at timestamptz not null, kind text not null, person int, data jsonb not null, hash text not null`,
    sql`seq`,
  )}`.execute(db);
  await sql`create table agreement_comment ${part(
    sql`id text not null, key text not null, version int not null, place text not null, quote text not null,
      person int, author text not null, text text not null, words text, outcome text, at timestamptz not null`,
    sql`id`,
  )}`.execute(db);
  await sql`create unique index agreement_comment_by_key on agreement_comment (owner_id, agreement_id, key)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of ['comment', 'event', 'person', 'file', 'version'])
    await sql`drop table ${sql.table(`agreement_${name}`)}`.execute(db);
  await sql`drop table agreement`.execute(db);
}
