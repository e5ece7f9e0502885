import { type Field, type Template, allFields } from '../../template/template.ts';
import { type Answers, readAnswer } from '../../answers/values.ts';
import type { Stated } from '../facts.ts';
import { isNobody } from '../names.ts';
import { partyNamed } from '../parties.ts';
import { sentence } from '../plain.ts';
import { figureChoice } from './figures.ts';
import { optionChoice } from './options.ts';
import { type Reading, readFor } from './reading.ts';
import { beginChoice, endChoice } from './spans.ts';
import { slotOf } from './marks.ts';
import { type Weights, likely } from './weights.ts';

/** How likely an answer must be to stand: a wrong one is worse than an open question. */
export const sure = { figure: 0.5, option: 0.5, doubt: 0.2, party: 0.5, text: 0.5, longtext: 0.5 };

interface Span {
  field: Field;
  value: string;
  chance: number;
  from: number;
  to: number;
}

/** What was learnt, with the answers of the rules: what is likely enough stands, an answer of a rule that is unlikely goes. */
export function learntAnswers(template: Template, facts: Stated, found: Answers, weights: Weights): Answers {
  const reading = readFor(template, facts, found);
  const answers: Record<string, unknown> = { ...found };
  const put = ({ name, kind }: Field, value: unknown) => {
    const read = readAnswer(kind, value);
    if (read.ok && read.value !== undefined) answers[name] = value;
  };
  const fields = allFields(template);
  for (const { field, verdict } of figureVerdicts(reading, fields, weights))
    if (verdict.best !== null && verdict.chance >= sure.figure) put(field, verdict.best);
  const spans: Span[] = [];
  /** What is said in a row of a list answers nothing else. */
  const isTaken = ({ from, to }: Span) =>
    facts.taken.some(
      ({ at, end }) => at < (reading.tokens[to]?.end ?? 0) && end > (reading.tokens[from]?.at ?? 0),
    );
  for (const field of fields) {
    const { type } = field.kind;
    if (type === 'choice' || type === 'yesno') {
      const choice = optionChoice(reading, field);
      const rule = reading.said(field.name);
      const { best, chance, ofRule } = likeliest(choice.of, likely(weights, choice), rule);
      // A question that nobody taught is left open.
      const isTaught = choice.marks[0]?.slice(0, 2).some((one) => weights[slotOf(one)] !== 0) ?? false;
      if (isTaught && best !== null && chance >= sure.option && isNeeded(field, best, facts))
        put(field, best);
      else if (ofRule < sure.doubt) delete answers[field.name];
    } else if (type === 'text' || type === 'longtext' || type === 'party') {
      const span = likeliestSpan(reading, field, weights);
      if (span && span.chance >= sure[type] && mayBe(field, span.value) && !isTaken(span)) spans.push(span);
    }
  }
  for (const { field, value } of apart(spans)) put(field, asAnswer(field, value, facts));
  return answers;
}

/** Who is called by a name is named: "they" and "need" stand for nobody, and one word of no meaning for nothing. */
const mayBe = ({ kind }: Field, value: string): boolean =>
  !isNobody(value) || (kind.type !== 'party' && value.includes(' '));

/** What a choice needs to be said at all. */
const needs: Record<string, RegExp> = {
  'billing hour': /hour|hr\b|\dh\b|\/ ?h\b|stund|heure|hora|per day|a day|tag\b|jour|\bdia/,
  'paid shares': /share|stock|equity|anteil|aktie|part|action|accion/,
  'limit fixed': /until|\d|temp|fixed|befrist|cdd|determin/,
};
const isNeeded = ({ name }: Field, value: string, { low }: Stated): boolean =>
  needs[`${name} ${value}`]?.test(low) ?? true;

/** Sentences of the document. */
const sentences = new Set(['services', 'scope', 'deliverable']);
const asAnswer = ({ name, kind }: Field, words: string, facts: Stated): unknown =>
  kind.type === 'party' ? partyNamed(words, facts) : sentences.has(name) ? sentence(words) : words;

interface Verdict {
  best: string | null;
  chance: number;
  /** How likely what a rule said is; 1 where no rule said anything among these. */
  ofRule: number;
}

