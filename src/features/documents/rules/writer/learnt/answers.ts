import { type Field, type Template, allFields } from '../../template/template.ts';
import { type Answers, isRecord, readAnswer } from '../../answers/values.ts';
import type { Stated } from '../facts.ts';
import { isNobody, isPaper } from '../names.ts';
import { partyNamed } from '../parties.ts';
import { sentence } from '../plain.ts';
import { slotOf, taughtMark } from './marks.ts';
import { figureChoice } from './figures.ts';
import { optionChoice } from './options.ts';
import { type Reading, readFor } from './reading.ts';
import { beginChoice, endChoice } from './spans.ts';
import { type Weights, likely } from './weights.ts';

/** How likely an answer must be to stand, and an answer of the rules to stay: a wrong one is worse than an open question. */
const sure = { value: 0.5, span: 0.33, elsewhere: 0.4, sentence: 0.7, doubt: 0.1, nobody: 0.05 };

interface Span {
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
  const put = ({ name, kind }: Field, value: unknown) => {
    const read = readAnswer(kind, value);
    if (read.ok && read.value !== undefined) answers[name] = value;
  };
  const spans: Span[] = [];
  /** Of a question that nobody taught the rules alone may say something. */
  const isTaught = (field: Field) => weights[slotOf(taughtMark(field))] !== 0;
  const decide = (field: Field, { best, chance, ofRule }: Verdict) => {
    if (best !== null && chance >= sure.value) put(field, best);
    else if (ofRule < sure.doubt) delete answers[field.name];
  };
  const isWhole = sharesOf(found) === 100;
  for (const { field, verdict } of figureVerdicts(reading, allFields(template), weights))
    // Shares that make a whole prove one another.
    if (!(isWhole && isShare(field.name)) && isTaught(field)) decide(field, verdict);
  for (const field of allFields(template).filter(isTaught)) {
    const { type } = field.kind;
    if (type === 'choice' || type === 'yesno') {
      const choice = optionChoice(reading, field);
      decide(field, likeliest(choice.of, likely(weights, choice), reading.said(field.name)));
    } else if (isSaid(field)) {
      const { span, ofRule } = likeliestSpan(reading, field, weights);
      if (span && span.chance >= sure.span && mayBe(span, reading)) spans.push(span);
      else if (ofRule < (type === 'party' ? 0.005 : sure.doubt)) delete answers[field.name];
    }
  }
  const kept = apart(spans);
  for (const { field, value, chance, from, to } of kept) {
    const rule = reading.said(field.name);
    // Of the same words, begun or ended elsewhere, those of the rule stand unless the others are surer.
    const ruled = reading.ruled(field.name);
    const isSame = ruled && from <= ruled.to && ruled.from <= to;
    if (isSame && chance < (sentences.has(field.name) ? sure.sentence : sure.elsewhere)) continue;
    if (rule !== null && field.kind.type === 'party' && isListed(value)) continue;
    if (rule === null || plain(rule) !== plain(value)) put(field, asAnswer(field, value, facts));
    if (field.kind.type === 'party') leaveTo(field, value);
  }
  // "Pellow" is no other than "Pellow & Sons".
  const named = allFields(template).flatMap(({ name, kind }) => {
    const party = answers[name];
    return kind.type === 'party' && isRecord(party) ? [{ name, who: String(party['name']) }] : [];
  });
  for (const one of named)
    if (named.some(({ who }) => who !== one.who && ` ${who} `.includes(` ${one.who} `)))
      delete answers[one.name];
  return answers;

  /** Of several who stand beside one another, as founders do, the rules keep the order: shares go with it. */
  function isListed(value: string): boolean {
    const parties = allFields(template).filter(({ kind }) => kind.type === 'party');
    return parties.length > 2 && parties.some(({ name }) => plain(reading.said(name) ?? '') === plain(value));
  }

  /** Nobody stands on both sides. */
  function leaveTo({ name }: Field, value: string): void {
    for (const other of allFields(template)) {
      const rule = reading.said(other.name);
      const isTheirs = kept.some(({ field }) => field.name === other.name);
      if (
        other.kind.type === 'party' &&
        other.name !== name &&
        !isTheirs &&
        rule &&
        plain(rule) === plain(value)
      )
        delete answers[other.name];
    }
  }
}

/** Pronouns, papers and figures are nobody's name, and what is said in a row of a list answers nothing else. */
function mayBe({ field, value, from, to }: Span, { tokens, facts }: Reading): boolean {
  const [at, end] = [tokens[from]?.at ?? 0, tokens[to]?.end ?? 0];
  const isWithin = (all: readonly { at: number; end: number }[]) =>
    all.some((one) => one.at < end && one.end > at);
  if (isWithin(facts.taken)) return false;
  if (field.kind.type !== 'party') return value.includes(' ') || !isNobody(value);
  return (
    !isNobody(value) && !isPaper(value) && !isWithin([...facts.money, ...facts.dates, ...facts.durations])
  );
}

const isShare = (name: string): boolean => /^share[A-D]$/.test(name);
const sharesOf = (answers: Answers): number =>
  Object.keys(answers).reduce((sum, name) => sum + (isShare(name) ? Number(answers[name]) : 0), 0);

const isSaid = ({ kind: { type } }: Field): boolean =>
  type === 'text' || type === 'longtext' || type === 'party';
const plain = (words: string): string => words.toLowerCase().replace(/\.$/, '');

/** Sentences of the document. */
const sentences = new Set(['services', 'scope', 'deliverable']);
const asAnswer = ({ name, kind }: Field, words: string, facts: Stated): unknown =>
  kind.type === 'party'
    ? partyNamed(words, facts)
    : sentences.has(name)
      ? sentence(words)
      : name === 'does'
        ? words.replace(/^(?:it|they) /i, '')
        : words;

interface Verdict {
  best: string | null;
  chance: number;
  /** How likely what a rule said is; 1 where no rule said anything among these. */
  ofRule: number;
}

function likeliest(values: (string | null)[], chances: number[], rule: string | null): Verdict {
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
      return { field, of: choice.of, chances: likely(weights, choice), rule: reading.said(field.name) };
    });
  const decided: { field: Field; verdict: Verdict }[] = [];
  while (open.length > 0) {
    const verdicts = open.map(({ of, chances, rule }) =>
      likeliest(
        of.map((one) => one?.value ?? null),
        chances,
        rule,
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
    if (best === null || chance < sure.value) continue;
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

/** The words that likeliest answer a question, and how likely those of a rule do; 1 where it has none in the text. */
function likeliestSpan(
  reading: Reading,
  field: Field,
  weights: Weights,
): { span: Span | null; ofRule: number } {
  const { tokens, facts } = reading;
  const begins = beginChoice(reading, field);
  const rule = reading.ruled(field.name);
  let ofRule = rule ? 0 : 1;
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
      if (rule?.from === from && rule.to === to) ofRule = chance;
      if (chance <= (span?.chance ?? 0)) continue;
      span = { field, chance, from, to, value: facts.text.slice(tokens[from]?.at, tokens[to]?.end) };
    }
  }
  return { span, ofRule };
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
