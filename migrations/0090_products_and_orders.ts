import { type Kysely, sql } from 'kysely';

/** Products on sale at a time, and orders found by anything that somebody knows of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table store_product
      add column sale_from timestamptz,
      add column sale_until timestamptz`.execute(db);

  await sql`alter table store_order add column buyer_address text not null default ''`.execute(db);
  await sql`
    create table store_correction (
      order_id text not null references store_order on delete cascade,
      position integer not null,
      number text not null unique,
      replaces text not null unique,
      credit_number text not null unique,
      cents integer not null,
      refunded_before integer not null,
      buyer_before jsonb not null,
      seller jsonb not null,
      reason text not null,
      asked_by text,
      issued_at timestamptz not null,
      primary key (order_id, position)
    )`.execute(db);

  await sql`
    create table store_order_file (
      id text primary key,
      order_id text not null references store_order on delete cascade,
      name text not null,
      bytes bigint not null,
      given_at timestamptz not null,
      given_by text,
      removed_at timestamptz,
      is_cleared boolean not null default false
    )`.execute(db);
  await sql`create index store_order_file_order on store_order_file (order_id, given_at)`.execute(db);
  await sql`
    create index store_order_file_removed on store_order_file (removed_at)
    where removed_at is not null and not is_cleared`.execute(db);

  await sql`create index payment_capture_id on payment_capture (capture_id)`.execute(db);
  await sql`
    create index payment_refund_provider on payment_refund (provider_refund_id)
    where provider_refund_id is not null`.execute(db);
  await sql`create index store_licence_key_begins on store_licence_key (key text_pattern_ops)`.execute(db);
  await sql`create index store_order_id_begins on store_order (id text_pattern_ops)`.execute(db);
  // A server that isn't ours may lack the extension, or the right to add it: then a part of a name takes longer to find.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      execute 'create index store_order_buyer_words on store_order
        using gin ((lower(email || '' '' || buyer_name)) gin_trgm_ops)';
    exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
      null;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // The extension may be somebody else's, too.
  await sql`drop index if exists store_order_buyer_words`.execute(db);
  await sql`drop index store_order_id_begins, store_licence_key_begins, payment_refund_provider, payment_capture_id`.execute(
    db,
  );
  await sql`drop table store_order_file, store_correction`.execute(db);
  await sql`alter table store_order drop column buyer_address`.execute(db);
  await sql`alter table store_product drop column sale_from, drop column sale_until`.execute(db);
}
