import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import {
  accountApi,
  CodeBody,
  Done,
  RecoveryCodes,
  SecondStepBegun,
  SecondStepState,
} from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { assertPresent, type AccountsContext, storedPassword } from '../context.ts';
import { base32, otpauth } from './totp.ts';

const limit = { name: 'second-step', max: 20, perSeconds: 900, by: 'session' } as const;

export function secondStepRoutes(context: AccountsContext): Route[] {
  const { secondSteps, mails, platform } = context;
  const wrongCode = () =>
    new Problem('bad_request', accountWords.codeWrong, { fields: { code: accountWords.codeWrong } });

  return [
    route({
      method: 'GET',
      path: accountApi.secondStep,
      access: 'member',
      summary: 'Get your two-factor authentication status',
      description: 'Whether it is on, and how many backup codes are left.',
      answer: SecondStepState,
      handle: ({ viewer }) => secondSteps.state(viewer.uid),
    }),

    route({
      method: 'POST',
      path: accountApi.beginSecondStep,
      access: 'member',
      summary: 'Set up an authenticator app',
      description:
        'Returns a new secret. Two-factor authentication turns on once its first code is confirmed.',
      answer: SecondStepBegun,
      limit,
      async handle({ viewer }) {
        await assertPresent(context, viewer, undefined);
        if ((await storedPassword(context, viewer.uid)) === null)
          throw new Problem('conflict', accountWords.noPassword);
        const secret = await secondSteps.begin(viewer.uid);
        if (!secret) throw new Problem('conflict', accountWords.secondStepIsOn);
        return {
          secret: base32(secret),
          uri: otpauth(secret, platform.site.words().name, viewer.email),
        };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.confirmSecondStep,
      access: 'member',
      security: 'second step on',
      summary: 'Turn on two-factor authentication',
      description: 'Takes the first code from the authenticator app.',
      body: CodeBody,
      answer: RecoveryCodes,
      limit,
      async handle({ viewer, body }) {
        await assertPresent(context, viewer, undefined);
        const codes = await secondSteps.confirm(viewer.uid, body.code);
        if (!codes) throw wrongCode();
        await context.transaction((trx) => mails.secondStep(trx, viewer.email, viewer.uid, 'on'));
        return { codes };
      },
    }),

    route({
      method: 'POST',
      path: accountApi.removeSecondStep,
      access: 'member',
      security: 'second step off',
      summary: 'Turn off two-factor authentication',
      answer: Done,
      limit,
      async handle({ viewer }) {
        await assertPresent(context, viewer, undefined);
        if (await secondSteps.remove(viewer.uid))
          await context.transaction((trx) => mails.secondStep(trx, viewer.email, viewer.uid, 'off'));
        return { ok: true as const };
      },
    }),
  ];
}
