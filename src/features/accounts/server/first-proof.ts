import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import type { Desk, Trx } from './desk.ts';
import { removeAccount } from './person.ts';
import { ensureProfile } from './profile.ts';

/**
 * An address that is proven by a link in a mail alone, to an account that nobody had proven. Anybody can open one in
 * somebody's name and leave a way back in: a provider's login, a second step, a key, a page, a sequence of mails. So
 * whoever has the mailbox gets a new account, and of the old one only what was paid for goes along.
 */
export async function beginAnew(
  desk: Desk,
  trx: Trx,
  former: { uid: string; email: string; suspendedAt: Date | null },
  hashed: string,
): Promise<string> {
  const { email, suspendedAt } = former;
  const now = desk.now();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0))`.execute(trx);
  // Both stand for a moment, so that what was paid for can pass from the one to the other.
  await trx
    .updateTable('account_user')
    .set({ email: `replaced:${former.uid.toLowerCase()}` })
    .where('id', '=', former.uid)
    .execute();
  const uid = newId('user');
  await trx
    .insertInto('account_user')
    .values({
      id: uid,
      name: 'User',
      email,
      email_verified: true,
      image: null,
      suspended_at: suspendedAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await trx
    .insertInto('account_login')
    .values({ id: newId('user'), user_id: uid, provider_id: 'credential', account_id: uid, password: hashed })
    .execute();
  await ensureProfile(trx, uid, now, now);
  await desk.memberData.handOver(trx, former.uid, uid);
  await removeAccount(desk, trx, former.uid);
  return uid;
}
