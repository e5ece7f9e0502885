import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table store_product add column issues_keys boolean not null default false`.execute(db);

  // An order stays when its buyer's account goes: the books must be kept. So its owner may be nobody.
  await sql`
    create table store_order (
      id text primary key,
      owner_id text references account_user (id) on delete set null,
      -- What one press of one cart is, in however many tabs.
      checkout_key text not null,
      digest text not null,
      state text not null check (state in ('open', 'replaced', 'paid', 'refunded')),
      email text not null,
      email_key text not null,
      -- Moves when the address is corrected, so that links mailed to the wrong one end.
      link_version integer not null default 1,
      country text not null,
      buyer_name text not null default '',
      vat_id text,
      vat_state text not null check (vat_state in ('none', 'valid', 'invalid', 'unchecked')),
      consent_text text,
      wants_news boolean not null default false,
      subtotal_cents bigint not null check (subtotal_cents >= 0),
      discount_cents bigint not null check (discount_cents >= 0),
      tax_cents bigint not null check (tax_cents >= 0),
      tax_basis_points integer not null check (tax_basis_points >= 0),
      reverse_charge boolean not null default false,
      total_cents bigint not null check (total_cents >= 0),
      refunded_cents bigint not null default 0 check (refunded_cents >= 0),
      coupon_code text,
      provider_order_id text,
      invoice_number text unique,
      source text not null default 'hub',
      external_id text,
      seller jsonb,
      created_at timestamptz not null,
      paid_at timestamptz,
      withdrawn_at timestamptz,
      unique (source, external_id)
    )`.execute(db);
  await sql`create unique index store_order_checkout on store_order (checkout_key) where state <> 'replaced'`.execute(
    db,
  );
  await sql`create index store_order_owner on store_order (owner_id, paid_at desc)`.execute(db);
  await sql`create index store_order_email on store_order (email_key, paid_at desc)`.execute(db);
  await sql`create index store_order_paid on store_order (paid_at desc)`.execute(db);

  await sql`
    create table store_order_line (
      order_id text not null references store_order (id) on delete cascade,
      position smallint not null,
      product_id text not null,
      title text not null,
      version text not null,
      unit_cents bigint not null check (unit_cents >= 0),
      quantity integer not null check (quantity > 0),
      line_cents bigint not null check (line_cents >= 0),
      discount_cents bigint not null check (discount_cents >= 0),
      unlocks text[] not null default '{}',
      primary key (order_id, position)
    )`.execute(db);
  await sql`create index store_order_line_product on store_order_line (product_id)`.execute(db);

  await sql`
    create table store_licence_key (
      order_id text not null references store_order (id) on delete cascade,
      position smallint not null,
      serial integer not null,
      key text not null,
      issued_at timestamptz not null,
      replaced_at timestamptz,
      primary key (order_id, position, serial)
    )`.execute(db);

  await sql`
    create table store_coupon (
      code text primary key,
      percent_off integer check (percent_off between 1 and 100),
      cents_off bigint check (cents_off > 0),
      product_ids text[],
      valid_until timestamptz,
      most_uses integer check (most_uses > 0),
      used integer not null default 0 check (used >= 0),
      note text not null default '',
      created_at timestamptz not null,
      removed_at timestamptz,
      check ((percent_off is null) <> (cents_off is null)),
      check (most_uses is null or used <= most_uses)
    )`.execute(db);

  // Who holds a use of a coupon: taken before paying, given back by an order that nobody pays.
  await sql`
    create table store_coupon_hold (
      order_id text primary key references store_order (id) on delete cascade,
      code text not null references store_coupon (code),
      held_until timestamptz not null,
      given_back boolean not null default false
    )`.execute(db);
  await sql`create index store_coupon_hold_due on store_coupon_hold (held_until) where not given_back`.execute(
    db,
  );

  // Numbers without gaps: the row is locked until the invoice that took one is committed.
  await sql`
    create table store_number (
      series text primary key,
      last integer not null
    )`.execute(db);

  await sql`
    create table store_credit_note (
      number text primary key,
      order_id text not null references store_order (id),
      refund_key text not null unique,
      cents bigint not null check (cents > 0),
      reason text not null,
      issued_at timestamptz not null
    )`.execute(db);
  await sql`create index store_credit_note_order on store_credit_note (order_id)`.execute(db);

  await sql`
    create table store_download (
      order_id text not null references store_order (id) on delete cascade,
      at timestamptz not null,
      product_id text not null,
      version text not null,
      name text not null
    )`.execute(db);
  await sql`create index store_download_order on store_download (order_id, at desc)`.execute(db);

  // A member's cart, to be found on their other devices.
  await sql`
    create table store_cart (
      owner_id text primary key references account_user (id) on delete cascade,
      items jsonb not null,
      version integer not null,
      changed_at timestamptz not null
    )`.execute(db);

  // Where the operator wants to hear of orders.
  await sql`
    create table store_webhook (
      url text primary key,
      secret text not null,
      created_at timestamptz not null
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`
    drop table store_webhook, store_cart, store_download, store_credit_note, store_number, store_coupon_hold,
      store_coupon, store_licence_key, store_order_line, store_order`.execute(db);
  await sql`alter table store_product drop column issues_keys`.execute(db);
}
