import { type Kysely, sql } from 'kysely';

/** Messages of the mailbox for bounces that were read: no report counts twice, and what is none is not read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bounce_report (
      digest text primary key,
      became text not null check (became in ('bounced', 'complained', 'counted', 'left')),
      at timestamptz not null
    )`.execute(db);
  await sql`create index bounce_report_at on bounce_report (at)`.execute(db);
}
