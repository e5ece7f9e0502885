import { readFileSync } from 'node:fs';
import { isMeaning, type Words } from '#base/finder/words.ts';
import { tokensOf } from '#features/assistant/rules/meaning.ts';
import type { Example } from './examples.ts';

/** Where learning begins: a vector for each word that somebody may use, and how much it says. */
export interface Beginning {
  width: number;
  words: string[];
  vectors: Float32Array;
  /** The logarithm of how much a word weighs: a rare one more. */
  weights: Float32Array;
  /** The commonest words of English, which say nothing of what a story is about. */
  common: number[];
  /** What people tell around a question, by language. */
  fillers: ReadonlyMap<string, number[][]>;
}

const width = 100;
/** So many of the commonest English words are known although nobody has used them yet. */
const mostUnused = 24_000;
const commonest = 3000;
const mostOfMeaning = 8;

interface File {
  words: string[];
  vectors: Record<string, number[]>;
}

export function readVectors(path: string, all: readonly Example[], meanings: Words): Beginning {
  const file = JSON.parse(readFileSync(path, 'utf8')) as File;
  const ranks = new Map(file.words.map((word, at) => [word, at]));
  const used = new Map<string, number>();
  for (const { tokens } of all) for (const token of tokens) used.set(token, (used.get(token) ?? 0) + 1);
  const english = file.words.slice(0, mostUnused).filter((word) => /^[a-z]+$/.test(word));
  const ofMeaning = wordsByMeaning(meanings);
  const foreign = [...meanings.written]
    .filter(([language]) => language !== 'en')
    .flatMap(([language, known]) => [...known.keys()].map((word) => `${language}:${word}`));
  const told = [
    ...readFileSync(new URL('fillers.txt', import.meta.url), 'utf8').matchAll(/^([a-z]{2}) (.*)$/gm),
  ];
  const around = told.flatMap(([, , text = '']) => tokensOf(text, meanings));
  const words = [...new Set([...english, ...used.keys(), ...around, ...foreign, ...ofMeaning.keys()])];

  const middle = new Float32Array(width);
  for (const word of english.slice(0, 5000))
    for (let at = 0; at < width; at += 1)
      middle[at] = (middle[at] ?? 0) + (file.vectors[word]?.[at] ?? 0) / 5000;
  const ofWord = (word: string): number[] | null =>
    file.vectors[word]?.slice(0, width).map((one, at) => one - (middle[at] ?? 0)) ?? null;
  const ofMeanings = new Map<string, number[]>();
  for (const [meaning, said] of ofMeaning) {
    const known = said
      .flatMap((word) => (ranks.has(word) ? [ofWord(word) ?? []] : []))
      .slice(0, mostOfMeaning);
    if (known.length > 0) ofMeanings.set(meaning, mean(known));
  }
  const vectorOf = (token: string): number[] | null => {
    if (isMeaning(token)) return ofMeanings.get(token) ?? null;
    const [, language, word = ''] = /^([a-z]{2,3}):(.*)$/.exec(token) ?? [];
    if (language === undefined) return ofWord(token);
    const meant = (meanings.written.get(language)?.get(word) ?? []).flatMap(
      (one) => ofMeanings.get(one) ?? [],
    );
    if (meant.length >= width) return mean(chunks(meant));
    // Many words are written alike in several languages.
    return word.length > 4 ? (ofWord(word)?.map((one) => one * 0.7) ?? null) : null;
  };

  const vectors = new Float32Array(words.length * width);
  const weights = new Float32Array(words.length);
  for (const [at, word] of words.entries()) {
    vectors.set(vectorOf(word) ?? [], at * width);
    const rank = ranks.get(word);
    const share =
      rank !== undefined
        ? 0.1 / (rank + 2.7)
        : used.has(word)
          ? ((used.get(word) ?? 0) * 0.3) / 60_000
          : 1e-5;
    weights[at] = Math.log(1e-3 / (1e-3 + share) + 1e-3);
  }
  const usual = Math.sqrt(
    vectors.reduce((sum, one) => sum + one * one, 0) /
      vectors.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0),
  );
  for (let at = 0; at < vectors.length; at += 1) vectors[at] = (vectors[at] ?? 0) / usual / 10;
  const places = new Map(words.map((word, at) => [word, at]));
  const common = file.words.slice(0, commonest).flatMap((word) => places.get(word) ?? []);
  const fillers = new Map<string, number[][]>();
  for (const [, language = '', text = ''] of told)
    fillers.set(language, [
      ...(fillers.get(language) ?? []),
      tokensOf(text, meanings).flatMap((token) => places.get(token) ?? []),
    ]);
  return { width, words, vectors, weights, common, fillers };
}

function wordsByMeaning(meanings: Words): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [word, said] of meanings.written.get('en') ?? [])
    for (const one of said) found.set(one, [...(found.get(one) ?? []), word]);
  return found;
}

const mean = (all: readonly number[][]): number[] =>
  Array.from({ length: width }, (_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0) / all.length);

const chunks = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / width }, (_, at) => flat.slice(at * width, (at + 1) * width));
