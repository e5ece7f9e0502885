import { withoutAccents } from '#base/accents.ts';

/** A title as the name of a file that every system takes. */
export const fileName = (title: string): string =>
  withoutAccents(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60) || 'document';
