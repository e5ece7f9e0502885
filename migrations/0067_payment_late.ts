import { type Kysely, sql } from 'kysely';

/** When a payment in a signed document counts as late, for sequences that begin with it. What is over by now is told to nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_due add column late_on text`.execute(db);
  await sql`
    update agreement_due set late_on = ((coalesce(own_day, day))::date + 1)::text
    where kind = 'payment' and coalesce(own_day, day)::date >= current_date`.execute(db);
  await sql`create index agreement_due_late on agreement_due (late_on) where late_on is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_due drop column late_on`.execute(db);
}
