import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import { coldAllowance, pausedBy, pauseDays, type SendingDay } from '../rules/reach.ts';

/** What is kept of it. */
const keptDays = 90;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const daysAgo = (now: Date, n: number): string => dayOf(new Date(now.getTime() - days(n)));

export interface Reach {
  /** How many more people may be written to today who never confirmed their address. */
  coldLeft: number;
  /** Why nothing goes out; null: it does. */
  paused: string | null;
}

export async function reachOf(
  db: AnyKysely,
  ownerId: string,
  { now, firstDay }: { now: Date; firstDay: number },
): Promise<Reach> {
  const { rows } = await sql<SendingDay>`
    select day, handed, cold, bounced, forgiven from followup_day
    where owner_id = ${ownerId} and day > ${daysAgo(now, keptDays)} order by day`.execute(db);
  const today = dayOf(now);
  const allowed = coldAllowance(
    rows.filter(({ day }) => day < today),
    firstDay,
  );
  const used = rows.find(({ day }) => day === today)?.cold ?? 0;
  return {
    coldLeft: Math.max(0, allowed - used),
    paused: pausedBy(rows.filter(({ day }) => day > daysAgo(now, pauseDays))),
  };
}

/** Of each owner in a batch. */
export async function noteHanded(
  trx: AnyTransaction,
  handed: readonly { owner_id: string; isCold: boolean }[],
  now: Date,
): Promise<void> {
  if (handed.length === 0) return;
  const counts = new Map<string, { handed: number; cold: number }>();
  for (const { owner_id, isCold } of handed) {
    const before = counts.get(owner_id) ?? { handed: 0, cold: 0 };
    counts.set(owner_id, { handed: before.handed + 1, cold: before.cold + (isCold ? 1 : 0) });
  }
  const rows = [...counts].map(([owner_id, count]) => ({ owner_id, ...count }));
  await sql`
    insert into followup_day (owner_id, day, handed, cold)
    select owner_id, ${dayOf(now)}, handed, cold
    from jsonb_to_recordset(${asJsonb(rows)}) as n (owner_id text, handed integer, cold integer)
    order by owner_id
    on conflict (owner_id, day) do update set handed = followup_day.handed + excluded.handed,
      cold = followup_day.cold + excluded.cold`.execute(trx);
}

/** A mail of each of these came back. */
export async function noteBounced(db: AnyKysely, ownerIds: readonly string[], now: Date): Promise<void> {
  for (const ownerId of [...ownerIds].sort())
    await sql`
      insert into followup_day (owner_id, day, bounced) values (${ownerId}, ${dayOf(now)}, 1)
      on conflict (owner_id, day) do update set bounced = followup_day.bounced + 1`.execute(db);
}

/** Its owner has looked at what came back, and goes on: whoever waits is due now. */
export async function goOnSending(trx: AnyTransaction, ownerId: string, now: Date): Promise<void> {
  await sql`update followup_day set forgiven = bounced where owner_id = ${ownerId} and forgiven <> bounced`.execute(
    trx,
  );
  await sql`
    update followup_run set due_at = ${now}::timestamptz, reason = ''
    where owner_id = ${ownerId} and state = 'waiting' and reason = 'paused' and due_at > ${now}::timestamptz
      and due_at < ${new Date(now.getTime() + days(2))}`.execute(trx);
}

export async function forgetOldDays(db: AnyKysely, now: Date): Promise<void> {
  await sql`delete from followup_day where day <= ${daysAgo(now, keptDays)}`.execute(db);
}
