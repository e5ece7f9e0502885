import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { heavyIn } from '#features/letters/server/public.ts';
import { letterWarnings } from '#features/letters/rules/warnings.ts';
import { brandingOf } from '#features/branding/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { PreviewAnswer, PreviewBody, recoveryApi } from '../rules/contract.ts';
import { reminderWarnings, wordsOf } from '../rules/mail.ts';
import { logoBytes } from './dress.ts';
import { ensureOwner, ownerByLogo } from './owners.ts';
import type { Recovery } from './public.ts';
import { createRenderAsSent } from './render-as-sent.ts';
import { createSampleMail } from './sample-mail.ts';

/** How a shop's reminders look, for its owner before they go and for whoever opens one. */
export function lookRoutes(platform: Platform, { engine }: Recovery): Route[] {
  const { db, clock } = platform;
  const renderAsSent = createRenderAsSent(platform);
  const sampleMail = createSampleMail(platform, engine);
  return [
    route({
      method: 'POST',
      path: recoveryApi.preview,
      access: 'member',
      summary: 'Render a message as it arrives',
      description: 'For a sample cart, by the layout that sends it.',
      body: PreviewBody,
      answer: PreviewAnswer,
      limit: { name: 'recovery-preview', max: 3000, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body }) {
        const owner = await db.transaction((trx) => ensureOwner(trx, viewer.uid, clock.now()));
        const rendered = renderAsSent(await sampleMail(db.tables(), owner, body));
        const words = wordsOf(body);
        return {
          ...rendered,
          warnings: [
            ...letterWarnings(words, {
              htmlBytes: Buffer.byteLength(rendered.html),
              heavyPictures: await heavyIn(db.tables(), viewer.uid, words.blocks),
            }),
            ...reminderWarnings(words, {
              discountPercent: body.discountPercent,
              hasCode: owner.delivery.shopCode !== '',
            }),
            ...(/\breply\b/i.test(rendered.text) && owner.delivery.replyTo === ''
              ? ['Replies don’t reach you yet: set a reply address in Settings.']
              : []),
          ],
        };
      },
    }),
    route({
      method: 'GET',
      path: recoveryApi.logo,
      access: 'anyone',
      summary: 'Get the logo that a shop’s reminders show',
      params: z.object({ id: z.string() }),
      query: z.object({ v: z.optional(z.string()) }),
      answer: 'raw',
      async handle({ params }) {
        const owner = await ownerByLogo(db.tables(), params.id);
        const branding = owner && (await brandingOf(db.tables(), owner.owner_id));
        const logo = branding ? logoBytes(branding.logo) : null;
        if (!logo) throw new Problem('not_found', 'This shop has no logo.');
        return new Response(new Uint8Array(logo.bytes), {
          headers: {
            'content-type': logo.type,
            'cache-control': 'public, max-age=86400',
            'cross-origin-resource-policy': 'cross-origin',
          },
        });
      },
    }),
  ];
}
