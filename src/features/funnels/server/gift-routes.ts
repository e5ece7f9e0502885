import { sizeWords } from '#base/size-words.ts';
import * as z from 'zod/mini';
import { escapeHtml } from '#base/escape.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readBody, readForm } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { funnelsApi, giftAnswer, giftsAnswer } from '../rules/contract.ts';
import { type Gift, giftKindOf, giftTypes, mostGiftBytes } from '../rules/gift.ts';
import { attachment, giftNote as note } from './gift-answers.ts';
import type { GiftFiles } from './gift-files.ts';
import { giftAt, type GiftMail, giftLinkDays, type GiftPlace } from './gift-mail.ts';
import type { Lead, Leads } from './leads.ts';
import type { FunnelTables } from './tables.ts';

const anyone = { access: 'anyone', answer: 'raw' } as const;
const member = { access: 'member' } as const;
const path = '/f/-/gift';

interface Tools {
  db: Database;
  leads: Leads;
  giftFiles: GiftFiles;
  giftMail: GiftMail;
}

/** Promised files: brought by members, and given to whoever shows the link that was emailed to them. */
export function giftRoutes({ db, leads, giftFiles, giftMail }: Tools): Route[] {
  const tables = () => db.tables<FunnelTables>();

  /** The file behind a link, or the page that says why there is none. */
  async function behind(token: string): Promise<{ lead: Lead; gift: Gift } | Response> {
    const link = giftMail.read(token);
    const lead = link && (await leads.byId(link.lead));
    if (!link || !lead)
      return note(
        'This link doesn’t work',
        '<p>Open it again from the email, all of it. If it still doesn’t work, the file is no longer offered.</p>',
        404,
      );
    const promised = await giftAt(tables(), lead, link.place);
    const file = promised && (await giftFiles.among(lead.owner_id, [promised.gift.file]));
    if (!promised || file?.length === 0)
      return note('This file is no longer offered', '<p>Whoever published it has removed it.</p>', 410);
    if (link.isOver) {
      const page = await pageOf(lead, link.place);
      const again = page
        ? `<p><a class="b" href="${escapeHtml(page)}">Ask for it again</a></p>`
        : '<p>The page that offered it is offline.</p>';
      return note('This link has expired', `<p>It worked for ${giftLinkDays} days.</p>${again}`, 410);
    }
    return { lead, gift: promised.gift };
  }

  /** Where the form is that promised it, while it is published. */
  async function pageOf({ owner_id, funnel_id }: Lead, { stepId }: GiftPlace): Promise<string | null> {
    const page = await tables()
      .selectFrom('funnel_page')
      .innerJoin('funnel', (join) =>
        join
          .onRef('funnel.owner_id', '=', 'funnel_page.owner_id')
          .onRef('funnel.id', '=', 'funnel_page.funnel_id'),
      )
      .select(['funnel.live_slug', 'funnel_page.slug'])
      .where('funnel.owner_id', '=', owner_id)
      .where('funnel.id', '=', funnel_id)
      .where('funnel_page.step_id', '=', stepId)
      .executeTakeFirst();
    return page?.live_slug ? `/f/${page.live_slug}/${page.slug}` : null;
  }

  return [
    route({
      ...member,
      method: 'GET',
      path: funnelsApi.gifts,
      summary: 'List the files that your forms can promise',
      answer: giftsAnswer,
      handle: async ({ viewer }) => ({ files: await giftFiles.among(viewer.uid) }),
    }),
    route({
      ...member,
      method: 'POST',
      path: funnelsApi.gifts,
      summary: 'Upload a file that a form promises',
      description: 'The answer is the value of the form’s file field.',
      query: z.object({ name: z.string().check(z.maxLength(1000)) }),
      answer: giftAnswer,
      limit: { name: 'funnel-gift-file', max: 60, perSeconds: 3600, by: 'viewer' },
      handle: async ({ viewer, query, request }) => ({
        value: await giftFiles.keep(viewer.uid, query.name, await readBody(request, mostGiftBytes)),
      }),
    }),
    route({
      ...anyone,
      method: 'GET',
      path,
      summary: 'Show what a link to a promised file gives',
      description: 'Has no side effects, because mail scanners open every link.',
      query: z.object({ t: z._default(z.string(), '') }),
      async handle({ query }) {
        const found = await behind(query.t);
        if (found instanceof Response) return found;
        const { name, bytes } = found.gift;
        return note(
          'Your file is ready',
          `<p style="overflow-wrap:anywhere">${escapeHtml(name)}, ${sizeWords(bytes)}</p><form method="post" action="${path}"><input type="hidden" name="t" value="${escapeHtml(query.t)}"><button class="b" style="overflow-wrap:anywhere">Download ${escapeHtml(name)}</button></form>`,
          200,
        );
      },
    }),
    route({
      ...anyone,
      method: 'POST',
      path,
      summary: 'Download a promised file',
      description: 'Confirms the email address, and counts the first download.',
      limit: { name: 'funnel-gift', max: 60, perSeconds: 3600, by: 'address' },
      async handle({ request }) {
        const found = await behind((await readForm(request, 4000))['t'] ?? '');
        if (found instanceof Response) return found;
        const { lead, gift } = found;
        const file = await giftFiles.open(lead.owner_id, gift.file);
        if (!file)
          return note(
            'We can’t find this file right now',
            '<p>Try again in a while. The link stays valid.</p>',
            503,
          );
        await leads.got(lead);
        return new Response(file.stream(), {
          headers: {
            'content-type': giftTypes[giftKindOf(gift.file) ?? 'zip'],
            'content-length': String(file.bytes),
            'content-disposition': attachment(gift.name),
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; sandbox",
            'referrer-policy': 'no-referrer',
            'x-content-type-options': 'nosniff',
          },
        });
      },
    }),
  ];
}
