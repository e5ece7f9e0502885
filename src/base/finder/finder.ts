import { slipsBetween } from '#base/nearest.ts';
import { atOnce, type Steps } from '#base/slices.ts';
import { saidIn, type Said, type Words } from './words.ts';
import { plain, stem, wordsOf } from './stems.ts';

/** Something that can be found, with its texts; each part is weighted by how much it says about the whole. */
export interface Thing {
  title: string;
  /** Questions it answers and other ways to ask for it, in any language. */
  asks: readonly string[];
  /** Synonyms and tags. */
  tags: string;
  summary: string;
  text: string;
}

export interface Hit<T> {
  thing: T;
  score: number;
  /** How much of the query it covers, from 0 to 1. */
  coverage: number;
  /** How close the query is to a question it answers, from 0 to 1. */
  alike: number;
  /** How much of a question it answers stands in the query, from 0 to 1, whatever else is told there. */
  within: number;
}

export interface Finder<T> {
  /** Best match first. */
  find(question: string): Hit<T>[];
  readonly things: readonly T[];
  readonly words: Words;
}

const weights = { title: 4, asks: 2, tags: 2.5, summary: 2, text: 1 };
type Part = keyof typeof weights;
const parts = Object.keys(weights) as Part[];
const saturation = 4;
const lengthMatters = 0.6;
const alikeCounts = 12;
/** A word that stands in one of forty ways to ask is no subject of a thing. */
const wellKnown = 1.5;
/** So many words of a question it answers are no chance. */
const enoughWords = 3;
const mostLetters = 4000;
const mostWords = 60;
const mostMended = 4;

/** BM25 over weighted fields, combined with how close a query is to a question that an entry answers. */
export const createFinder = <T extends Thing>(things: readonly T[], words: Words): Finder<T> =>
  atOnce(finderSteps(things, words));

