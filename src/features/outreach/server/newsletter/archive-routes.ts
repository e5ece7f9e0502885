import * as z from 'zod/mini';
import { etagOf } from '#platform/server/http/cached-answer.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { archivedIssue, archiveList, archiveQuery } from '../../rules/newsletter-contract.ts';
import { archiveApi, feedPaths } from '../../rules/newsletter-paths.ts';
import type { Archive } from './archive.ts';
import { atomFeed, rssFeed } from './feeds.ts';

/** Feed readers ask again and again: these are as many as most of them keep. */
const inFeed = 20;

/** The newsletter on the web: its pages' data, and its feeds. */
export function archiveRoutes(
  { site, origin }: Pick<Platform, 'site' | 'origin'>,
  archive: Archive,
): Route[] {
  const feed = (path: '/newsletter/feed.xml' | '/newsletter/atom.xml', type: string, write: typeof rssFeed) =>
    route({
      method: 'GET',
      path,
      access: 'anyone',
      summary: `Get the newest newsletter issues as ${path === feedPaths.rss ? 'RSS' : 'Atom'}`,
      answer: 'raw',
      async handle({ request }) {
        const issues = await archive.newest(inFeed);
        const text = write({ site: site.words(), origin: origin(), issues });
        return feedResponse(request, text, type, issues[0] ? new Date(issues[0].sentAt) : null);
      },
    });

  return [
    route({
      method: 'GET',
      path: archiveApi,
      access: 'anyone',
      summary: 'List the newsletter issues that were sent',
      query: archiveQuery,
      answer: archiveList,
      handle: ({ query }) => archive.list(/^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : 1),
    }),
    route({
      method: 'GET',
      path: `${archiveApi}/:slug`,
      access: 'anyone',
      summary: 'Get a newsletter issue',
      params: z.object({ slug: z.string() }),
      answer: archivedIssue,
      handle: ({ params }) => archive.one(params.slug),
    }),
    feed(feedPaths.rss, 'application/rss+xml; charset=utf-8', rssFeed),
    feed(feedPaths.atom, 'application/atom+xml; charset=utf-8', atomFeed),
  ];
}

/** Whoever has this state already is told so, by its mark or else by its date. */
function feedResponse(request: Request, text: string, type: string, changed: Date | null): Response {
  const etag = etagOf(Buffer.from(text));
  const headers = new Headers({
    etag,
    'cache-control': 'public, max-age=300',
    ...(changed && { 'last-modified': changed.toUTCString() }),
  });
  const known = request.headers.get('if-none-match');
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  const isKnown =
    known === null
      ? changed !== null && since >= Math.floor(changed.getTime() / 1000) * 1000
      : known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  if (isKnown) return new Response(null, { status: 304, headers });
  headers.set('content-type', type);
  return new Response(text, { headers });
}
