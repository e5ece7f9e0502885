import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import {
  accountApi,
  Done,
  PasskeyAdded,
  PasskeyList,
  PasskeyOptions,
  PasskeySignInBody,
  PasskeyUsed,
  RemovePasskeyBody,
  RenamePasskeyBody,
  SessionAnswer,
} from '../../rules/contract.ts';
import { deviceWords } from '../../rules/device.ts';
import { admit, assertPresent, type AccountsContext, userAgent } from '../context.ts';
import { confirmSession } from '../sessions.ts';

const limit = { name: 'passkeys', max: 40, perSeconds: 900, by: 'session' } as const;
const done = { ok: true } as const;

export function passkeyRoutes(context: AccountsContext): Route[] {
  const { passkeys, mails, platform, identity } = context;
  const originOf = (request: Request) => platform.config.publicUrl?.origin ?? new URL(request.url).origin;
  const listOf = async (uid: string) => ({
    passkeys: (await passkeys.list(uid)).map((row) => ({
      id: row.id,
      name: row.name,
      isSynced: row.backed_up,
      createdAt: row.created_at.toISOString(),
      usedAt: row.used_at?.toISOString() ?? null,
    })),
  });

  return [
    route({
      method: 'POST',
      path: accountApi.beginPasskeySignIn,
      access: 'anyone',
      summary: 'Get the options for using a passkey',
      answer: PasskeyOptions,
      limit: { name: 'passkey-begin', max: 200, perSeconds: 900, by: 'address' },
      handle: async ({ request }) => ({ options: { ...(await passkeys.beginUsing(originOf(request))) } }),
    }),

    route({
      method: 'POST',
      path: accountApi.passkeySignIn,
      access: 'anyone',
      security: 'sign-in',
      summary: 'Sign in with a passkey',
      description: 'A passkey proves both the device and the person, so no second factor is asked for.',
      body: PasskeySignInBody,
      answer: SessionAnswer,
      limit: { name: 'sign-in-passkey', max: 60, perSeconds: 900, by: 'address' },
      async handle({ body: { passkey, attempt }, request, headers, address, concerns }) {
        concerns({ how: 'passkey' });
        const uid = await passkeys.use(passkey, originOf(request));
        concerns({ account: uid });
        const token = await context.transaction((trx) => identity.openSession(trx, uid, userAgent(request)));
        return admit(context, { request, headers, address }, token, attempt);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.confirmWithPasskey,
      access: 'member',
      security: 'confirmed',
      summary: 'Confirm your identity with a passkey for the next ten minutes',
      body: PasskeyUsed,
      answer: Done,
      limit,
      async handle({ viewer, body, request, concerns }) {
        concerns({ how: 'passkey' });
        const uid = await passkeys.use(body, originOf(request));
        if (uid !== viewer.uid) throw new Problem('forbidden');
        await confirmSession(context.db, viewer.sessionId, context.now());
        return done;
      },
    }),

    route({
      method: 'GET',
      path: accountApi.passkeys,
      access: 'member',
      summary: 'List your passkeys',
      answer: PasskeyList,
      handle: ({ viewer }) => listOf(viewer.uid),
    }),

    route({
      method: 'POST',
      path: accountApi.beginPasskey,
      access: 'member',
      summary: 'Get the options for creating a passkey',
      answer: PasskeyOptions,
      limit,
      async handle({ viewer, request }) {
        await assertPresent(context, viewer, undefined);
        const place = { origin: originOf(request), name: platform.site.words().name };
        return { options: { ...(await passkeys.beginAdding(viewer, place)) } };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.addPasskey,
      access: 'member',
      security: 'passkey added',
      summary: 'Add a passkey',
      body: PasskeyAdded,
      answer: PasskeyList,
      limit,
      async handle({ viewer, body, request }) {
        await assertPresent(context, viewer, undefined);
        const name = deviceWords(userAgent(request));
        await passkeys.add(viewer.uid, body, originOf(request), name);
        await context.transaction((trx) => mails.passkey(trx, viewer.email, viewer.uid, 'added'));
        return listOf(viewer.uid);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.renamePasskey,
      access: 'member',
      summary: 'Rename a passkey',
      body: RenamePasskeyBody,
      answer: PasskeyList,
      limit,
      async handle({ viewer, body: { id, name } }) {
        if (!(await passkeys.rename(viewer.uid, id, name))) throw new Problem('not_found');
        return listOf(viewer.uid);
      },
    }),

    route({
      method: 'POST',
      path: accountApi.removePasskey,
      access: 'member',
      security: 'passkey removed',
      summary: 'Remove a passkey',
      body: RemovePasskeyBody,
      answer: PasskeyList,
      limit,
      async handle({ viewer, body: { id } }) {
        await assertPresent(context, viewer, undefined);
        if (!(await passkeys.remove(viewer.uid, id))) throw new Problem('not_found');
        await context.transaction((trx) => mails.passkey(trx, viewer.email, viewer.uid, 'removed'));
        return listOf(viewer.uid);
      },
    }),
  ];
}
