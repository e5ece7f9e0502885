import { feedPaths } from '../rules/newsletter-paths.ts';

/** What the newsletter's pages tell feed readers. */
export const feeds = [
  { title: 'Newsletter (RSS)', href: feedPaths.rss, type: 'application/rss+xml' },
  { title: 'Newsletter (Atom)', href: feedPaths.atom, type: 'application/atom+xml' },
];

/** The day an issue was sent: the same for every reader, wherever the page is drawn. */
export const dayOf = (sentAt: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(sentAt));
