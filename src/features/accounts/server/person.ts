import type { PersonData } from '#platform/server/feature.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { Desk, Trx } from './desk.ts';
import { jsonFile, type MemberFile } from './member-data.ts';
import { readProfile } from './profile.ts';

/** The account itself, without what would open it. */
async function describe(desk: Desk, uid: string) {
  const { db } = desk;
  const user = await db
    .selectFrom('account_user')
    .select([
      'id as uid',
      'email',
      'name as displayName',
      'email_verified as emailVerified',
      'created_at as since',
      'suspended_at as suspendedAt',
    ])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!user) return null;
  const signIns = await db
    .selectFrom('account_login')
    .select(['provider_id as way', 'account_id as identity', 'created_at as since'])
    .where('user_id', '=', uid)
    .execute();
  const sessions = await db
    .selectFrom('account_session')
    .select(['created_at as since', 'updated_at as lastSeen', 'expires_at as until', 'user_agent as browser'])
    .where('user_id', '=', uid)
    .execute();
  const second = await db
    .selectFrom('account_factor')
    .select('confirmed_at as since')
    .where('owner_id', '=', uid)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('account_passkey')
    .select(['name', 'backed_up as isSynced', 'created_at as since', 'used_at as lastUsed'])
    .where('owner_id', '=', uid)
    .execute();
  return {
    account: user,
    ...(second && { secondStep: second }),
    profile: await readProfile(desk, uid),
    signIns,
    passkeys,
    sessions,
  };
}

export async function* exportOf(desk: Desk, uid: string): AsyncGenerator<MemberFile> {
  yield jsonFile('account.json', await describe(desk, uid));
  yield* desk.memberData.gather(uid);
}

/** With the row go its sessions, ways in and profile; each feature takes away its own. */
export async function removeAccount(desk: Desk, trx: Trx, uid: string): Promise<void> {
  await desk.memberData.forget(trx, uid);
  await desk.identity.forgetTokens(trx, uid);
  await trx.deleteFrom('account_user').where('id', '=', uid).execute();
}

export async function findByEmail({ db }: Desk, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('account_user')
    .select('id')
    .where('email', '=', mailAddressKey(email))
    .executeTakeFirst();
  return user?.id;
}

export function personData(desk: Desk): PersonData {
  return {
    async export(email) {
      const uid = await findByEmail(desk, email);
      return uid === undefined ? null : describe(desk, uid);
    },
    async erase(email) {
      const uid = await findByEmail(desk, email);
      if (uid === undefined) return [];
      await desk.transaction((trx) => removeAccount(desk, trx, uid));
      return ['The account, its profile, its ways to sign in and its sessions were deleted.'];
    },
  };
}
