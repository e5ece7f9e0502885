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
      summary: 'Whether a code is asked for beside the password, and how many spare ones are left',
      answer: SecondStepState,
      handle: ({ viewer }) => secondSteps.state(viewer.uid),
    }),

    route({
      method: 'POST',
      path: accountApi.beginSecondStep,
      access: 'member',
      summary: 'A secret for an authenticator; it counts after the first right code',
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
      summary: 'The first code of the authenticator; from then on sign-in asks for one',
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
      summary: 'The password alone is enough again',
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
