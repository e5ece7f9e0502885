import { type RawBuilder, sql } from 'kysely';
import { days } from '#base/clock.ts';
import { holdLock } from '../database/locks.ts';
import { asJsonb } from '../outbox/tables.ts';
import type { AnyKysely, Database } from '../database/database.ts';

/** Each text message that leaves is counted, since somebody pays for it and somebody’s phone rings. */

/** To one number, from whomever here. */
export const mostADay = 4;

const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

const sentOf = (ownerId: string | RawBuilder<unknown>, now: Date) =>
  sql<number>`(select count(*)::int from text_count t where t.owner_id = ${ownerId} and t.at >= ${monthOf(now)})`;

/** How many more a member may send this month; it only looks ahead, what counts is `takeOne`. */
export async function textsLeft(
  db: AnyKysely,
  ownerId: string,
  perMonth: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${sentOf(ownerId, now)} as n`.execute(db);
  return Math.max(0, perMonth - (rows[0]?.n ?? 0));
}

interface Phone {
  ownerId: string;
  number: string;
}

/** When each of these numbers last got one of this member. */
export async function lastTexted(
  db: AnyKysely,
  asked: readonly Phone[],
): Promise<(one: Phone) => Date | null> {
  const key = ({ ownerId, number }: Phone) => `${ownerId} ${number}`;
  if (asked.length === 0) return () => null;
  const { rows } = await sql<Phone & { at: Date }>`
    select t.owner_id as "ownerId", t.number, max(t.at) as at from text_count t
    join (select distinct "ownerId", number from jsonb_to_recordset(${asJsonb(asked)}) as r ("ownerId" text, number text)) r
      on r."ownerId" = t.owner_id and r.number = t.number
    group by t.owner_id, t.number`.execute(db);
  const known = new Map(rows.map((row) => [key(row), row.at]));
  return (one) => known.get(key(one)) ?? null;
}

/** Counts it, or says why it must not leave. Whoever asks at the same moment waits; the same one is counted once. */
export function takeOne(
  db: Pick<Database, 'transaction'>,
  { id, owner, to }: { id: string; owner: string; to: string },
  perMonth: number,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (trx) => {
    await holdLock(trx, `texts of ${owner}`);
    await holdLock(trx, `texts to ${to}`);
    const { rows } = await sql<{ month: number; day: number }>`
      select (select count(*)::int from text_count where owner_id = ${owner} and at >= ${monthOf(now)} and message_id <> ${id}) as month,
        (select count(*)::int from text_count where number = ${to} and at > ${new Date(now.getTime() - days(1))}
          and message_id <> ${id}) as day`.execute(trx);
    const { month = 0, day = 0 } = rows[0] ?? {};
    if (month >= perMonth) return `your ${perMonth} text messages of this month are used up`;
    if (day >= mostADay) return `this number got ${mostADay} text messages from here within a day`;
    await sql`
      insert into text_count (message_id, owner_id, number, at) values (${id}, ${owner}, ${to}, ${now})
      on conflict (message_id) do update set at = excluded.at`.execute(trx);
    return null;
  });
}

/** It surely did not leave. */
export async function giveBack(db: Pick<Database, 'tables'>, id: string): Promise<void> {
  await sql`delete from text_count where message_id = ${id}`.execute(db.tables());
}

/** Nobody asks about the month before last. */
export async function forgetCounts(db: Pick<Database, 'tables'>, now: Date): Promise<void> {
  await sql`delete from text_count where at < ${new Date(now.getTime() - days(62))}`.execute(db.tables());
}
