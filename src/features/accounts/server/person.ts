import type { DeskCell } from '#platform/server/desk.ts';
import { beginning, type PersonData } from '#platform/server/feature.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { AccountsContext, Trx } from './context.ts';
import { jsonFile, type MemberFile } from './member-data.ts';
import { readProfile } from './profile.ts';

/** The account itself, without what would open it. */
async function describe(context: AccountsContext, uid: string) {
  const { db } = context;
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
    profile: await readProfile(context, uid),
    signIns,
    passkeys,
    sessions,
  };
}

export async function* exportOf(context: AccountsContext, uid: string): AsyncGenerator<MemberFile> {
  yield jsonFile('account.json', await describe(context, uid));
  yield* context.memberData.gather(uid);
}

/** With the row go its sessions, ways in and profile; each feature takes away its own. */
export async function removeAccount(context: AccountsContext, trx: Trx, uid: string): Promise<void> {
  await context.memberData.forget(trx, uid);
  await context.identity.forgetTokens(trx, uid);
  await trx.deleteFrom('account_user').where('id', '=', uid).execute();
}

export async function findByEmail({ db }: AccountsContext, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('account_user')
    .select('id')
    .where('email', '=', mailAddressKey(email))
    .executeTakeFirst();
  return user?.id;
}

export function personData(context: AccountsContext): PersonData {
  return {
    erasing: { goes: 'The account, its profile, its ways to sign in and its sessions' },
    async shown(email) {
      const uid = await findByEmail(context, email);
      const user = uid === undefined ? null : await describe(context, uid);
      if (!user) return [];
      const { account } = user;
      return [
        {
          is: 'facts',
          title: 'Account',
          facts: [
            ['Name', { text: account.displayName || account.email, href: `/members/${account.uid}` }],
            ['Since', account.since.toISOString().slice(0, 10)],
            ['Email', account.emailVerified ? 'confirmed' : { text: 'not confirmed', tone: 'warn' }],
            ...(account.suspendedAt
              ? [['State', { text: 'suspended', tone: 'danger' }] as [string, DeskCell]]
              : []),
          ],
        },
      ];
    },
    async find(word, limit) {
      const like = beginning(word);
      const rows = await context.db
        .selectFrom('account_user')
        .select(['email', 'name'])
        .where((or) =>
          or.or([or('email', 'like', like), or('name', 'ilike', like), or('name', 'ilike', `% ${like}`)]),
        )
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ email, name }) => ({ address: email, name, as: 'member' }));
    },
    async export(email) {
      const uid = await findByEmail(context, email);
      return uid === undefined ? null : describe(context, uid);
    },
    async erase(email) {
      const uid = await findByEmail(context, email);
      if (uid === undefined) return [];
      await context.transaction((trx) => removeAccount(context, trx, uid));
      return ['The account, its profile, its ways to sign in and its sessions were deleted.'];
    },
  };
}
