import { type Kysely, sql } from 'kysely';

/** How much mail of a member's sequences went out on each day, and how much of it came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table followup_day (
      owner_id text not null,
      day text not null,
      handed integer not null default 0,
      cold integer not null default 0,
      bounced integer not null default 0,
      forgiven integer not null default 0,
      primary key (owner_id, day)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table followup_day`.execute(db);
}
