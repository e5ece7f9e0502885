import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { linkPath } from '../rules/addresses.ts';
import { hashToken } from './letter.ts';

/**
 * A link of an email: it leads on to where the email said. Programs that only look at mail follow links, too; what counts is
 * a browser that opens it as a page.
 */
export function clickRoute({ db, clock }: Pick<Platform, 'db' | 'clock'>): Route {
  return route({
    method: 'GET',
    path: linkPath,
    access: 'anyone',
    summary: 'Follow a link of a follow-up email',
    params: z.object({ token: z.string().check(z.regex(/^[a-z0-9]{20,64}$/)) }),
    query: z.object({ n: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) }),
    answer: 'raw',
    async handle({ params, query, request }) {
      const hash = hashToken(params.token);
      const { rows } = await sql<{ link: string | null }>`
        select links->>${Number(query.n ?? 0)}::int as link from followup_message where token_hash = ${hash}`.execute(
        db.tables(),
      );
      const link = rows[0]?.link;
      if (!link)
        throw new Problem('not_found', 'This link is incomplete, or its email is no longer in our records.');
      if (request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate')
        await sql`
          update followup_message set clicked_at = ${clock.now()}
          where token_hash = ${hash} and clicked_at is null`.execute(db.tables());
      return new Response(null, {
        status: 302,
        headers: { location: link, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      });
    },
  });
}
