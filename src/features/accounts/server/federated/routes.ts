import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { SignInProvider } from '#platform/server/config.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { accountApi, AttemptId, federatedChannel } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { admit, type AccountsContext, userAgent } from '../context.ts';
import { clientOf } from './client.ts';
import { authorizeUrl, beginFlow, type Flow, flowSeconds, packFlow, unpackFlow } from './flow.ts';
import { accountOf } from './join.ts';
import { identify } from './person.ts';
import { invalid, problemIn, saidBy, unavailable } from './refusal.ts';
import { resultPage } from './result-page.ts';
import { createVisits } from './visits.ts';
import { wayOf } from './ways.ts';

const callbackPath = '/api/auth/callback';
const limit = { name: 'federated', max: 60, perSeconds: 900, by: 'address' } as const;
const text = z.optional(z.string().check(z.maxLength(4096)));

/** Signing in through a provider: there in a popup, and back again. */
export function federatedRoutes(context: AccountsContext): Route[] {
  const { platform, cookies, identity } = context;
  const visit = createVisits();

  return [
    route({
      method: 'GET',
      path: accountApi.federatedStart,
      access: 'anyone',
      summary: 'Redirect a popup to the identity provider',
      query: z.object({
        attempt: z.optional(AttemptId),
        provider: z.optional(z.string().check(z.maxLength(40))),
      }),
      answer: 'raw',
      limit,
      async handle({ query, request, headers }) {
        const attempt = query.attempt ?? null;
        return tellOpener(attempt, async () => {
          const provider = providerBy(query.provider);
          const site = request.headers.get('sec-fetch-site');
          if (site === 'cross-site' || site === 'same-site')
            throw new Problem('forbidden', accountWords.federatedStale);
          const { id, kind } = provider;
          const flow = beginFlow(id, `${ownOrigin(request)}${callbackPath}/${id}`, attempt, context.now());
          const location = await told(provider, unavailable, async () =>
            authorizeUrl(await clientOf(provider, visit(id)), kind, flow),
          );
          cookies.setFlow(headers, packFlow(flow), flowSeconds);
          return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
        });
      },
    }),

    route({
      method: 'GET',
      path: `${callbackPath}/:provider`,
      params: z.object({ provider: z.string().check(z.maxLength(40)) }),
      access: 'anyone',
      security: 'sign-in',
      summary: 'Callback for the identity provider',
      query: z.object({ code: text, state: text, error: text, error_description: text }),
      answer: 'raw',
      limit,
      async handle({ params, query, request, headers, address, concerns }) {
        concerns({ how: 'provider', outcome: 'refused' });
        const flow = unpackFlow(cookies.flow(request), context.now());
        cookies.clearFlow(headers);
        const attempt = flow?.attempt ?? null;
        return tellOpener(attempt, async () => {
          if (!flow || flow.provider !== params.provider || !isSame(query.state, flow.state))
            throw new Problem('bad_request', accountWords.federatedStale);
          const token = await enter(flow, request);
          const { user } = await admit(
            context,
            { request, headers, address },
            token,
            flow.attempt ?? undefined,
          );
          concerns({ outcome: 'ok', ...(user && { account: user.uid }) });
          return resultPage({ type: federatedChannel, ok: true, attempt });
        });
      },
    }),
  ];

  async function enter(flow: Flow, request: Request): Promise<string> {
    const provider = providerBy(flow.provider);
    const answer = new URL(flow.redirectUri);
    answer.search = new URL(request.url).search;
    const person = await told(provider, invalid, () => identify(provider, visit(provider.id), flow, answer));
    const { name } = wayOf(provider, platform.config.live);
    return context.transaction(async (trx) =>
      identity.openSession(trx, await accountOf(context, trx, person, name), userAgent(request)),
    );
  }

  /** The one that was asked for, and without a name the first. */
  function providerBy(id: string | undefined): SignInProvider {
    // Asked each time: a first run learns where its own stand-in listens only when that is up.
    const found = platform.config.providers.find((each) => id === undefined || each.id === id);
    if (!found) throw new Problem('not_found', accountWords.federatedOff);
    return found;
  }

  /** What a provider's answer means for who wants to sign in; whoever runs the hub can mend what its visitors cannot. */
  async function told<T>(
    { id }: SignInProvider,
    otherwise: () => Problem,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const problem = problemIn(thrown, otherwise);
      const { error, error_description } = saidBy(thrown) ?? { error: String(thrown) };
      if (problem.code !== 'forbidden' && thrown !== problem)
        platform.log.warn('a sign-in provider returned an error', {
          provider: id,
          error: String(error).slice(0, 100),
          ...(error_description !== undefined && { description: String(error_description).slice(0, 300) }),
        });
      throw problem;
    }
  }

  function ownOrigin(request: Request): string {
    return platform.config.publicUrl?.origin ?? new URL(request.url).origin;
  }

  /** A popup has nobody to show an error to but the page that opened it. */
  async function tellOpener(attempt: string | null, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) platform.log.error('sign-in through a provider failed', { error });
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
