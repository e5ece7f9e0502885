// node scripts/learn-ranking.ts --table FILE --held FILE [--write]: learns how far the assistant trusts each sign, from the
// stories in testing/ and from ways to ask that neither the library nor the table of words knew (learn-meaning --hold).
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Found, Library } from '#features/assistant/rules/library.ts';
import { readMeaning } from '#features/assistant/rules/meaning.ts';
import { doubts, isKin, type Ranked, type Signs, signs } from '#features/assistant/rules/ranking.ts';
import { shippedLibrary } from '#testing/assistant-library.ts';
import { stories } from '#testing/assistant-stories.ts';
import { idOf } from './learn/examples.ts';

const { values } = parseArgs({
  options: { table: { type: 'string' }, held: { type: 'string' }, write: { type: 'boolean' } },
});
if (!values.table || !values.held) throw new Error('Name --table and --held');
const held = JSON.parse(readFileSync(values.held, 'utf8')) as { id: string; ask: string }[];
const without = new Set(held.map(({ id, ask }) => `${id} ${ask}`));
const library = await shippedLibrary(readMeaning(gunzipSync(readFileSync(values.table))), without);

interface Row {
  set: string;
  ask: string;
  counts: number;
  /** What answers it; nothing if nothing does. */
  right: ReadonlySet<string>;
  hits: readonly Ranked[];
  candidates: Signs[];
  isRight: boolean[];
  /** Or leads to what is right. */
  isNear: boolean[];
}
const rowOf = (set: string, ask: string, right: ReadonlySet<string>, counts: number, from: Library): Row => {
  const found: Found = from.find(ask);
  const answers = from.facts.filter((fact) => right.has(idOf(fact)));
  const best = {
    score: Math.max(...found.hits.map(({ score }) => score)),
    nearest: Math.max(...found.hits.map(({ near, middle }) => near + 0.5 * middle)),
  };
  return {
    set,
    ask,
    counts,
    right,
    hits: found.hits,
    candidates: found.hits.map((one) => signs(one, found, best)),
    isRight: found.hits.map(({ thing }) => right.has(idOf(thing))),
    isNear: found.hits.map(({ thing }) => answers.some((one) => isKin(one, thing))),
  };
};
const rows = [
  ...stories.map(({ ask, right, set }) => rowOf(set, ask, right, 1, library)),
  ...held
    .filter((_, at) => at % 2 === 0)
    .slice(0, 900)
    .map(({ id, ask }) => rowOf('held', ask, new Set([id]), 0.25, library)),
];

const names = [...new Set(rows.flatMap(({ candidates }) => candidates.flatMap((one) => Object.keys(one))))];
const sumOf = (one: Signs, by: Signs) =>
  Object.entries(one).reduce((sum, [name, value]) => sum + value * (by[name] ?? 0), 0);

function descend(start: Signs, slope: (at: Signs) => Signs, turns = 200, pace = 0.12): Signs {
  const keys = Object.keys(start);
  const at: Signs = { ...start };
  const first: Signs = {};
  const second: Signs = {};
  for (let turn = 1; turn <= turns; turn += 1) {
    const down = slope(at);
    for (const key of keys) {
      first[key] = 0.9 * (first[key] ?? 0) + 0.1 * (down[key] ?? 0);
      second[key] = 0.99 * (second[key] ?? 0) + 0.01 * (down[key] ?? 0) ** 2;
      const [a, b] = [first[key] / (1 - 0.9 ** turn), second[key] / (1 - 0.99 ** turn)];
      at[key] = (at[key] ?? 0) - ((pace * a) / (Math.sqrt(b) + 1e-8)) * (1 - turn / (turns + 1));
    }
  }
  return at;
}

const zero = (keys: readonly string[]): Signs => Object.fromEntries(keys.map((key) => [key, 0]));
const addTo = (into: Signs, what: Signs, times: number) => {
  for (const [name, value] of Object.entries(what)) into[name] = (into[name] ?? 0) + times * value;
};

