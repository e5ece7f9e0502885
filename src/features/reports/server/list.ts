import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { ReportedEvent } from '../rules/contract.ts';

export interface ErrorGroup {
  fingerprint: string;
  title: string;
  place: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

export interface ErrorEvent {
  id: string;
  at: Date;
  release: string | null;
  userId: string | null;
  userEmail: string | null;
  sample: ReportedEvent;
}

/** The troubles seen since a time, the latest first, of whatever holds a word; so many of them left out. */
export async function listErrors(
  db: Database,
  since: Date,
  { skipped = 0, find = '', limit = 200 }: { skipped?: number; find?: string; limit?: number } = {},
): Promise<ErrorGroup[]> {
  const { rows } = await sql<ErrorGroup>`
    select fingerprint, title, place, count, first_at as "firstAt", last_at as "lastAt" from error_group
    where kind = 'error' and last_at >= ${since}
      and (${find} = '' or position(lower(${find}) in lower(title || ' ' || place)) > 0)
    order by last_at desc, fingerprint offset ${skipped} limit ${limit}`.execute(db.tables());
  return rows;
}

/** How many there are of them. */
export async function countErrors(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from error_group where kind = 'error' and last_at >= ${since}`.execute(
    db.tables(),
  );
  return rows[0]?.n ?? 0;
}

/** Those that nobody had met before. */
export async function countNewErrors(db: Database, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from error_group
    where kind = 'error' and last_at >= ${from} and first_at >= ${from} and first_at < ${until}`.execute(
    db.tables(),
  );
  return rows[0]?.n ?? 0;
}

/** One trouble with its latest reports, by the beginning of its id, by the id of a report or of the request that failed. */
export async function findError(
  db: Database,
  id: string,
): Promise<{ group: ErrorGroup; events: ErrorEvent[]; people: number } | null> {
  const byEvent = id.startsWith('evt_') || id.startsWith('req_');
  const { rows: groups } = await (
    byEvent
      ? sql<ErrorGroup>`
        select fingerprint, title, place, count, first_at as "firstAt", last_at as "lastAt" from error_group
        where fingerprint in (select fingerprint from error_event where id = ${id} or sample -> 'tags' ->> 'requestId' = ${id})`
      : sql<ErrorGroup>`
        select fingerprint, title, place, count, first_at as "firstAt", last_at as "lastAt" from error_group
        where starts_with(fingerprint, ${id}) and ${id} <> '' order by last_at desc limit 1`
  ).execute(db.tables());
  const group = groups[0];
  if (!group) return null;
  const { rows: events } = await sql<ErrorEvent>`
    select id, at, release, user_id as "userId", user_email as "userEmail", sample from error_event
    where fingerprint = ${group.fingerprint} order by (id = ${id} or coalesce(sample -> 'tags' ->> 'requestId' = ${id}, false)) desc, at desc limit 5`.execute(
    db.tables(),
  );
  const { rows: people } = await sql<{ n: number }>`
    select count(distinct user_id) as n from error_event where fingerprint = ${group.fingerprint}`.execute(
    db.tables(),
  );
  return { group, events, people: people[0]?.n ?? 0 };
}

/** How long pages took in browsers, in the sample that reports it: the time that three of four stayed under. */
export async function listTransactions(
  db: Database,
  since: Date,
): Promise<{ title: string; place: string; count: number; p75: number }[]> {
  const { rows } = await sql<{ title: string; place: string; count: number; p75: number }>`
    select title, place, count(*) as count, round(percentile_cont(0.75) within group (order by milliseconds))::integer as p75
    from error_event join error_group using (fingerprint)
    where kind = 'transaction' and at >= ${since} and milliseconds is not null
    group by title, place order by p75 desc limit 100`.execute(db.tables());
  return rows;
}
