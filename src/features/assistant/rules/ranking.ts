import type { Hit } from '#base/finder/finder.ts';
import { wordsOf } from '#base/finder/stems.ts';
import type { Steps } from '#base/slices.ts';
import type { Words } from '#base/finder/words.ts';
import type { Intent } from './intent.ts';
import type { Fact } from './facts.ts';
import { type Meaning, nearnessToAll } from './meaning.ts';
import { sureness, weights } from './weights.ts';

/** Something that may be meant, with how likely it is that it, and nothing else, answers the question. */
export interface Ranked extends Hit<Fact> {
  /** How near it is by what its words mean: to one way to ask, and to all of them. */
  near: number;
  middle: number;
  /** How likely the documents' own writer takes the message for a request of it. */
  guess: number;
  /** Among all that was found, from 0 to 1. */
  chance: number;
}

export interface Asked {
  question: string;
  language: string;
  wants: ReadonlySet<Intent>;
  /** Which documents their own writer would take it for. */
  guessed: ReadonlyMap<string, number>;
}

/** Beyond this many nobody looks. */
const mostCandidates = 15;
/** So many are compared way by way. */
const mostCompared = 120;
const leastGuess = 0.2;
const mostOfName = 2;

export interface Ranking {
  rank(asked: Asked, hits: readonly Hit<Fact>[]): Ranked[];
}

/** Weighs what words were found against what they mean. */
export function* rankingSteps(facts: readonly Fact[], words: Words, meaning: Meaning | null): Steps<Ranking> {
  const size = meaning?.size ?? 0;
  const middles = new Float32Array(facts.length * size);
  const waysOf: Float32Array[] = [];
  for (const [of, fact] of facts.entries()) {
    const middle = middles.subarray(of * size, (of + 1) * size);
    const ways = [fact.title, ...fact.asks].flatMap((way) => meaning?.placeOf(way, words) ?? []);
    const all = new Float32Array(ways.length * size);
    for (const [nth, place] of ways.entries()) {
      all.set(place, nth * size);
      for (const [each, one] of place.entries()) middle[each] = (middle[each] ?? 0) + one;
    }
    const length = Math.hypot(...middle) || 1;
    for (const [each, one] of middle.entries()) middle[each] = one / length;
    waysOf.push(all);
    yield;
  }
  const at = new Map(facts.map((fact, of) => [fact, of]));
  const bySlug = new Map(
    facts.flatMap((fact, of) => (slugOf(fact) === '' ? [] : [[slugOf(fact), of] as const])),
  );

  return {
    rank(asked, hits) {
      const place = meaning?.placeOf(asked.question, words) ?? null;
      const middle = nearnessToAll(place, middles, size);
      const near = new Map<number, number>();
      /** How near it is, all told; what is far from the middle of all ways is seldom near to one of them. */
      const byMeaning = (of: number): number => {
        let found = near.get(of);
        if (found === undefined) {
          const ways = waysOf[of];
          found = ways ? nearnessToAll(place, ways, size).reduce((a, b) => Math.max(a, b), 0) : 0;
          near.set(of, found);
        }
        return found + 0.5 * (middle[of] ?? 0);
      };
      const nearest = place
        ? greatest(middle, mostCompared)
            .map((of) => ({ of, sum: byMeaning(of) }))
            .sort((a, b) => b.sum - a.sum)
            .slice(0, mostCandidates)
        : [];
      const found = new Map(hits.map((hit) => [at.get(hit.thing) ?? -1, hit]));
      const candidates = new Set([
        ...[...found.keys()].slice(0, mostCandidates),
        ...nearest.map(({ of }) => of),
        ...[...asked.guessed].flatMap(([slug, chance]) =>
          chance >= leastGuess ? (bySlug.get(slug) ?? []) : [],
        ),
      ]);
      // One or two words are a name, and no story to be understood.
      const byName = wordsOf(asked.question).length <= mostOfName ? 0.2 : 0;
      const best = { score: hits[0]?.score ?? 1, nearest: nearest[0]?.sum ?? 0 };
      const ranked = [...candidates].flatMap((of): (Ranked & { sum: number })[] => {
        const thing = facts[of];
        if (!thing) return [];
        const hit = found.get(of) ?? { thing, score: 0, coverage: 0, alike: 0, within: 0 };
        const guess = asked.guessed.get(slugOf(thing)) ?? 0;
        const half = 0.5 * (middle[of] ?? 0);
        const one = { ...hit, near: byMeaning(of) - half, middle: middle[of] ?? 0, guess, chance: 0 };
        const sum = weighed(signs(one, asked, best), weights);
        return [{ ...one, sum: isWordForWord(hit) ? sum + 20 : sum + byName * hit.score }];
      });
      const most = Math.max(...ranked.map(({ sum }) => sum));
      const all = ranked.reduce((sum, one) => sum + Math.exp(one.sum - most), 0);
      return ranked
        .map(({ sum, ...one }) => ({ ...one, chance: Math.exp(sum - most) / all }))
        .sort((a, b) => b.chance - a.chance);
    },
  };
}

