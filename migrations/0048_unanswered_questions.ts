import { type Kysely, sql } from 'kysely';

/** What the assistant could not answer, without anything personal, for the operator to write an answer to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unanswered_question (
      words text primary key,
      language text not null,
      times integer not null default 1,
      last_at timestamptz not null
    )`.execute(db);
  await sql`create index unanswered_question_by_time on unanswered_question (last_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table unanswered_question`.execute(db);
}
