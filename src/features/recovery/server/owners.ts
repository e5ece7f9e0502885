import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { randomText } from '#base/id.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { newWebhookSecret } from '#platform/server/webhooks/signature.ts';
import { firstSettings } from '../rules/automation.ts';
import type { Delivery, Settings, Shop } from '../rules/contract.ts';
import { firstDelivery, writtenAheadHours } from '../rules/sequence.ts';
import { forgetHeard, tellCarts } from './connections.ts';
import type { OwnerRow, RecoveryTables } from './tables.ts';

/** Whose recovery it is: settings, and the keys by which shops reach it. */

export const newKey = (): string => `rec_${randomText(20)}`;

export async function ensureOwner(trx: AnyTransaction, ownerId: string, now: Date): Promise<OwnerRow> {
  const tables = tablesOf<RecoveryTables>(trx);
  await tables
    .insertInto('recovery_owner')
    .values({
      owner_id: ownerId,
      public_id: newKey(),
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
  tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_owner')
    .selectAll()
    .where('public_id', '=', key)
    .executeTakeFirst();

export const ownerByPageKey = (db: AnyKysely, key: string): Promise<OwnerRow | undefined> =>
  tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_owner')
    .selectAll()
    .where('page_key', '=', key)
    .executeTakeFirst();

/** A new key opens the door for a shop's pages and shuts out the one before; null shuts it. Nothing is proven of either yet. */
export async function setPageKey(
  trx: AnyTransaction,
  ownerId: string,
  key: string | null,
  now: Date,
): Promise<void> {
  await ensureOwner(trx, ownerId, now);
  await tablesOf<RecoveryTables>(trx)
    .updateTable('recovery_owner')
    .set({ page_key: key })
    .where('owner_id', '=', ownerId)
    .execute();
  await forgetHeard(trx, ownerId, 'snippet');
  await tellCarts(trx, [ownerId]);
}

/**
 * By what stands in the address of its logo. That is in every mail, so it must not be the key by which carts come in, and
 * nobody can tell the one from the other.
 */
export const ownerByLogo = (db: AnyKysely, id: string): Promise<OwnerRow | undefined> =>
  tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_owner')
    .selectAll()
    .where(sql<string>`md5('logo ' || public_id)`, '=', id)
    .executeTakeFirst();

export const logoIdOf = (publicId: string): string =>
  createHash('md5').update(`logo ${publicId}`).digest('hex');

export async function saveSettings(
  trx: AnyTransaction,
  ownerId: string,
  { settings, delivery }: { settings: Settings; delivery: Delivery },
  now: Date,
): Promise<void> {
  const before = await ensureOwner(trx, ownerId, now);
  const resumes = settings.autoRecovery && !before.settings.autoRecovery;
  await tablesOf<RecoveryTables>(trx)
    .updateTable('recovery_owner')
    .set({
      settings: JSON.stringify(settings),
      delivery: JSON.stringify(delivery),
      ...(resumes && { resumed_at: now }),
    })
    .where('owner_id', '=', ownerId)
    .execute();
  if (settings.aiPersonalization && !before.settings.aiPersonalization)
    await sql`
      update recovery_message set write_after = due_at - make_interval(hours => ${writtenAheadHours})
      where owner_id = ${ownerId} and state = 'planned' and draft is null`.execute(trx);
}

export async function setShopSecret(
  trx: AnyTransaction,
  ownerId: string,
  shop: Exclude<Shop, 'hub'>,
  /** Null forgets it. */
  secret: string | null,
  now: Date,
): Promise<void> {
  const { shop_secrets } = await ensureOwner(trx, ownerId, now);
  const { [shop]: before = null, ...others } = shop_secrets;
  if (before === secret) return;
  await forgetHeard(trx, ownerId, shop);
  await tellCarts(trx, [ownerId]);
  await tablesOf<RecoveryTables>(trx)
    .updateTable('recovery_owner')
    .set({ shop_secrets: JSON.stringify({ ...others, ...(secret !== null && { [shop]: secret }) }) })
    .where('owner_id', '=', ownerId)
    .execute();
}
