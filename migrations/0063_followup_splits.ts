import { type Kysely, sql } from 'kysely';

/** Two wordings of one email: which of them a message was, and how their test stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table followup_message add column wording text check (wording in ('a', 'b')), add column split_version integer`.execute(
    db,
  );
  await sql`
    create table followup_split (
      owner_id text not null,
      sequence_id text not null,
      step_id text not null,
      version integer not null,
      about text not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      winner text check (winner in ('a', 'b')),
      why text check (why in ('sure', 'people', 'days', 'hand')),
      primary key (owner_id, sequence_id, step_id),
      foreign key (owner_id, sequence_id) references followup_sequence (owner_id, id) on delete cascade,
      check ((ended_at is null) = (winner is null) and (ended_at is null) = (why is null))
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table followup_split`.execute(db);
  await sql`alter table followup_message drop column wording, drop column split_version`.execute(db);
}
