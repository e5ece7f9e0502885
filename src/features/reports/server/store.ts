import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { days, minutes } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import type { Platform } from '#platform/server/platform.ts';
import { reportedEvent } from '../rules/contract.ts';
import { describeReport, sampleOf } from '../rules/describe.ts';

export interface Reporter {
  id: string;
  email: string;
}

export const keptDays = 30;
const mostAMinute = 300;
const mostOfOneGroup = 200;
const mostOfAKind = 5000;

/** Keeps a report, whoever made it up; false when so many came in this minute that one more tells nothing. */
export async function keepReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  event: unknown,
  reporter: Reporter | null,
): Promise<boolean> {
  const parsed = reportedEvent.parse(event);
  const { kind, title, place, groupKey, milliseconds } = describeReport(parsed);
  const fingerprint = createHash('sha256').update(groupKey).digest('hex').slice(0, 20);
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    with room as (
      select where (select count(*) from error_event where at > ${new Date(now.getTime() - minutes(1))}) < ${mostAMinute}
    ), seen as (
      insert into error_group (fingerprint, kind, title, place, first_at, last_at)
      select ${fingerprint}, ${kind}, ${title}, ${place}, ${now}::timestamptz, ${now}::timestamptz from room
      on conflict (fingerprint) do update set count = error_group.count + 1, last_at = excluded.last_at, title = excluded.title, place = excluded.place
      returning fingerprint
    )
    insert into error_event (id, fingerprint, at, release, environment, milliseconds, user_id, user_email, sample)
    select ${newId('event')}, fingerprint, ${now}::timestamptz, ${parsed.release ?? null}, ${parsed.environment ?? null}, ${milliseconds}::integer,
      ${reporter?.id ?? null}, ${reporter?.email.toLowerCase() ?? null}, ${JSON.stringify(sampleOf(parsed))}::jsonb
    from seen
    returning id`.execute(db.tables());
  return rows.length > 0;
}

/** Forgets what is old, and of what comes in masses all but the latest. */
export async function pruneReports({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - days(keptDays));
  await db.transaction(async (trx) => {
    await sql`delete from error_group where last_at < ${since}`.execute(trx);
    await sql`delete from error_event where at < ${since}`.execute(trx);
    await sql`
      delete from error_event e using (
        select id, row_number() over (partition by fingerprint order by at desc, id) as of_group, row_number() over (partition by kind order by at desc, id) as of_kind
        from error_event join error_group using (fingerprint)
      ) ranked
      where ranked.id = e.id and (of_group > ${mostOfOneGroup} or of_kind > ${mostOfAKind})`.execute(trx);
    await sql`delete from error_group g where not exists (select from error_event e where e.fingerprint = g.fingerprint)`.execute(
      trx,
    );
  });
}
