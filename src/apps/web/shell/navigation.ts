import type { SiteLink } from '#base/site.ts';

export type NavLink = SiteLink;

export const toolLinks: NavLink[] = [
  { url: '/tools/template-generator', label: 'AI Template Generator' },
  { url: '/tools/classic-template-generator', label: 'Classic Template Generator' },
  { url: '/tools/funnel-builder', label: 'Funnel Builder' },
];

/** The last ones where nothing leads away. */
export const legalLinks: NavLink[] = [
  { url: '/documents', label: 'Documents' },
  { url: '/plans', label: 'Plans' },
  { url: '/privacy', label: 'Privacy' },
  { url: '/terms', label: 'Terms' },
  { url: '/support', label: 'Support' },
];
