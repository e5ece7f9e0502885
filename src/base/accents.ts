/** É becomes E, for URLs, file names and search. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
