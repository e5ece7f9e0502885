import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Guests pay as members do, so money hangs on what it is for; whose that is stands with the thing itself.
  await sql`
    create table payment (
      id text primary key,
      kind text not null,
      reference text not null unique,
      attempt integer not null default 1,
      declines integer not null default 0,
      provider_order_id text unique,
      total_cents bigint not null check (total_cents > 0),
      currency text not null check (currency = 'USD'),
      description text not null,
      payee text,
      payer_email text,
      state text not null default 'open' check (state in
        ('open', 'pending', 'paid', 'declined', 'expired', 'mismatch', 'partly_refunded', 'refunded')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- When the reconciling job looks at it next; null: never again.
      check_at timestamptz,
      checks integer not null default 0
    )`.execute(db);
  await sql`create index payment_check on payment (check_at) where check_at is not null`.execute(db);
  await sql`create index payment_by_payer on payment (lower(payer_email))`.execute(db);
  await sql`create index payment_created on payment (created_at)`.execute(db);

  // Former orders of a payment that was begun anew: money that arrives for one must still find its way.
  await sql`
    create table payment_former_order (
      provider_order_id text primary key,
      payment_id text not null references payment (id) on delete cascade
    )`.execute(db);

  await sql`
    create table payment_capture (
      provider_order_id text not null,
      capture_id text not null unique,
      payment_id text not null references payment (id) on delete cascade,
      cents bigint not null,
      state text not null check (state in ('pending', 'paid', 'declined', 'mismatch')),
      at timestamptz not null,
      primary key (provider_order_id, capture_id)
    )`.execute(db);
  await sql`create index payment_capture_payment on payment_capture (payment_id)`.execute(db);

  await sql`
    create table payment_refund (
      id text primary key,
      payment_id text not null references payment (id) on delete cascade,
      provider_refund_id text unique,
      capture_id text not null,
      cents bigint not null check (cents > 0),
      by text not null check (by in ('hub', 'provider', 'reversed')),
      reason text,
      state text not null check (state in ('asked', 'done', 'failed')),
      at timestamptz not null
    )`.execute(db);
  await sql`create index payment_refund_payment on payment_refund (payment_id)`.execute(db);
  await sql`create index payment_refund_asked on payment_refund (at) where state = 'asked'`.execute(db);

  // Notices that were dealt with: the same one again is known.
  await sql`create table payment_event (id text primary key, type text not null, at timestamptz not null)`.execute(
    db,
  );
  await sql`create index payment_event_at on payment_event (at)`.execute(db);

  await sql`
    create table donation (
      id text primary key,
      owner_id text references account_user (id) on delete set null,
      cents bigint not null check (cents between 100 and 1000000),
      name text,
      message text,
      email text,
      address_key text,
      state text not null default 'open' check (state in ('open', 'paid', 'declined', 'partly_refunded', 'refunded')),
      created_at timestamptz not null,
      paid_at timestamptz
    )`.execute(db);
  await sql`create index donation_owner on donation (owner_id) where owner_id is not null`.execute(db);
  await sql`create index donation_address on donation (address_key)`.execute(db);
  await sql`create index donation_created on donation (created_at)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table donation, payment_event, payment_refund, payment_capture, payment_former_order, payment`.execute(
    db,
  );
}
