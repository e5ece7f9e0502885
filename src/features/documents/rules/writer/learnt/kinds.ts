import { type Choice, type Mark, both, mark } from './marks.ts';
import { tokensOf } from './tokens.ts';

/** What a request may be besides a request for one kind of document. */
export const noKind = ['vague', 'none'] as const;

export interface RuleScore {
  slug: string;
  score: number;
}

const levels = [2, 4, 7, 10, 14, 18, 24];
const leads = [1, 3, 6, 10];

const hired = mark('hired');
const word = mark('word');
const pair = mark('pair');
const skip = mark('skip');
const early = mark('early');
const stem = mark('stem');
const wide = mark('wide');
const ruled = mark('ruled');
const rank = mark('rank');

/** The kinds a request may mean, and what speaks for each: its words, and the verdict of the rules where there is one. */
export function kindChoice(
  { text, work }: { text: string; work: number },
  slugs: readonly string[],
  rules: RuleScore[] | null,
): Choice<string> {
  const seen = wordMarks(text.slice(0, work));
  if (work < Infinity) seen.push(hired);
  const best = rules?.[0]?.score ?? 0;
  const second = rules?.[1]?.score ?? 0;
  const of = [...slugs, ...noKind];
  return {
    of,
    marks: of.map((slug) => {
      const own = mark(slug);
      const marks = seen.map((one) => both(one, own));
      marks.push(own);
      if (!rules) return marks;
      const at = rules.findIndex((one) => one.slug === slug);
      const score = rules[at]?.score ?? 0;
      const verdict: Mark[] = levels.filter((level) => score >= level).map((level) => both(ruled, level));
      if (at >= 0 && at < 4) verdict.push(both(rank, at));
      if (at === 0)
        verdict.push(...leads.filter((lead) => score - second >= lead).map((lead) => both(rank, 100 + lead)));
      // What is no kind is known by how little the rules found.
      if (slug === 'vague' || slug === 'none')
        verdict.push(...levels.filter((level) => best < level).map((level) => both(ruled, both(own, level))));
      marks.push(...verdict, ...verdict.map((one) => both(one, own)));
      return marks;
    }),
  };
}

function wordMarks(text: string): Mark[] {
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
  marks.add(both(wide, Math.min(8, Math.floor(Math.log2(tokens.length + 1) * 1.5))));
  return [...marks];
}
