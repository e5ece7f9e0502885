/** The navigation. Where it is shown, links to what this hub doesn't have are left out. */
export interface NavLink {
  to: string;
  label: string;
}

export const topLinks: NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/store', label: 'Store' },
  { to: '/automation', label: 'Automation' },
];

export const toolLinks: NavLink[] = [
  { to: '/tools/template-generator', label: 'AI Template Generator' },
  { to: '/tools/classic-template-generator', label: 'Classic Template Generator' },
  { to: '/tools/funnel-builder', label: 'Funnel Builder' },
];

export const moreLinks: NavLink[] = [
  { to: '/about', label: 'About' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/contact', label: 'Contact' },
  { to: '/donate', label: 'Support Us' },
];

export const footerLinks: NavLink[] = [
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

/** A phone's menu has them too: there the foot of the page is far away. */
export const phoneLinks = [...moreLinks, ...legalLinks.slice(0, 2)];
