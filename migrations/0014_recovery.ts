import { sql, type Kysely } from 'kysely';

const key = 'owner_id, kind, month, campaign_id, held_out, currency';

/** What a cart adds to the figures: that it came, in its month, and that it came back, in another. */
const counted = (rows: string, sign: '' | '-') => `
  select owner_id, 'came' as kind, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, campaign_id, held_out, currency,
    ${sign}1 as n, 0 as by_click, ${sign}total_cents as cents, 0 as click_cents, 0::float8 as squares from ${rows}
  union all
  select owner_id, 'back', to_char(recovered_at at time zone 'UTC', 'YYYY-MM'), campaign_id, held_out, currency,
    ${sign}1, case when recovered_by = 'click' then ${sign}1 else 0 end, ${sign}revenue_cents,
    case when recovered_by = 'click' then ${sign}revenue_cents else 0 end, ${sign}(revenue_cents::float8 * revenue_cents)
  from ${rows} where status = 'recovered'`;

const add = (parts: string) => `
  insert into recovery_tally (${key}, n, by_click, cents, click_cents, squares)
  select ${key}, sum(n), sum(by_click), sum(cents), sum(click_cents), sum(squares) from (${parts}) parts
  group by ${key} having sum(n) <> 0 or sum(by_click) <> 0 or sum(cents) <> 0 or sum(click_cents) <> 0
  order by ${key}
  on conflict (${key}) do update set n = recovery_tally.n + excluded.n, by_click = recovery_tally.by_click + excluded.by_click,
    cents = recovery_tally.cents + excluded.cents, click_cents = recovery_tally.click_cents + excluded.click_cents,
    squares = recovery_tally.squares + excluded.squares;`;

export async function up(db: Kysely<any>): Promise<void> {
  // An owner is a member, or 'hub' for the operator's own store: hence no reference to an account.
  await sql`
    create table recovery_owner (
      owner_id text primary key,
      public_id text not null unique,
      secret text not null,
      settings jsonb not null,
      delivery jsonb not null,
      shop_secrets jsonb not null default '{}',
      resumed_at timestamptz not null
    )`.execute(db);

  await sql`
    create table recovery_campaign (
      owner_id text not null,
      id text not null,
      name text not null,
      min_cents bigint not null default 0,
      steps jsonb not null,
      on_since timestamptz,
      created_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);

  await sql`
    create table recovery_cart (
      owner_id text not null,
      id text not null,
      email text not null,
      email_key text not null,
      name text not null,
      currency text not null,
      total_cents bigint not null check (total_cents >= 0),
      items jsonb not null,
      restore_url text,
      source text not null,
      status text not null,
      seen_at timestamptz not null,
      created_at timestamptz not null,
      campaign_id text not null default '',
      held_out boolean not null default false,
      clicked_at timestamptz,
      recovered_at timestamptz,
      recovered_by text check (recovered_by in ('click', 'alone', 'hand')),
      revenue_cents bigint not null default 0 check (revenue_cents >= 0),
      order_id text,
      primary key (owner_id, id),
      check (status <> 'recovered' or recovered_at is not null)
    )`.execute(db);
  // One open cart a buyer, however many entries bring it at once.
  await sql`create unique index recovery_cart_open on recovery_cart (owner_id, email_key) where status = 'abandoned'`.execute(
    db,
  );
  await sql`create index recovery_cart_list on recovery_cart (owner_id, created_at desc, id)`.execute(db);
  await sql`create index recovery_cart_person on recovery_cart (email_key)`.execute(db);

  await sql`
    create table recovery_message (
      owner_id text not null,
      cart_id text not null,
      step integer not null,
      campaign_id text not null,
      email_key text not null,
      state text not null check (state in ('planned', 'handed', 'sent', 'not sent')),
      due_at timestamptz not null,
      reason text,
      draft jsonb,
      token_hash text unique,
      sent_at timestamptz,
      clicked_at timestamptz,
      primary key (owner_id, cart_id, step),
      foreign key (owner_id, cart_id) references recovery_cart (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index recovery_message_due on recovery_message (due_at) where state = 'planned'`.execute(
    db,
  );
  await sql`create index recovery_message_handed on recovery_message (owner_id) where state = 'handed'`.execute(
    db,
  );

  // When somebody was last written to, over all their carts.
  await sql`
    create table recovery_buyer (
      owner_id text not null,
      email_key text not null,
      mailed_at timestamptz not null,
      primary key (owner_id, email_key)
    )`.execute(db);

  // What another shop has told once: a replay finds its row.
  await sql`
    create table recovery_received (
      owner_id text not null,
      event_id text not null,
      at timestamptz not null,
      primary key (owner_id, event_id)
    )`.execute(db);
  await sql`create index recovery_received_age on recovery_received (at)`.execute(db);

  // The figures are kept as carts change, so that a million carts are read as fast as ten.
  await sql`
    create table recovery_tally (
      owner_id text not null,
      kind text not null check (kind in ('came', 'back')),
      month text not null,
      campaign_id text not null,
      held_out boolean not null,
      currency text not null,
      n bigint not null,
      by_click bigint not null,
      cents bigint not null,
      click_cents bigint not null,
      squares double precision not null,
      primary key (owner_id, kind, month, campaign_id, held_out, currency)
    )`.execute(db);
  await sql
    .raw(`
    create function recovery_count() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${add(counted('new_rows', ''))}
      elsif tg_op = 'DELETE' then ${add(counted('old_rows', '-'))}
      else ${add(`${counted('new_rows', '')} union all ${counted('old_rows', '-')}`)}
      end if;
      return null;
    end $$`)
    .execute(db);
  for (const [event, tables] of [
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ])
    await sql
      .raw(
        `create trigger recovery_count_${event} after ${event} on recovery_cart referencing ${tables} for each statement execute function recovery_count()`,
      )
      .execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table recovery_tally, recovery_received, recovery_buyer, recovery_message, recovery_cart, recovery_campaign, recovery_owner`.execute(
    db,
  );
  await sql`drop function recovery_count()`.execute(db);
}
