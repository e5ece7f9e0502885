/**
 * Which of two versions, A and B, brings more money a person. It may be looked at after every single sale: if the versions
 * make no difference, at most 5 of 100 tests ever name a winner, whatever the amounts, the shares and the pace are
 * (docs/decisions/split-tests.md has the proof).
 *
 * The version that somebody gets is drawn with known chances. So it is bet on, sale after sale and never with more than is
 * left, that a sale is B's, and in a second purse that it is A's. If nothing differs such a bet is fair, and the chance that
 * a fair game ever multiplies a purse by 40 is at most 1 in 40.
 */

export const sides = ['a', 'b'] as const;
export type Side = (typeof sides)[number];

/** Somebody's purchase, counted once for each person, in the order of the purchases. */
export interface Sale {
  side: Side;
  /** In the smallest unit of one currency. */
  amount: number;
}

/** Nothing is decided before so many people bought: by these it is known what a usual purchase is. */
export const leastSales = 20;
/** Nor before a week is over: people buy otherwise on a Sunday, and a version that only hurries them would win. */
export const leastDays = 7;
/** After so many people or days without a winner there is no difference that could be told. */
export const mostPeople = 50_000;
export const mostDays = 180;

/** What a single purchase counts at most, in usual purchases: one huge order decides nothing. */
const mostUsual = 3;
/** Two purses, and 5 % for both. */
const wonAt = Math.log(2 / 0.05);
/** How much of what is left is bet at most, in as many parts of each purse: small ones see small differences. */
const stakes = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 7 / 8] as const;

/** How often each purse has multiplied, as logarithms. */
export type Evidence = Readonly<Record<Side, number>>;

export interface Purses {
  add(sale: Sale): void;
  evidence(): Evidence;
}

/** Takes the sales one by one. `shareOfB` is the chance, above 0 and below 1, with which a person gets B. */
export function createPurses(shareOfB: number): Purses {
  const first: Sale[] = [];
  let most = 0;
  const logs = { a: new Float64Array(stakes.length), b: new Float64Array(stakes.length) };

  function bet({ side, amount }: Sale): void {
    const counted = Math.min(amount / most, 1);
    // Fair: by chance it is won and lost equally much.
    const forB = side === 'b' ? (1 - shareOfB) / shareOfB : -1;
    const forA = side === 'a' ? shareOfB / (1 - shareOfB) : -1;
    for (let part = 0; part < stakes.length; part += 1) {
      const staked = (stakes[part] ?? 0) * counted;
      logs.a[part] = (logs.a[part] ?? 0) + Math.log1p(staked * forA);
      logs.b[part] = (logs.b[part] ?? 0) + Math.log1p(staked * forB);
    }
  }

  return {
    add(sale) {
      if (!(sale.amount > 0)) return;
      if (first.length >= leastSales) return bet(sale);
      first.push(sale);
      if (first.length < leastSales) return;
      most = mostUsual * median(first.map(({ amount }) => amount));
      for (const each of first) bet(each);
    },
    evidence: () => ({ a: together(logs.a), b: together(logs.b) }),
  };
}

/** The average of what the parts of a purse have become. */
function together(parts: Float64Array): number {
  let most = -Infinity;
  for (const part of parts) most = Math.max(most, part);
  let sum = 0;
  for (const part of parts) sum += Math.exp(part - most);
  return most + Math.log(sum / parts.length);
}

function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export interface Arm {
  people: number;
  /** The sum of all sales, nothing cut off. */
  amount: number;
}

/** Whose purse has won, if that one also has more money a person: what is told has to be so in plain sums. */
export function winnerOf(evidence: Evidence, arms: Readonly<Record<Side, Arm>>): Side | null {
  const each = (side: Side) => (arms[side].people === 0 ? 0 : arms[side].amount / arms[side].people);
  if (evidence.a >= wonAt && each('a') > each('b')) return 'a';
  if (evidence.b >= wonAt && each('b') > each('a')) return 'b';
  return null;
}

export interface Trial {
  shareOfB: number;
  people: Readonly<Record<Side, number>>;
  sales: readonly Sale[];
  /** Since the first person came into it. */
  days: number;
}

/** `sure`: one of them brings more. `people` and `days`: it ended without a winner, and A stays. */
export type Ending = { winner: Side; why: 'sure' } | { winner: 'a'; why: 'people' | 'days' };

/** How a test ends; null while it goes on. */
export function endOf({ shareOfB, people, sales, days }: Trial): Ending | null {
  const purses = createPurses(shareOfB);
  const arms = { a: { people: people.a, amount: 0 }, b: { people: people.b, amount: 0 } };
  for (const sale of sales) {
    purses.add(sale);
    arms[sale.side].amount += Math.max(0, sale.amount);
  }
  const winner = days >= leastDays ? winnerOf(purses.evidence(), arms) : null;
  if (winner !== null) return { winner, why: 'sure' };
  if (people.a + people.b >= mostPeople) return { winner: 'a', why: 'people' };
  return days >= mostDays ? { winner: 'a', why: 'days' } : null;
}
