import { type Kysely, sql } from 'kysely';

/** A desk over a million orders: sums by day that follow the orders, and ways to the few among the many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table store_sales_day (
      day date not null,
      kind text not null,
      key text not null,
      orders integer not null default 0,
      sold integer not null default 0,
      paid_cents bigint not null default 0,
      net_cents bigint not null default 0,
      tax_cents bigint not null default 0,
      refunded_cents bigint not null default 0,
      net_back_cents bigint not null default 0,
      tax_back_cents bigint not null default 0,
      primary key (kind, day, key)
    )`.execute(db);
  await sql`create index store_sales_day_key on store_sales_day (kind, key, day)`.execute(db);
  // A year of ten thousand products is read from the index alone.
  await sql`
    create index store_sales_day_sums on store_sales_day (kind, day)
    include (key, orders, sold, net_cents, net_back_cents)`.execute(db);

  // Days whose sums are older than their orders. No key: two orders of a day must not wait for each other.
  await sql`create table store_sales_stale (day date not null)`.execute(db);
  await sql`create index store_sales_stale_day on store_sales_stale (day)`.execute(db);
  await sql`
    create function store_sales_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.paid_at is not null then
        insert into store_sales_stale values ((old.paid_at at time zone 'UTC')::date);
      end if;
      if tg_op <> 'DELETE' and new.paid_at is not null
        and (tg_op = 'INSERT' or new.paid_at is distinct from old.paid_at) then
        insert into store_sales_stale values ((new.paid_at at time zone 'UTC')::date);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger store_sales_changed
    after insert or delete or update of paid_at, total_cents, tax_cents, refunded_cents on store_order
    for each row execute function store_sales_changed()`.execute(db);
  await sql`
    insert into store_sales_stale
    select distinct (paid_at at time zone 'UTC')::date from store_order where paid_at is not null`.execute(
    db,
  );

  // All but the paid ones are few.
  await sql`
    create index store_order_state on store_order (state, created_at desc, id desc) where state <> 'paid'`.execute(
    db,
  );
  // Letter by letter, so that a beginning of an address is a range of it.
  await sql`
    create index store_order_buyer on store_order (email_key collate "C", paid_at desc) where paid_at is not null`.execute(
    db,
  );
  await sql`create index store_order_provider on store_order (provider_order_id) where provider_order_id is not null`.execute(
    db,
  );
  await sql`
    create index store_order_coupon on store_order (coupon_code, created_at desc, id desc) where coupon_code is not null`.execute(
    db,
  );
  await sql`create index store_credit_note_issued on store_credit_note (issued_at, number)`.execute(db);
  await sql`create index desk_record_subject on desk_record (subject, id)`.execute(db);
  // What is settled, or over, is nearly all.
  await sql`
    create index payment_state on payment (state, created_at desc, id desc)
    where state <> 'paid'`.execute(db);
  await sql`create index payment_capture_at on payment_capture (at, capture_id)`.execute(db);
  await sql`create index payment_refund_at on payment_refund (at, id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index payment_refund_at, payment_capture_at, payment_state, desk_record_subject, store_credit_note_issued, store_order_coupon, store_order_provider,
      store_order_buyer, store_order_state`.execute(db);
  await sql`drop trigger store_sales_changed on store_order`.execute(db);
  await sql`drop function store_sales_changed`.execute(db);
  await sql`drop table store_sales_stale, store_sales_day`.execute(db);
}
