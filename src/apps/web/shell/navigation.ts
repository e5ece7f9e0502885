import type { SiteLink } from '#base/site.ts';
import { useHub } from '#platform/web/hub.tsx';

/** The navigation. Where it is shown, links to what this hub doesn't have are left out. */
export type NavLink = SiteLink;

const topLinks: NavLink[] = [
  { url: '/', label: 'Home' },
  { url: '/store', label: 'Store' },
  { url: '/automation', label: 'Automation' },
];

const toolLinks: NavLink[] = [
  { url: '/tools/template-generator', label: 'AI Template Generator' },
  { url: '/tools/classic-template-generator', label: 'Classic Template Generator' },
  { url: '/tools/funnel-builder', label: 'Funnel Builder' },
];

const moreLinks: NavLink[] = [
  { url: '/about', label: 'About' },
  { url: '/portfolio', label: 'Portfolio' },
  { url: '/contact', label: 'Contact' },
  { url: '/donate', label: 'Support Us' },
];

const footerLinks: NavLink[] = [
  { url: '/', label: 'Home' },
  { url: '/store', label: 'Store' },
  { url: '/portfolio', label: 'Portfolio' },
  { url: '/tools', label: 'Tools' },
  { url: '/dashboard', label: 'Dashboard' },
];

/** The last ones where nothing leads away. */
export const legalLinks: NavLink[] = [
  { url: '/documents', label: 'Documents' },
  { url: '/plans', label: 'Plans' },
  { url: '/privacy', label: 'Privacy' },
  { url: '/terms', label: 'Terms' },
  { url: '/support', label: 'Support' },
];

/** The operator's menus in place of the shipped ones. What this hub doesn't have is left out of both. */
export function useMenus() {
  const { site, runtime } = useHub();
  const morePages = site.morePages.map(({ path: url, title: label }) => ({ url, label }));
  const known = [...runtime.paths, ...morePages.map(({ url }) => url)];
  // Only whole pages are known here: what lies below one, or elsewhere, is the operator's word.
  const isThere = ({ url }: NavLink): boolean => {
    const [, page] = /^(\/[^/?#]*)\/?([?#]|$)/.exec(url) ?? [];
    return !page || known.includes(page);
  };
  const more = (site.menuMore ?? moreLinks).filter(isThere);
  return {
    top: (site.menu ?? topLinks).filter(isThere),
    more,
    tools: toolLinks.filter(({ url }) => known.includes(url)),
    /** A phone's menu has these too: there the foot of the page is far away. */
    phone: [...more, ...legalLinks.slice(0, 2).filter(isThere)],
    quick: (site.footer ?? [...footerLinks, ...morePages]).filter(isThere),
  };
}
