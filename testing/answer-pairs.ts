import { gather } from '#features/documents/rules/answers/evaluate.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { pathsOf } from '#features/documents/rules/template/condition-words.ts';
import {
  allFields,
  type Check,
  type Expr,
  type Template,
} from '#features/documents/rules/template/template.ts';
import { type Choice, type Slot, slotsOf, someDay, whereAsked } from './answer-values.ts';

/** Two questions of which some check looks at both, and every pair of their answers. */
export interface Pair {
  a: Slot;
  /** The law, or nothing: an answer that is named whatever stands beside it. */
  b: Slot | 'law' | 'alone';
  answers: { one: string; other: string; laws: string[] }[];
}

export interface Pairs {
  template: Template;
  slots: Slot[];
  pairs: Pair[];
}

const elsewhere = 'elsewhere';

/** The laws that this document offers, and one that no file knows. */
export function lawsOf(template: Template): string[] {
  const kind = allFields(template).find(({ name }) => name === 'law')?.kind;
  return kind?.type === 'choice' ? [...kind.options.map(({ value }) => value), elsewhere] : [elsewhere];
}

/** The sample, and what no law objects to where the sample itself would be objected to. */
export function sensible(template: Template, law: string): Answers {
  const lawful =
    template.slug === 'offer-letter'
      ? { hours: '38', holidays: '30', notice: '3 months', probation: '1 month', probationNotice: '1 month' }
      : {};
  return { ...sampleAnswers(template), ...lawful, law: law === elsewhere ? 'Austria' : law };
}

/** Every answer that a check looks at, also by way of a sum. */
function readBy(template: Template, { holds }: Check): Set<string> {
  const sums = new Map(template.computed.map(({ name, formula }) => [name, formula]));
  const found = new Set<string>();
  const walk = (expr: Expr): void => {
    for (const path of pathsOf(expr)) {
      const formula = sums.get(path.split('.', 1)[0] ?? '');
      if (formula) walk(formula);
      else found.add(path);
    }
  };
  walk(holds);
  return found;
}

const looksAt = (paths: ReadonlySet<string>, slot: Slot): boolean =>
  [...paths].some(
    (path) =>
      path === slot.path ||
      // A list that is there or not, and a column of a list that is looked at as a whole.
      (slot.path === slot.field.name && path.startsWith(`${slot.path}.`)) ||
      (path === slot.field.name && ![...paths].some((other) => other.startsWith(`${path}.`))),
  );

/**
 * Each pair of questions of which some check looks at both, each answer of one beside each of the other, under each
 * law. No other pair can be named, so that what is not here is silent. The law is a question like the others.
 */
export function pairsOf(template: Template): Pairs {
  const slots = slotsOf(template);
  const checks = template.checks.map((check) => ({ check, paths: readBy(template, check) }));
  const pairs: Pair[] = [];
  for (const [index, a] of slots.entries()) {
    const ofA = checks.filter(({ paths }) => looksAt(paths, a));
    const own = ofA.filter(({ paths }) => [...paths].every((path) => path.split('.')[0] === a.field.name));
    const others: { b: Pair['b']; both: typeof ofA }[] = [
      { b: 'alone', both: own },
      { b: 'law', both: ofA.filter(({ paths }) => paths.has('law')) },
      ...slots
        .slice(index + 1)
        .filter((b) => b.field !== a.field)
        .map((b) => ({ b, both: ofA.filter(({ paths }) => looksAt(paths, b)) })),
    ];
    for (const { b, both } of others) {
      const checksOfBoth = both.map(({ check }) => check);
      if (both.length > 0) pairs.push({ a, b, answers: judged(template, a, b, checksOfBoth) });
    }
  }
  return { template, slots, pairs };
}

const isSlot = (b: Pair['b']): b is Slot => typeof b === 'object';
const showOf = ({ field }: Slot): Expr[] => (field.show ? [field.show] : []);

