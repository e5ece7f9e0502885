/** É is E: for addresses, names of files, and words that are looked for. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
