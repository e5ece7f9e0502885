import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // A person. Addresses are kept in lower case, so the constraint is the one judge of "taken".
  await sql`
    create table account_user (
      id text primary key,
      name text not null,
      email text not null unique check (email = lower(email)),
      email_verified boolean not null default false,
      image text,
      suspended_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);

  // Ways in: a password ('credential'), or a person at a provider (its issuer and its subject).
  await sql`
    create table account_login (
      id text primary key,
      user_id text not null references account_user (id) on delete cascade,
      provider_id text not null,
      account_id text not null,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, account_id)
    )`.execute(db);
  await sql`create index account_login_user on account_login (user_id)`.execute(db);

  await sql`
    create table account_session (
      id text primary key,
      user_id text not null references account_user (id) on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_session_user on account_session (user_id)`.execute(db);
  await sql`create index account_session_expiry on account_session (expires_at)`.execute(db);

  // Links in mails; identifiers are hashed, so that a copy of this table opens nothing.
  await sql`
    create table account_verification (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_verification_identifier on account_verification (identifier)`.execute(db);
  await sql`create index account_verification_expiry on account_verification (expires_at)`.execute(db);

  // A try to sign in that the browser may take back, before or after it succeeds.
  await sql`
    create table account_attempt (
      id text primary key,
      session_id text,
      abandoned boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index account_attempt_age on account_attempt (created_at)`.execute(db);

  // The document users/{uid}; its address and name are the person's own.
  await sql`
    create table account_profile (
      owner_id text primary key references account_user (id) on delete cascade,
      is_subscribed boolean not null default false,
      purchased_templates jsonb not null default '[]',
      ai_usage_count integer not null default 0,
      ai_usage_month smallint not null check (ai_usage_month between 0 and 11),
      created_at timestamptz
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`
    drop table account_profile, account_attempt, account_verification, account_session, account_login, account_user
  `.execute(db);
}
