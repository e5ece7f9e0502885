import type { AnyKysely } from '#platform/server/database/database.ts';
import { tablesOf } from '#platform/server/database/database.ts';
import { type Program, movedPlaces, programOf } from '../rules/walk.ts';
import type { FollowupTables, RunRow, SequenceRow } from './tables.ts';

/**
 * Where somebody stands in the sequence as it is now. Its owner may have taken away the step that they waited for: then it
 * is the first after it, in the newest version that had it, which is still there. Null: nothing follows.
 */
export async function placeNow(
  db: AnyKysely,
  { owner_id, sequence_id, step_id }: Pick<RunRow, 'owner_id' | 'sequence_id' | 'step_id'>,
  { sequence, program }: { sequence: Pick<SequenceRow, 'body'>; program: Program },
): Promise<string | null> {
  if (step_id === null || program.places.has(step_id)) return step_id;
  const versions = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_version')
    .select('body')
    .where('owner_id', '=', owner_id)
    .where('sequence_id', '=', sequence_id)
    .orderBy('version', 'desc')
    .execute();
  for (const { body } of versions)
    if (programOf(body.steps).places.has(step_id))
      return movedPlaces(body.steps, sequence.body.steps).get(step_id) ?? null;
  return null;
}
