import { Problem } from '#base/problem.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { mostSegments, type SavedSegment } from '../rules/contract.ts';
import type { FollowupTables } from './tables.ts';

/** Conditions that a member keeps under a name. Who fits is looked up whenever they are used. */

export async function segmentsOf(db: AnyKysely, ownerId: string): Promise<SavedSegment[]> {
  const rows = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_segment')
    .select(['id', 'name', 'body'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, body }) => ({ id, name, segment: body }));
}

export async function saveSegment(
  trx: AnyTransaction,
  ownerId: string,
  { id, name, segment }: SavedSegment,
  now: Date,
): Promise<SavedSegment> {
  await holdLock(trx, `segments:${ownerId}`);
  const others = (await segmentsOf(trx, ownerId)).filter((one) => one.id !== id);
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    const words = `You have a segment “${name}”. Choose another name.`;
    throw new Problem('bad_request', words, { fields: { name: words } });
  }
  if (others.length >= mostSegments)
    throw new Problem('bad_request', `You can save up to ${mostSegments} segments. Delete one first.`);
  const kept = { name, body: JSON.stringify(segment) };
  await tablesOf<FollowupTables>(trx)
    .insertInto('followup_segment')
    .values({ owner_id: ownerId, id, created_at: now, ...kept })
    .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doUpdateSet(kept))
    .execute();
  return { id, name, segment };
}

export async function removeSegment(db: AnyKysely, ownerId: string, id: string): Promise<void> {
  await tablesOf<FollowupTables>(db)
    .deleteFrom('followup_segment')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}
