import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // One row for what the operator gave and one for what is paid: ending the one never touches the other.
  await sql`
    create table plan_subscription (
      owner_id text not null references account_user (id) on delete cascade,
      source text not null check (source in ('granted', 'paid')),
      plan text not null,
      billing_cycle text not null default 'monthly' check (billing_cycle in ('monthly', 'yearly')),
      payment_method text,
      next_billing_at timestamptz,
      ends_at timestamptz,
      since timestamptz not null,
      primary key (owner_id, source)
    )`.execute(db);
  await sql`create index plan_subscription_end on plan_subscription (ends_at)`.execute(db);

  // What was used in a month of UTC, such as 2026-11: a new month needs no reset.
  await sql`
    create table plan_usage (
      owner_id text not null references account_user (id) on delete cascade,
      month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
      counter text not null,
      used integer not null check (used >= 0),
      primary key (owner_id, month, counter)
    )`.execute(db);

  // In millionths of a dollar, by day of UTC; reserved is what calls under way may still cost.
  await sql`
    create table ai_spend (
      day date primary key,
      reserved bigint not null default 0 check (reserved >= 0),
      spent bigint not null default 0 check (spent >= 0)
    )`.execute(db);

  // The key itself is nowhere: only its SHA-256.
  await sql`
    create table api_key (
      owner_id text not null references account_user (id) on delete cascade,
      id text not null,
      name text not null,
      scopes text[] not null,
      hash text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create index api_key_id on api_key (id)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table api_key, ai_spend, plan_usage, plan_subscription`.execute(db);
}
