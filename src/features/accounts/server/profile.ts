import type { Kysely, Transaction } from 'kysely';
import type { Profile } from '../rules/contract.ts';
import type { AccountTables } from './tables.ts';

type Db = Kysely<AccountTables> | Transaction<AccountTables>;

/** The documents that an account's purchases unlock at this moment: said by whoever sells them, and kept nowhere else. */
export type PurchasedDocuments = (uid: string) => Promise<string[]>;

/** The document users/{uid}; null while there is none. */
export async function readProfile(
  { db, purchasedDocuments }: { db: Db; purchasedDocuments: PurchasedDocuments },
  uid: string,
): Promise<Profile | null> {
  const row = await db
    .selectFrom('account_profile as p')
    .innerJoin('account_user as u', 'u.id', 'p.owner_id')
    .select(['u.email', 'u.name', 'p.is_subscribed', 'p.ai_usage_count', 'p.ai_usage_month', 'p.created_at'])
    .where('p.owner_id', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  return {
    uid,
    email: row.email,
    displayName: row.name || 'User',
    isSubscribed: row.is_subscribed,
    purchasedTemplates: await purchasedDocuments(uid),
    aiTemplateUsage: { count: row.ai_usage_count, month: row.ai_usage_month },
    ...(row.created_at && { createdAt: row.created_at.toISOString() }),
  };
}

/** Makes the default document where there is none; `createdAt` is written at a sign-up by email only. */
export async function ensureProfile(
  db: Db,
  uid: string,
  now: Date,
  createdAt: Date | null = null,
): Promise<void> {
  await db
    .insertInto('account_profile')
    .values({ owner_id: uid, ai_usage_month: now.getUTCMonth(), created_at: createdAt })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
}
