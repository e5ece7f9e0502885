import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { accountApi, ChangeEmailBody, DoneWithWords, VerifyEmailBody } from '../rules/contract.ts';
import { accountWords } from '../rules/words.ts';
import { assertPresent, type AccountsContext, storedPassword, type Trx } from './context.ts';
import { verifySeconds } from './mails.ts';
import type { Caller } from './tries.ts';

const changeSeconds = 3600;

const told = (message: string) => ({ ok: true as const, message });
const taken = () =>
  new Problem('conflict', accountWords.addressTaken, { fields: { email: accountWords.addressTaken } });

/** Whose address is whose: proven by a link that only its mailbox gets. */
export function addressRoutes(context: AccountsContext): Route[] {
  const { identity, mails, db } = context;

  return [
    route({
      method: 'POST',
      path: accountApi.verifyEmail,
      access: 'anyone',
      security: 'address confirmed',
      summary: 'Confirm an email address',
      body: VerifyEmailBody,
      answer: DoneWithWords,
      limit: { name: 'verify-email', max: 30, perSeconds: 900, by: 'address' },
      async handle({ body: { token, password }, viewer, request, address, concerns }) {
        concerns({ how: 'mailed link' });
        await assertHolder(await subjectOf(token), { viewer, request, address, password });
        const account = await context.transaction(
          async (trx) => (await confirmOwn(trx, token)) ?? (await moveTo(trx, token)),
        );
        if (account === null) throw new Problem('bad_request', accountWords.verifyExpired);
        concerns({ account });
        return told(accountWords.verified);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.resendVerification,
      access: 'member',
      summary: 'Resend the confirmation email',
      answer: DoneWithWords,
      limit: { name: 'resend-verification', max: 5, perSeconds: 900, by: 'viewer' },
      async handle({ viewer: { uid } }) {
        const { email, email_verified } = await db
          .selectFrom('account_user')
          .select(['email', 'email_verified'])
          .where('id', '=', uid)
          .executeTakeFirstOrThrow();
        if (email_verified) return told(accountWords.alreadyVerified);
        await context.transaction(async (trx) => {
          const link = await identity.issueToken(trx, 'verify-email', { uid, email }, verifySeconds);
          await mails.verify(trx, email, link);
        });
        return told(accountWords.verificationSent);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.changeEmail,
      access: 'member',
      security: 'address change',
      summary: 'Request a change of email address',
      description: 'The change takes effect when the new address is confirmed.',
      body: ChangeEmailBody,
      answer: DoneWithWords,
      limit: { name: 'change-email', max: 5, perSeconds: 900, by: 'session' },
      async handle({ body: { email, password }, viewer }) {
        await assertPresent(context, viewer, password);
        if (await ownerOf(email)) throw taken();
        await context.transaction(async (trx) => {
          const link = await identity.issueToken(
            trx,
            'change-email',
            { uid: viewer.uid, email },
            changeSeconds,
          );
          const isNew = await mails.changeAddress(trx, email, link);
          if (isNew) await mails.addressWillChange(trx, viewer.email, viewer.uid);
        });
        return told(accountWords.changeSent);
      },
    }),
  ];

  async function ownerOf(email: string): Promise<string | undefined> {
    return (await db.selectFrom('account_user').select('id').where('email', '=', email).executeTakeFirst())
      ?.id;
  }

  async function subjectOf(token: string): Promise<{ uid: string }> {
    const subject = await context.transaction(
      async (trx) =>
        (await identity.readToken(trx, 'verify-email', token)) ??
        (await identity.readToken(trx, 'change-email', token)),
    );
    if (subject === null) throw new Problem('bad_request', accountWords.verifyExpired);
    return subject;
  }

  /** The link shows whose the mailbox is; a session of the account, or its password, whose the account is. */
  async function assertHolder(
    { uid }: { uid: string },
    { viewer, password, ...caller }: Caller & { viewer: Viewer; password: string | undefined },
  ): Promise<void> {
    if (viewer.kind === 'member' && viewer.uid === uid) return;
    const needed = (words: string) => new Problem('forbidden', words, { fields: { password: words } });
    const stored = await storedPassword(context, uid);
    if (stored === null) throw new Problem('forbidden', accountWords.verifyNeedsSignIn);
    if (password === undefined) throw needed(accountWords.verifyNeedsPassword);
    const user = await db
      .selectFrom('account_user')
      .select('email')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow();
    const turn = await context.tries.countTry(caller, user.email);
    if (await context.hashing.verify(stored, password, turn)) return;
    throw needed(accountWords.verifyWrongPassword);
  }

  async function confirmOwn(trx: Trx, token: string): Promise<string | null> {
    const subject = await identity.redeemToken(trx, 'verify-email', token);
    if (!subject) return null;
    // Of an address that was changed since, an old link proves nothing.
    const confirmed = await trx
      .updateTable('account_user')
      .set({ email_verified: true, updated_at: context.now() })
      .where('id', '=', subject.uid)
      .where('email', '=', subject.email)
      .returning('id')
      .executeTakeFirst();
    return confirmed?.id ?? null;
  }

  async function moveTo(trx: Trx, token: string): Promise<string | null> {
    const subject = await identity.redeemToken(trx, 'change-email', token);
    if (!subject) return null;
    const { uid, email } = subject;
    const user = await trx
      .selectFrom('account_user')
      .select('email')
      .where('id', '=', uid)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return null;
    await trx
      .updateTable('account_user')
      .set({ email, email_verified: true, updated_at: context.now() })
      .where('id', '=', uid)
      .execute()
      .catch((error: unknown) => {
        // Somebody opened an account with it in the meantime.
        throw (error as { code?: string }).code === '23505' ? taken() : error;
      });
    await identity.forgetTokens(trx, uid);
    await mails.addressChanged(trx, user.email, uid);
    return uid;
  }
}
