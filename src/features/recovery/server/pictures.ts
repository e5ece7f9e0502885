import * as z from 'zod/mini';
import { pictureFacts } from '#features/branding/rules/picture.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { getOutside } from '#platform/server/webhooks/request.ts';
import { outsideOnly, type TargetPolicy } from '#platform/server/webhooks/target.ts';
import { recoveryApi } from '../rules/contract.ts';
import type { RecoveryTables } from './tables.ts';

const bounds = { timeoutMs: 5000, maxBytes: 1024 * 1024 };

/**
 * A shop's picture of an item, by way of the hub: the browser of whoever looks never calls an address that a stranger
 * named, and the pages' policy stays as strict as it is. What is no small picture is answered with nothing.
 */
export function pictureRoutes(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  policy: TargetPolicy = outsideOnly(true, config.webhookHosts),
): Route[] {
  return [
    route({
      method: 'GET',
      path: recoveryApi.picture,
      access: 'member',
      summary: 'Get the picture of an item in a cart',
      params: z.object({ id: z.string(), index: z.string().check(z.regex(/^\d{1,2}$/)) }),
      answer: 'raw',
      limit: { name: 'recovery-picture', max: 600, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, params }) {
        const cart = await db
          .tables<RecoveryTables>()
          .selectFrom('recovery_cart')
          .select('items')
          .where('owner_id', '=', viewer.uid)
          .where('id', '=', params.id)
          .executeTakeFirst();
        const address = cart?.items[Number(params.index)]?.image;
        const bytes = address ? await getOutside(address, policy, bounds).catch(() => null) : null;
        const kind = bytes && pictureFacts(bytes)?.kind;
        // A drawing could carry scripts; in an image they don't run, but opened by itself they would.
        if (!bytes || !kind || kind === 'svg') return new Response(null, { status: 204 });
        return new Response(new Uint8Array(bytes), {
          headers: {
            'content-type': `image/${kind}`,
            'cache-control': 'private, max-age=86400',
            'content-security-policy': "default-src 'none'; sandbox",
          },
        });
      },
    }),
  ];
}
