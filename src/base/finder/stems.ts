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

/** After which words a clause ends: before a sign, or before a word that begins another. */
export const clauseEnds = (text: string): boolean[] =>
  [...plain(text).matchAll(/[\p{L}\p{N}+#]+(?=([^\p{L}\p{N}+#]*)([\p{L}\p{N}+#]*))/gu)].map(
    ([, signs = '', next = '']) => /[^\s'’]/.test(signs) || next === '' || opening.test(next),
  );
const opening =
  /^(?:und|oder|aber|wenn|weil|wie|was|dass|damit|um|bevor|obwohl|denn|sondern|sobald|ohne|wer|wo)$/;

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
export const withoutUmlauts = (word: string): string =>
  word.replace(/(?<![aeq])ue(?!r$)/g, 'u').replace(/(?<![aeo])([ao])e/g, '$1');

/** What parts from a German verb and goes to the end: "springen ... ab". */
const apart =
  /^(?:zuruck|zusammen|weiter|raus|rein|runter|rauf|rum|fest|frei|nach|auf|aus|ein|los|weg|vor|mit|her|hin|bei|ab|an|um|zu)$/;
export const partsFromVerb = (word: string): boolean => apart.test(word);
const between =
  /^(zuruck|zusammen|weiter|raus|rein|runter|rauf|rum|fest|frei|nach|auf|aus|ein|los|weg|vor|mit|her|hin|bei|ab|an|um|zu)(?:ge|zu)(?=.{4})/;

const german = (word: string): string =>
  without(
    withoutUmlauts(word)
      .replace(/^ge(?=.{4,}(?:t|en)$)/, '')
      .replace(between, '$1'),
    /(?:ungen|ung|st|ete[nst]?|te[nst]?|e[nmrst]?|n|s|t)$/,
  );

const french = (word: string): string =>
  without(
    word,
    /(?:ements?|ations?|issantes?|antes?|ants?|ives?|euses?|eurs?|er(?:ai(?:s|t|ent)?|as?|ez|ons|ont)|iss(?:ons|ez|ent|ai[st]|aient)|er|ez|ees?|es|e|s|x|ir|i[set]?|its|ies|ais|ait|aient|ent|ons|ue?s?)$/,
  ).replace(/([lnt])\1$/, '$1');

/** "venderla", "pagarme": whom and what stands behind the verb. */
const clitics = /(?<=.[aei]r|[aei]ndo)(?:me|te|se|nos)?(?:l[aeo]s?)?$/;

const spanish = (word: string): string =>
  without(
    word.replace(clitics, ''),
    /(?:aciones|acion|a?mientos?|imientos?|adore?s?|adoras?|mente|ando|iendo|ad[oa]s?|id[oa]s?|a(?:ron|ban?|bas|bamos|ste|r[ai]an?)|i(?:eron|eran?|ste)|[aei]mos|ar|er|ir|as|es|os|an|en|a|e|o|s)$/,
  )
    .replace(/(?<=...)i$/, '')
    .replace(/gu$/, 'g')
    .replace(/qu$/, 'c');

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
