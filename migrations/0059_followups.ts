import { type Kysely, sql } from 'kysely';

/**
 * People whom a member may write to, and the sequences that do. Consent is given to one sender: what was agreed on a
 * member's funnel pages is kept for that member from here on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact (
      owner_id text not null,
      id text not null,
      email_key text not null,
      email text not null,
      name text not null default '',
      time_zone text not null default '',
      fields jsonb not null default '{}',
      tags text[] not null default '{}',
      source text not null,
      created_at timestamptz not null,
      bought_at timestamptz,
      orders integer not null default 0,
      primary key (owner_id, id),
      unique (owner_id, email_key)
    )`.execute(db);
  await sql`create index contact_by_time on contact (owner_id, created_at desc, id desc)`.execute(db);
  await sql`create index contact_by_key on contact (email_key)`.execute(db);
  await sql`create index contact_by_tag on contact using gin (tags)`.execute(db);

  await sql`
    create table followup_sequence (
      owner_id text not null,
      id text not null,
      name text not null,
      trigger_on text not null,
      body jsonb not null,
      on_since timestamptz,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create index followup_sequence_on on followup_sequence (owner_id, trigger_on) where on_since is not null`.execute(
    db,
  );
  await sql`
    create table followup_version (
      owner_id text not null,
      sequence_id text not null,
      version integer not null,
      at timestamptz not null,
      body jsonb not null,
      primary key (owner_id, sequence_id, version),
      foreign key (owner_id, sequence_id) references followup_sequence (owner_id, id) on delete cascade
    )`.execute(db);

  await sql`
    create table followup_run (
      owner_id text not null,
      id text not null,
      sequence_id text not null,
      contact_id text not null,
      cause text not null,
      depth integer not null,
      state text not null check (state in ('waiting', 'finished', 'stopped')),
      step_id text,
      due_at timestamptz not null,
      held_out boolean not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      reason text not null default '',
      primary key (owner_id, id),
      unique (owner_id, sequence_id, contact_id, cause),
      foreign key (owner_id, sequence_id) references followup_sequence (owner_id, id) on delete cascade,
      foreign key (owner_id, contact_id) references contact (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create unique index followup_run_once on followup_run (owner_id, sequence_id, contact_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index followup_run_due on followup_run (due_at) where state = 'waiting'`.execute(db);
  await sql`create index followup_run_contact on followup_run (owner_id, contact_id)`.execute(db);

  await sql`
    create table followup_message (
      owner_id text not null,
      run_id text not null,
      step_id text not null,
      sequence_id text not null,
      contact_id text not null,
      subject text not null,
      state text not null check (state in ('handed', 'sent', 'not sent')),
      reason text not null default '',
      at timestamptz not null,
      clicked_at timestamptz,
      token_hash text,
      links jsonb not null default '[]',
      primary key (owner_id, run_id, step_id),
      foreign key (owner_id, run_id) references followup_run (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index followup_message_handed on followup_message (at) where state = 'handed'`.execute(db);
  await sql`create index followup_message_token on followup_message (token_hash) where token_hash is not null`.execute(
    db,
  );
  await sql`create index followup_message_sequence on followup_message (owner_id, sequence_id, step_id)`.execute(
    db,
  );
  await sql`create index followup_message_contact on followup_message (owner_id, contact_id, at desc)`.execute(
    db,
  );

  await sql`
    create table followup_order (
      owner_id text not null,
      order_id text not null,
      contact_id text not null,
      cents bigint not null,
      currency text not null,
      at timestamptz not null,
      primary key (owner_id, order_id),
      foreign key (owner_id, contact_id) references contact (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index followup_order_contact on followup_order (owner_id, contact_id, at)`.execute(db);

  await sql`
    create table followup_history (
      owner_id text not null,
      contact_id text not null,
      at timestamptz not null,
      kind text not null,
      words text not null,
      foreign key (owner_id, contact_id) references contact (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index followup_history_contact on followup_history (owner_id, contact_id, at desc)`.execute(
    db,
  );

  await sql`
    insert into contact (owner_id, id, email_key, email, name, source, created_at, bought_at, orders)
    select distinct on (owner_id, address_key) owner_id, 'contact_' || md5(owner_id || ' ' || address_key), address_key, address, name,
      'funnel', at, bought_at, case when bought_at is null then 0 else 1 end
    from funnel_lead order by owner_id, address_key, at`.execute(db);
  await sql`
    insert into consent_record (id, address_key, address, purpose, consent_text, source, given_at, confirmed_at, withdrawn_at)
    select distinct on (l.owner_id, l.address_key) 'consent_' || md5('member ' || l.owner_id || ' ' || l.address_key), l.address_key,
      l.address, 'member:' || l.owner_id, l.consent_text, 'funnel ' || l.funnel_id, l.at, l.confirmed_at, k.withdrawn_at
    from funnel_lead l left join consent_record k on k.address_key = l.address_key and k.purpose = 'leads'
    where l.consent_text <> ''
    order by l.owner_id, l.address_key, l.confirmed_at nulls last, l.at
    on conflict do nothing`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from consent_record where purpose like 'member:%'`.execute(db);
  await sql`drop table followup_history, followup_order, followup_message, followup_run, followup_version, followup_sequence, contact`.execute(
    db,
  );
}
