import { randomOf } from '#testing/random.ts';
import type { Example } from './examples.ts';
import type { Beginning } from './vectors.ts';

const size = 64;
const rounds = 8;
const batch = 256;
/** How sharply what is about another thing is pushed away. */
const sharpness = 10;
const speed = { mix: 2e-3, own: 3e-3, weight: 5e-3 };
/** What words learn for themselves fades, so that words nobody used yet stay beside those that mean the same. */
const fading = 1e-2;
const dropped = 0.25;
/** Stories hold words that have nothing to do with what is asked. */
const told = 0.45;

/**
 * Learns places for words such that what is said of one thing lies together, and apart from what is said of others. A place
 * is the word's vector, mixed to fewer numbers, and what the word learnt for itself. (Multiple negatives in a batch, Adam.)
 */
export function learnPlaces(
  all: readonly Example[],
  from: Beginning,
  seed: number,
): Map<string, Float32Array> {
  const chance = randomOf(seed);
  const below = (n: number) => Math.floor(chance() * n);
  const { width, words, vectors } = from;
  const at = new Map(words.map((word, row) => [word, row]));
  const said = all.map(({ tokens }) => tokens.flatMap((token) => at.get(token) ?? []));
  const usable = all.flatMap((_, one) => ((said[one]?.length ?? 0) > 0 ? [one] : []));
  const waysOf = new Map<number, number[]>();
  for (const one of usable) {
    const { about, isAsk } = all[one] as Example;
    if (isAsk) waysOf.set(about, [...(waysOf.get(about) ?? []), one]);
  }
  const pool = usable.flatMap((one) =>
    Array.from({ length: Math.round((all[one]?.counts ?? 0) * 20) }, () => one),
  );
  const perRound = Math.floor(pool.length / 20 / batch);

  const mix = adam(beginMix(vectors, width, words.length));
  const own = adam(new Float32Array(words.length * size));
  for (let row = 0; row < words.length; row += 1)
    if (vectors.subarray(row * width, row * width + 4).every((one) => one === 0))
      for (let each = 0; each < size; each += 1) own.values[row * size + each] = (chance() - 0.5) * 0.1;
  const weight = adam(from.weights.slice());

  /** Where a word lies now. */
  const placeOf = (row: number, into: Float32Array): Float32Array => {
    into.set(own.values.subarray(row * size, (row + 1) * size));
    for (let deep = 0; deep < width; deep += 1) {
      const one = vectors[row * width + deep] ?? 0;
      if (one === 0) continue;
      const line = deep * size;
      for (let each = 0; each < size; each += 1)
        into[each] = (into[each] ?? 0) + one * (mix.values[line + each] ?? 0);
    }
    return into;
  };

  /** One or two sentences around a question, and now and then words from anywhere. */
  function storyFor(one: number): number[] {
    const language = /^([a-z]{2}):/.exec(all[one]?.tokens[0] ?? '')?.[1] ?? 'en';
    const lines = from.fillers.get(language) ?? [];
    const sentences = Array.from({ length: 1 + below(2) }, () => lines[below(lines.length)] ?? []).flat();
    const stray = Array.from({ length: below(3) }, () => from.common[below(from.common.length)] ?? 0);
    return language === 'en' ? [...sentences, ...stray] : sentences;
  }

  for (let round = 0; round < rounds; round += 1) {
    const pace = 0.5 * (1 + Math.cos((Math.PI * round) / rounds));
    for (let step = 0; step < perRound; step += 1) {
      const left: number[][] = [];
      const right: number[][] = [];
      const about: number[] = [];
      for (let each = 0; each < batch; each += 1) {
        const one = pool[below(pool.length)] ?? 0;
        const others = waysOf.get(all[one]?.about ?? -1) ?? [];
        const other = others[below(others.length)];
        if (other === undefined || other === one) continue;
        const kept = (said[one] ?? []).filter(() => chance() > dropped);
        const story = chance() < told ? storyFor(one) : [];
        left.push([...(kept.length > 0 ? kept : (said[one] ?? [])), ...story]);
        right.push(said[other] ?? []);
        about.push(all[one]?.about ?? -1);
      }
      learnBatch(left, right, about, pace);
    }
  }

  function learnBatch(left: number[][], right: number[][], about: number[], pace: number): void {
    const rows = new Map<number, Float32Array>();
    for (const row of [...left, ...right].flat())
      if (!rows.has(row)) rows.set(row, placeOf(row, new Float32Array(size)));
    const a = left.map((tokens) => encoded(tokens, rows, weight.values));
    const b = right.map((tokens) => encoded(tokens, rows, weight.values));
    const count = about.length;
    const pullA = a.map(() => new Float32Array(size));
    const pullB = b.map(() => new Float32Array(size));
    for (const [i, one] of a.entries()) {
      const near = b.map((other, j) =>
        i !== j && about[i] === about[j] ? -Infinity : dot(one.place, other.place) * sharpness,
      );
      const most = Math.max(...near);
      const chances = near.map((each) => Math.exp(each - most));
      const sum = chances.reduce((x, y) => x + y, 0);
      for (const [j, other] of b.entries()) {
        const push = (((chances[j] ?? 0) / sum - (i === j ? 1 : 0)) * sharpness) / count;
        if (push === 0) continue;
        addTo(pullA[i], other.place, push);
        addTo(pullB[j], one.place, push);
      }
    }
    const moves = new Map<number, { place: Float32Array; weight: number }>();
    for (const [i, one] of a.entries()) spread(left[i] ?? [], one, pullA[i], moves);
    for (const [j, one] of b.entries()) spread(right[j] ?? [], one, pullB[j], moves);

    const forMix = new Float32Array(width * size);
    for (const [row, move] of moves) {
      for (let deep = 0; deep < width; deep += 1) {
        const one = vectors[row * width + deep] ?? 0;
        if (one !== 0)
          for (let each = 0; each < size; each += 1)
            forMix[deep * size + each] = (forMix[deep * size + each] ?? 0) + one * (move.place[each] ?? 0);
      }
      own.step(row * size, move.place, speed.own * pace);
      for (let each = row * size; each < (row + 1) * size; each += 1)
        own.values[each] = (own.values[each] ?? 0) * (1 - fading * pace);
      weight.step(row, new Float32Array([move.weight]), speed.weight * pace);
      weight.values[row] =
        (weight.values[row] ?? 0) - 0.01 * pace * ((weight.values[row] ?? 0) - (from.weights[row] ?? 0));
    }
    mix.step(0, forMix, speed.mix * pace);

    function spread(
      tokens: number[],
      one: Encoded,
      pull: Float32Array | undefined,
      into: typeof moves,
    ): void {
      if (!pull) return;
      const along = dot(pull, one.place);
      const sums = pull.map((each, nth) => (each - along * (one.place[nth] ?? 0)) / one.length);
      for (const row of tokens) {
        const heavy = Math.exp(weight.values[row] ?? 0);
        const move = into.get(row) ?? { place: new Float32Array(size), weight: 0 };
        into.set(row, move);
        addTo(move.place, sums, heavy);
        move.weight += heavy * dot(sums, rows.get(row) ?? sums);
      }
    }
  }

  return new Map(
    words.map((word, row) => {
      const heavy = Math.exp(weight.values[row] ?? 0);
      return [word, placeOf(row, new Float32Array(size)).map((one) => one * heavy)];
    }),
  );
}

