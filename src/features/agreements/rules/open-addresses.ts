import { agreementsPath } from './addresses.ts';

/** Apart from the other addresses: nobody who signs by a link of their own loads them. */
export const openApi = {
  all: '/api/open-links',
  one: (id: string) => `/api/open-links/${id}`,
  close: (id: string) => `/api/open-links/${id}/close`,
  /** What an open link shows to anybody, and where they begin to sign. */
  signing: '/api/signing/open',
} as const;

export const openMost = { signatures: 500, days: 365, links: 50 } as const;
export const openUsual = { signatures: 50, days: 30 } as const;

/** Whoever began has so many days to sign; then their place is free again. */
export const begunDays = 3;

/** The agreements that came from one open link. */
export const fromLinkPath = (id: string): string => `${agreementsPath}?link=${id}`;
