import { digest } from '#base/digest.ts';
import type { Branding } from './branding.ts';

/** What of a branding a full storage could take. */
export type Kept = 'whole' | 'logo-in-tab' | 'without-logo' | 'nothing';

export const isDataUrl = (logo: string): boolean => /^data:/i.test(logo);

/** What did not fit is kept without its logo, and the logo for as long as the tab lives. */
export const withoutLogo = (branding: Branding): { rest: Branding; tabLogo: string | null } => ({
  rest: { ...branding, logo: '' },
  tabLogo: isDataUrl(branding.logo) ? branding.logo : null,
});

/** All of one length, so that a full storage can put one in place of another. */
export const nameOfLogo = (logo: string): string => digest(logo).padEnd(24);

/**
 * The tab's logo comes back for a stored one that is empty or a data URL, unless the logo has been changed since.
 * `newest` names the newest one of this browser, where that is known.
 */
export function restoredLogo(stored: string, tabLogo: string | null, newest: string | null): string {
  const isOpen = stored === '' || isDataUrl(stored);
  if (tabLogo === null || !isDataUrl(tabLogo) || !isOpen) return stored;
  return newest === null || newest === nameOfLogo(tabLogo) ? tabLogo : stored;
}