interface Encoded {
  place: Float32Array;
  length: number;
}

function encoded(tokens: readonly number[], rows: Map<number, Float32Array>, weights: Float32Array): Encoded {
  const place = new Float32Array(size);
  for (const row of tokens) addTo(place, rows.get(row) ?? place, Math.exp(weights[row] ?? 0));
  const length = Math.hypot(...place) + 1e-6;
  return { place: place.map((one) => one / length), length };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let each = 0; each < a.length; each += 1) sum += (a[each] ?? 0) * (b[each] ?? 0);
  return sum;
}

function addTo(into: Float32Array | undefined, what: Float32Array, times: number): void {
  if (into)
    for (let each = 0; each < into.length; each += 1)
      into[each] = (into[each] ?? 0) + times * (what[each] ?? 0);
}

/** Numbers that are learnt, each at the pace that its own history allows. */
function adam(values: Float32Array) {
  const first = new Float32Array(values.length);
  const second = new Float32Array(values.length);
  return {
    values,
    step(from: number, slope: Float32Array, pace: number): void {
      for (const [each, one] of slope.entries()) {
        const at = from + each;
        first[at] = 0.9 * (first[at] ?? 0) + 0.1 * one;
        second[at] = 0.98 * (second[at] ?? 0) + 0.02 * one * one;
        values[at] = (values[at] ?? 0) - (pace * (first[at] ?? 0)) / (Math.sqrt(second[at] ?? 0) + 1e-6);
      }
    },
  };
}

/** The directions in which the vectors differ most, by repeated multiplication. */
function beginMix(vectors: Float32Array, width: number, count: number): Float32Array {
  const spread = Array.from({ length: width }, () => new Float64Array(width));
  for (let row = 0; row < count; row += 1)
    for (let i = 0; i < width; i += 1) {
      const one = vectors[row * width + i] ?? 0;
      const line = spread[i];
      if (one !== 0 && line)
        for (let j = 0; j < width; j += 1) line[j] = (line[j] ?? 0) + one * (vectors[row * width + j] ?? 0);
    }
  const chance = randomOf(7);
  let basis = Array.from({ length: size }, () => Float64Array.from({ length: width }, () => chance() - 0.5));
  for (let turn = 0; turn < 40; turn += 1) {
    const next = basis.map((one) =>
      Float64Array.from(spread, (line) => line.reduce((sum, each, j) => sum + each * (one[j] ?? 0), 0)),
    );
    for (const [i, one] of next.entries()) {
      for (const before of next.slice(0, i)) {
        const along = one.reduce((sum, each, j) => sum + each * (before[j] ?? 0), 0);
        for (let j = 0; j < width; j += 1) one[j] = (one[j] ?? 0) - along * (before[j] ?? 0);
      }
      const length = Math.hypot(...one) || 1;
      for (let j = 0; j < width; j += 1) one[j] = (one[j] ?? 0) / length;
    }
    basis = next;
  }
  const mix = new Float32Array(width * size);
  for (const [each, one] of basis.entries())
    for (let deep = 0; deep < width; deep += 1) mix[deep * size + each] = one[deep] ?? 0;
  return mix;
}
