import { nearest } from '#base/nearest.ts';
import { meant, meantBeside, otherWords, plainly, tellingWords } from './language.ts';

/** What can be found: each field counts by how much it says about the whole. */
export interface Findable {
  title: string;
  /** The ways in which people ask for it. */
  asks: readonly string[];
  tags: string;
  summary: string;
  text: string;
}

export interface Hit<T> {
  entry: T;
  score: number;
  /** How much of what was asked stands in it, from 0 to 1. */
  coverage: number;
}

export interface KnowledgeIndex<T> {
  /** The best first. `before` is what was talked about, for a question such as "and what does it cost". */
  find(question: string, before?: string): Hit<T>[];
  readonly size: number;
}

const weights = { title: 4, asks: 3, tags: 2.5, summary: 2, text: 1 };
const saturation = 1.4;
const lengthMatters = 0.6;
const askedAlike = 7;

/** Too short to stand alone: it means what was talked about before. */
const leaning = /^(and|also|what about|how about)\b|\b(it|its|that|this|one|ones|they|them|those|these)\b/;

/** From 0 to 1, whatever their order. */
function lettersShared(a: string, b: string): number {
  const left = [...a];
  let shared = 0;
  for (const letter of b) {
    const at = left.indexOf(letter);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/** BM25 over fields of different weight, and beside it how alike a question is to one that was foreseen. */
export function createKnowledgeIndex<T extends Findable>(entries: readonly T[]): KnowledgeIndex<T> {
  const fieldsOf = (entry: T) =>
    ({
      title: tellingWords(entry.title),
      asks: entry.asks.flatMap(tellingWords),
      tags: tellingWords(entry.tags),
      summary: tellingWords(entry.summary),
      text: tellingWords(entry.text),
    }) satisfies Record<keyof typeof weights, string[]>;

  const cut = entries.map(fieldsOf);
  const average = Object.fromEntries(
    Object.keys(weights).map((field) => [
      field,
      Math.max(
        1,
        cut.reduce((sum, each) => sum + each[field as keyof typeof weights].length, 0) / (cut.length || 1),
      ),
    ]),
  );
  const places = new Map<string, Map<number, number>>();
  for (const [at, fields] of cut.entries()) {
    for (const [field, words] of Object.entries(fields)) {
      const norm = 1 - lengthMatters + lengthMatters * (words.length / (average[field] ?? 1));
      const each = weights[field as keyof typeof weights] / norm;
      for (const word of words) {
        const counts = places.get(word) ?? new Map<number, number>();
        places.set(word, counts.set(at, (counts.get(at) ?? 0) + each));
      }
    }
  }
  const rarity = (word: string): number => {
    const held = places.get(word)?.size ?? 0;
    return Math.log(1 + (entries.length - held + 0.5) / (held + 0.5));
  };
  const vocabulary = [...new Set([...places.keys(), ...otherWords])].filter((word) => word.length > 3);
  // A title is a way to ask, too.
  const foreseen = entries.map((entry) =>
    [entry.title, ...entry.asks].map((ask) => new Set(tellingWords(ask))).filter((words) => words.size > 0),
  );
  const mass = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += rarity(word) ** 2;
    return Math.sqrt(sum);
  };
  const foreseenMass = foreseen.map((asks) => asks.map(mass));
  const exactly = new Map<string, number>();
  for (const [at, entry] of entries.entries())
    for (const ask of [entry.title, ...entry.asks])
      if (!exactly.has(plainly(ask))) exactly.set(plainly(ask), at);

  /** Each word as it is known here: a typing error becomes the word that was probably meant. */
  function known(words: string[]): string[] {
    let corrections = 0;
    return words.map((word) => {
      if (places.has(word) || word.length < 5 || ++corrections > 3) return word;
      const [near] = nearest(
        word,
        vocabulary.filter((other) => other[0] === word[0] && lettersShared(other, word) >= 0.8),
      );
      return near === undefined ? word : meant(near);
    });
  }

  return {
    size: entries.length,
    find(question, before = '') {
      const asked = new Map<string, number>();
      const alone = tellingWords(question).slice(0, 40);
      const leans = alone.length <= 3 && leaning.test(plainly(question));
      const own = [...new Set(known(leans ? [...tellingWords(before).slice(0, 40), ...alone] : alone))];
      for (const word of own) asked.set(word, 1);
      for (const word of own)
        for (const other of meantBeside(word)) if (!asked.has(other)) asked.set(other, 0.45);

      const scores = new Map<number, number>();
      const covered = new Map<number, number>();
      let total = 0;
      for (const [word, strength] of asked) {
        const rare = rarity(word);
        if (strength === 1) total += rare;
        for (const [at, weight] of places.get(word) ?? []) {
          scores.set(
            at,
            (scores.get(at) ?? 0) + (strength * rare * weight * (saturation + 1)) / (saturation + weight),
          );
          covered.set(at, (covered.get(at) ?? 0) + strength * rare);
        }
      }
      const askedMass = mass(own);
      for (const [at, score] of scores) {
        const alike = Math.max(
          0,
          ...(foreseen[at] ?? []).map((ask, nth) => {
            let shared = 0;
            for (const word of own) if (ask.has(word)) shared += rarity(word) ** 2;
            return shared / ((askedMass || 1) * (foreseenMass[at]?.[nth] || 1));
          }),
        );
        scores.set(at, score + askedAlike * alike);
      }
      const exact = exactly.get(plainly(question));
      if (exact !== undefined) scores.set(exact, (scores.get(exact) ?? 0) + 1000);
      return [...scores]
        .map(([at, score]) => ({
          entry: entries[at] as T,
          score,
          coverage: at === exact ? 1 : total > 0 ? Math.min(1, (covered.get(at) ?? 0) / total) : 0,
        }))
        .sort((a, b) => b.score - a.score);
    },
  };
}
