import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Money that came a second time for one thing: it goes back, and counts in no sum.
  await sql`alter table payment_capture drop constraint payment_capture_state_check`.execute(db);
  await sql`alter table payment_capture add constraint payment_capture_state_check
    check (state in ('pending', 'paid', 'declined', 'mismatch', 'duplicate'))`.execute(db);

  // Payments that were never begun at the provider are looked at as well, so that none stays open for ever.
  await sql`update payment set check_at = now() where state = 'open' and provider_order_id is null`.execute(
    db,
  );

  // All orders of one cart, the replaced ones too.
  await sql`alter table store_order add column cart_key text generated always as (split_part(checkout_key, ':', 1)) stored`.execute(
    db,
  );
  await sql`create index store_order_cart on store_order (cart_key) where source = 'hub'`.execute(db);
  // The newest first, however many there are.
  await sql`create index store_order_created on store_order (created_at desc, id desc)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index store_order_created`.execute(db);
  await sql`alter table store_order drop column cart_key`.execute(db);
  await sql`update payment_capture set state = 'mismatch' where state = 'duplicate'`.execute(db);
  await sql`alter table payment_capture drop constraint payment_capture_state_check`.execute(db);
  await sql`alter table payment_capture add constraint payment_capture_state_check
    check (state in ('pending', 'paid', 'declined', 'mismatch'))`.execute(db);
}
