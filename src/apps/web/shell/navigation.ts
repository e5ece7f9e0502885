import type { SiteLink } from '#base/site.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';

/** The navigation. Where it is shown, links to what this hub doesn't have are left out. */
export interface NavLink {
  to: string;
  label: string;
}

const topLinks: NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/store', label: 'Store' },
  { to: '/automation', label: 'Automation' },
];

const toolLinks: NavLink[] = [
  { to: '/tools/template-generator', label: 'AI Template Generator' },
  { to: '/tools/classic-template-generator', label: 'Classic Template Generator' },
  { to: '/tools/funnel-builder', label: 'Funnel Builder' },
];

const moreLinks: NavLink[] = [
  { to: '/about', label: 'About' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/contact', label: 'Contact' },
  { to: '/donate', label: 'Support Us' },
];

const footerLinks: NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/store', label: 'Store' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/tools', label: 'Tools' },
  { to: '/dashboard', label: 'Dashboard' },
];

/** The last ones where nothing leads away. */
export const legalLinks: NavLink[] = [
  { to: '/documents', label: 'Documents' },
  { to: '/plans', label: 'Plans' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/support', label: 'Support' },
];

/** The operator's menus in place of the shipped ones. What this hub doesn't have is left out of both. */
export function useMenus() {
  const { site } = useHub();
  const exists = usePathExists();
  const isThere = ({ to }: NavLink): boolean => {
    const [, page] = /^(\/[^/?#]*)\/?(?:[?#].*)?$/.exec(to) ?? [];
    return page === undefined || exists(page) || site.morePages.some(({ path }) => path === page);
  };
  const menuOf = (own: SiteLink[] | undefined, shipped: NavLink[]) =>
    (own?.map(({ label, url }) => ({ to: url, label })) ?? shipped).filter(isThere);
  const more = menuOf(site.menuMore, moreLinks);
  const morePages = site.morePages.map(({ path, title }) => ({ to: path, label: title }));
  return {
    top: menuOf(site.menu, topLinks),
    more,
    tools: toolLinks.filter(isThere),
    /** A phone's menu has these too: there the foot of the page is far away. */
    phone: [...more, ...legalLinks.slice(0, 2).filter(isThere)],
    quick: menuOf(site.footer, [...footerLinks, ...morePages]),
  };
}
