import { sql } from 'kysely';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { unlimited } from '../rules/plans.ts';
import { type Counter, type Counters, noUsage } from '../rules/usage.ts';
import type { PlanTables } from './tables.ts';

/** What this month's counters say. */
export async function readCounters(db: AnyKysely, uid: string, month: string): Promise<Counters> {
  const rows = await tablesOf<PlanTables>(db)
    .selectFrom('plan_usage')
    .select(['counter', 'used'])
    .where('owner_id', '=', uid)
    .where('month', '=', month)
    .execute();
  const counters: Counters = { ...noUsage(), aiTemplateUsage: 0 };
  for (const { counter, used } of rows) if (Object.hasOwn(counters, counter)) counters[counter] = used;
  return counters;
}

interface Count {
  uid: string;
  month: string;
  counter: Counter;
  n: number;
}

/** Adds to a counter only while it stays within the limit, however many try at once; null: it would not. */
export async function addWithin(
  trx: AnyTransaction,
  { uid, month, counter, n }: Count,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ used: number }>`
    insert into plan_usage (owner_id, month, counter, used)
    select ${uid}, ${month}, ${counter}, ${n}::integer
    where ${limit}::integer = ${unlimited}::integer or ${n}::integer <= ${limit}::integer
    on conflict (owner_id, month, counter) do update set used = plan_usage.used + excluded.used
    where ${limit}::integer = ${unlimited}::integer or plan_usage.used + excluded.used <= ${limit}::integer
    returning used`.execute(trx);
  return rows[0]?.used ?? null;
}

/** What is left after taking back; never below nothing. */
export async function takeBack(trx: AnyTransaction, { uid, month, counter, n }: Count): Promise<number> {
  const row = await tablesOf<PlanTables>(trx)
    .updateTable('plan_usage')
    .set({ used: sql`greatest(used - ${n}::integer, 0)` })
    .where('owner_id', '=', uid)
    .where('month', '=', month)
    .where('counter', '=', counter)
    .returning('used')
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** One at a time for a member, until the transaction ends: for what is counted by looking. */
export async function standInLine(trx: AnyTransaction, uid: string, what: string): Promise<void> {
  await holdLock(trx, `${what}:${uid}`);
}

export async function forgetOldCounters(db: AnyKysely, before: string): Promise<void> {
  await tablesOf<PlanTables>(db).deleteFrom('plan_usage').where('month', '<', before).execute();
}
