import type { PageRoute } from './routes.tsx';

/**
 * Public pages that are nothing to find by a search: somebody's own, or the end of a way. Beside the rows and not in them, since no
 * browser asks for it and each first visit would carry it.
 */
const unlisted = new Set([
  '/cart',
  '/checkout/guest',
  '/thank-you',
  '/donate/thanks',
  '/donate/monthly',
  '/find-order',
  '/contact/thread',
  '/newsletter/confirm',
  '/newsletter/preferences',
  '/dev/mailbox',
  '/dev/ui',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/sign',
  '/unsubscribe',
  '/tools/document-editor',
  '/r/:token',
  '*',
]);

export const isListed = ({ access, path }: Pick<PageRoute, 'access' | 'path'>): boolean =>
  access === 'public' && !unlisted.has(path);
