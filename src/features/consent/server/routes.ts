import * as z from 'zod/mini';
import type { Kysely } from 'kysely';
import { maskedMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import {
  purposeOf,
  unsubscribePreview,
  unsubscribeRequest,
  type UnsubscribePreview,
} from '../rules/contract.ts';
import { createLinks } from './links.ts';
import { createConsent, type ConsentPlatform } from './public.ts';
import type { ConsentTables } from './tables.ts';

/** The way out. Looking at it changes nothing: mail scanners open every link; only a POST acts. */
export function unsubscribeRoutes(platform: ConsentPlatform): Route[] {
  const { db, secret } = platform;
  const consent = createConsent(platform);
  const links = createLinks(secret);

  async function find(tables: Kysely<ConsentTables>, token: string) {
    const id = links.recordId(token);
    const record =
      id === null
        ? undefined
        : await tables.selectFrom('consent_record').selectAll().where('id', '=', id).executeTakeFirst();
    if (!record)
      throw new Problem(
        'not_found',
        'This link is incomplete, or its email address is no longer in our records.',
      );
    return record;
  }

  async function preview(token: string): Promise<UnsubscribePreview> {
    const tables = db.tables<ConsentTables>();
    const { address, address_key, purpose, withdrawn_at } = await find(tables, token);
    const suppressed = await tables
      .selectFrom('suppression')
      .select('reason')
      .where('address_key', '=', address_key)
      .executeTakeFirst();
    return {
      address: maskedMailAddress(address),
      purpose,
      label: purposeOf(purpose).label,
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
          const { address, purpose } = await find(trx, token);
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
