import { clauseEnds, partsFromVerb, stem, withoutUmlauts, wordsOf } from './stems.ts';

/** Synonyms in any language, read from lines such as "invoice, bill | Rechnung | facture | factura". */
export interface Words {
  /** The first is assumed for a text that gives no hint. */
  languages: readonly string[];
  nothing: ReadonlyMap<string, ReadonlySet<string>>;
  /** By language, the meaning of an expression; its words are separated by single spaces and stemmed. */
  meanings: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** By language, single words as they are written: how one of another language is known, whose endings say nothing. */
  written: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Meanings that mostly belong elsewhere, such as the weather: where a thing mentions one, it is not about it. */
  aside: ReadonlySet<string>;
}

const longestExpression = 6;

/** Reads synonym lists; later texts add to earlier ones. Lines that make no sense are ignored. */
export function readWords(...texts: readonly string[]): Words {
  const languages: string[] = [];
  const nothing = new Map<string, Set<string>>();
  const meanings = new Map<string, Map<string, string[]>>();
  const written = new Map<string, Map<string, string[]>>();
  const aside = new Set<string>();

  for (const text of texts) {
    let here: string[] = languages.length > 0 ? [...languages] : ['en'];
    for (const line of text.split(/\r?\n/)) {
      const said = line.trim();
      if (said === '' || /^(?:#|[!&] )/.test(said)) continue;
      if (/^[a-z]{2,3}(?:\s*\|\s*[a-z]{2,3})*$/.test(said)) {
        here = said.split('|').map((one) => one.trim());
        for (const one of here) if (!languages.includes(one)) languages.push(one);
        continue;
      }
      const isNothing = said.startsWith('- ');
      const isAside = said.startsWith('? ');
      const columns = (isNothing || isAside ? said.slice(2) : said).split('|').map(list);
      // Identified by its first word: an operator's line with the same start adds more synonyms.
      const meaning = `=${keyOf(wordsOf(columns[0]?.[0] ?? said), here[0] ?? 'en')}`;
      if (isAside) aside.add(meaning);
      for (const [at, expressions] of columns.entries()) {
        const language = here[at];
        if (language === undefined) continue;
        if (isNothing) {
          const known = nothing.get(language) ?? new Set();
          nothing.set(language, known);
          for (const one of expressions.flatMap(wordsOf)) known.add(one);
          continue;
        }
        const known = meanings.get(language) ?? new Map<string, string[]>();
        meanings.set(language, known);
        const asWritten = written.get(language) ?? new Map<string, string[]>();
        written.set(language, asWritten);
        for (const expression of expressions) {
          const parts = wordsOf(expression);
          if (parts.length === 0 || parts.length > longestExpression) continue;
          add(known, keyOf(parts, language), meaning);
          if (parts.length === 1) add(asWritten, parts[0] ?? '', meaning);
        }
      }
    }
  }
  return { languages: languages.length > 0 ? languages : ['en'], nothing, meanings, written, aside };
}

function add(known: Map<string, string[]>, key: string, meaning: string): void {
  const before = known.get(key) ?? [];
  if (!before.includes(meaning)) known.set(key, [...before, meaning]);
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const keyOf = (words: readonly string[], language: string): string =>
  words.map((word) => stem(word, language)).join(' ');

/** The meaning of one word of a text, or several possible ones. */
export type Said = readonly string[];

/** Preferred over a word that is only itself. */
export const isMeaning = (one: string): boolean => one.startsWith('=');

/** Guesses the language of a text: the one with the most function words and known words in it. */
export function languageOf(words: readonly string[], { languages, nothing, meanings }: Words): string {
  let [best, most] = [languages[0] ?? 'en', 0];
  for (const language of languages) {
    const small = nothing.get(language);
    const known = meanings.get(language);
    let score = 0;
    for (const word of words) score += small?.has(word) ? 1 : known?.has(stem(word, language)) ? 0.9 : 0;
    if (score > most) [best, most] = [language, score];
  }
  return best;
}

/** The meanings of a text, word by word; words without one are skipped. `mend` corrects unknown words. */
export function saidIn(
  text: string,
  words: Words,
  mend: (word: string, language: string) => Said | null = () => null,
): Said[] {
  const all = wordsOf(text);
  const language = languageOf(all, words);
  const stems = all.map((word) => stem(word, language));
  const own = words.meanings.get(language);
  const joined = language === 'de' && own ? verbsJoined(all, clauseEnds(text), own) : new Map<number, Said>();
  const said: Said[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] ?? '';
    const verb = joined.get(at);
    if (verb) {
      said.push(...[verb].filter(saysSomething));
      continue;
    }
    let many = Math.min(longestExpression, all.length - at);
    let whole: Said | undefined;
    for (; many > 1; many -= 1) {
      whole = own?.get(stems.slice(at, at + many).join(' '));
      if (whole) break;
    }
    if (whole) {
      said.push(whole);
      at += many - 1;
    } else if (!saysNothing(word, language, words) && !figure.test(word)) {
      const meant = meaningOf(word, language, words);
      const mended = () => mend(word, language);
      if (meant) said.push(meant);
      else
        said.push(
          ...(
            partsOf(word, words) ?? [
              mended() ?? [stems[at] ?? word],
              ...(language === 'de' ? tailOf(word, words) : []),
            ]
          ).filter(saysSomething),
        );
    }
  }
  return said;
}

const saysNothing = (word: string, language: string, { nothing }: Words): boolean => {
  const small = nothing.get(language);
  return small !== undefined && (small.has(word) || (language === 'de' && small.has(withoutUmlauts(word))));
};

const farthestVerb = 8;

/** "Springen mir monatlich ab": a verb whose first part stands at the end of its clause means what both mean together. */
function verbsJoined(
  all: readonly string[],
  ends: readonly boolean[],
  own: ReadonlyMap<string, Said>,
): Map<number, Said> {
  const joined = new Map<number, Said>();
  all.forEach((part, at) => {
    if (!ends[at] || !partsFromVerb(part)) return;
    for (let verb = at - 1; verb >= Math.max(0, at - farthestVerb) && !ends[verb]; verb -= 1) {
      const whole = own.get(stem(`${part}${all[verb]}`, 'de'));
      if (!whole) continue;
      joined.set(verb, whole).set(at, []);
      return;
    }
  });
  return joined;
}

/** By its own language first: a word of one may stand in a text of another. */
function meaningOf(
  word: string,
  language: string,
  { languages, meanings, written }: Words,
): Said | undefined {
  const own = meanings.get(language)?.get(stem(word, language));
  if (own) return own;
  for (const other of languages) {
    const meant = other === language ? undefined : written.get(other)?.get(word);
    if (meant) return meant;
  }
  return undefined;
}

/** Quantities and times are not a topic. */
const figure = /^\d+$/;

const saysSomething = (one: Said): boolean => one.length > 0;

const leastTail = 5;

/** The last part of a German compound says what kind of thing it is: a Mietvertrag is a contract. */
function tailOf(word: string, words: Words): Said[] {
  const known = words.meanings.get('de');
  for (let cut = leastPart; cut <= word.length - leastTail; cut += 1) {
    const tail = known?.get(stem(word.slice(cut), 'de'));
    if (tail) return [tail];
  }
  return [];
}

const leastPart = 3;
const leastWhole = 8;
const mostWhole = 60;

/** A German compound means what its parts mean: "Rechnungsvorlage". Each remainder is looked up once. */
function partsOf(word: string, words: Words): Said[] | null {
  const known = words.meanings.get('de');
  if (known === undefined || word.length < leastWhole || word.length > mostWhole) return null;
  const meaning = (part: string) => known.get(stem(part, 'de'));
  const rests: (Said[] | null)[] = [];
  for (let at = word.length - leastPart; at >= 0; at -= 1) {
    const whole = at > 0 ? meaning(word.slice(at)) : undefined;
    let found: Said[] | null = whole ? [whole] : null;
    for (let cut = word.length - leastPart; !found && cut >= at + leastPart; cut -= 1) {
      const others = rests[cut];
      if (!others) continue;
      const head = word.slice(at, cut);
      const first = meaning(head) ?? meaning(head.replace(/(?:es|en|er|s|n)$/, ''));
      if (first) found = [first, ...others];
    }
    rests[at] = found;
  }
  return rests[0] ?? null;
}
