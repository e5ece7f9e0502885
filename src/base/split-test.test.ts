import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createPurses,
  endOf,
  leastDays,
  leastSales,
  mostDays,
  mostPeople,
  type Sale,
  type Side,
  winnerOf,
} from './split-test.ts';

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
type Draw = () => number;
const normal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

interface World {
  shareOfB: number;
  people: number;
  /** How many of those who come buy, of A and of B; `at` runs from 0 to 1. */
  buys(side: Side, at: number): number;
  amount(draw: Draw, side: Side): number;
}

/** One test, looked at after each person: who wins and after how many people. */
function runOnce({ shareOfB, people, buys, amount }: World, draw: Draw): { winner: Side | null; at: number } {
  const purses = createPurses(shareOfB);
  const arms = { a: { people: 0, amount: 0 }, b: { people: 0, amount: 0 } };
  let evidence = purses.evidence();
  for (let at = 1; at <= people; at += 1) {
    const side = draw() < shareOfB ? 'b' : 'a';
    arms[side].people += 1;
    if (draw() < buys(side, at / people)) {
      const sale = { side, amount: amount(draw, side) } as const;
      purses.add(sale);
      arms[side].amount += sale.amount;
      // Who buys nothing changes no purse, only the money a person.
      evidence = purses.evidence();
    }
    const winner = winnerOf(evidence, arms);
    if (winner !== null) return { winner, at };
  }
  return { winner: null, at: people };
}

const even = { shareOfB: 0.5, people: 600, buys: () => 0.16 };
const usual = (draw: Draw) => 4900 * Math.exp(0.6 * normal(draw));
const worlds: [string, World][] = [
  ['usual amounts', { ...even, amount: usual }],
  ['one price', { ...even, amount: () => 4900 }],
  ['amounts without a mean (Pareto, 0.9)', { ...even, amount: (draw) => 100 * (1 - draw()) ** (-1 / 0.9) }],
  ['rare sales', { ...even, people: 1500, buys: () => 0.02, amount: usual }],
  ['B for one in ten', { ...even, shareOfB: 0.1, amount: usual }],
  ['B for nine in ten', { ...even, shareOfB: 0.9, amount: usual }],
  [
    'more and more who buy, in waves',
    { ...even, buys: (_, at) => 0.3 * at * (1 + Math.sin(40 * at)), amount: usual },
  ],
  ['prices that jump', { ...even, amount: (draw) => (draw() < 0.02 ? 500_000 : 900) }],
];

test.each(worlds)(
  'of 10,000 tests of A against itself at most 5 in 100 ever name a winner: %s',
  (_, world) => {
    const draw = seeded(20_261_127);
    let winners = 0;
    for (let run = 0; run < 10_000; run += 1) if (runOnce(world, draw).winner !== null) winners += 1;
    expect(winners).toBeLessThanOrEqual(500);
  },
);

/** After how many people eight of ten tests have found the better one. */
function peopleNeeded(world: World, runs: number): { people: number; wrong: number } {
  const draw = seeded(7);
  const ends = Array.from({ length: runs }, () => runOnce(world, draw));
  const found = ends.map(({ winner, at }) => (winner === 'b' ? at : Infinity)).toSorted((x, y) => x - y);
  return {
    people: found[Math.ceil(runs * 0.8) - 1] ?? Infinity,
    wrong: ends.filter(({ winner }) => winner === 'a').length,
  };
}

test('it takes as many people to see a difference as docs/follow-ups.md says', () => {
  const needed = (rate: number, more: number) =>
    peopleNeeded(
      {
        shareOfB: 0.5,
        people: 25_000,
        buys: (side) => (side === 'b' ? rate * more : rate),
        amount: usual,
      },
      300,
    );
  // About 18,200, 7,400 and 2,300.
  const usualCase = needed(0.05, 1.3);
  expect(usualCase.people).toBeLessThan(19_000);
  expect(usualCase.wrong).toBeLessThanOrEqual(3);
  expect(needed(0.05, 1.5).people).toBeLessThan(8000);
  const twice = needed(0.05, 2);
  expect(twice.people).toBeLessThan(2500);
  expect(twice.wrong).toBe(0);
});

const sale: fc.Arbitrary<Sale> = fc.record({
  side: fc.constantFrom<Side>('a', 'b'),
  amount: fc.integer({ min: 1, max: 10_000_000 }),
});
const sales = fc.array(sale, { minLength: leastSales, maxLength: 120 });
const share = fc.integer({ min: 10, max: 90 }).map((percent) => percent / 100);
const evidenceOf = (all: readonly Sale[], shareOfB: number) => {
  const purses = createPurses(shareOfB);
  for (const each of all) purses.add(each);
  return purses.evidence();
};
const swapped = (all: readonly Sale[]): Sale[] =>
  all.map(({ side, amount }) => ({ side: side === 'a' ? 'b' : 'a', amount }));

