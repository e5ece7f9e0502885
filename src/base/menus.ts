import type { PublicSite, SiteLink } from './site.ts';

/** The menus that the hub comes with. */
const shipped = {
  top: [
    { url: '/', label: 'Home' },
    { url: '/store', label: 'Store' },
    { url: '/automation', label: 'Automation' },
  ],
  more: [
    { url: '/about', label: 'About' },
    { url: '/portfolio', label: 'Portfolio' },
    { url: '/contact', label: 'Contact' },
    { url: '/donate', label: 'Support Us' },
  ],
  quick: [
    { url: '/', label: 'Home' },
    { url: '/store', label: 'Store' },
    { url: '/portfolio', label: 'Portfolio' },
    { url: '/tools', label: 'Tools' },
    { url: '/dashboard', label: 'Dashboard' },
  ],
} as const satisfies Record<string, readonly SiteLink[]>;

/** At the top, below “More”, and the quick links at the foot. */
export type Menus = Record<keyof typeof shipped, readonly SiteLink[]>;

/**
 * The operator's menus in place of the shipped ones, without what this hub doesn't have. It is told with the page: no browser
 * has to load what may not be shown.
 */
export function menusOf(
  { menu, menuMore, footer, morePages }: Pick<PublicSite, 'menu' | 'menuMore' | 'footer' | 'morePages'>,
  paths: readonly string[],
): Menus {
  const more = morePages.map(({ path: url, title: label }) => ({ url, label }));
  const known = new Set([...paths, ...more.map(({ url }) => url)]);
  // Only whole pages are known here: what lies below one, or elsewhere, is the operator's word.
  const isThere = ({ url }: SiteLink): boolean => {
    const [, page] = /^(\/[^/?#]*)\/?(?:[?#]|$)/.exec(url) ?? [];
    return page === undefined || known.has(page);
  };
  return {
    top: (menu ?? shipped.top).filter(isThere),
    more: (menuMore ?? shipped.more).filter(isThere),
    quick: (footer ?? [...shipped.quick, ...more]).filter(isThere),
  };
}
