import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { accountApi, AttemptId, federatedChannel } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { admit, type Desk, userAgent } from '../desk.ts';
import { authorizeUrl, beginFlow, type Flow, flowSeconds, identify, packFlow, unpackFlow } from './flow.ts';
import { accountOf } from './join.ts';
import { createProviderKeys } from './keys.ts';
import { createDiscovery, refusal } from './provider.ts';
import { resultPage } from './result-page.ts';

const callbackPath = '/api/auth/callback/oidc';
const limit = { name: 'federated', max: 60, perSeconds: 900, by: 'address' } as const;
const text = z.optional(z.string().check(z.maxLength(4096)));

/** Signing in through a provider: there in a popup, and back again. */
export function federatedRoutes(desk: Desk): Route[] {
  const { platform, cookies, identity } = desk;
  const discover = createDiscovery();
  const withKeys = createProviderKeys();

  return [
    route({
      method: 'GET',
      path: accountApi.federatedStart,
      access: 'anyone',
      summary: 'Leads a popup to the provider',
      query: z.object({ attempt: z.optional(AttemptId) }),
      answer: 'raw',
      limit,
      async handle({ query, request, headers }) {
        const attempt = query.attempt ?? null;
        return tellOpener(attempt, async () => {
          const oidc = configured();
          const site = request.headers.get('sec-fetch-site');
          if (site === 'cross-site' || site === 'same-site')
            throw new Problem('forbidden', accountWords.federatedStale);
          const provider = await discover(oidc.issuer);
          const flow = beginFlow(`${ownOrigin(request)}${callbackPath}`, attempt, desk.now());
          cookies.setFlow(headers, packFlow(flow), flowSeconds);
          return new Response(null, {
            status: 302,
            headers: { location: authorizeUrl(provider, oidc, flow), 'cache-control': 'no-store' },
          });
        });
      },
    }),

    route({
      method: 'GET',
      path: callbackPath,
      access: 'anyone',
      security: 'sign-in',
      summary: 'Where the provider sends the popup back to',
      query: z.object({ code: text, state: text, error: text, error_description: text }),
      answer: 'raw',
      limit,
      async handle({ query, request, headers, address, concerns }) {
        concerns({ how: 'provider', outcome: 'refused' });
        const flow = unpackFlow(cookies.flow(request), desk.now());
        cookies.clearFlow(headers);
        const attempt = flow?.attempt ?? null;
        return tellOpener(attempt, async () => {
          const oidc = configured();
          if (!flow || !isSame(query.state, flow.state))
            throw new Problem('bad_request', accountWords.federatedStale);
          if (query.error !== undefined) {
            const problem = refusal(query.error);
            // Whoever runs the hub can mend what its visitors cannot.
            if (problem.code !== 'forbidden')
              platform.log.warn('a sign-in provider refused', {
                error: query.error.slice(0, 100),
                description: query.error_description?.slice(0, 300),
              });
            throw problem;
          }
          if (query.code === undefined) throw new Problem('bad_request', accountWords.federatedInvalid);
          const token = await enter(oidc, flow, query.code, request);
          const { user } = await admit(desk, { request, headers, address }, token, flow.attempt ?? undefined);
          concerns({ outcome: 'ok', ...(user && { account: user.uid }) });
          return resultPage({ type: federatedChannel, ok: true, attempt });
        });
      },
    }),
  ];

  async function enter(
    oidc: ReturnType<typeof configured>,
    flow: Flow,
    code: string,
    request: Request,
  ): Promise<string> {
    const person = await identify(await discover(oidc.issuer), oidc, flow, code, withKeys);
    return desk.transaction(async (trx) =>
      identity.openSession(trx, await accountOf(desk, trx, person), userAgent(request)),
    );
  }

  function configured() {
    // Asked each time: a first run learns where its own stand-in listens only when that is up.
    if (platform.config.oidc) return platform.config.oidc;
    throw new Problem('not_found', accountWords.federatedOff);
  }

  function ownOrigin(request: Request): string {
    return platform.config.publicUrl?.origin ?? new URL(request.url).origin;
  }

  /** A popup has nobody to show an error to but the page that opened it. */
  async function tellOpener(attempt: string | null, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) platform.log.error('signing in through a provider failed', { error });
      const problem = error instanceof Problem ? error : new Problem('internal');
      return resultPage({
        type: federatedChannel,
        ok: false,
        attempt,
        code: problem.code,
        message: problem.message,
      });
    }
  }
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
