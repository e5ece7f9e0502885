import * as z from 'zod/mini';
import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { IssueBlock, IssueSpan } from '../../rules/newsletter-contract.ts';
import type { OutreachTables } from '../tables.ts';

type Rewrite = (url: string, n: number) => string;

/** Every link of an issue in the order of its text; pictures are looked at, not followed. */
function withLinks(body: readonly IssueBlock[], rewrite: Rewrite): IssueBlock[] {
  let n = 0;
  const one = (url: string) => rewrite(url, n++);
  const inside = (spans: IssueSpan[]) =>
    spans.map((span) => (span.url === undefined ? span : { ...span, url: one(span.url) }));
  return body.map((block) => {
    switch (block.kind) {
      case 'button':
        return { ...block, url: one(block.url) };
      case 'prose':
      case 'quote':
        return { ...block, spans: inside(block.spans) };
      case 'list':
        return { ...block, items: block.items.map(inside) };
      default:
        return block;
    }
  });
}

export function linksOf(body: readonly IssueBlock[]): string[] {
  const links: string[] = [];
  withLinks(body, (url) => {
    links.push(url);
    return url;
  });
  return links;
}

/** As it is mailed: each link by way of the hub, which counts it. The address says which link, never who follows it. */
export const counted = (body: readonly IssueBlock[], id: string, origin: string): IssueBlock[] =>
  withLinks(body, (_, n) => `${origin}/newsletter/go/${id}/${n}`);

export async function clicksOf(db: AnyKysely, id: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ link: number; clicks: number }>`
    select link, clicks from newsletter_click where issue_id = ${id}`.execute(db);
  return new Map(rows.map(({ link, clicks }) => [link, clicks]));
}

/** A link of an issue, followed. It leads only where the issue that was sent says; anything else to the archive. */
export const clickRoutes = ({ db, origin }: Pick<Platform, 'db' | 'origin'>): Route[] => [
  route({
    method: 'GET',
    path: '/newsletter/go/:issue/:link',
    access: 'anyone',
    isPage: true,
    summary: 'Follow a link of a newsletter issue',
    limit: { name: 'newsletter-go', max: 600, perSeconds: 60, by: 'address' },
    params: z.object({ issue: z.string().check(z.maxLength(60)), link: z.string().check(z.maxLength(6)) }),
    answer: 'raw',
    async handle({ params: { issue, link } }) {
      const sent = await db
        .tables<OutreachTables>()
        .selectFrom('newsletter_issue')
        .select('body')
        .where('id', '=', issue)
        .executeTakeFirst();
      const n = /^\d{1,6}$/.test(link) ? Number(link) : -1;
      const url = linksOf(sent?.body ?? [])[n];
      if (url !== undefined)
        await sql`
          insert into newsletter_click (issue_id, link, clicks) values (${issue}, ${n}, 1)
          on conflict (issue_id, link) do update set clicks = newsletter_click.clicks + 1`.execute(
          db.tables(),
        );
      return new Response(null, {
        status: 302,
        headers: { location: url ?? `${origin()}/newsletter`, 'cache-control': 'no-store' },
      });
    },
  }),
];
