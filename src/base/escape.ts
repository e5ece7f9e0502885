/**
 * Text as literal HTML, in attributes too. Braces are escaped as well, so that user input never becomes a
 * placeholder.
 */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.codePointAt(0)};`);

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reverses what a Markdown parser and a sanitizer escape in plain text. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => signs[name] ?? entity);
