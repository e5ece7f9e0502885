import type { Knowledge } from '#base/knowledge.ts';
import { finderSteps, type Hit } from '#base/finder/finder.ts';
import { plain, wordsOf } from '#base/finder/stems.ts';
import { atOnce, type Steps } from '#base/slices.ts';
import { languageOf, saidIn, type Words } from '#base/finder/words.ts';
import type { Condition } from './conditions.ts';
import type { Turn } from './contract.ts';
import type { Advice, Fact } from './facts.ts';
import { type Meaning, nearness } from './meaning.ts';
import { pageNames } from './page-names.ts';
import { rankingSteps, type Ranked, surenessOf } from './ranking.ts';
import { type Cues, type Intent, intentsIn } from './intent.ts';

export type { Advice, Fact } from './facts.ts';

/** A question as it was understood. */
export interface Found {
  /** The likeliest first. */
  hits: Ranked[];
  /** How sure it is that the first is meant, from 0 to 1. */
  sureness: number;
  wants: ReadonlySet<Intent>;
  language: string;
  /** Nothing was said but words that everybody says. */
  isTalk: boolean;
}

/** Everything that can be found, and how to name what is linked. */
export interface Library {
  find(message: string, context?: readonly Turn[]): Found;
  /** All that can be found. */
  facts: readonly Fact[];
  /** The answers for a wish. */
  forWish(wish: Intent): readonly Advice[];
  /** Whether an address, with or without its part behind a #, is one of this hub. */
  has(path: string): boolean;
  /** What stands at an address. */
  at(path: string): Knowledge | null;
  /** How near two texts are by what their words mean, from -1 to 1; 0 where that is not known. */
  nearness(a: string, b: string): number;
  /** In which language something is written. */
  languageOf(text: string): string;
  /** What a page is called. */
  titleOf(path: string): string | null;
  readonly subjects: number;
  /** What changes an answer, such as a country. */
  readonly conditions: readonly Condition[];
  /** Whether several answers use this word: it gives nobody away. */
  isCommon(word: string): boolean;
  /** Whether a word says more than that somebody asks. */
  says(word: string): boolean;
}

/** Which documents a message may ask for, as whoever writes them understands it. */
export type Guess = (message: string) => readonly { slug: string; chance: number }[];

/** Too short to stand alone: it means what was talked about before. */
const leaning =
  /^(?:and|also|what about|how about|und|auch|et|aussi|y|tambien)\b|\b(?:it|its|that|this|ones?|they|them|those|these|das|dies|davon|dafur|cela|ca|celui|celle|eso|esto|ese)\b/;

const bare = (path: string): string => path.replace(/[?#][^]*/, '') || '/';
/** What a page shows may depend on what stands behind its ?, on what stands behind a # it does not. */
export const placeOf = (path: string): string => path.replace(/#[^]*/, '') || '/';

export const createLibrary = (...from: Parameters<typeof librarySteps>): Library =>
  atOnce(librarySteps(...from));

/**
 * `pages` are the addresses that this hub really has: what is written about others is left out. All of it takes seconds,
 * so it is made step by step.
 */
export function* librarySteps(
  advice: readonly Advice[],
  knowledge: readonly Knowledge[],
  pages: readonly string[],
  words: Words,
  cues: Cues,
  guess: Guess = () => [],
  { meaning = null, conditions = [] }: { meaning?: Meaning | null; conditions?: readonly Condition[] } = {},
): Steps<Library> {
  const known = new Map<string, Knowledge>();
  for (const entry of knowledge) if (!known.has(placeOf(entry.path))) known.set(placeOf(entry.path), entry);
  const parts = new Map(
    knowledge.filter(({ path }) => path.includes('#')).map((entry) => [entry.path, entry]),
  );
  const fixed = new Set(pages.filter((path) => !path.includes(':')));
  const has = (path: string) => fixed.has(bare(path)) || known.has(placeOf(path));
  const present = advice.filter(({ page }) => page === null || has(page));
  const facts: Fact[] = [
    ...present.map((one) => ({
      title: one.title,
      // What is offered under its title in another language is asked for with it.
      asks: [...one.asks, ...[...one.translated.values()].map(({ title }) => title)],
      tags: '',
      summary: '',
      text: one.body,
      advice: one,
    })),
    ...knowledge.map((one) => ({ ...one, asks: one.asks ?? [], known: one })),
  ];
  const finder = yield* finderSteps(facts, words);
  const ranking = yield* rankingSteps(facts, words, meaning);
  const contentOf = (message: string) => saidIn(message, words).length;
  const leans = (message: string) => leaning.test(plain(message)) && contentOf(message) <= 3;

  let common: ReadonlySet<string> | null = null;

  return {
    subjects: present.length,
    conditions,
    isCommon: (word) => (common ??= commonWords(facts)).has(word),
    says: (word) => contentOf(word) > 0,
    facts,
    has,
    forWish: (wish) => present.filter((one) => one.wish === wish),
    nearness(a, b) {
      const [one, other] = [meaning?.placeOf(a, words), meaning?.placeOf(b, words)];
      return one && other ? nearness(one, other) : 0;
    },
    languageOf: (text) => languageOf(wordsOf(text), words),
    at: (path) => known.get(placeOf(path)) ?? null,
    titleOf: (path) =>
      parts.get(path)?.title ?? known.get(placeOf(path))?.title ?? pageNames[bare(path)] ?? null,
    find(message, context = []) {
      const before = context.filter(({ from }) => from === 'visitor').at(-1)?.text;
      const asked = before !== undefined && leans(message) ? `${before} ${message}` : message;
      const { wants, given } = intentsIn(message, cues);
      const guessed = new Map(guess(asked).map(({ slug, chance }) => [slug, chance]));
      const language = languageOf(wordsOf(message), words);
      const found = bestOf(asked, (part) => finder.find(part), contentOf);
      const hits = ranking.rank({ question: asked, language, wants, guessed }, found);
      return {
        hits,
        sureness: surenessOf(hits, asked),
        wants,
        language,
        isTalk: wants.has('talk') && (given >= wordsOf(message).length || contentOf(message) <= 1),
      };
    },
  };
}

/** The words that at least three things use. */
function commonWords(facts: readonly Fact[]): ReadonlySet<string> {
  const held = new Map<string, number>();
  for (const { title, asks, text } of facts)
    for (const word of new Set(wordsOf([title, ...asks, text].join(' '))))
      held.set(word, (held.get(word) ?? 0) + 1);
  return new Set([...held].filter(([, count]) => count >= 3).map(([word]) => word));
}

const longMessage = 140;

/** Who tells a story says what they want in one sentence of it: the whole is looked for, and each sentence by itself. */
function bestOf(
  message: string,
  find: (part: string) => Hit<Fact>[],
  contentOf: (part: string) => number,
): Hit<Fact>[] {
  const whole = find(message);
  if (message.length <= longMessage) return whole;
  const best = new Map(whole.map((hit) => [hit.thing, hit]));
  const sentences = message
    .split(/[.?!;:\n]+/)
    .filter((part) => contentOf(part) >= 2)
    .slice(-6);
  for (const hit of sentences.flatMap((part) => find(part).slice(0, 5))) {
    const before = best.get(hit.thing);
    if (!before || hit.alike + hit.coverage > before.alike + before.coverage)
      best.set(hit.thing, { ...hit, score: Math.max(hit.score, before?.score ?? 0) });
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}
