import { type Kysely, sql } from 'kysely';

/**
 * What a text message costs is its parts. What the whole hub sent in a month is a number of its own: it doesn't sink when a member
 * leaves with all that is counted of them. And which list a number was erased from, where nobody ever showed that the phone is
 * theirs. An earlier release beside this one counts each message as one part, in nobody's sum.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table text_count add column parts integer not null default 1`.execute(db);
  await sql`create table text_month (month date primary key, parts integer not null)`.execute(db);
  await sql`
    insert into text_month (month, parts)
    select date_trunc('month', at at time zone 'UTC')::date, count(*)::int from text_count group by 1`.execute(
    db,
  );
  await sql`
    create table text_erased (
      owner_id text not null,
      number text not null,
      person text not null,
      at timestamptz not null,
      primary key (owner_id, number, person)
    )`.execute(db);
  await sql`create index text_erased_number on text_erased (number)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table text_erased, text_month`.execute(db);
  await sql`alter table text_count drop column parts`.execute(db);
}
