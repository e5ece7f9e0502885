import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { contentPage, pageParams, publicSite } from '#features/pages/rules/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SiteAsset } from '#platform/server/site/site.ts';
import { picturesRoom } from './desk/pictures/room.ts';
import { pagesRoom, projectsRoom } from './desk/rooms.ts';
import { siteRoom } from './desk/site-room.ts';
import { createPagesKnowledge } from './knowledge.ts';
import { portfolioRoutes } from './portfolio.ts';
import { type ListedPath, robotsTxt, sitemapXml, webManifest } from './seo.ts';

/** What the web application says about its pages: which exist, and which are worth finding. */
export interface KnownPages {
  existing(): string[];
  listed(): ListedPath[];
}

/** The hub's own words over HTTP: pages, names, pictures, and what search engines and installers read. */
export function pages(
  platform: Platform,
  known: KnownPages = { existing: () => [], listed: () => [] },
): ServerFeature {
  const { site } = platform;

  const listed = (): ListedPath[] => {
    const all = new Map(known.listed().map((entry) => [entry.path, entry]));
    for (const { path } of site.words().morePages) all.set(path, { path });
    for (const { slug, updated } of site.pages())
      if (all.has(`/${slug}`)) all.set(`/${slug}`, { path: `/${slug}`, lastmod: updated });
    if (all.has('/portfolio'))
      for (const { slug } of site.projects()) all.set(`/portfolio/${slug}`, { path: `/portfolio/${slug}` });
    return [...all.values()];
  };

  const picture = (path: string, request: Request): Response => {
    const asset = site.asset(path);
    if (!asset) throw new Problem('not_found');
    return pictureResponse(asset, request);
  };

  const named = z.object({ name: z.string().check(z.regex(/^[\w-][\w.-]{0,80}$/)) });

  return {
    name: 'pages',
    knows: createPagesKnowledge(site),
    desk: [pagesRoom(platform), projectsRoom(platform), picturesRoom(platform), siteRoom(platform)],
    routes: [
      route({
        method: 'GET',
        path: '/api/site',
        access: 'anyone',
        summary: 'Get the site’s name, texts and settings',
        answer: publicSite,
        handle: () => site.words(),
      }),
      route({
        method: 'GET',
        path: '/api/pages/:slug',
        access: 'anyone',
        summary: 'Get a content page, such as the privacy policy',
        params: pageParams,
        answer: contentPage,
        handle({ params }) {
          const page = site.page(params.slug);
          if (!page) throw new Problem('not_found');
          const { asks: _unsaid, ...shown } = page;
          return shown;
        },
      }),
      ...portfolioRoutes(site),
      ...(['brand', 'images'] as const).map((folder) =>
        route({
          method: 'GET',
          path: `/${folder}/:name`,
          access: 'anyone',
          summary: folder === 'brand' ? 'Get a logo or icon' : 'Get an image of a page',
          params: named,
          answer: 'raw',
          handle: ({ params, request }) => picture(`/${folder}/${params.name}`, request),
        }),
      ),
      ...Object.entries(wellKnownPictures).map(([path, asset]) =>
        route({
          method: 'GET',
          path: path as `/${string}`,
          access: 'anyone',
          summary: 'Get an icon at its well-known path',
          answer: 'raw',
          handle: ({ request }) => picture(asset, request),
        }),
      ),
      document('/robots.txt', 'Get the rules for search engine crawlers', 'text/plain; charset=utf-8', () =>
        robotsTxt(platform.origin()),
      ),
      document('/sitemap.xml', 'Get the sitemap of all public pages', 'application/xml; charset=utf-8', () =>
        sitemapXml(platform.origin(), listed()),
      ),
      document('/site.webmanifest', 'Get the web app manifest', 'application/manifest+json', () =>
        webManifest(site.words(), known.existing()),
      ),
    ],
  };
}

/** Where browsers look without being told. */
const wellKnownPictures = {
  '/favicon.ico': '/brand/favicon.png',
  '/favicon.svg': '/brand/mark.svg',
  '/apple-touch-icon.png': '/brand/apple-touch-icon.png',
  '/og.png': '/brand/og.png',
};

function document(path: `/${string}`, summary: string, type: string, body: () => string) {
  return route({
    method: 'GET',
    path,
    access: 'anyone',
    summary,
    answer: 'raw',
    handle: () =>
      new Response(body(), { headers: { 'content-type': type, 'cache-control': 'public, max-age=300' } }),
  });
}

function pictureResponse(asset: SiteAsset, request: Request): Response {
  const etag = `"${asset.version}"`;
  // An address that carries this very picture's hash may be kept for ever; a plain one asks again.
  const exact = new URL(request.url).searchParams.get('v') === asset.version;
  const headers = new Headers({
    etag,
    'cache-control': exact ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    // An SVG that is opened by itself runs nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // A mail read in a browser stands on another site, and shows the logo all the same.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  headers.set('content-type', asset.type);
  return new Response(asset.bytes, { headers });
}
