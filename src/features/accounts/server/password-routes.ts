import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import {
  accountApi,
  ChangePasswordBody,
  Done,
  DoneWithWords,
  ForgotPasswordBody,
  ResetPasswordBody,
} from '../rules/contract.ts';
import { accountWords } from '../rules/words.ts';
import { assertPassword, type AccountsContext, hashNew, ofMember, userAgent } from './context.ts';
import { beginAnew } from './first-proof.ts';
import { forgotChannel } from './forgot.ts';
import { endSessions } from './sessions.ts';

export function passwordRoutes(context: AccountsContext): Route[] {
  const { identity, mails, platform } = context;

  return [
    route({
      method: 'POST',
      path: accountApi.forgotPassword,
      access: 'anyone',
      security: 'password link',
      summary: 'Request a password reset link',
      body: ForgotPasswordBody,
      answer: DoneWithWords,
      limit: { name: 'forgot-password', max: 10, perSeconds: 900, by: 'address' },
      async handle({ body: { email }, concerns }) {
        concerns({ email });
        // Whether there is such an account is looked up later, out of sight: hit and miss do the very same here.
        await context.transaction((trx) =>
          platform.outbox.put(trx, {
            channel: forgotChannel,
            dedupeKey: mails.resetKey(email),
            payload: { email },
          }),
        );
        return { ok: true as const, message: accountWords.resetSent };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.resetPassword,
      access: 'anyone',
      security: 'password reset',
      summary: 'Set a new password with a reset link',
      body: ResetPasswordBody,
      answer: DoneWithWords,
      limit: { name: 'reset-password', max: 20, perSeconds: 900, by: 'address' },
      async handle({ body, headers, request, address, concerns }) {
        concerns({ how: 'mailed link' });
        // A hash takes a third of a second of a machine that makes two at once: nobody gets one for a made-up link.
        if (!(await identity.knowsReset(body.token)))
          throw new Problem('bad_request', accountWords.resetExpired);
        const hashed = await hashNew(context, { caller: address, isKnown: true }, body.password, 'password');
        const { isNew, uid: whose } = await context.transaction(async (trx) => {
          const uid = await identity.finishReset(trx, { token: body.token, hashed });
          const { email, email_verified, suspended_at } = await trx
            .selectFrom('account_user')
            .select(['email', 'email_verified', 'suspended_at'])
            .where('id', '=', uid)
            .forUpdate()
            .executeTakeFirstOrThrow();
          const now = email_verified
            ? uid
            : await beginAnew(context, trx, { uid, email, suspendedAt: suspended_at }, hashed);
          concerns({ account: now, ...(now !== uid && { how: 'mailed link, begun anew' }) });
          await identity.forgetTokens(trx, uid);
          await context.entryCodes.forget(trx, email);
          await mails.passwordChanged(trx, email, now);
          return { isNew: now !== uid, uid: now };
        });
        context.cookies.clearSession(headers);
        // Whoever was kept out by strangers' tries comes in this way.
        await context.tries.remember({ request, address }, headers, whose);
        return {
          ok: true as const,
          message: isNew ? accountWords.resetBegunAnew : accountWords.resetDone,
        };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.changePassword,
      access: 'member',
      security: 'password change',
      summary: 'Change the password',
      description: 'Ends every other session of the account.',
      body: ChangePasswordBody,
      answer: Done,
      limit: { name: 'change-password', max: 10, perSeconds: 900, by: 'session' },
      async handle({ body, viewer, request, headers }) {
        const { currentPassword, newPassword } = body;
        await assertPassword(context, viewer.uid, currentPassword, 'currentPassword');
        if (newPassword === currentPassword) {
          throw new Problem('bad_request', accountWords.passwordUnchanged, {
            fields: { newPassword: accountWords.passwordUnchanged },
          });
        }
        const hashed = await hashNew(context, ofMember(viewer.uid), newPassword, 'newPassword', {
          email: viewer.email,
        });
        const token = await context.transaction(async (trx) => {
          await trx
            .updateTable('account_login')
            .set({ password: hashed })
            .where('user_id', '=', viewer.uid)
            .where('provider_id', '=', 'credential')
            .execute();
          await endSessions(trx, viewer.uid);
          await identity.forgetTokens(trx, viewer.uid);
          await context.entryCodes.forget(trx, viewer.email);
          await mails.passwordChanged(trx, viewer.email, viewer.uid);
          return identity.openSession(trx, viewer.uid, userAgent(request));
        });
        context.cookies.setSession(headers, token, context.platform.config.sessionDays.idle * 86_400);
        return { ok: true as const };
      },
    }),
  ];
}