/** Thousands of things take seconds: made step by step. */
export function* finderSteps<T extends Thing>(things: readonly T[], words: Words): Steps<Finder<T>> {
  const isAside = (one: Said): boolean => one.some((word) => words.aside.has(word));
  const saidOf = (thing: T) => {
    const [title, tags, summary] = [thing.title, thing.tags, thing.summary].map((part) =>
      saidIn(part, words),
    );
    const named = new Set([title, tags, summary].flat(2));
    // What belongs elsewhere is only mentioned here, unless the thing is named by it.
    const about = (text: string) =>
      saidIn(text, words).filter((one) => !isAside(one) || one.some((word) => named.has(word)));
    return {
      title: title?.flat() ?? [],
      tags: tags?.flat() ?? [],
      summary: summary?.flat() ?? [],
      text: about(thing.text).flat(),
      // A title is a way to ask, too.
      ways: [thing.title, ...thing.asks].map(about),
    };
  };
  const said: ReturnType<typeof saidOf>[] = [];
  for (const thing of things) {
    said.push(saidOf(thing));
    yield;
  }
  const cut = said.map(({ ways, ...rest }) => ({ ...rest, asks: ways.slice(1).flat(2) }));
  const average = (part: Part): number =>
    Math.max(1, cut.reduce((sum, each) => sum + each[part].length, 0) / (cut.length || 1));

  const places = new Map<string, Map<number, number>>();
  for (const part of parts) {
    const usual = average(part);
    for (const [at, each] of cut.entries()) {
      const norm = 1 - lengthMatters + lengthMatters * (each[part].length / usual);
      for (const word of each[part]) {
        const known = places.get(word) ?? new Map<number, number>();
        places.set(word, known.set(at, (known.get(at) ?? 0) + weights[part] / norm));
      }
      yield;
    }
  }
  const rarities = new Map<string, number>();
  const rarity = (word: string): number => {
    let rare = rarities.get(word);
    if (rare === undefined) {
      const held = places.get(word)?.size ?? 0;
      rare = Math.log(1 + (things.length - held + 0.5) / (held + 0.5));
      if (held > 0) rarities.set(word, rare);
    }
    return rare;
  };
  const rarest = (one: Said): number => Math.max(...one.map(rarity));

  // The questions, weighted by how much they say, indexed by their words.
  const ways: { thing: number; mass: number; way: Said[] }[] = [];
  for (const [thing, each] of said.entries()) {
    for (const way of each.ways)
      if (way.length > 0)
        ways.push({ thing, mass: Math.sqrt(way.reduce((sum, one) => sum + rarest(one) ** 2, 0)), way });
    yield;
  }
  const waysWith = new Map<string, Set<number>>();
  for (const [at, { way }] of ways.entries()) {
    for (const word of new Set(way.flat())) waysWith.set(word, (waysWith.get(word) ?? new Set()).add(at));
    yield;
  }

  const exactly = new Map<string, number>();
  for (const [at, thing] of things.entries()) {
    for (const ask of [thing.title, ...thing.asks]) {
      const key = wordsOf(ask).join(' ');
      if (key !== '' && !exactly.has(key)) exactly.set(key, at);
    }
    yield;
  }

  const mend = createMender(places.keys(), words);

  return {
    things,
    words,
    find(question) {
      let mended = 0;
      const all = saidIn(question.slice(0, mostLetters), words, (word, language) =>
        places.has(stem(word, language)) || ++mended > mostMended ? null : mend(word, language),
      ).slice(0, mostWords);
      const asked = [...new Map(all.map((one) => [one.join(' '), one])).values()];

      const scores = new Map<number, number>();
      const covered = new Map<number, number>();
      const alike = new Map<number, number>();
      const within = new Map<number, number>();
      let total = 0;
      let mass = 0;
      const shared = new Map<number, number>();
      const matched = new Map<number, number>();
      for (const one of asked) {
        const rare = rarest(one);
        total += rare;
        mass += rare ** 2;
        // A word of several meanings counts by that which is met.
        const best = new Map<number, { score: number; known: number }>();
        const inWays = new Map<number, number>();
        for (const word of one) {
          const rareHere = rarity(word);
          for (const [at, weight] of places.get(word) ?? []) {
            const score = (rareHere * weight * (saturation + 1)) / (saturation + weight);
            const met = best.get(at);
            const known = rareHere * Math.min(1, weight / wellKnown);
            best.set(at, {
              score: Math.max(met?.score ?? 0, score),
              known: Math.max(met?.known ?? 0, known),
            });
          }
          for (const way of waysWith.get(word) ?? [])
            inWays.set(way, Math.max(inWays.get(way) ?? 0, rareHere ** 2));
        }
        for (const [at, met] of best) {
          scores.set(at, (scores.get(at) ?? 0) + met.score);
          covered.set(at, (covered.get(at) ?? 0) + met.known);
        }
        for (const [way, weight] of inWays) {
          shared.set(way, (shared.get(way) ?? 0) + weight);
          matched.set(way, (matched.get(way) ?? 0) + 1);
        }
      }
      mass = Math.sqrt(mass) || 1;
      for (const [at, sum] of shared) {
        const way = ways[at];
        if (!way) continue;
        alike.set(way.thing, Math.max(alike.get(way.thing) ?? 0, Math.min(1, sum / (mass * way.mass))));
        const told = Math.min(1, sum / way.mass ** 2) * Math.min(1, (matched.get(at) ?? 0) / enoughWords);
        within.set(way.thing, Math.max(within.get(way.thing) ?? 0, told));
      }
      const exact = exactly.get(wordsOf(question).join(' '));
      if (exact !== undefined && !scores.has(exact)) scores.set(exact, 0);
      return [...scores]
        .map(([at, score]) => {
          const like = at === exact ? 1 : (alike.get(at) ?? 0);
          return {
            thing: things[at] as T,
            score: score + alikeCounts * like + (at === exact ? 1000 : 0),
            coverage: at === exact ? 1 : total > 0 ? Math.min(1, (covered.get(at) ?? 0) / total) : 0,
            alike: like,
            within: at === exact ? 1 : (within.get(at) ?? 0),
          };
        })
        .sort((a, b) => b.score - a.score);
    },
  };
}

/** Corrects an unknown word to a known one that is one letter off, or two in a long word. */
function createMender(
  known: Iterable<string>,
  words: Words,
): (word: string, language: string) => Said | null {
  const byStart = new Map<string, Map<string, Said>>();
  const add = (language: string, word: string, said: Said) => {
    const key = `${language} ${word.slice(0, 1)}`;
    const beginning = byStart.get(key) ?? new Map<string, Said>();
    byStart.set(key, beginning);
    if (!beginning.has(word)) beginning.set(word, said);
  };
  for (const language of words.languages) {
    for (const word of words.nothing.get(language) ?? [])
      if (word.length > 4) add(language, stem(word, language), []);
    for (const [word, said] of words.meanings.get(language) ?? [])
      if (word.length > 3 && !word.includes(' ')) add(language, word, said);
  }
  for (const word of known) if (word.length > 3 && !word.startsWith('=')) add('', word, [word]);
  return (word, language) => {
    const root = stem(plain(word), language);
    if (root.length < 4 || /\d/.test(root)) return null;
    let [best, least]: [Said | null, number] = [null, root.length > 7 ? 3 : 2];
    for (const key of [`${language} ${root.slice(0, 1)}`, ` ${root.slice(0, 1)}`])
      for (const [other, said] of byStart.get(key) ?? []) {
        if (Math.abs(other.length - root.length) >= least) continue;
        const slips = slipsBetween(root, other);
        if (slips < least) [best, least] = [said, slips];
      }
    return best;
  };
}
