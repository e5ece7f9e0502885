import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { zipResponse } from '#platform/server/zip.ts';
import {
  accountApi,
  ConfirmBody,
  DeleteAccountBody,
  Done,
  PatchProfileBody,
  ProfileAnswer,
  RevokeSessionsBody,
  SessionList,
} from '../rules/contract.ts';
import { deviceWords } from '../rules/device.ts';
import { assertPresent, type AccountsContext } from './context.ts';
import { exportOf, removeAccount } from './person.ts';
import { ensureProfile, readProfile } from './profile.ts';
import { endSessions } from './sessions.ts';

/** Who sits at somebody else's open browser shall not try passwords there. */
const passwordTries = { name: 'confirm', max: 20, perSeconds: 900, by: 'session' } as const;

/** What a member sees and decides about their own account. */
export function accountRoutes(context: AccountsContext): Route[] {
  const { db } = context;

  return [
    route({
      method: 'GET',
      path: accountApi.profile,
      access: 'member',
      summary: 'Get your profile',
      description: 'Null if there is none yet.',
      answer: ProfileAnswer,
      handle: async ({ viewer }) => ({ profile: await readProfile(context, viewer.uid) }),
    }),

    route({
      method: 'POST',
      path: accountApi.profile,
      access: 'member',
      summary: 'Create a default profile if there is none',
      answer: ProfileAnswer,
      limit: { name: 'profile', max: 60, perSeconds: 60, by: 'viewer' },
      async handle({ viewer }) {
        await ensureProfile(db, viewer.uid, context.now());
        return { profile: await readProfile(context, viewer.uid) };
      },
    }),

    route({
      method: 'PATCH',
      path: accountApi.profile,
      access: 'member',
      summary: 'Change your display name',
      description: 'Every other field is set by the server.',
      body: PatchProfileBody,
      answer: ProfileAnswer,
      limit: { name: 'profile', max: 60, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, body }) {
        await context.transaction(async (trx) => {
          await ensureProfile(trx, viewer.uid, context.now());
          await trx
            .updateTable('account_user')
            .set({ name: body.displayName, updated_at: context.now() })
            .where('id', '=', viewer.uid)
            .execute();
        });
        return { profile: await readProfile(context, viewer.uid) };
      },
    }),

    route({
      method: 'GET',
      path: accountApi.sessions,
      access: 'member',
      summary: 'List your active sessions',
      answer: SessionList,
      async handle({ viewer }) {
        const rows = await db
          .selectFrom('account_session')
          .select(['id', 'user_agent', 'created_at', 'updated_at'])
          .where('user_id', '=', viewer.uid)
          .where('expires_at', '>', context.now())
          .orderBy('updated_at', 'desc')
          .limit(200)
          .execute();
        return {
          sessions: rows.map((row) => ({
            id: row.id,
            current: row.id === viewer.sessionId,
            createdAt: row.created_at.toISOString(),
            lastSeenAt: row.updated_at.toISOString(),
            device: deviceWords(row.user_agent),
          })),
        };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.revokeSessions,
      access: 'member',
      security: 'sessions ended',
      summary: 'End one session, or all except this one',
      body: RevokeSessionsBody,
      answer: Done,
      limit: passwordTries,
      async handle({ viewer, body }) {
        await assertPresent(context, viewer, body.password);
        const which = 'id' in body ? { only: body.id } : { except: viewer.sessionId };
        const ended = await endSessions(db, viewer.uid, which);
        if ('id' in body && ended === 0) throw new Problem('not_found');
        return { ok: true as const };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.confirm,
      access: 'member',
      security: 'confirmed',
      summary: 'Confirm your password for the next ten minutes',
      description: 'Without a password, checks whether it was confirmed within the last ten minutes.',
      body: ConfirmBody,
      answer: Done,
      limit: passwordTries,
      async handle({ viewer, body, concerns }) {
        if (body.password !== undefined) concerns({ how: 'password' });
        await assertPresent(context, viewer, body.password);
        return { ok: true as const };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.deleteAccount,
      access: 'member',
      security: 'account deleted',
      summary: 'Delete your account and its data',
      body: DeleteAccountBody,
      answer: Done,
      limit: { name: 'delete-account', max: 10, perSeconds: 900, by: 'session' },
      async handle({ viewer, body, headers }) {
        await assertPresent(context, viewer, body.password);
        await context.transaction(async (trx) => {
          await removeAccount(context, trx, viewer.uid);
          await context.mails.deleted(trx, viewer.email, viewer.uid);
        });
        context.cookies.clearSession(headers);
        return { ok: true as const };
      },
    }),

    route({
      method: 'GET',
      path: accountApi.exportAccount,
      access: 'member',
      security: 'account exported',
      summary: 'Export your data as a ZIP file',
      answer: 'raw' as const,
      query: z.object({}),
      limit: { name: 'export-account', max: 10, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer }) {
        await assertPresent(context, viewer, undefined);
        const name = `account-${context.now().toISOString().slice(0, 10)}.zip`;
        return zipResponse(name, exportOf(context, viewer.uid), context.now());
      },
    }),
  ];
}
