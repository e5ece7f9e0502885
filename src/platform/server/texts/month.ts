import { sql } from 'kysely';
import type { AnyKysely } from '../database/database.ts';
import { textChannel } from './message.ts';

/** What the whole hub sends in a month of UTC: the operator pays for it, whoever brings it about. */

export const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
export const nextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

const dayWords = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const waiting = 'waiting until ';
export const waitingWords = (now: Date): string =>
  `${waiting}${dayWords.format(nextMonth(now))}: this hub’s text messages of this month are used up`;

/** From here on the operator is told. */
export const nearShare = 0.8;

export interface HubMonth {
  sent: number;
  most: number;
  standing: 'fine' | 'near' | 'reached';
}

export async function hubMonth(db: AnyKysely, most: number, now: Date): Promise<HubMonth> {
  const { rows } = await sql<{ parts: number }>`
    select parts from text_month where month = ${monthOf(now)}::timestamptz at time zone 'UTC'`.execute(db);
  const sent = rows[0]?.parts ?? 0;
  // Four parts are the longest: with less left than that somebody waits.
  const standing = sent > most - 4 ? 'reached' : sent >= most * nearShare ? 'near' : 'fine';
  return { sent, most, standing };
}

/** How many more parts may be handed over: what lies in the outbox is as good as sent. It only looks ahead. */
export async function hubTextsLeft(db: AnyKysely, most: number, now: Date): Promise<number> {
  const { sent } = await hubMonth(db, most, now);
  const { rows } = await sql<{ parts: number }>`
    select coalesce(sum(coalesce((payload->>'parts')::int, 1)), 0)::int as parts from outbound_message
    where channel = ${textChannel} and state in ('waiting', 'sending')`.execute(db);
  return Math.max(0, most - sent - (rows[0]?.parts ?? 0));
}

/** Whether this one is late because the hub’s month was used up, and not because of a provider. */
export async function hasWaitedForMonth(db: AnyKysely, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from outbound_message where id = ${id} and starts_with(coalesce(last_error, ''), ${waiting})`.execute(
    db,
  );
  return rows.length > 0;
}
