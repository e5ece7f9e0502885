import { type Field, type Template, allFields } from '../../template.ts';
import { type Answers, readAnswer } from '../../values.ts';
import type { Stated } from '../facts.ts';
import { partyNamed } from '../parties.ts';
import { sentence } from '../plain.ts';
import { figureChoice } from './figures.ts';
import type { Choice } from './marks.ts';
import { optionChoice } from './options.ts';
import { type Reading, readFor } from './reading.ts';
import { beginChoice, endChoice } from './spans.ts';
import { type Weights, likely } from './weights.ts';

/** How sure an answer must be to stand: a wrong one is worse than an open question. */
export const sure = { option: 0.6, figure: 0.6, span: 0.45, doubt: 0.2 };

interface Found {
  field: Field;
  value: string;
  chance: number;
  from: number;
  to: number;
}

/** The answers of the rules, with what was learnt: what they left open is filled where it is sure, what is unlikely goes. */
export function learntAnswers(template: Template, facts: Stated, found: Answers, weights: Weights): Answers {
  const reading = readFor(template, facts, found);
  const answers: Record<string, unknown> = { ...found };
  const put = (field: Field, value: unknown) => {
    const read = readAnswer(field.kind, value);
    if (read.ok && read.value !== undefined) answers[field.name] = value;
  };
  const spans: Found[] = [];
  for (const field of allFields(template)) {
    const { type } = field.kind;
    if (type === 'choice' || type === 'yesno') {
      const { best, chance, of } = best_(weights, optionChoice(reading, field), reading.said(field.name));
      if (best !== null && chance >= sure.option) put(field, best);
      else if (of !== null && of < sure.doubt) delete answers[field.name];
    } else if (type === 'number' || type === 'duration' || type === 'date' || type === 'money') {
      const choice = figureChoice(reading, field);
      const plain = { of: choice.of.map((one) => one?.value ?? null), marks: choice.marks };
      const { best, chance, of } = best_(weights, plain, reading.said(field.name));
      if (best !== null && chance >= sure.figure) put(field, best);
      else if (of !== null && of < sure.doubt) delete answers[field.name];
    } else if (type === 'text' || type === 'longtext' || type === 'party') {
      const span = bestSpan(reading, field, weights);
      if (span.chance >= sure.span) spans.push(span);
      else if (reading.ruled(field.name) && span.ruled < sure.doubt) delete answers[field.name];
    }
  }
  const taken: Found[] = [];
  for (const span of spans.sort((a, b) => b.chance - a.chance)) {
    const isParty = span.field.kind.type === 'party';
    const clashes = taken.some(
      (one) => one.from <= span.to && span.from <= one.to && isParty && one.field.kind.type === 'party',
    );
    if (clashes) continue;
    taken.push(span);
    if (isSameAs(reading.said(span.field.name), span.value)) continue;
    put(
      span.field,
      isParty
        ? partyNamed(span.value, facts)
        : asSentence.has(span.field.name)
          ? sentence(span.value)
          : span.value,
    );
  }
  return answers;
}

const asSentence = new Set(['services', 'scope', 'deliverable']);

const plain = (words: string): string => words.toLowerCase().replace(/\.$/, '');
const isSameAs = (said: string | null, value: string): boolean =>
  said !== null && plain(said) === plain(value);

/** The likeliest alternative, how likely it is, and how likely the rule's answer. */
function best_(weights: Weights, choice: Choice<string | null>, rule: string | null) {
  const chances = likely(weights, choice);
  const byValue = new Map<string | null, number>();
  choice.of.forEach((value, at) => byValue.set(value, (byValue.get(value) ?? 0) + (chances[at] ?? 0)));
  const [best, chance] = [...byValue].sort((a, b) => b[1] - a[1])[0] ?? [null, 1];
  return { best, chance, of: rule === null ? null : (byValue.get(rule) ?? 1) };
}

const mostStarts = 3;

function bestSpan(reading: Reading, field: Field, weights: Weights): Found & { ruled: number } {
  const choice = beginChoice(reading, field);
  const chances = likely(weights, choice);
  const rule = reading.ruled(field.name);
  const starts = chances
    .map((chance, at) => ({ chance, from: choice.of[at] ?? -1 }))
    .filter(({ from, chance }) => from >= 0 && chance > 0.05)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, mostStarts);
  let best: Found = { field, value: '', chance: 0, from: -1, to: -1 };
  let ruled = 0;
  for (const { from, chance } of starts) {
    const ends = endChoice(reading, field, from);
    likely(weights, ends).forEach((one, at) => {
      const to = ends.of[at] ?? from;
      const both = chance * one;
      if (rule?.from === from && rule.to === to) ruled = both;
      if (both > best.chance) {
        const [first, last] = [reading.tokens[from], reading.tokens[to]];
        best = {
          field,
          chance: both,
          from,
          to,
          value: reading.facts.text.slice(first?.at ?? 0, last?.end ?? 0),
        };
      }
    });
  }
  return { ...best, ruled };
}
