/** A request as the writer reads it: one kind of quotes, dashes and spaces; nothing that cannot be seen. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\u201c\u201d\u201e«»]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replace(/[ \t\u00a0\u202f]+/g, ' ')
    .trim();

/** Small letters without accents, for looking words up; a sign stays a sign, so that places stay where they are. */
export const folded = (text: string): string =>
  [...text]
    .map((sign) => sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, sign.length) || sign)
    .join('');

const compiled = new Map<string, RegExp>();

/** A pattern made of parts: long ones cost more to compile than to try, so each is compiled once. */
export function pattern(source: string, flags = 'u'): RegExp {
  const key = `${flags} ${source}`;
  const known = compiled.get(key) ?? new RegExp(source, flags);
  compiled.set(key, known);
  known.lastIndex = 0;
  return known;
}

export const capital = (text: string | null): string | null =>
  text && text.charAt(0).toUpperCase() + text.slice(1);

export const sentence = (text: string | null): string | null =>
  text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
