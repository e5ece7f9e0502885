import { sql } from 'kysely';
import { type Arm, uplift } from '#features/recovery/rules/uplift.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type { SequenceDetail } from '../rules/contract.ts';
import { sequenceOf, sequenceView, waitingAt } from './sequences.ts';
import { numbersOf } from './numbers.ts';
import { orderDays } from '../rules/happenings.ts';
import { splitsOf } from './splits.ts';
import type { FollowupTables } from './tables.ts';

/** One sequence with everything that is known of how it does. */
export async function detailOf(
  db: AnyKysely,
  ownerId: string,
  id: string,
  now: Date,
): Promise<SequenceDetail> {
  const row = await sequenceOf(db, ownerId, id);
  const numbers = await numbersOf(db, ownerId, id);
  const { rows: mails } = await sql<{ step_id: string; sent: number; clicked: number; notSent: number }>`
    select step_id, count(*) filter (where state <> 'not sent')::int as sent, count(clicked_at)::int as clicked,
      count(*) filter (where state = 'not sent')::int as "notSent"
    from followup_message where owner_id = ${ownerId} and sequence_id = ${id} group by step_id`.execute(db);
  const versions = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_version')
    .select(['version', 'at', sql<string>`body->>'name'`.as('name')])
    .where('owner_id', '=', ownerId)
    .where('sequence_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return {
    sequence: sequenceView(row, numbers(id)),
    waiting: await waitingAt(db, ownerId, id),
    mails: Object.fromEntries(mails.map(({ step_id, ...counts }) => [step_id, counts])),
    splits: await splitsOf(db, row, now),
    uplift: await upliftOf(db, ownerId, id),
    versions: versions.map(({ version, at, name }) => ({ version, at: at.toISOString(), name })),
  };
}

/** In the currency that most was paid in; null until it can say whether the sequence brings anything. */
async function upliftOf(db: AnyKysely, ownerId: string, id: string): Promise<SequenceDetail['uplift']> {
  const { rows: paid } = await sql<{ currency: string }>`
    select o.currency from followup_run r
    join followup_order o on o.owner_id = r.owner_id and o.contact_id = r.contact_id and o.at > r.started_at
    where r.owner_id = ${ownerId} and r.sequence_id = ${id} group by o.currency order by count(*) desc limit 1`.execute(
    db,
  );
  const currency = paid[0]?.currency;
  if (currency === undefined) return null;
  const { rows } = await sql<{ held_out: boolean } & Arm>`
    select held_out, count(*)::int as carts, count(*) filter (where cents > 0)::int as back, sum(cents)::float8 as cents,
      sum(cents * cents)::float8 as squares
    from (
      select r.held_out, coalesce(sum(o.cents - o.refunded_cents), 0)::float8 as cents from followup_run r
      left join followup_order o on o.owner_id = r.owner_id and o.contact_id = r.contact_id and o.currency = ${currency}
        and o.at > r.started_at and o.at <= r.started_at + make_interval(days => ${orderDays})
      where r.owner_id = ${ownerId} and r.sequence_id = ${id} group by r.id, r.held_out) each_run
    group by held_out`.execute(db);
  const none: Arm = { carts: 0, back: 0, cents: 0, squares: 0 };
  const arm = (heldOut: boolean): Arm => rows.find(({ held_out }) => held_out === heldOut) ?? none;
  const found = uplift(arm(false), arm(true));
  const decides = found !== null && (found.low > 0 || found.high < 0);
  return decides
    ? {
        written: found.written,
        heldOut: found.heldOut,
        cents: found.cents,
        low: found.low,
        high: found.high,
        currency,
      }
    : null;
}
