import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Counts an owner's changes; its lock puts them in one order.
  await sql`
    create table funnel_owner (
      owner_id text primary key references account_user (id) on delete cascade,
      seq bigint not null
    )`.execute(db);

  await sql`
    create table funnel (
      owner_id text not null references funnel_owner on delete cascade,
      id text not null,
      version integer not null,
      content_version integer not null,
      seq bigint not null,
      name text not null,
      slug text not null,
      doc jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      is_purged boolean not null default false,
      live_slug text,
      live_version integer,
      live_at timestamptz,
      publish_at timestamptz,
      publish_refusal text,
      hook_url text,
      hook_secret text,
      primary key (owner_id, id)
    )`.execute(db);
  await sql`create unique index funnel_order on funnel (owner_id, seq)`.execute(db);
  await sql`create index funnel_due on funnel (publish_at) where publish_at is not null`.execute(db);

  await sql`
    create table funnel_version (
      owner_id text not null,
      funnel_id text not null,
      version integer not null,
      at timestamptz not null,
      doc jsonb not null,
      primary key (owner_id, funnel_id, version),
      foreign key (owner_id, funnel_id) references funnel on delete cascade
    )`.execute(db);

  await sql`
    create table funnel_write (
      owner_id text not null references funnel_owner on delete cascade,
      key text not null,
      funnel_id text not null,
      outcome text not null,
      version integer not null,
      at timestamptz not null,
      primary key (owner_id, key)
    )`.execute(db);
  await sql`create index funnel_write_at on funnel_write (at)`.execute(db);

  // An address belongs to the first funnel that was published there, and stays with it.
  await sql`
    create table funnel_slug (
      slug text primary key,
      owner_id text not null,
      funnel_id text not null,
      foreign key (owner_id, funnel_id) references funnel on delete cascade
    )`.execute(db);
  await sql`create index funnel_slug_of on funnel_slug (owner_id, funnel_id)`.execute(db);

  // What visitors get, as it was at the moment of publishing.
  await sql`
    create table funnel_page (
      owner_id text not null,
      funnel_id text not null,
      step_id text not null,
      slug text not null,
      position integer not null,
      html text not null,
      etag text not null,
      facts jsonb not null,
      primary key (owner_id, funnel_id, step_id),
      foreign key (owner_id, funnel_id) references funnel on delete cascade
    )`.execute(db);

  await sql`
    create table funnel_lead (
      owner_id text not null,
      funnel_id text not null,
      id text not null,
      address_key text not null,
      address text not null,
      name text not null,
      step text not null,
      source text not null,
      consent_text text not null,
      at timestamptz not null,
      mailed_at timestamptz,
      confirmed_at timestamptz,
      primary key (owner_id, funnel_id, address_key),
      foreign key (owner_id, funnel_id) references funnel on delete cascade
    )`.execute(db);
  await sql`create unique index funnel_lead_id on funnel_lead (id)`.execute(db);
  await sql`create index funnel_lead_order on funnel_lead (owner_id, funnel_id, at desc)`.execute(db);
  await sql`create index funnel_lead_address on funnel_lead (address_key)`.execute(db);

  // Whose a picture is; with no owner left it goes.
  await sql`
    create table funnel_picture (
      owner_id text not null,
      name text not null,
      at timestamptz not null,
      primary key (owner_id, name)
    )`.execute(db);
  await sql`create index funnel_picture_name on funnel_picture (name)`.execute(db);

  // Who was there today, by a hash that means nothing tomorrow: so that nobody is counted twice. Kept for two days.
  await sql`
    create table funnel_seen (
      owner_id text not null,
      funnel_id text not null,
      day date not null,
      step_id text not null,
      kind text not null,
      visitor text not null,
      primary key (owner_id, funnel_id, day, step_id, kind, visitor)
    )`.execute(db);
  await sql`create index funnel_seen_day on funnel_seen (day)`.execute(db);

  // The numbers themselves: sums, nobody in them.
  await sql`
    create table funnel_count (
      owner_id text not null,
      funnel_id text not null,
      day date not null,
      step_id text not null,
      kind text not null,
      source text not null,
      device text not null,
      count integer not null,
      primary key (owner_id, funnel_id, day, step_id, kind, source, device)
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table funnel_count, funnel_picture, funnel_seen, funnel_lead, funnel_page, funnel_slug, funnel_write, funnel_version,
    funnel, funnel_owner`.execute(db);
}
