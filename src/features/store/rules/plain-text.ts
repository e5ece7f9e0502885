const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};

/**
 * The words of a text that another program keeps as HTML: paragraphs and points stay, everything else of its markup
 * goes. What isn't a known tag is left as it was typed: "3 < 4" isn't one.
 */
export const plainOf = (text: string): string =>
  text
    .replace(/\0/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style|iframe|object)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^<>]*>\s*(?:<p\b[^<>]*>)?/gi, '\n- ')
    .replace(/<\/(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|tr)\s*>/gi, '\n\n')
    .replace(/<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) =>
      name === undefined ? signOf(Number(decimal ?? `0x${hex}`)) : (named[String(name).toLowerCase()] ?? all),
    )
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();

/** A character by its number; control characters and half ones are none. */
const signOf = (code: number): string =>
  code < 32 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '' : String.fromCodePoint(code);