/** Where the greatest numbers are, the greatest first. */
function greatest(all: Float32Array, count: number): number[] {
  const least = all.toSorted()[Math.max(0, all.length - count)] ?? 0;
  const found: number[] = [];
  for (let at = 0; at < all.length; at += 1) if ((all[at] as number) >= least) found.push(at);
  return found.sort((a, b) => (all[b] as number) - (all[a] as number)).slice(0, count);
}

/** The finder puts what is asked for in so many words far before all else. */
export const isWordForWord = ({ score }: Hit<Fact>): boolean => score >= 1000;

export type Signs = Record<string, number>;

/** All that speaks for or against a thing. */
export function signs(
  one: Ranked,
  { language, wants }: Pick<Asked, 'language' | 'wants'>,
  best: { score: number; nearest: number },
): Signs {
  const { thing, score, coverage, alike, within, near, middle, guess } = one;
  const kind = kindOf(thing);
  const isForeign = language !== 'en' && 'advice' in thing && !thing.advice.translated.has(language);
  return {
    score: Math.min(2, score / 30),
    share: score / Math.max(1, best.score),
    coverage,
    alike,
    within,
    near,
    middle,
    behind: near + 0.5 * middle - best.nearest,
    guess,
    guessWanted: wants.has('document') ? guess : 0,
    wished: wants.has(wishOf(thing)) ? 1 : 0,
    foreign: isForeign ? 1 : 0,
    section: 'known' in thing && thing.known.path.includes('#') ? 1 : 0,
    [kind]: 1,
  };
}

/** How sure it is that the first is meant, from 0 to 1. */
export function surenessOf(ranked: readonly Ranked[], question: string): number {
  const [first] = ranked;
  if (!first) return 0;
  if (isWordForWord(first)) return 1;
  return 1 / (1 + Math.exp(-weighed(doubts(ranked, question), sureness)));
}

/** What speaks for and against the first of what was found. */
export function doubts(ranked: readonly Ranked[], question: string): Signs {
  const [first] = ranked;
  if (!first) return { always: 1 };
  const others = ranked.filter((one) => !isKin(one.thing, first.thing));
  const family = 1 - others.reduce((sum, { chance }) => sum + chance, 0);
  const { length } = wordsOf(question);
  const near = ({ near: one, middle }: Ranked) => one + 0.5 * middle;
  return {
    always: 1,
    chance: first.chance,
    family,
    lead: Math.log((family + 1e-3) / ((others[0]?.chance ?? 0) + 1e-3)),
    near: first.near,
    middle: first.middle,
    coverage: first.coverage,
    alike: first.alike,
    within: first.within,
    score: Math.min(2, first.score / 30),
    meant: near(first) - Math.max(0, ...others.map(near)),
    long: Math.log(1 + length),
    // Of a story most words say nothing; of a few words each does.
    missed: (1 - first.coverage) * Math.min(1, 3 / Math.max(1, length)),
  };
}

/** A document and the advice that leads to it answer one question, and so do two that lead to the same document. */
export const isKin = (a: Fact, b: Fact): boolean => {
  const there = leadsOf(b);
  return a === b || leadsOf(a).some((path) => there.includes(path));
};

const leadsOf = (fact: Fact): string[] =>
  ('advice' in fact ? fact.advice.links.slice(0, mostLeads) : [fact.known.path]).filter((path) =>
    /^\/(?:documents|product)\/|[?]document=/.test(path),
  );
const mostLeads = 2;

const weighed = (all: Signs, by: Signs): number =>
  Object.entries(all).reduce((sum, [name, value]) => sum + value * (by[name] ?? 0), 0);

const kindOf = (fact: Fact): string =>
  'known' in fact ? fact.known.kind : fact.advice.page === null ? 'advice' : 'hub';

/** For whom something is made. */
export function wishOf(fact: Fact): Intent {
  if ('advice' in fact) return fact.advice.wish ?? (fact.advice.page === null ? 'advice' : 'hub');
  return fact.known.kind === 'product' ? 'buy' : fact.known.kind === 'document' ? 'document' : 'hub';
}

function slugOf(fact: Fact): string {
  if (!('known' in fact) || fact.known.kind !== 'document') return '';
  const { path } = fact.known;
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('=')) + 1);
}
