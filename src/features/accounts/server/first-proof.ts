import type { AccountsContext, Trx } from './context.ts';
import { removeAccount } from './person.ts';
import { ensureProfile } from './profile.ts';
import { holdLock } from '#platform/server/database/locks.ts';

/**
 * An address that is proven by a mail alone, to an account that nobody had proven. Anybody can open one in
 * somebody's name and leave a way back in: a provider's login, a second step, a key, a page, a sequence of mails. So
 * whoever has the mailbox gets a new account, and of the old one only what was paid for goes along.
 */
export async function beginAnew(
  context: AccountsContext,
  trx: Trx,
  former: { uid: string; email: string; suspendedAt: Date | null },
  hashed: string | null,
): Promise<string> {
  const { email, suspendedAt } = former;
  const now = context.now();
  await holdLock(trx, `account:${email}`);
  // Both stand for a moment, so that what was paid for can pass from the one to the other.
  await trx
    .updateTable('account_user')
    .set({ email: `replaced:${former.uid.toLowerCase()}` })
    .where('id', '=', former.uid)
    .execute();
  const account = { email, name: 'User', emailVerified: true, suspendedAt };
  const login = hashed === null ? null : { password: hashed };
  const uid = await context.identity.createAccount(trx, account, login);
  await ensureProfile(trx, uid, now, now);
  await context.memberData.handOver(trx, former.uid, uid);
  await removeAccount(context, trx, former.uid);
  return uid;
}
