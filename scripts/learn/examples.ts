import { readdirSync, readFileSync } from 'node:fs';
import { wordsOf } from '#base/finder/stems.ts';
import type { Words } from '#base/finder/words.ts';
import type { Fact } from '#features/assistant/rules/library.ts';
import { tokensOf } from '#features/assistant/rules/meaning.ts';
import { shippedLibrary } from '#testing/assistant-library.ts';
import { shippedWords } from '#testing/shipped-words.ts';
import { randomOf } from '#testing/random.ts';

/** Something said, and what it is about: the number of a thing. */
export interface Example {
  tokens: string[];
  about: number;
  /** How often it is learnt from, beside a way to ask. */
  counts: number;
  isAsk: boolean;
}

const mostRequests = 80;

/** All that is known to be about one thing; a share of the ways to ask is held back for scoring. */
export async function examples(
  hold: number,
  seed: number,
): Promise<{ all: Example[]; words: Words; held: { id: string; ask: string }[] }> {
  const { facts } = await shippedLibrary(null);
  const words = shippedWords();
  const chance = randomOf(seed);
  const all: Example[] = [];
  const held: { id: string; ask: string }[] = [];
  const add = (text: string, about: number, counts: number, isAsk = false) => {
    const tokens = tokensOf(text, words);
    if (tokens.length > 0) all.push({ tokens, about, counts, isAsk });
  };
  for (const [about, fact] of facts.entries()) {
    add(fact.title, about, 1, true);
    if (fact.summary) add(fact.summary, about, 0.7);
    for (const ask of fact.asks)
      if (chance() < hold) held.push({ id: idOf(fact), ask });
      else add(ask, about, 1, true);
    for (const sentence of sentencesOf(fact)) add(sentence, about, 0.35);
  }
  const places = new Map(facts.map((fact, at) => [idOf(fact), at]));
  for (const [slug, asks] of requests())
    for (const ask of shuffled(asks, chance).slice(0, mostRequests)) {
      const at =
        places.get(`/documents/${slug}`) ?? places.get(`/tools/classic-template-generator?document=${slug}`);
      if (at !== undefined) add(ask, at, 0.5);
    }
  return { all, words, held };
}

export const idOf = (fact: Fact): string => ('advice' in fact ? fact.advice.slug : fact.known.path);

function sentencesOf(fact: Fact): string[] {
  const texts =
    'advice' in fact
      ? [
          fact.advice.body,
          ...[...fact.advice.translated.values()].flatMap(({ title, body }) => [title, body]),
        ]
      : [fact.text.slice(0, 3000)];
  return texts.flatMap((text) =>
    text
      .replace(/\]\([^)]*\)/g, ' ')
      .split(/[.?!:;\n]+/)
      .filter((sentence) => wordsOf(sentence).length >= 4),
  );
}

function requests(): Map<string, string[]> {
  const bySlug = new Map<string, string[]>();
  const files = readdirSync('bench/requests').filter((one) => /^(?:learn|people)-.*\.jsonl$/.test(one));
  for (const name of files.sort())
    for (const line of readFileSync(`bench/requests/${name}`, 'utf8').split('\n').filter(Boolean)) {
      const { ask, is } = JSON.parse(line) as { ask: string; is?: string };
      if (is) bySlug.set(is, [...(bySlug.get(is) ?? []), ask]);
    }
  return bySlug;
}

function shuffled<T>(all: readonly T[], chance: () => number): T[] {
  return all
    .map((one) => ({ one, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
