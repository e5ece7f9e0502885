import { type Choice, type Mark, both, mark } from './marks.ts';
import { tokensOf } from './tokens.ts';

/** What a request may be besides a request for one kind of document. */
export const noKind = ['vague', 'none'] as const;

/** What the finder makes of a request for one document; the best first. */
export interface Found {
  slug: string;
  score: number;
  coverage: number;
  alike: number;
}

/** A request as its document is looked for. */
export interface Read {
  /** Without what somebody is hired to make. */
  text: string;
  isHired: boolean;
  /** What its words mean, whatever the language. */
  said: readonly string[];
  /** How many of these mostly belong elsewhere. */
  aside: number;
  found: readonly Found[];
  /** Documents whose name stands in it, and after how many telling words. */
  named: ReadonlyMap<string, number>;
}

const scores = [4, 8, 12, 16, 22, 28, 36, 46];
const shares = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];
const leads = [0.05, 0.1, 0.2, 0.3, 0.45];
const coverages = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const likes = [0.15, 0.25, 0.35, 0.45, 0.55, 0.7, 0.85];
const mostRanked = 6;

const hired = mark('hired');
const elsewhere = mark('elsewhere');
const word = mark('word');
const pair = mark('pair');
const skip = mark('skip');
const early = mark('early');
const stem = mark('stem');
const byName = mark('byName');
const means = mark('means');
const wide = mark('wide');
const scored = mark('scored');
const share = mark('share');
const lead = mark('lead');
const covered = mark('covered');
const like = mark('like');
const rank = mark('rank');

/**
 * The documents a request may mean, and what speaks for each: its words, where it was taught them, and what the finder
 * makes of it. `untaught` are taken for documents that nobody has taught.
 */
export function kindChoice(
  { text, isHired, said, aside, found, named }: Read,
  slugs: readonly string[],
  untaught: (slug: string) => boolean = () => false,
): Choice<string> {
  const seen = wordMarks(text, said);
  if (isHired) seen.push(hired);
  if (aside > 0) seen.push(both(elsewhere, Math.min(aside, 2)));
  const best = found[0];
  const second = found[1]?.score ?? 0;
  const places = new Map(found.map((one, at) => [one.slug, at]));
  const of = [...slugs, ...noKind];
  return {
    of,
    marks: of.map((slug) => {
      const own = mark(slug);
      const isKind = slug !== 'vague' && slug !== 'none';
      const marks: Mark[] = isKind && untaught(slug) ? [] : [...seen.map((one) => both(one, own)), own];
      const at = places.get(slug) ?? -1;
      const here = found[at];
      const verdict: Mark[] = [];
      const name = named.get(slug);
      if (name !== undefined) verdict.push(both(byName, 100), both(byName, Math.min(name, 6)));
      if (here && best) {
        verdict.push(...reached(scored, scores, here.score));
        verdict.push(...reached(share, shares, here.score / best.score));
        verdict.push(...reached(covered, coverages, here.coverage));
        verdict.push(...reached(like, likes, here.alike));
        if (at < mostRanked) verdict.push(both(rank, at));
        if (at === 0) verdict.push(...reached(lead, leads, 1 - second / here.score));
      }
      if (isKind)
        return [...marks, ...verdict, ...(untaught(slug) ? [] : verdict.map((one) => both(one, own)))];
      // What is no document is known by how little was found.
      const missed = [
        ...scores.filter((level) => (best?.score ?? 0) < level).map((level) => both(scored, level)),
        ...coverages.filter((level) => (best?.coverage ?? 0) < level).map((level) => both(covered, level)),
        ...likes.filter((level) => (best?.alike ?? 0) < level).map((level) => both(like, level)),
      ];
      return [...marks, ...missed.map((one) => both(one, own))];
    }),
  };
}

const reached = (of: Mark, levels: readonly number[], value: number): Mark[] =>
  levels.filter((level) => value >= level).map((level) => both(of, level * 100));

function wordMarks(text: string, said: readonly string[]): Mark[] {
  const tokens = tokensOf(text).filter(({ shape }) => shape !== 'sign');
  const marks = new Set<Mark>();
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    const over = tokens[at + 2];
    marks.add(both(word, token.word));
    marks.add(both(stem, token.stem));
    if (at < 5) marks.add(both(early, token.stem));
    if (next) marks.add(both(both(pair, token.word), next.word));
    if (over) marks.add(both(both(skip, token.stem), over.stem));
  });
  said.forEach((one, at) => {
    marks.add(both(means, mark(one)));
    for (const other of said.slice(at + 1, at + 4)) marks.add(both(means, both(mark(one), mark(other))));
  });
  marks.add(both(wide, Math.min(8, Math.floor(Math.log2(tokens.length + 1) * 1.5))));
  return [...marks];
}
