import { type Kysely, sql } from 'kysely';

/** Tests of two versions of one page: the second one as it is published, how the test stands, and what was counted in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table funnel_page add column other_html text, add column other_etag text, add column other_facts jsonb`.execute(
    db,
  );
  await sql`
    create table funnel_split (
      owner_id text not null,
      funnel_id text not null,
      step_id text not null,
      id text not null,
      about text not null,
      share integer not null,
      measure text not null check (measure in ('money', 'leads')),
      next_steps text[] not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      winner text check (winner in ('a', 'b')),
      why text check (why in ('sure', 'people', 'days', 'hand')),
      primary key (owner_id, funnel_id, step_id),
      unique (owner_id, funnel_id, id),
      foreign key (owner_id, funnel_id) references funnel on delete cascade,
      check ((ended_at is null) = (winner is null) and (ended_at is null) = (why is null))
    )`.execute(db);
  // Sums, nobody in them.
  await sql`
    create table funnel_split_count (
      owner_id text not null,
      funnel_id text not null,
      split_id text not null,
      day date not null,
      side text not null check (side in ('a', 'b')),
      kind text not null check (kind in ('view', 'next')),
      count integer not null,
      primary key (owner_id, funnel_id, split_id, day, side, kind)
    )`.execute(db);
  // Who left an address or bought, each once, by digests: of the address, and of what their side was drawn by.
  await sql`
    create table funnel_split_person (
      owner_id text not null,
      funnel_id text not null,
      split_id text not null,
      kind text not null check (kind in ('lead', 'sale')),
      who text not null,
      unit text not null,
      side text not null check (side in ('a', 'b')),
      cents integer not null,
      at timestamptz not null,
      primary key (owner_id, funnel_id, split_id, kind, who),
      unique (owner_id, funnel_id, split_id, kind, unit),
      foreign key (owner_id, funnel_id, split_id) references funnel_split (owner_id, funnel_id, id) on delete cascade
    )`.execute(db);
  await sql`create index funnel_split_person_who on funnel_split_person (who)`.execute(db);
  // What somebody was shown in a test is looked for at every press.
  await sql`
    create index funnel_seen_shown on funnel_seen (owner_id, funnel_id, day, visitor)
    where left(kind, 2) in ('a ', 'b ')`.execute(db);
  await sql`alter table store_order add column funnel_mark text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table store_order drop column funnel_mark`.execute(db);
  await sql`drop index funnel_seen_shown`.execute(db);
  await sql`drop table funnel_split_person, funnel_split_count, funnel_split`.execute(db);
  await sql`alter table funnel_page drop column other_html, drop column other_etag, drop column other_facts`.execute(
    db,
  );
}
