import * as z from 'zod/mini';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import { addressed, letterOf } from '#features/letters/rules/letter.ts';
import { letterWarnings } from '#features/letters/rules/warnings.ts';
import { heavyIn } from '#features/letters/server/public.ts';
import { Problem } from '#base/problem.ts';
import { createDress, createRenderAsSent, ensureOwner } from '#features/recovery/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { followupsApi, PreviewAnswer, PreviewBody } from '../rules/contract.ts';
import { inDress } from './letter.ts';

const member = { access: 'member' } as const;

/** An email as it is written: how it arrives, what is better mended, and one to oneself. */
export function mailRoutes(platform: Platform): Route[] {
  const { db, clock, origin } = platform;
  const dressFor = createDress(platform);
  const renderAsSent = createRenderAsSent(platform);

  async function sample(uid: string, mail: z.output<typeof PreviewBody>) {
    const owner = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    const dress = await dressFor(db.tables(), owner);
    // It is missing before the sequence can be turned on, and that is said there.
    const shown = { ...dress, shop: dress.shop || '[your shop name]' };
    const facts = { name: 'Maya Ortiz', email: 'maya@example.com', shop: shown.shop, fields: {} };
    const blocks = letterOf(mail.blocks, origin());
    // Whoever looks is no reader: links lead where they lead, and no click is counted.
    const { links } = addressed(blocks, facts, () => '');
    const { seen } = inDress({ subject: mail.subject, blocks }, facts, shown, (place) => links[place] ?? '');
    return { seen, address: dress.address };
  }

  /** An email that asks for a reply has to reach its sender. */
  async function replyWarnings(uid: string, text: string): Promise<string[]> {
    if (!/\breply\b/i.test(text)) return [];
    const { delivery } = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    return delivery.replyTo === ''
      ? ['Replies don’t reach you yet: set a reply address in Cart recovery, Settings.']
      : [];
  }

  return [
    route({
      ...member,
      method: 'POST',
      path: followupsApi.preview,
      summary: 'Render an email as it arrives',
      body: PreviewBody,
      answer: PreviewAnswer,
      limit: { name: 'followups-preview', max: 3000, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body }) {
        const { seen, address } = await sample(viewer.uid, body);
        const rendered = renderAsSent(seen);
        const htmlBytes = Buffer.byteLength(rendered.html);
        const heavyPictures = await heavyIn(db.tables(), viewer.uid, body.blocks);
        return {
          ...rendered,
          warnings: [
            ...letterWarnings(body, { htmlBytes, address, heavyPictures }),
            ...(await replyWarnings(viewer.uid, rendered.text)),
          ],
        };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.testMail,
      summary: 'Email yourself a test',
      body: PreviewBody,
      answer: z.object({ sentTo: z.string() }),
      limit: { name: 'followups-test', max: 20, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body, requestId }) {
        if (!(await mayReachOthers(platform, db.tables(), viewer.uid)))
          throw new Problem('forbidden', accountWords.proveFirst);
        const { seen } = await sample(viewer.uid, body);
        await db.transaction((trx) =>
          platform.mail.send(trx, {
            to: viewer.email,
            kind: 'transactional',
            purpose: 'account',
            why: 'account',
            ...seen,
            subject: `Test: ${seen.subject}`,
            dedupeKey: `followup-test:${requestId}`,
          }),
        );
        return { sentTo: viewer.email };
      },
    }),
  ];
}