function fitRanking(from: readonly Row[]): Signs {
  const usable = from.filter(({ isRight }) => isRight.includes(true));
  // As plain numbers: there are a million of them.
  const tables = usable.map(({ candidates }) =>
    candidates.map((one) => Float64Array.from(names, (name) => one[name] ?? 0)),
  );
  return descend(zero(names), (at) => {
    const by = Float64Array.from(names, (name) => at[name] ?? 0);
    const slope = by.map((one) => 0.6 * one);
    for (const [nth, { isRight, counts }] of usable.entries()) {
      const table = tables[nth] ?? [];
      const sums = table.map((one) => one.reduce((sum, value, i) => sum + value * (by[i] ?? 0), 0));
      const most = Math.max(...sums);
      const all = sums.map((one) => Math.exp(one - most));
      const total = all.reduce((x, y) => x + y, 0);
      const good = all.reduce((sum, one, i) => sum + (isRight[i] ? one : 0), 0);
      for (const [i, one] of table.entries()) {
        const share = (all[i] ?? 0) / total - (isRight[i] ? (all[i] ?? 0) / good : 0);
        for (let each = 0; each < one.length; each += 1)
          slope[each] = (slope[each] ?? 0) + counts * share * (one[each] ?? 0);
      }
    }
    return Object.fromEntries(names.map((name, i) => [name, slope[i] ?? 0]));
  });
}

/** The same row under other weights: its likeliest first. */
function ordered(row: Row, by: Signs): { hits: Ranked[]; isRight: boolean[]; isNear: boolean[] } {
  const sums = row.candidates.map((one) => sumOf(one, by));
  const most = Math.max(...sums);
  const total = sums.reduce((sum, one) => sum + Math.exp(one - most), 0);
  const order = sums.map((_, at) => at).sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0));
  return {
    hits: order.map((at) => ({
      ...(row.hits[at] as Ranked),
      chance: Math.exp((sums[at] ?? 0) - most) / total,
    })),
    isRight: order.map((at) => row.isRight[at] ?? false),
    isNear: order.map((at) => row.isNear[at] ?? false),
  };
}

interface Judged {
  row: Row;
  hits: Ranked[];
  isRight: boolean[];
  isNear: boolean[];
  doubts: Signs;
}
const judged = (from: readonly Row[], by: Signs): Judged[] =>
  from
    .filter(({ hits }) => hits.length > 0)
    .map((row) => {
      const { hits, isRight, isNear } = ordered(row, by);
      return { row, hits, isRight, isNear, doubts: doubts(hits, row.ask) };
    });

function fitSureness(from: readonly Judged[]): Signs {
  const keys = Object.keys(from[0]?.doubts ?? {});
  return descend(zero(keys), (at) => {
    const slope: Signs = Object.fromEntries(
      keys.map((key) => [key, key === 'always' ? 0 : 0.3 * (at[key] ?? 0)]),
    );
    for (const { row, doubts: one, isNear } of from) {
      const chance = 1 / (1 + Math.exp(-sumOf(one, at)));
      addTo(slope, one, row.counts * (chance - (isNear[0] ? 1 : 0)));
    }
    return slope;
  });
}

// Never scored by what it learnt from.
const folds = 5;
const scored: (Judged & { sure: number })[] = [];
for (let fold = 0; fold < folds; fold += 1) {
  const rest = rows.filter((_, at) => at % folds !== fold);
  const by = fitRanking(rest);
  const sure = fitSureness(judged(rest, by));
  for (const one of judged(
    rows.filter((_, at) => at % folds === fold),
    by,
  ))
    scored.push({ ...one, sure: 1 / (1 + Math.exp(-sumOf(one.doubts, sure))) });
}
const percent = (part: number, whole: number) => `${((100 * part) / (whole || 1)).toFixed(0)} %`;
for (const set of new Set(rows.map((row) => row.set))) {
  const all = scored.filter(({ row }) => row.set === set);
  const some = all.filter(({ row }) => row.right.size > 0);
  console.log(
    `${set} (${all.length}): first ${percent(some.filter(({ isRight }) => isRight[0]).length, some.length)}, among three ${percent(some.filter(({ isRight }) => isRight.slice(0, 3).includes(true)).length, some.length)}`,
  );
  for (const bar of [0.3, 0.4, 0.43, 0.5, 0.6, 0.7]) {
    const answered = all.filter(({ sure }) => sure >= bar);
    const wrong = answered.filter(({ isNear }) => !isNear[0]).length;
    const asked = all.filter(({ sure, isNear }) => sure < bar && isNear.slice(0, 3).includes(true)).length;
    console.log(
      `  bar ${bar}: right ${percent(answered.length - wrong, all.length)}, wrong ${percent(wrong, all.length)}, asked back well ${percent(asked, all.length)}`,
    );
  }
}
const by = fitRanking(rows);
const sure = fitSureness(judged(rows, by));
const line = (all: Signs) =>
  `{ ${Object.entries(all)
    .map(([name, value]) => `${name}: ${value.toFixed(2)}`)
    .join(', ')} }`;
const text = `// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Record<string, number>> = ${line(by)};
// oxfmt-ignore
export const sureness: Readonly<Record<string, number>> = ${line(sure)};
`;
console.log(text);
if (values.write) writeFileSync('src/features/assistant/rules/weights.ts', text);
