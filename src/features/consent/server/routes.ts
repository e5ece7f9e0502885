import * as z from 'zod/mini';
import type { Kysely } from 'kysely';
import { maskedMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import {
  memberOf,
  type Purpose,
  purposeOf,
  unsubscribePreview,
  unsubscribeRequest,
  type UnsubscribePreview,
} from '../rules/contract.ts';
import { createLinks } from './links.ts';
import { createConsent, type ConsentPlatform } from './public.ts';
import type { ConsentTables } from './tables.ts';

export interface ConsentOptions {
  /** What a member is called who writes to people; empty where they say nothing. */
  senderName?(uid: string): Promise<string>;
}

/** The way out. Looking at it changes nothing: mail scanners open every link; only a POST acts. */
export function unsubscribeRoutes(platform: ConsentPlatform, { senderName }: ConsentOptions = {}): Route[] {
  const { db, secret } = platform;
  const consent = createConsent(platform);
  const links = createLinks(secret);

  /** Undefined where its sender has deleted this reader, or their own account: then nothing comes any more. */
  async function find(tables: Kysely<ConsentTables>, token: string) {
    const id = links.recordId(token);
    if (id === null) throw new Problem('not_found', 'This link is incomplete. Open it from the email.');
    return tables.selectFrom('consent_record').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async function labelOf(purpose: Purpose): Promise<string> {
    const uid = memberOf(purpose);
    const name = uid === null ? '' : ((await senderName?.(uid)) ?? '');
    return name === '' ? purposeOf(purpose).label : `email from ${name}`;
  }

  const over: UnsubscribePreview = {
    address: '',
    purpose: 'none',
    label: 'email from this sender',
    state: 'unsubscribed',
    everything: false,
  };

  async function preview(token: string): Promise<UnsubscribePreview> {
    const tables = db.tables<ConsentTables>();
    const found = await find(tables, token);
    if (!found) return over;
    const { address, address_key, purpose, withdrawn_at } = found;
    const suppressed = await tables
      .selectFrom('suppression')
      .select('reason')
      .where('address_key', '=', address_key)
      .executeTakeFirst();
    return {
      address: maskedMailAddress(address),
      purpose,
      label: await labelOf(purpose),
      state: withdrawn_at || suppressed ? 'unsubscribed' : 'subscribed',
      everything: suppressed !== undefined,
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/unsubscribe/preview',
      access: 'anyone',
      summary: 'Get what an unsubscribe link would cancel',
      query: z.object({ t: z.string() }),
      answer: unsubscribePreview,
      handle: ({ query }) => preview(query.t),
    }),
    route({
      method: 'GET',
      path: '/api/unsubscribe',
      access: 'anyone',
      summary: 'Open the page to unsubscribe',
      description:
        'For mail programs that open the link of one-click unsubscribe as a page. It changes nothing.',
      query: z.object({ t: z.optional(z.string()) }),
      answer: 'raw',
      handle: ({ query }) =>
        new Response(null, {
          status: 303,
          headers: {
            location: `/unsubscribe?t=${encodeURIComponent(query.t ?? '')}`,
            'cache-control': 'no-store',
          },
        }),
    }),
    route({
      method: 'POST',
      path: '/api/unsubscribe',
      access: 'anyone',
      summary: 'Unsubscribe',
      description: 'Mail clients call this for one-click unsubscribe (RFC 8058).',
      // The token is the authority: it comes from the mail, whoever's page or program sends it.
      crossOrigin: true,
      limit: { name: 'unsubscribe', max: 60, perSeconds: 60, by: 'address' },
      query: z.object({ t: z.optional(z.string()) }),
      answer: unsubscribePreview,
      async handle({ query, request }) {
        const asked = await readRequest(request);
        const token = query.t ?? asked.t ?? '';
        await db.transaction<ConsentTables, void>(async (trx) => {
          const found = await find(trx, token);
          if (!found) return;
          const { address, purpose } = found;
          await consent.withdraw(trx, { email: address, purpose });
          if (asked.everything)
            await consent.suppress(trx, { email: address, scope: 'marketing', reason: 'unsubscribed' });
        });
        return preview(token);
      },
    }),
  ];
}

/** JSON from our page, a form from others; a mail program's own body (multipart, too) says nothing that the link does not. */
async function readRequest(request: Request): Promise<z.infer<typeof unsubscribeRequest>> {
  const text = new TextDecoder().decode(await readBody(request, 10_000));
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('application/json')) return unsubscribeRequest.parse(JSON.parse(text));
  } catch {
    throw new Problem('bad_request');
  }
  if (!type.startsWith('application/x-www-form-urlencoded')) return {};
  const form = new URLSearchParams(text);
  const token = form.get('t');
  return { ...(token !== null && { t: token }), everything: form.get('everything') === 'true' };
}
