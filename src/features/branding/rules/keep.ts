import type { Branding } from './branding.ts';

/** What of a branding a full storage could take. */
export type Kept = 'whole' | 'logo-in-tab' | 'without-logo' | 'nothing';

export const isDataUrl = (logo: string): boolean => /^data:/i.test(logo);

/** What did not fit is kept without its logo, and the logo for as long as the tab lives. */
export const withoutLogo = (branding: Branding): { rest: Branding; tabLogo: string | null } => ({
  rest: { ...branding, logo: '' },
  tabLogo: isDataUrl(branding.logo) ? branding.logo : null,
});

export interface TabLogo {
  logo: string | null;
  /** Since when the tab holds it, where that is known. */
  at: number | null;
}

/** The tab's logo comes back for a stored one that is empty or a data URL, unless another tab has changed the logo since. */
export function restoredLogo(stored: string, tab: TabLogo, logoAt: number): string {
  const isOpen = stored === '' || isDataUrl(stored);
  const isOlder = tab.at !== null && tab.at < logoAt;
  return tab.logo !== null && isDataUrl(tab.logo) && isOpen && !isOlder ? tab.logo : stored;
}
