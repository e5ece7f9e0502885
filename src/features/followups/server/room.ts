import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { AnyKysely, Database } from '#platform/server/database/database.ts';
import { forgetOldDays } from './reach.ts';

/** What a row takes, its index entries with it. They are counted, not weighed: that is a tenth of the work. */
const bytesOf = { person: 600, run: 400, message: 700, event: 150 };

/** For the one rule of how much a member may store. */
export async function followupBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select count(*) from contact where owner_id = ${uid}) * ${bytesOf.person}::int
      + (select count(*) from followup_run where owner_id = ${uid}) * ${bytesOf.run}::int
      + (select count(*) from followup_message where owner_id = ${uid}) * ${bytesOf.message}::int
      + (select count(*) from followup_history where owner_id = ${uid}) * ${bytesOf.event}::int
      + coalesce((select sum(pg_column_size(body)) from followup_version where owner_id = ${uid}), 0))::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

const kept = { runDays: 90, historyDays: 730 };
const atOnce = 5000;

/**
 * Lets go of what nobody looks at any more: ways through a sequence that can be gone again and again, long over and without an
 * email, and what happened years ago.
 */
export async function tidyFollowups(db: Pick<Database, 'tables'>, now: Date): Promise<void> {
  const ago = (n: number) => new Date(now.getTime() - days(n));
  const tables = db.tables();
  const more = async (query: { execute(on: AnyKysely): Promise<{ numAffectedRows?: bigint }> }) => {
    while ((await query.execute(tables)).numAffectedRows === BigInt(atOnce));
  };
  await more(sql`
    delete from followup_run where (owner_id, id) in (
      select r.owner_id, r.id from followup_run r
      join followup_sequence s on s.owner_id = r.owner_id and s.id = r.sequence_id and (s.body->>'again')::boolean
      where r.state <> 'waiting' and r.ended_at < ${ago(kept.runDays)}
        and not exists (select from followup_message m where m.owner_id = r.owner_id and m.run_id = r.id)
      limit ${atOnce})`);
  await more(sql`
    delete from followup_history where ctid in (
      select ctid from followup_history where at < ${ago(kept.historyDays)} limit ${atOnce})`);
  await forgetOldDays(tables, now);
}
