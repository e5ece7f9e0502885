import { mailAddressKey } from '#base/mail-address.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Profile } from '../rules/contract.ts';
import { ensureProfile } from './profile.ts';
import type { AccountTables } from './tables.ts';

/** Somebody with an account here, as other features may know them. */
export interface Member {
  uid: string;
  email: string;
  name: string;
  suspended: boolean;
  /** They have shown that mail to this address reaches them. */
  emailVerified: boolean;
}

export const memberByEmail = (db: AnyKysely, email: string): Promise<Member | null> =>
  find(db, 'email', mailAddressKey(email));

export const memberById = (db: AnyKysely, uid: string): Promise<Member | null> => find(db, 'id', uid);

/**
 * Whether what this member wrote may reach others by this hub: not before they have shown whose address they gave. On a
 * machine of one's own nobody else is reached.
 */
export async function mayReachOthers(
  { config }: Pick<Platform, 'config'>,
  db: AnyKysely,
  uid: string,
): Promise<boolean> {
  return !config.live || ((await memberById(db, uid))?.emailVerified ?? false);
}

async function find(db: AnyKysely, column: 'email' | 'id', value: string): Promise<Member | null> {
  const user = await tablesOf<AccountTables>(db)
    .selectFrom('account_user')
    .select(['id', 'email', 'name', 'email_verified', 'suspended_at'])
    .where(column, '=', value)
    .executeTakeFirst();
  return user
    ? {
        uid: user.id,
        email: user.email,
        name: user.name,
        suspended: user.suspended_at !== null,
        emailVerified: user.email_verified,
      }
    : null;
}

/** What other features decide about the profile, in the transaction of what it follows. */
export async function decideProfile(
  trx: AnyTransaction,
  uid: string,
  decided: Partial<Pick<Profile, 'isSubscribed' | 'aiTemplateUsage'>>,
  now: Date,
): Promise<void> {
  const tables = tablesOf<AccountTables>(trx);
  const { isSubscribed, aiTemplateUsage } = decided;
  await ensureProfile(tables, uid, now);
  await tables
    .updateTable('account_profile')
    .set({
      ...(isSubscribed !== undefined && { is_subscribed: isSubscribed }),
      ...(aiTemplateUsage && {
        ai_usage_count: aiTemplateUsage.count,
        ai_usage_month: aiTemplateUsage.month,
      }),
    })
    .where('owner_id', '=', uid)
    .execute();
}
