import { type Field, type Template, allFields } from '../../template/template.ts';
import { type Answers, isRecord } from '../../answers/values.ts';
import type { Stated } from '../facts.ts';
import { sidesOf } from '../parties.ts';
import { isFirm, namesIn } from '../names.ts';
import { type Mark, mark } from './marks.ts';
import { type Token, rangeOf, tokensOf } from './tokens.ts';

interface Range {
  from: number;
  to: number;
}

interface Named extends Range {
  marks: Mark[];
}

/** A request as it is read for one document: its words, and what the rules made of them. */
export interface Reading {
  facts: Stated;
  slug: string;
  tokens: Token[];
  hasRules: boolean;
  /** What is seen around a token, whoever asks. */
  seenAt(at: number, see: (tokens: Token[], at: number) => Mark[]): Mark[];
  /** Under which names a question learns: those of its kind, its own, and its own in this document. */
  namesOf(field: Field): Mark[];
  /** The answer of a rule as it stands, and where. */
  said(name: string): string | null;
  ruled(name: string): Range | null;
  /** The name that begins at a token: which of how many it is, and of what shape. */
  nameAt(at: number): Named | null;
  /** Whose answer a token is by the rules, if not this question's. */
  holds(at: number, but: string): string | null;
}

/** `found` is what the rules found; null where their verdict shall not be seen. */
export function readFor(template: Template, facts: Stated, found: Answers | null): Reading {
  const tokens = tokensOf(facts.text);
  const { slug } = template;
  const [us, them] = sidesOf(template);
  const seen = new Map<(tokens: Token[], at: number) => Mark[], Mark[][]>();
  const said = (name: string): string | null => {
    const value = found?.[name];
    const words = isRecord(value) ? value['name'] : value;
    return typeof words === 'string' ? words : null;
  };
  const ranges = new Map<string, Range>();
  for (const { name, kind: of } of allFields(template)) {
    const words = of.type === 'text' || of.type === 'longtext' || of.type === 'party' ? said(name) : null;
    const range = words && rangeOf(tokens, facts.text, words);
    if (range) ranges.set(name, range);
  }
  const names = namedIn(tokens, facts);
  const sideOf = (name: string): string =>
    name === us ? 'party us' : name === them ? 'party them' : 'party';
  return {
    facts,
    slug,
    tokens,
    hasRules: found !== null,
    said,
    seenAt(at, see) {
      const known = seen.get(see) ?? [];
      seen.set(see, known);
      return (known[at] ??= see(tokens, at));
    },
    namesOf: ({ name, kind: { type } }) => [
      mark(`type ${type === 'party' ? sideOf(name) : type}`),
      mark(`field ${name}`),
      mark(`field ${slug} ${name}`),
    ],
    ruled: (name) => ranges.get(name) ?? null,
    nameAt: (at) => names.find(({ from }) => from === at) ?? null,
    holds: (at, but) =>
      [...ranges].find(([name, range]) => name !== but && at >= range.from && at <= range.to)?.[0] ?? null,
  };
}

/** The names that the rules see, in their order. */
function namedIn(tokens: Token[], facts: Stated): Named[] {
  const all = [...new Set(namesIn(facts).all)].slice(0, 12);
  return all.flatMap((name, order) => {
    const range = rangeOf(tokens, facts.text, name);
    const shape = isFirm(name) ? 'firm' : name.includes(' ') ? 'words' : 'word';
    const place = Math.min(order, 4);
    return range
      ? [
          {
            ...range,
            marks: [
              mark(`name ${shape}`),
              mark(`name ${place}`),
              mark(`name ${place} of ${Math.min(all.length, 5)}`),
              mark(`name ${place} ${shape}`),
            ],
          },
        ]
      : [];
  });
}
