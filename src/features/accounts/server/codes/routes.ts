import type { Selectable } from 'kysely';
import { Problem } from '#base/problem.ts';
import { randomText } from '#base/id.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { codeWaitSeconds } from '#platform/server/mailed-codes.ts';
import { sendsMail } from '#platform/server/mail/feature.ts';
import type * as z from 'zod/mini';
import {
  accountApi,
  AskCodeBody,
  CodeAsked,
  CodeSignInBody,
  CodeSignInAnswer,
} from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { admit, type AccountsContext, type Trx, userAgent } from '../context.ts';
import { beginAnew } from '../first-proof.ts';
import { addressHash } from '../mails.ts';
import { ensureProfile } from '../profile.ts';
import type { UserTable } from '../tables.ts';
import { codeChannel, type CodeToMail } from './mailing.ts';

type Body = z.output<typeof CodeSignInBody>;
type Account = Pick<Selectable<UserTable>, 'id' | 'email_verified' | 'suspended_at'>;
type Missing = NonNullable<z.output<typeof CodeSignInAnswer>['missing']>;
/** What the proof of an address leads to. */
type Entry = 'a new account' | 'begun anew' | 'confirmed' | 'known';

/** A code by email instead of a password: who reads the mailbox comes in, and whoever has no account gets one. */
export function codeRoutes(context: AccountsContext): Route[] {
  const { entryCodes, identity, mails, platform, secondSteps, tries } = context;

  return [
    route({
      method: 'POST',
      path: accountApi.askCode,
      access: 'anyone',
      security: 'sign-in code',
      summary: 'Request a sign-in code by email',
      description:
        'The response is the same whether or not the email address has an account. The code works only together with the `browser` it was requested for.',
      body: AskCodeBody,
      answer: CodeAsked,
      limit: { name: 'entry-code', max: 20, perSeconds: 900, by: 'address' },
      async handle({ body, request, address, concerns }) {
        const { email } = body;
        concerns({ email });
        assertMail();
        const left = await entryCodes.waitSeconds(body);
        if (left > 0) return { ok: true as const, waitSeconds: left };
        const { isMuted, isKnown } = await tries.countCode({ request, address }, email);
        await context.transaction(async (trx) => {
          const code = await entryCodes.make(trx, body, isMuted);
          if (code === null) return;
          const payload: CodeToMail = { email, code, isMuted, isKnown };
          const dedupeKey = `code:${addressHash(email)}:${randomText(20)}`;
          await platform.outbox.put(trx, { channel: codeChannel, dedupeKey, payload });
        });
        return { ok: true as const, waitSeconds: codeWaitSeconds };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.codeSignIn,
      access: 'anyone',
      security: 'sign-in',
      summary: 'Sign in with a code from an email',
      description:
        'Creates the account if the email address has none. If something is still missing, `missing` names its field, and the code stays valid: `displayName` for a new account, `second` for two-factor authentication, `anew` where an account with this email address was never confirmed and starts empty.',
      body: CodeSignInBody,
      answer: CodeSignInAnswer,
      limit: { name: 'entry-code-try', max: 60, perSeconds: 900, by: 'address' },
      async handle({ body, viewer, request, headers, address, concerns }) {
        concerns({ email: body.email, how: 'code by email' });
        assertMail();
        await entryCodes.assertRight(body, body.code);
        // Somebody else may have opened or closed the account while this one was looked at.
        const entered = (await enter(body, viewer, request)) ?? (await enter(body, viewer, request));
        if (!entered) throw new Problem('conflict', accountWords.entryChanged);
        if ('missing' in entered) {
          concerns({ outcome: 'refused' });
          return { user: null, missing: entered.missing };
        }
        const { uid, token, entry } = entered;
        concerns({ account: uid, ...(entry !== 'known' && { how: `code by email, ${entry}` }) });
        return admit(context, { request, headers, address }, token, body.attempt);
      },
    }),
  ];

  function assertMail(): void {
    if (!sendsMail(platform.config)) throw new Problem('not_found', accountWords.entryCodeOff);
  }

  async function enter(
    body: Body,
    viewer: Viewer,
    request: Request,
  ): Promise<{ uid: string; token: string; entry: Entry } | { missing: Missing } | null> {
    const account = await accountOf(context.db, body.email);
    if (account?.suspended_at) throw new Problem('forbidden', accountWords.suspended);
    const entry = entryOf(account, viewer);
    if (entry === 'a new account' && body.displayName === undefined) return { missing: 'displayName' };
    if (entry === 'begun anew' && !body.anew) return { missing: 'anew' };
    if (account && entry !== 'begun anew' && !(await hasSecondStep(account.id, body)))
      return { missing: 'second' };
    return context.transaction(async (trx) => {
      await holdLock(trx, `account:${body.email}`);
      const now = await accountOf(trx, body.email);
      if (now?.id !== account?.id || entryOf(now, viewer) !== entry) return null;
      await entryCodes.spend(trx, body);
      const uid = await proven(trx, entry, now, body);
      return { uid, entry, token: await identity.openSession(trx, uid, userAgent(request)) };
    });
  }

  /** The account of who has just shown that the mailbox is theirs. */
  async function proven(trx: Trx, entry: Entry, account: Account | null, body: Body): Promise<string> {
    const { email, displayName: name = 'User' } = body;
    const now = context.now();
    if (!account) {
      const uid = await identity.createAccount(trx, { email, name, emailVerified: true }, null);
      await ensureProfile(trx, uid, now, now);
      return uid;
    }
    if (entry === 'begun anew')
      return beginAnew(context, trx, { uid: account.id, email, suspendedAt: account.suspended_at }, null);
    if (entry === 'confirmed')
      await trx
        .updateTable('account_user')
        .set({ email_verified: true, updated_at: now })
        .where('id', '=', account.id)
        .execute();
    return account.id;
  }

  /** False where it is switched on and has to come yet; refuses a wrong one. */
  async function hasSecondStep(uid: string, body: Body): Promise<boolean> {
    const said = await secondSteps.check(uid, body.second);
    if (said !== 'wrong') return said !== 'missing';
    await entryCodes.countWrong(body);
    if (await tries.isGuessing(uid))
      await context.transaction((trx) => mails.wrongCodes(trx, body.email, 'code'));
    const words = accountWords.codeWrong;
    throw new Problem('unauthenticated', words, { fields: { second: words } });
  }
}

const accountOf = async (db: AccountsContext['db'], email: string): Promise<Account | null> =>
  (await db
    .selectFrom('account_user')
    .select(['id', 'email_verified', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst()) ?? null;

/** As with a link to confirm: the mailbox and a session of the account together make it theirs as it is. */
function entryOf(account: Account | null, viewer: Viewer): Entry {
  if (!account) return 'a new account';
  if (account.email_verified) return 'known';
  return viewer.kind === 'member' && viewer.uid === account.id ? 'confirmed' : 'begun anew';
}