function likeliest(values: (string | null)[], chances: number[], rule: string | null = null): Verdict {
  const byValue = new Map<string | null, number>();
  values.forEach((value, at) => byValue.set(value, (byValue.get(value) ?? 0) + (chances[at] ?? 0)));
  const [best, chance] = [...byValue].sort((a, b) => b[1] - a[1])[0] ?? [null, 1];
  return { best, chance, ofRule: rule === null ? 1 : (byValue.get(rule) ?? 1) };
}

const counts = new Set<string>(['number', 'duration', 'date', 'money']);

/** A figure answers one question: who wants it most has it, and the others choose among what is left. */
function figureVerdicts(
  reading: Reading,
  fields: Field[],
  weights: Weights,
): { field: Field; verdict: Verdict }[] {
  const open = fields
    .filter(({ kind }) => counts.has(kind.type))
    .map((field) => {
      const choice = figureChoice(reading, field);
      return { field, of: choice.of, chances: likely(weights, choice) };
    });
  const decided: { field: Field; verdict: Verdict }[] = [];
  while (open.length > 0) {
    const verdicts = open.map(({ of, chances }) =>
      likeliest(
        of.map((one) => one?.value ?? null),
        chances,
      ),
    );
    const wish = ({ best, chance }: Verdict) => (best === null ? 0 : chance);
    const first = verdicts.reduce(
      (most, one, at) => (wish(one) > wish(verdicts[most] as Verdict) ? at : most),
      0,
    );
    const verdict = verdicts[first] as Verdict;
    const [one] = open.splice(first, 1);
    if (!one) break;
    decided.push({ field: one.field, verdict });
    const { best, chance } = verdict;
    if (best === null || chance < sure.figure) continue;
    const taken = one.of.reduce<{ at: number; chance: number } | null>((most, figure, at) => {
      const likelihood = one.chances[at] ?? 0;
      return figure?.value === best && likelihood > (most?.chance ?? -1)
        ? { at: figure.at, chance: likelihood }
        : most;
    }, null);
    for (const other of open) {
      if (other.field.kind.type !== one.field.kind.type) continue;
      other.chances = without(other.chances, (at) => other.of[at]?.at === taken?.at);
    }
  }
  return decided;
}

/** The chances of what is left. */
function without(chances: number[], isGone: (at: number) => boolean): number[] {
  const left = chances.map((chance, at) => (isGone(at) ? 0 : chance));
  const whole = left.reduce((sum, one) => sum + one, 0);
  return left.map((one) => one / (whole || 1));
}

const mostStarts = 3;

/** The words that likeliest answer a question. */
function likeliestSpan(reading: Reading, field: Field, weights: Weights): Span | null {
  const { tokens, facts } = reading;
  const begins = beginChoice(reading, field);
  let span: Span | null = null;
  const starts = likely(weights, begins)
    .map((chance, at) => ({ chance, from: begins.of[at] ?? -1 }))
    .filter(({ from, chance }) => from >= 0 && chance > 0.05)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, mostStarts);
  for (const start of starts) {
    const { from } = start;
    const ends = endChoice(reading, field, from);
    for (const [at, end] of likely(weights, ends).entries()) {
      const to = ends.of[at] ?? from;
      const chance = start.chance * end;
      if (chance <= (span?.chance ?? 0)) continue;
      span = { field, chance, from, to, value: facts.text.slice(tokens[from]?.at, tokens[to]?.end) };
    }
  }
  return span;
}

/** The likeliest first; of two parties that would share a name the likelier one has it, and nothing else is called by it. */
function apart(spans: Span[]): Span[] {
  const taken: Span[] = [];
  for (const span of spans.sort((a, b) => b.chance - a.chance)) {
    const isShared = taken.some((one) => {
      const parties = [one, span].filter(({ field }) => field.kind.type === 'party').length;
      const isSame = one.from === span.from && one.to === span.to;
      return parties === 2 ? one.from <= span.to && span.from <= one.to : parties === 1 && isSame;
    });
    if (!isShared) taken.push(span);
  }
  return taken;
}