function judged(template: Template, a: Slot, b: Pair['b'], checks: Check[]): Pair['answers'] {
  const none: Choice = { words: '', give: (answers) => answers };
  const all = lawsOf(template);
  // Where nothing asks for the law, each is like the first.
  const asked = checks.map(({ holds }) => holds).concat(showOf(a), isSlot(b) ? showOf(b) : []);
  const different = asked.some((expr) => pathsOf(expr).includes('law')) ? all : all.slice(0, 1);
  const alike = (laws: string[]) => (different === all || laws.length === 0 ? laws : all);
  return a.choices.flatMap((one) =>
    (isSlot(b) ? b.choices : [none]).map((other) => ({
      one: one.words,
      other: other.words,
      laws: alike(
        different.filter((law) => {
          const given = [{ slot: a, choice: one }, ...(isSlot(b) ? [{ slot: b, choice: other }] : [])];
          const answers = whereAsked(template, sensible(template, law), given);
          if (!answers) return false;
          const facts = gather(template, answers, someDay);
          return checks.some(({ holds }) => facts.breaks(holds));
        }),
      ),
    })),
  );
}

function lawWords(laws: string[], all: string[]): string {
  if (laws.length === all.length) return '';
  const not = all.filter((law) => !laws.includes(law));
  return ` (${not.length < laws.length ? `not ${not.join(' ')}` : laws.join(' ')})`;
}

/** `fixed × will`, and those that share an answer in one. */
function joined(pairs: { one: string; other: string }[], { a, b }: Pair): string {
  const others = isSlot(b) ? b.choices.length : 1;
  const byOthers = new Map<string, string[]>();
  for (const { words } of a.choices) {
    const beside = pairs.filter(({ one }) => one === words).map(({ other }) => other);
    const key = beside.length === others && others > 1 ? 'any' : beside.join(' | ');
    if (beside.length > 0) byOthers.set(key, [...(byOthers.get(key) ?? []), words]);
  }
  return [...byOthers]
    .map(([beside, own]) => {
      const first = own.length === a.choices.length && own.length > 1 ? 'any' : own.join(' | ');
      return beside === '' ? first : `${first} × ${beside}`;
    })
    .join(', ');
}

/** A line a question with its answers, and below it what is named beside which other question. */
export function written({ template, slots, pairs }: Pairs): string {
  const all = lawsOf(template);
  const lines = [`# ${template.slug}`];
  for (const slot of slots) {
    lines.push(`${slot.path}: ${slot.choices.map(({ words }) => words).join(' | ')}`);
    for (const pair of pairs.filter(({ a }) => a === slot)) {
      const byLaws = new Map<string, Pair['answers']>();
      for (const answer of pair.answers.filter(({ laws }) => laws.length > 0)) {
        const key = lawWords(answer.laws, all);
        byLaws.set(key, [...(byLaws.get(key) ?? []), answer]);
      }
      const groups = [...byLaws].map(([key, answers]) => `${joined(answers, pair)}${key}`);
      if (groups.length > 0) lines.push(`  ${isSlot(pair.b) ? pair.b.path : pair.b}: ${groups.join('; ')}`);
    }
  }
  return lines.join('\n');
}

/** What nobody objects to, for reading: by question, the others beside which no answer at all is named. */
export function silence({ template, slots, pairs }: Pairs): string {
  const lines = [`# ${template.slug}`];
  for (const [index, slot] of slots.entries()) {
    const linked = pairs.filter(
      ({ a, answers }) => a === slot && answers.some(({ laws }) => laws.length > 0),
    );
    const free = slots
      .slice(index + 1)
      .filter((other) => other.field !== slot.field && !linked.some(({ b }) => b === other));
    lines.push(`${slot.path} × ${free.map(({ path }) => path).join(', ')}`);
    for (const pair of linked)
      if (isSlot(pair.b))
        lines.push(
          `    ${pair.b.path}: ${joined(
            pair.answers.filter(({ laws }) => laws.length === 0),
            pair,
          )}`,
        );
  }
  return lines.join('\n');
}
