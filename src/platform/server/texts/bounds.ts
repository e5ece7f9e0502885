import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { holdLock } from '../database/locks.ts';
import { asJsonb } from '../outbox/tables.ts';
import type { AnyKysely, AnyTransaction, Database } from '../database/database.ts';
import { monthOf, nextMonth, waitingWords } from './month.ts';

/** Each part of a text message that leaves is counted, since somebody pays for it and somebody’s phone rings. */

/** To one number from one member: what others send there takes nothing from it. */
export const mostADay = 4;
/** To one number from all members together. */
export const mostADayOfAll = 12;

const sentBy = (ownerId: string, now: Date) =>
  sql`select coalesce(sum(t.parts), 0)::int from text_count t where t.owner_id = ${ownerId} and t.at >= ${monthOf(now)}`;

/** How many more parts a member may send this month; it only looks ahead, what counts is `takeOne`. */
export async function textsLeft(
  db: AnyKysely,
  ownerId: string,
  perMonth: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (${sentBy(ownerId, now)}) as n`.execute(db);
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

export interface Bounds {
  perMonth: number;
  hubPerMonth: number;
}

export interface Taking {
  id: string;
  owner: string;
  to: string;
  parts: number;
}

/** Why it must not leave now; `until`: then it may. */
export interface Bounded {
  reason: string;
  until: Date | null;
}

/** Counts it, or says why it must not leave. Whoever asks at the same moment waits; the same one is counted once. */
export function takeOne(
  db: Pick<Database, 'transaction'>,
  { id, owner, to, parts }: Taking,
  { perMonth, hubPerMonth }: Bounds,
  now: Date,
): Promise<Bounded | null> {
  const never = (reason: string): Bounded => ({ reason, until: null });
  return db.transaction(async (trx) => {
    await holdLock(trx, `texts of ${owner}`);
    await holdLock(trx, `texts to ${to}`);
    // Taken once before, and cut off before it left.
    await giveBackIn(trx, id);
    const day = new Date(now.getTime() - days(1));
    const { rows } = await sql<{ month: number; mine: number; all: number }>`
      select (${sentBy(owner, now)}) as month, count(*) filter (where owner_id = ${owner})::int as mine, count(*)::int as all
      from text_count where number = ${to} and at > ${day}`.execute(trx);
    const { month = 0, mine = 0, all = 0 } = rows[0] ?? {};
    if (month + parts > perMonth) return never(usedUpWords(perMonth, perMonth - month));
    if (mine >= mostADay) return never(`this number got ${mostADay} text messages from you within a day`);
    if (all >= mostADayOfAll)
      return never(`this number got ${mostADayOfAll} text messages from this hub within a day`);
    // Last, since everybody waits here for everybody.
    const { rows: counted } = await sql`
      insert into text_month (month, parts)
      select ${monthOf(now)}::timestamptz at time zone 'UTC', ${parts}::int where ${parts}::int <= ${hubPerMonth}::int
      on conflict (month) do update set parts = text_month.parts + excluded.parts
      where text_month.parts + excluded.parts <= ${hubPerMonth}::int
      returning parts`.execute(trx);
    if (counted.length === 0) return { reason: waitingWords(now), until: nextMonth(now) };
    await sql`
      insert into text_count (message_id, owner_id, number, at, parts) values (${id}, ${owner}, ${to}, ${now}, ${parts})`.execute(
      trx,
    );
    return null;
  });
}

/** Why a member’s own month has no room for one. */
export const usedUpWords = (perMonth: number, left: number): string =>
  left <= 0
    ? `your ${perMonth} text message parts of this month are used up`
    : `it takes more parts than the ${left} of your ${perMonth} that are left this month`;

/** It surely did not leave. */
export const giveBack = (db: Pick<Database, 'tables'>, id: string): Promise<void> =>
  giveBackIn(db.tables(), id);

async function giveBackIn(db: AnyKysely | AnyTransaction, id: string): Promise<void> {
  await sql`
    with gone as (delete from text_count where message_id = ${id} returning at, parts)
    update text_month m set parts = greatest(0, m.parts - g.parts) from gone g
    where m.month = date_trunc('month', g.at at time zone 'UTC')::date`.execute(db);
}

/** Nobody asks about the month before last. */
export async function forgetCounts(db: Pick<Database, 'tables'>, now: Date): Promise<void> {
  const old = new Date(now.getTime() - days(62));
  await sql`delete from text_count where at < ${old}`.execute(db.tables());
  await sql`delete from text_month where month < ${monthOf(old)}::timestamptz at time zone 'UTC'`.execute(
    db.tables(),
  );
}
