import { withoutAccents } from './accents.ts';

/** What an address is made from: "Café & bar" is "cafe-bar". Empty where nothing of a text is a Latin letter or digit. */
export const slugOf = (text: string, most = 60): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, most)
    .replace(/-$/, '');
