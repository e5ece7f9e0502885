import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // As with orders, the books outlive the account, so the owner of a subscription may be nobody.
  await sql`
    create table billing_subscription (
      id text primary key,
      owner_id text references account_user (id) on delete set null,
      kind text not null check (kind in ('plan', 'donation')),
      email text not null,
      email_key text not null,
      buyer_name text not null default '',
      plan text,
      cycle text not null check (cycle in ('monthly', 'yearly')),
      "when" text not null check ("when" in ('now', 'later')),
      due_now_cents bigint not null check (due_now_cents >= 0),
      price_cents bigint not null check (price_cents > 0),
      first_worth_cents bigint not null check (first_worth_cents >= 0),
      renewal_worth_cents bigint not null check (renewal_worth_cents >= 0),
      credit_cents bigint not null default 0 check (credit_cents >= 0),
      country text not null,
      vat_id text,
      tax_basis_points integer not null default 0 check (tax_basis_points >= 0),
      reverse_charge boolean not null default false,
      starts_at timestamptz not null,
      -- What it takes the place of, as that stood when this was agreed.
      replaces text,
      replaces_until timestamptz,
      provider_id text unique,
      approve_url text,
      state text not null check (state in
        ('approving', 'scheduled', 'active', 'past_due', 'ending', 'ended', 'abandoned', 'refused')),
      paid_from timestamptz,
      paid_until timestamptz,
      worth_cents bigint not null default 0,
      renewals integer not null default 0,
      failed_tries integer not null default 0,
      retry_at timestamptz,
      cancel_asked_at timestamptz,
      cancel_told_at timestamptz,
      withdrawn_at timestamptz,
      activated_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null,
      check_at timestamptz
    )`.execute(db);
  await sql`create index billing_owner on billing_subscription (owner_id, created_at desc)`.execute(db);
  await sql`create index billing_email on billing_subscription (email_key)`.execute(db);
  await sql`create index billing_check on billing_subscription (check_at) where check_at is not null`.execute(
    db,
  );
  await sql`create index billing_retry on billing_subscription (retry_at) where retry_at is not null`.execute(
    db,
  );
  // Two windows that choose at once get one and the same.
  await sql`
    create unique index billing_one_approving on billing_subscription (owner_id)
    where kind = 'plan' and state = 'approving'`.execute(db);
  await sql`
    create unique index billing_one_live on billing_subscription (owner_id)
    where kind = 'plan' and state in ('active', 'past_due')`.execute(db);

  await sql`
    create table billing_payment (
      sale_id text primary key,
      subscription_id text not null references billing_subscription (id),
      kind text not null check (kind in ('first', 'renewal', 'mismatch', 'unwanted')),
      cents bigint not null check (cents >= 0),
      tax_cents bigint not null default 0,
      refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= cents),
      period_from timestamptz,
      period_until timestamptz,
      invoice_number text unique,
      seller jsonb,
      at timestamptz not null
    )`.execute(db);
  await sql`create index billing_payment_subscription on billing_payment (subscription_id, at desc)`.execute(
    db,
  );
  await sql`create index billing_payment_at on billing_payment (at)`.execute(db);

  await sql`
    create table billing_credit_note (
      refund_key text primary key,
      sale_id text not null references billing_payment (sale_id),
      number text unique,
      cents bigint not null check (cents > 0),
      reason text not null,
      issued_at timestamptz not null
    )`.execute(db);
  await sql`create index billing_credit_note_sale on billing_credit_note (sale_id)`.execute(db);

  // The provider's own plans, one for each price that was ever agreed.
  await sql`create table billing_provider_plan (terms text primary key, provider_id text not null)`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`
    drop table billing_provider_plan, billing_credit_note, billing_payment, billing_subscription`.execute(db);
}
