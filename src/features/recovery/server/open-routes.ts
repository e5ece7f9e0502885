import * as z from 'zod/mini';
import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { bounceSecrets } from './bounce-secret.ts';
import { verifyWebhook } from '#platform/server/webhooks/signature.ts';
import { CartItem, EmailAddress, recoveryApi } from '../rules/contract.ts';
import { snippet } from '../rules/snippet.ts';
import { incomingRoutes, Outcome, parsed } from './incoming.ts';
import type { Recovery } from './public.ts';
import { readRestore, recordClick } from './restore.ts';

const Restored = z.object({
  shop: z.string(),
  currency: z.string(),
  totalCents: z.number(),
  items: z.array(CartItem),
  url: z.nullable(z.string()),
  isOwnStore: z.boolean(),
  isDone: z.boolean(),
});

/** What comes from outside, without a session: shops, buyers who follow a link, and mail servers. */
export function openRoutes(platform: Platform, recovery: Recovery): Route[] {
  const { db, clock, origin } = platform;

  const restored = async (token: string) => {
    const cart = await readRestore(db.tables(), token);
    if (!cart) throw new Problem('not_found', 'This link is incomplete, or its cart is gone.');
    return cart;
  };

  return [
    ...incomingRoutes(platform, recovery),
    route({
      method: 'GET',
      path: recoveryApi.snippet,
      access: 'anyone',
      summary: 'Get the tracking script for a shop’s pages',
      query: z.object({ key: z.string().check(z.regex(/^rec_[a-z0-9]{20}$/)) }),
      answer: 'raw',
      handle: ({ query }) =>
        new Response(snippet(`${origin()}${recoveryApi.seen.replace(':key', query.key)}`), {
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=3600',
            'cross-origin-resource-policy': 'cross-origin',
            'access-control-allow-origin': '*',
          },
        }),
    }),

    route({
      method: 'GET',
      path: recoveryApi.restore,
      access: 'anyone',
      summary: 'Get the cart that a reminder links to',
      description: 'Has no side effects.',
      query: z.object({ t: z.string() }),
      answer: Restored,
      handle: ({ query }) => restored(query.t),
    }),
    route({
      method: 'POST',
      path: recoveryApi.restore,
      access: 'anyone',
      summary: 'Restore the cart that a reminder links to',
      description: 'Records the click.',
      body: z.object({ t: z.string() }),
      answer: Restored,
      limit: { name: 'recovery-restore', max: 60, perSeconds: 60, by: 'address' },
      async handle({ body }) {
        const cart = await restored(body.t);
        await db.transaction((trx) => recordClick(trx, body.t, clock.now()));
        return cart;
      },
    }),

    route({
      method: 'POST',
      path: recoveryApi.bounces,
      access: 'anyone',
      summary: 'Webhook for bounces and complaints',
      description: 'Called by a mail service, signed as Standard Webhooks defines.',
      crossOrigin: true,
      limit: { name: 'recovery-bounces', max: 3000, perSeconds: 60, by: 'address' },
      answer: Outcome,
      async handle({ request }) {
        const body = new TextDecoder().decode(await readBody(request, 100_000));
        const said = (name: string) => request.headers.get(name) ?? '';
        const signed = {
          'webhook-id': said('webhook-id'),
          'webhook-timestamp': said('webhook-timestamp'),
          'webhook-signature': said('webhook-signature'),
        };
        const known = bounceSecrets(platform);
        if (!known.some((secret) => verifyWebhook(secret, signed, body, clock.now())))
          throw new Problem('forbidden', 'The signature doesn’t match.');
        const report = z
          .object({ type: z.enum(['bounce', 'complaint']), email: EmailAddress })
          .safeParse(parsed(body));
        if (!report.success) throw new Problem('bad_request', 'Send {type: bounce or complaint, email}.');
        const { type, email } = report.data;
        await db.transaction((trx) =>
          recovery.returned(
            trx,
            parseMailAddress(email) ?? email,
            type === 'bounce' ? 'bounced' : 'complained',
          ),
        );
        return { ok: true, words: 'No more email goes to that address.' };
      },
    }),
  ];
}
