import { type Kysely, sql } from 'kysely';

/**
 * How much mail of a member's sequences went out on each day, and how much of it came back; and how much of an order, beside
 * what it was, since a test of two wordings relies on what was counted.
 */
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
  await sql`alter table followup_order add column refunded_cents bigint not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table followup_order drop column refunded_cents`.execute(db);
  await sql`drop table followup_day`.execute(db);
}
