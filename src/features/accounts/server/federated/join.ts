import { Problem } from '#base/problem.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { DisplayName, Email } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { verifySeconds } from '../mails.ts';
import type { AccountsContext, Trx } from '../context.ts';
import { federatedProvider } from '../tables.ts';
import type { FederatedPerson } from './person.ts';

/**
 * The account of whom a provider vouches for. An address alone joins an account only when both sides have proven it:
 * else whoever opens an account in another's name, here or there, would get the other's.
 */
export async function accountOf(
  context: AccountsContext,
  trx: Trx,
  person: FederatedPerson,
  provider: string,
): Promise<string> {
  const login = { providerId: federatedProvider, accountId: person.accountId };
  const known = await trx
    .selectFrom('account_login')
    .select('user_id')
    .where('provider_id', '=', login.providerId)
    .where('account_id', '=', login.accountId)
    .executeTakeFirst();
  if (known) return known.user_id;

  const parsed = Email.safeParse(person.email);
  if (!parsed.success) throw new Problem('bad_request', accountWords.federatedNoEmail);
  const email = parsed.data;
  await holdLock(trx, `account:${email}`);
  const existing = await trx
    .selectFrom('account_user')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();

  if (existing) {
    if (!existing.email_verified || !person.emailVerified) {
      throw new Problem('conflict', accountWords.federatedUnverified, {
        fields: { email: accountWords.federatedUnverified },
      });
    }
    await context.identity.addLogin(trx, existing.id, login);
    await context.mails.joined(trx, email, existing.id, provider);
    return existing.id;
  }

  const name = DisplayName.safeParse(person.name).data ?? 'User';
  const uid = await context.identity.createAccount(
    trx,
    { email, name, emailVerified: person.emailVerified },
    login,
  );
  if (!person.emailVerified) {
    const link = await context.identity.issueToken(trx, 'verify-email', { uid, email }, verifySeconds);
    await context.mails.verify(trx, email, link);
  }
  return uid;
}
