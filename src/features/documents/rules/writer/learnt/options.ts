import type { Field } from '../../template/template.ts';
import { type Choice, type Mark, both, mark } from './marks.ts';
import type { Reading } from './reading.ts';
import type { Token } from './tokens.ts';

const nothing = mark('no option');
const ruled = mark('ruled option');
const word = mark('option word');
const pair = mark('option pair');

/** Which of its answers a request gives to a question that has a few, or none. */
export function optionChoice(reading: Reading, field: Field): Choice<string | null> {
  const { kind, name } = field;
  const options = kind.type === 'choice' ? kind.options.map(({ value }) => value) : ['yes', 'no'];
  const rule = reading.said(name);
  const words = reading.tokens.flatMap((_, at) => reading.seenAt(at, wordMarks));
  const seen = [...new Set(words)];
  const own = mark(`choice ${name}`);
  const here = mark(`choice ${reading.slug} ${name}`);
  const verdict = (value: string | null): Mark[] => {
    if (!reading.hasRules) return [];
    const says = both(ruled, mark(value === rule ? 'this' : rule === null ? 'none' : 'other'));
    return [says, both(says, own), both(both(says, own), mark(value ?? 'open'))];
  };
  return {
    of: [null, ...options],
    marks: [null, ...options].map((value) => {
      const as = value === null ? nothing : mark(`is ${value}`);
      const marks = [both(own, as), both(here, as), ...verdict(value)];
      if (value !== null) for (const one of seen) marks.push(both(both(one, own), as));
      return marks;
    }),
  };
}

function wordMarks(tokens: Token[], at: number): Mark[] {
  const token = tokens[at];
  const next = tokens[at + 1];
  const over = tokens[at + 2];
  if (!token) return [];
  return [
    both(word, token.stem),
    ...(next ? [both(both(pair, token.word), next.word)] : []),
    ...(over ? [both(both(pair, token.stem), both(over.stem, word))] : []),
  ];
}
