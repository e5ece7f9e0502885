import type { PublicSite } from '#base/site.ts';
import { themeColours } from '#base/theme-colours.ts';
import type { PageHead } from '#platform/web/chunks.ts';
import { escapeHtml } from '#base/escape.ts';

export function documentTitle(head: PageHead | undefined, site: PublicSite): string {
  if (!head?.title || head.title === site.name) return `${site.name} - ${site.tagline}`;
  return `${head.title} - ${site.name}`;
}

/** Machines read it outside the page, where a URL without its host doesn't work. */
const jsonLdText = (told: Record<string, unknown>, origin: string): string =>
  JSON.stringify(told, (_key, value: unknown) =>
    typeof value === 'string' && /^\/(?!\/)/.test(value) ? origin + value : value,
  ).replace(/</g, '\\u003c');

export interface HeadInput {
  head: PageHead | undefined;
  site: PublicSite;
  /** The page's canonical URL. */
  canonical: string;
  origin: string;
  /** Whether search engines should index it. */
  listed: boolean;
}

export function headTags({ head, site, canonical, origin, listed }: HeadInput): string {
  const title = escapeHtml(documentTitle(head, site));
  const description = escapeHtml(head?.description ?? site.description);
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    listed
      ? `<link rel="canonical" href="${escapeHtml(canonical)}">`
      : '<meta name="robots" content="noindex">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="${escapeHtml(canonical)}">`,
    `<meta property="og:site_name" content="${escapeHtml(site.name)}">`,
    `<meta property="og:image" content="${escapeHtml(origin)}/og.png">`,
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="theme-color" content="${themeColours.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${themeColours.dark}" media="(prefers-color-scheme: dark)">`,
    '<link rel="icon" href="/brand/mark.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/brand/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...(head?.feeds ?? []).map(
      (feed) =>
        `<link rel="alternate" type="${feed.type}" title="${escapeHtml(feed.title)}" href="${escapeHtml(origin + feed.href)}">`,
    ),
    ...(head?.jsonLd
      ? [`<script type="application/ld+json">${jsonLdText(head.jsonLd, origin)}</script>`]
      : []),
  ].join('\n');
}
