import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { sendsMail } from '#platform/server/mail/feature.ts';
import {
  AbandonBody,
  accountApi,
  Done,
  GoneAnswer,
  GoneQuery,
  SessionAnswer,
  SignInBody,
  SignInWays,
  SignUpBody,
} from '../rules/contract.ts';
import { accountWords } from '../rules/words.ts';
import { abandonAttempt } from './attempts.ts';
import { admit, type AccountsContext, hashNew, userAgent } from './context.ts';
import { waysIn } from './federated/ways.ts';
import { ensureProfile } from './profile.ts';
import { endSession, lastMoment, renewSession } from './sessions.ts';
import { verifySeconds } from './mails.ts';

const done = { ok: true } as const;
const perNetwork = { name: 'sign-in', max: 100, perSeconds: 900, by: 'handler' } as const;
/** Time enough to finish what one is at. */
const toldDaysBefore = 3;

/** The door: who is this, come in, go out. */
export function entryRoutes(context: AccountsContext): Route[] {
  const { db, cookies, identity, mails } = context;
  const { sessionDays } = context.platform.config;

  return [
    route({
      method: 'GET',
      path: accountApi.session,
      access: 'anyone',
      summary: 'Get the current session',
      description: 'Who is signed in in this browser, if anyone.',
      answer: SessionAnswer,
      async handle({ viewer, request, headers }) {
        if (viewer.kind === 'guest') {
          cookies.clearHint(request, headers);
          return { user: null };
        }
        const found = await db
          .selectFrom('account_session as s')
          .innerJoin('account_user as u', 'u.id', 's.user_id')
          .select(['u.id as uid', 'u.email', 'u.name as displayName', 'u.email_verified as emailVerified'])
          .select('s.created_at as since')
          .where('s.id', '=', viewer.sessionId)
          .executeTakeFirst();
        if (!found) return { user: null };
        const { since, ...user } = found;
        context.tries.markDevice(request, headers, user.uid);
        const token = cookies.sessionToken(request);
        const seconds = await renewSession(db, viewer.sessionId, context.now(), sessionDays);
        if (token !== null && seconds !== null) cookies.setSession(headers, token, seconds);
        const end = lastMoment(since, sessionDays);
        const isNear = end.getTime() - context.now().getTime() < days(toldDaysBefore);
        return { user, ...(isNear && { endsAt: end.toISOString() }) };
      },
    }),

    route({
      method: 'GET',
      path: accountApi.ways,
      access: 'anyone',
      summary: 'List the sign-in methods',
      answer: SignInWays,
      handle() {
        const { config } = context.platform;
        return { providers: waysIn(config), codes: sendsMail(config) };
      },
    }),

    route({
      method: 'GET',
      path: accountApi.gone,
      access: 'anyone',
      summary: 'Check whether an account no longer exists',
      description:
        'By the ID that only a browser where it was signed in has: what that browser kept of it can be removed.',
      query: GoneQuery,
      answer: GoneAnswer,
      limit: { name: 'account-gone', max: 60, perSeconds: 900, by: 'address' },
      async handle({ query }) {
        const there = await db
          .selectFrom('account_user')
          .select('id')
          .where('id', '=', query.uid)
          .executeTakeFirst();
        return { isGone: there === undefined };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.signUp,
      access: 'anyone',
      security: 'sign-up',
      summary: 'Create an account with an email address and password',
      body: SignUpBody,
      answer: SessionAnswer,
      limit: { name: 'sign-up', max: 50, perSeconds: 3600, by: 'address' },
      async handle({ body, request, headers, address, concerns }) {
        const { email, displayName, password, attempt } = body;
        concerns({ email, how: 'password' });
        const hashed = await hashNew(context, { caller: address }, password, 'password', body);
        const opened = await context.transaction(async (trx) => {
          // Of two at once the second waits here, and then finds the address taken.
          await holdLock(trx, `account:${email}`);
          const account = { email, name: displayName, emailVerified: false };
          const uid = await identity.createAccount(trx, account, { password: hashed });
          await ensureProfile(trx, uid, context.now(), context.now());
          const link = await identity.issueToken(trx, 'verify-email', { uid, email }, verifySeconds);
          await mails.verify(trx, email, link);
          return { uid, token: await identity.openSession(trx, uid, userAgent(request)) };
        });
        concerns({ account: opened.uid });
        return admit(context, { request, headers, address }, opened.token, attempt);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.signIn,
      access: 'anyone',
      security: 'sign-in',
      summary: 'Sign in with an email address and password',
      body: SignInBody,
      answer: SessionAnswer,
      limit: perNetwork,
      async handle({ body, request, headers, address, concerns }) {
        const { email, password, code, attempt } = body;
        concerns({ email, how: 'password' });
        const turn = await context.tries.countTry({ request, address }, email, perNetwork);
        const { uid, stored } = await identity.whoHas(email, password, turn);
        const second = await context.secondSteps.check(uid, code);
        if (second === 'missing' || second === 'wrong') {
          if (second === 'wrong' && (await context.tries.isGuessing(uid)))
            await context.transaction((trx) => mails.wrongCodes(trx, email, 'password'));
          const words = second === 'missing' ? accountWords.codeMissing : accountWords.codeWrong;
          throw new Problem('unauthenticated', words, { fields: { code: words } });
        }
        const token = await context.transaction((trx) =>
          identity.openSession(trx, uid, userAgent(request), stored),
        );
        concerns({ account: uid, ...(second === 'right' && { how: 'password and code' }) });
        return admit(context, { request, headers, address }, token, attempt);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.abandon,
      access: 'anyone',
      summary: 'Cancel a sign-in attempt',
      description: 'If the attempt has already succeeded, the session it opened ends.',
      body: AbandonBody,
      answer: Done,
      limit: { name: 'sign-in-abandon', max: 100, perSeconds: 900, by: 'address' },
      async handle({ body }) {
        await abandonAttempt(db, body.attempt, context.now());
        return done;
      },
    }),

    route({
      method: 'POST',
      path: accountApi.signOut,
      access: 'anyone',
      security: 'sign-out',
      limit: { name: 'sign-out', max: 60, perSeconds: 60, by: 'address' },
      summary: 'Log out',
      answer: Done,
      async handle({ request, headers }) {
        const token = cookies.sessionToken(request);
        if (token !== null) await endSession(db, token);
        cookies.clearSession(headers);
        return done;
      },
    }),
  ];
}
