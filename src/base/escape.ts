/** Text as HTML shows it literally, in an attribute too. Braces are escaped as well: what somebody typed never becomes a placeholder. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.codePointAt(0)};`);

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What Markdown's parser and a sanitiser escape in plain words, as it was written. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => signs[name] ?? entity);
