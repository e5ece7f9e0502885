import * as z from 'zod/mini';
import { seconds } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { createNews } from '#platform/server/database/news.ts';
import { eventStream } from '#platform/server/http/event-stream.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { ResolveViewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { recoveryApi, shops, TestEvent } from '../rules/contract.ts';
import { recoveryTopic } from './connections.ts';
import { ensureOwner, newKey, setPageKey } from './owners.ts';
import { signAs } from './signatures.ts';

const keyChange = { name: 'recovery-page-key', max: 60, perSeconds: 3600, by: 'viewer' } as const;

/** Connecting a shop, and hearing at once what it sends. */
export function connectRoutes({ db, clock }: Platform, resolveViewer?: ResolveViewer): Route[] {
  const news = createNews(db, recoveryTopic);
  return [
    route({
      method: 'GET',
      path: recoveryApi.news,
      access: 'member',
      summary: 'Stream a notice whenever your carts change',
      description: 'Server-sent events without content: get the overview again.',
      answer: 'raw',
      handle({ viewer, request }) {
        const isStillHere = async () => {
          const now = await resolveViewer?.(request);
          return now === undefined || (now.kind === 'member' && now.uid === viewer.uid);
        };
        return eventStream(request.signal, { isStillHere, heartbeatMs: seconds(20) }, ({ send }) => {
          const leave = news.follow(viewer.uid, () => send('event: moved\ndata: 0\n\n'));
          send('event: live\ndata: 0\n\n');
          return leave;
        });
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.pageKey,
      security: 'recovery page key',
      access: 'member',
      summary: 'Get a key for the script on your shop’s pages, or renew it',
      description: 'The key before it stops working at once.',
      answer: z.object({ key: z.string() }),
      limit: keyChange,
      async handle({ viewer }) {
        const key = newKey();
        await db.transaction((trx) => setPageKey(trx, viewer.uid, key, clock.now()));
        return { key };
      },
    }),
    route({
      method: 'DELETE',
      path: recoveryApi.pageKey,
      security: 'recovery page key',
      access: 'member',
      summary: 'Stop taking carts from the script on your shop’s pages',
      answer: z.object({ ok: z.literal(true) }),
      limit: keyChange,
      async handle({ viewer }) {
        await db.transaction((trx) => setPageKey(trx, viewer.uid, null, clock.now()));
        return { ok: true };
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.shopTest,
      access: 'member',
      summary: 'Sign a test event for a shop’s webhook',
      description:
        'Returns the request. Sent to the webhook, it shows that URL and secret work; it is not counted.',
      body: z.object({ shop: z.enum(shops) }),
      answer: TestEvent,
      limit: { name: 'recovery-test-event', max: 60, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body: { shop } }) {
        const now = clock.now();
        const owner = await db.transaction((trx) => ensureOwner(trx, viewer.uid, now));
        const secret = shop === 'hub' ? owner.secret : owner.shop_secrets[shop];
        if (!secret) throw new Problem('conflict', 'Save the shop’s signing secret first.');
        const id = `test_${randomText(20)}`;
        // Its text says inside the signature that it is a test and whose.
        const body = JSON.stringify({ type: 'connection.test', from: 'page', id });
        return {
          path: recoveryApi.incoming.replace(':key', owner.public_id).replace(':shop', shop),
          headers: { 'content-type': 'application/json', ...signAs(shop, body, secret, { id, now }) },
          body,
        };
      },
    }),
  ];
}
