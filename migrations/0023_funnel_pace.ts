import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // When this visitor of today was first there: what the time to a yes is measured from. Goes after two days with its row.
  await sql`alter table funnel_seen add column at timestamptz`.execute(db);

  // How long it took from the first page to a lead or to the end: sums by time, nobody in them.
  await sql`
    create table funnel_pace (
      owner_id text not null,
      funnel_id text not null,
      day date not null,
      goal text not null,
      seconds integer not null,
      count integer not null,
      primary key (owner_id, funnel_id, day, goal, seconds)
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table funnel_pace`.execute(db);
  await sql`alter table funnel_seen drop column at`.execute(db);
}
