import type { Platform } from '#platform/server/platform.ts';
import { countCaller, createRateLimiter } from '#platform/server/http/limits.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { BeginJoinBody, EnterBody, Entered, JoinBody, JoinOptions, Options } from '../rules/operators.ts';
import type { Door } from './door.ts';

/** What the script of the closed door calls: by a passkey, or by an invitation. */
export function doorRoutes({
  platform,
  base,
  door,
}: {
  platform: Platform;
  base: string;
  door: Door;
}): Route[] {
  const limit = { name: 'desk-door', max: 60, perSeconds: 900, by: 'address' } as const;
  /** Asking costs little, and who shares the operator's address must not shut the door before them. */
  const asking = { ...limit, name: 'desk-begin', max: 600 } as const;
  /** Only what fails counts: a passkey that opens the desk always does. */
  const wrong = { ...limit, name: 'desk-enter', by: 'handler' } as const;
  const count = createRateLimiter(platform.db, platform.clock);

  return [
    route({
      isPage: true,
      method: 'POST',
      path: `${base}/api/begin` as `/${string}`,
      access: 'anyone',
      summary: 'Desk: get the options for using a passkey',
      answer: Options,
      limit: asking,
      handle: async ({ request }) => ({ options: { ...(await door.begin(request)) } }),
    }),
    route({
      isPage: true,
      method: 'POST',
      path: `${base}/api/enter` as `/${string}`,
      access: 'anyone',
      security: 'desk: enter',
      summary: 'Desk: unlock with a passkey',
      body: EnterBody,
      answer: Entered,
      limit: wrong,
      async handle({ body, request, headers, address, concerns }) {
        concerns({ how: 'passkey' });
        const account = await door
          .enter(request, { ...body, address }, headers)
          .catch(async (error: unknown) => {
            await countCaller(count, wrong, address);
            throw error;
          });
        concerns({ account });
        return { ok: true as const };
      },
    }),
    route({
      isPage: true,
      method: 'POST',
      path: `${base}/api/begin-join` as `/${string}`,
      access: 'anyone',
      summary: 'Desk: get the options for making a passkey by an invitation',
      body: BeginJoinBody,
      answer: JoinOptions,
      limit,
      async handle({ body, request }) {
        const { options, ...invited } = await door.beginJoin(request, body.invitation);
        return { options: { ...options }, ...invited };
      },
    }),
    route({
      isPage: true,
      method: 'POST',
      path: `${base}/api/join` as `/${string}`,
      access: 'anyone',
      security: 'desk: join',
      summary: 'Desk: join by an invitation, with a new passkey',
      body: JoinBody,
      answer: Entered,
      limit,
      async handle({ body, request, headers, address, concerns }) {
        concerns({ how: 'invitation' });
        concerns({ account: await door.join(request, { ...body, address }, headers) });
        return { ok: true as const };
      },
    }),
  ];
}
