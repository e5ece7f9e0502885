import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { isSameLeaf } from '#base/leaves.ts';
import { Problem } from '#base/problem.ts';
import { brandTextsOf } from '#features/branding/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { Condition } from '../rules/condition-shape.ts';
import type { Campaign, CampaignBody, Step } from '../rules/contract.ts';
import { senderOf } from '../rules/look.ts';
import { bodyOf, wordFaults } from '../rules/mail.ts';
import { wordsFault } from '../rules/writing.ts';
import { ensureOwner } from './owners.ts';
import { type CampaignRow, hubOwner, type RecoveryTables } from './tables.ts';

/** The campaigns of an owner, in the order in which they are asked. */
export async function campaignsOf(db: AnyKysely, ownerId: string): Promise<CampaignRow[]> {
  const rows = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_campaign')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('place')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, conditions: Condition.parse(row.conditions) }));
}

export const campaignView = ({ id, name, conditions, steps, on_since }: CampaignRow): Campaign => ({
  id,
  name,
  when: conditions,
  steps,
  isOn: on_since !== null,
  onSince: on_since?.toISOString() ?? null,
});

const mostCampaigns = 50;

/**
 * Keeps a campaign; what goes on writes to nobody who left before that moment. A new one is asked first, and made again under
 * the same id it is that one.
 */
export async function saveCampaign(
  trx: AnyTransaction,
  ownerId: string,
  { id = newId('campaign'), isNew = false }: { id?: string; isNew?: boolean },
  { name, when, isOn, steps }: CampaignBody,
  now: Date,
): Promise<string> {
  const tables = tablesOf<RecoveryTables>(trx);
  const { delivery } = await ensureOwner(trx, ownerId, now);
  const sender = senderOf(delivery, await brandTextsOf(trx, ownerId));
  if (isOn && ownerId !== hubOwner && (sender.name === '' || sender.address === ''))
    throw new Problem(
      'bad_request',
      'Before you send email, add your shop’s name and postal address in the settings. Every reminder must include both.',
    );
  for (const step of steps) {
    const fault = faultOf(step);
    if (fault !== null) throw new Problem('bad_request', fault);
  }
  const others = await campaignsOf(trx, ownerId);
  const before = others.find((each) => each.id === id);
  if (!before && !isNew) throw new Problem('not_found', 'This campaign no longer exists.');
  const set = {
    name,
    conditions: JSON.stringify(when),
    steps: JSON.stringify(steps.map((step, at) => forBoth(step, before?.steps[at]))),
    on_since: isOn ? (before?.on_since ?? now) : null,
  };
  if (before) {
    await tables
      .updateTable('recovery_campaign')
      .set(set)
      .where('owner_id', '=', ownerId)
      .where('id', '=', before.id)
      .execute();
    return before.id;
  }
  if (others.length >= mostCampaigns)
    throw new Problem('bad_request', `You already have ${mostCampaigns} campaigns. Remove one first.`);
  const created = {
    owner_id: ownerId,
    id,
    created_at: now,
    place: (others[0]?.place ?? 0) - 1,
    ...set,
  };
  await tables.insertInto('recovery_campaign').values(created).execute();
  return created.id;
}

const faultOf = ({ subject, body, blocks }: Step): string | null =>
  blocks ? (Object.values(wordFaults({ subject, blocks }))[0] ?? null) : wordsFault({ subject, body });

/**
 * As this release and the one before send it. Blocks that nobody touched beside a body that somebody changed come from where
 * blocks aren't known: then the body is what is meant.
 */
function forBoth({ blocks, ...step }: Step, before: Step | undefined): Step {
  if (!blocks) return step;
  const isOfBody = before?.blocks && isSameLeaf(before.blocks, blocks) && before.body !== step.body;
  return isOfBody ? step : { ...step, blocks, body: bodyOf(blocks) };
}

/** For the one rule of how much a member may store. */
export async function campaignBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(steps::text)), 0)::float8 as bytes from recovery_campaign
    where owner_id = ${uid}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Who is asked first, second ...; one that is not named, made elsewhere meanwhile, stays before the others. */
export async function orderCampaigns(
  trx: AnyTransaction,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update recovery_campaign set place = coalesce(array_position(${ids}::text[], id), 0)
    where owner_id = ${ownerId}`.execute(trx);
}

export async function removeCampaign(trx: AnyTransaction, ownerId: string, id: string): Promise<void> {
  const tables = tablesOf<RecoveryTables>(trx);
  await tables
    .updateTable('recovery_message')
    .set({ state: 'not sent', reason: 'its campaign was removed' })
    .where('owner_id', '=', ownerId)
    .where('campaign_id', '=', id)
    .where('state', '=', 'planned')
    .execute();
  await tables.deleteFrom('recovery_campaign').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}
