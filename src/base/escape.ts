/** Text as HTML shows it literally, in an attribute too. Braces are escaped as well: what somebody typed never becomes a placeholder. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.codePointAt(0)};`);
