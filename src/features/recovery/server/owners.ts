import type { Kysely, Transaction } from 'kysely';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import { newWebhookSecret } from '#platform/server/webhooks/signature.ts';
import { firstSettings } from '../rules/automation.ts';
import { type CampaignBody, type Delivery, type Settings, type Shop } from '../rules/contract.ts';
import { firstDelivery } from '../rules/sequence.ts';
import { unknownPlaceholders } from '../rules/writing.ts';
import { type CampaignRow, hubOwner, type OwnerRow, type RecoveryTables } from './tables.ts';

/** Whose recovery it is: settings, campaigns, and the key by which shops reach it. */

export async function ensureOwner(trx: AnyTransaction, ownerId: string, now: Date): Promise<OwnerRow> {
  const tables = trx as Transaction<RecoveryTables>;
  await tables
    .insertInto('recovery_owner')
    .values({
      owner_id: ownerId,
      public_id: `rec_${randomText(20)}`,
      secret: newWebhookSecret(),
      settings: JSON.stringify(firstSettings()),
      delivery: JSON.stringify(firstDelivery()),
      shop_secrets: '{}',
      resumed_at: now,
    })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
  return tables
    .selectFrom('recovery_owner')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

export const ownerByKey = (db: AnyKysely, key: string): Promise<OwnerRow | undefined> =>
  (db as Kysely<RecoveryTables>)
    .selectFrom('recovery_owner')
    .selectAll()
    .where('public_id', '=', key)
    .executeTakeFirst();

export async function saveSettings(
  trx: AnyTransaction,
  ownerId: string,
  { settings, delivery }: { settings: Settings; delivery: Delivery },
  now: Date,
): Promise<void> {
  const before = await ensureOwner(trx, ownerId, now);
  const resumes = settings.autoRecovery && !before.settings.autoRecovery;
  await (trx as Transaction<RecoveryTables>)
    .updateTable('recovery_owner')
    .set({
      settings: JSON.stringify(settings),
      delivery: JSON.stringify(delivery),
      ...(resumes && { resumed_at: now }),
    })
    .where('owner_id', '=', ownerId)
    .execute();
}

export async function setShopSecret(
  trx: AnyTransaction,
  ownerId: string,
  shop: Exclude<Shop, 'hub'>,
  secret: string,
  now: Date,
): Promise<void> {
  const { shop_secrets } = await ensureOwner(trx, ownerId, now);
  const { [shop]: _, ...others } = shop_secrets;
  await (trx as Transaction<RecoveryTables>)
    .updateTable('recovery_owner')
    .set({ shop_secrets: JSON.stringify({ ...others, ...(secret !== '' && { [shop]: secret }) }) })
    .where('owner_id', '=', ownerId)
    .execute();
}

export const campaignsOf = (db: AnyKysely, ownerId: string): Promise<CampaignRow[]> =>
  (db as Kysely<RecoveryTables>)
    .selectFrom('recovery_campaign')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

const mostCampaigns = 50;

/** Keeps a campaign; what goes on writes to nobody who left before that moment. */
export async function saveCampaign(
  trx: AnyTransaction,
  ownerId: string,
  id: string | null,
  { name, minCents, isOn, steps }: CampaignBody,
  now: Date,
): Promise<string> {
  const tables = trx as Transaction<RecoveryTables>;
  const { delivery } = await ensureOwner(trx, ownerId, now);
  if (isOn && ownerId !== hubOwner && (delivery.shopName === '' || delivery.postalAddress === ''))
    throw new Problem(
      'bad_request',
      'Before mail goes out, say in the settings which shop writes and its postal address: every reminder has to carry both.',
    );
  for (const step of steps) {
    const [unknown] = unknownPlaceholders(step);
    if (unknown !== undefined)
      throw new Problem('bad_request', `{{${unknown}}} is no placeholder: a buyer would read it as it is.`);
  }
  const before = id === null ? undefined : (await campaignsOf(trx, ownerId)).find((each) => each.id === id);
  if (id !== null && !before) throw new Problem('not_found', 'This campaign is not there any more.');
  const set = {
    name,
    min_cents: minCents,
    steps: JSON.stringify(steps),
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
  if ((await campaignsOf(trx, ownerId)).length >= mostCampaigns)
    throw new Problem('bad_request', `There are ${mostCampaigns} campaigns already: remove one first.`);
  const created = { owner_id: ownerId, id: newId('campaign'), created_at: now, ...set };
  await tables.insertInto('recovery_campaign').values(created).execute();
  return created.id;
}

export async function removeCampaign(trx: AnyTransaction, ownerId: string, id: string): Promise<void> {
  const tables = trx as Transaction<RecoveryTables>;
  await tables
    .updateTable('recovery_message')
    .set({ state: 'not sent', reason: 'its campaign was removed' })
    .where('owner_id', '=', ownerId)
    .where('campaign_id', '=', id)
    .where('state', '=', 'planned')
    .execute();
  await tables.deleteFrom('recovery_campaign').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}