test('A and B are treated alike: with their names changed the other one wins as surely', () => {
  fc.assert(
    fc.property(sales, share, (all, shareOfB) => {
      const one = evidenceOf(all, shareOfB);
      const other = evidenceOf(swapped(all), 1 - shareOfB);
      expect(other.a).toBeCloseTo(one.b, 8);
      expect(other.b).toBeCloseTo(one.a, 8);
    }),
  );
});

test('after the first twenty the order in which people buy is irrelevant', () => {
  const both = fc
    .tuple(sales, share)
    .chain(([all, shareOfB]) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all.slice(0, leastSales), { minLength: leastSales }),
        fc.shuffledSubarray(all.slice(leastSales), { minLength: all.length - leastSales }),
        fc.constant(shareOfB),
      ),
    );
  fc.assert(
    fc.property(both, ([all, early, late, shareOfB]) => {
      const one = evidenceOf(all, shareOfB);
      const other = evidenceOf([...early, ...late], shareOfB);
      expect(other.a).toBeCloseTo(one.a, 8);
      expect(other.b).toBeCloseTo(one.b, 8);
    }),
  );
});

test('one sale more for B, or a larger one, never speaks less for B nor more for A', () => {
  fc.assert(
    fc.property(sales, share, fc.integer({ min: 1, max: 1_000_000 }), (all, shareOfB, amount) => {
      const before = evidenceOf(all, shareOfB);
      const after = evidenceOf([...all, { side: 'b', amount }], shareOfB);
      const larger = evidenceOf([...all, { side: 'b', amount: amount * 2 }], shareOfB);
      expect(after.b).toBeGreaterThanOrEqual(before.b);
      expect(after.a).toBeLessThanOrEqual(before.a);
      expect(larger.b).toBeGreaterThanOrEqual(after.b);
    }),
  );
});

test('the currency’s unit doesn’t matter, and a purse is never empty nor endless', () => {
  fc.assert(
    fc.property(sales, share, (all, shareOfB) => {
      const one = evidenceOf(all, shareOfB);
      const other = evidenceOf(
        all.map(({ side, amount }) => ({ side, amount: amount * 100 })),
        shareOfB,
      );
      expect(other.b).toBeCloseTo(one.b, 8);
      expect(Number.isFinite(one.a) && Number.isFinite(one.b)).toBe(true);
    }),
  );
});

test('who wins has more money a person, and nobody wins without sales or in the first days', () => {
  const people = fc.record({
    a: fc.integer({ min: 1, max: 20_000 }),
    b: fc.integer({ min: 1, max: 20_000 }),
  });
  fc.assert(
    fc.property(sales, share, people, (all, shareOfB, came) => {
      const trial = { shareOfB, people: came, sales: all, days: leastDays };
      const each = (side: Side) =>
        all.filter((one) => one.side === side).reduce((sum, { amount }) => sum + amount, 0) / came[side];
      const end = endOf(trial);
      const [won, lost] = end?.winner === 'b' ? (['b', 'a'] as const) : (['a', 'b'] as const);
      expect(end === null || each(won) > each(lost)).toBe(true);
      expect(endOf({ ...trial, days: leastDays - 1 })).toBeNull();
      expect(endOf({ ...trial, sales: [] })).toBeNull();
      expect(endOf({ ...trial, sales: all.slice(0, leastSales - 1) })).toBeNull();
    }),
  );
});

test('a test that can’t decide ends, and A stays', () => {
  const trial = { shareOfB: 0.5, people: { a: 10, b: 10 }, sales: [], days: 0 };
  expect(endOf({ ...trial, people: { a: mostPeople, b: 0 } })).toEqual({ winner: 'a', why: 'people' });
  expect(endOf({ ...trial, days: mostDays })).toEqual({ winner: 'a', why: 'days' });
  expect(endOf({ ...trial, days: mostDays - 0.01 })).toBeNull();
});

test('a clear difference is seen, from either side', () => {
  const all = Array.from({ length: 60 }, (_, place): Sale => ({
    side: place % 6 === 0 ? 'a' : 'b',
    amount: 4900,
  }));
  const trial = { shareOfB: 0.5, people: { a: 500, b: 500 }, sales: all, days: leastDays };
  expect(endOf(trial)).toEqual({ winner: 'b', why: 'sure' });
  expect(endOf({ ...trial, sales: swapped(all) })).toEqual({ winner: 'a', why: 'sure' });
});
