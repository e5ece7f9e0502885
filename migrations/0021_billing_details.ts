import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Entered once, put on every invoice from then on.
  await sql`
    create table billing_details (
      owner_id text primary key references account_user (id) on delete cascade,
      name text not null,
      company text not null,
      address text not null,
      country text not null,
      vat_id text,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    alter table billing_subscription
      add column payer_email text,
      add column cancel_reason text not null default '',
      -- The end of the paid year that its payer was reminded of.
      add column reminded_of timestamptz`.execute(db);
  // The buyer as this invoice names them, for ever: what is changed later changes no invoice that was written.
  await sql`alter table billing_payment add column buyer jsonb`.execute(db);
  await sql`
    update billing_payment as payment
    set buyer = jsonb_build_object(
      'lines', to_jsonb(array_remove(array[
        nullif(agreed.buyer_name, ''), agreed.email, nullif(agreed.country, ''), 'VAT ' || agreed.vat_id], null)),
      'country', agreed.country,
      'taxBasisPoints', agreed.tax_basis_points,
      'reverseCharge', agreed.reverse_charge)
    from billing_subscription as agreed
    where agreed.id = payment.subscription_id`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table billing_payment drop column buyer`.execute(db);
  await sql`alter table billing_subscription drop column payer_email, drop column cancel_reason,
    drop column reminded_of`.execute(db);
  await sql`drop table billing_details`.execute(db);
}
