/** Lowercase without accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe');

/** The words of a text. An apostrophe separates: "l'idée" is two words, and "don't" means nothing either way. */
export const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}+#]+/gu) ?? [];

const least = 3;
const without = (word: string, ending: RegExp): string => {
  const at = word.search(ending);
  return at >= least ? word.slice(0, at) : word;
};

function english(word: string): string {
  let root = word;
  if (/ies$/.test(root) && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (/sses$/.test(root)) root = root.slice(0, -2);
  else if (/s$/.test(root) && !/(ss|us|is)$/.test(root)) root = root.slice(0, -1);
  const ending =
    /(?:ization|isation|ational|fulness|iveness|ations?|ments?|ness|able|ible|ally|ingly|edly|ing|ed|er|or|ly|al|ive)$/.exec(
      root,
    )?.[0];
  if (ending && root.length - ending.length >= (/^(?:ing|ed)$/.test(ending) ? 3 : 4))
    root = root.slice(0, -ending.length);
  if (/([bdfgmnprt])\1$/.test(root)) root = root.slice(0, -1);
  if (root.length > 3) root = root.replace(/e$/, '');
  return root.replace(/y$/, 'i');
}

/** People without umlauts on their keyboard write two letters. */
const german = (word: string): string =>
  without(
    word
      .replace(/(?<![aeq])ue(?!r$)/g, 'u')
      .replace(/(?<![aeo])([ao])e/g, '$1')
      .replace(/^ge(?=.{4,}(?:t|en)$)/, ''),
    /(?:ungen|ung|st|te[nst]?|e[nmrs]?|n|s|t)$/,
  );

const french = (word: string): string =>
  without(word, /(?:ements?|ations?|antes?|ives?|euses?|eurs?|er|ez|ees?|es|e|s|x|ir|ais|ait|ent|ons)$/);

const spanish = (word: string): string =>
  without(
    word,
    /(?:aciones|acion|a?mientos?|imientos?|adore?s?|adoras?|mente|ando|iendo|ad[oa]s?|id[oa]s?|amos|ar|er|ir|as|es|os|an|en|a|e|o|s)$/,
  );

const stemmers: Record<string, (word: string) => string> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** A word without its ending, in plain letters; languages without rules here only lose a final s. */
export function stem(word: string, language = 'en'): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return (stemmers[language] ?? ((one: string) => without(one, /s$/)))(word);
}
