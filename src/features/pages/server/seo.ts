import type { PublicSite } from '#base/site.ts';
import { themeColours } from '#base/theme-colours.ts';
import { escapeHtml } from '#base/escape.ts';

/** A public page worth finding. */
export interface ListedPath {
  path: string;
  /** YYYY-MM-DD, when it is known. */
  lastmod?: string;
}

export function sitemapXml(origin: string, paths: ListedPath[]): string {
  const entries = paths.map(({ path, lastmod }) => {
    const day = lastmod ? `<lastmod>${escapeHtml(lastmod)}</lastmod>` : '';
    return `  <url><loc>${escapeHtml(new URL(path, origin).href)}</loc>${day}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

const notForRobots = ['/api', '/dashboard', '/checkout', '/my-purchases', '/dev'];

export function robotsTxt(origin: string): string {
  // Each path twice: "$" for itself, "/" for what is below; a bare "/dev" would also hide /developers.
  const lines = notForRobots.flatMap((path) => [`Disallow: ${path}$`, `Disallow: ${path}/`]);
  return ['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

const shortcuts = [
  { name: 'Write a document', url: '/tools/classic-template-generator' },
  { name: 'Describe a document', url: '/tools/template-generator' },
  { name: 'Store', url: '/store' },
  { name: 'Dashboard', url: '/dashboard' },
];

/** What a browser shows when the hub is installed; shortcuts only to what exists here. */
export function webManifest(site: PublicSite, available: string[]): string {
  const icon = (file: string, sizes: string, type: string, purpose = 'any') => ({
    src: `/brand/${file}`,
    sizes,
    type,
    purpose,
  });
  return JSON.stringify(
    {
      id: '/',
      name: site.name,
      short_name: site.name.length <= 12 ? site.name : (site.name.split(' ')[0] ?? site.name),
      description: site.description,
      lang: site.language,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: themeColours.light,
      background_color: themeColours.light,
      color_scheme_dark: { theme_color: themeColours.dark, background_color: themeColours.dark },
      icons: [
        icon('mark.svg', 'any', 'image/svg+xml'),
        icon('icon-192.png', '192x192', 'image/png'),
        icon('icon-512.png', '512x512', 'image/png'),
        icon('icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
      ],
      shortcuts: shortcuts.filter(({ url }) => available.includes(url)),
    },
    null,
    2,
  );
}
