import * as z from 'zod/mini';
import { line } from '#features/recovery/rules/fields.ts';
import { FieldName, Tag } from './person-shape.ts';

/** What can be asked about a person: by a choice on the way, before a sequence starts, and to find people. */

export const fieldTests = ['is', 'has', 'above', 'below', 'filled'] as const;
/** `has`: as a part of it. `above` and `below` are of numbers, or of dates such as 2026-05-31. */
export type FieldTest = (typeof fieldTests)[number];

/** Small enough that a computer's arithmetic and the database's agree to the last digit. */
const number = /^-?\d{1,9}(?:\.\d{1,4})?$/;
const date = /^\d{4}-\d\d-\d\d$/;
export const isOrdered = (value: string): boolean => number.test(value.trim()) || date.test(value.trim());

const Bought = z.object({ is: z.literal('bought'), since: z.enum(['start', 'ever']) });
const BoughtEver = z.object({ is: z.literal('bought'), since: z.literal('ever') });
const Clicked = z.object({ is: z.literal('clicked') });
const Tagged = z.object({ is: z.literal('tag'), tag: Tag });
const needsOrder = z.refine<{ test?: FieldTest | undefined; value: string }>(
  ({ test, value }) => (test !== 'above' && test !== 'below') || isOrdered(value),
  { error: 'Enter a number, or a date such as 2026-05-31.', path: ['value'] },
);
const Field = z.object({
  is: z.literal('field'),
  name: FieldName,
  /** Left out: `is`. */
  test: z.optional(z.enum(fieldTests)),
  value: z._default(line(200), ''),
});
/** Where their address first came from, in words, or a part of that. */
const From = z.object({
  is: z.literal('source'),
  contains: line(120).check(z.minLength(1, { error: 'Enter a part of where they come from.' })),
});

/** What a choice asks about the person, at the moment they come to it. */
export const Question = z.discriminatedUnion('is', [
  /** `start`: since this sequence began for them. */
  Bought,
  /** A link in any email of this sequence. */
  Clicked,
  Tagged,
  Field.check(needsOrder),
  From,
]);
export type Question = z.output<typeof Question>;

const not = { not: z._default(z.boolean(), false) };
/** What can be asked of anybody, whether or not they are in a sequence; `not`: the others are meant. */
export const Condition = z.discriminatedUnion('is', [
  z.extend(BoughtEver, not),
  z.extend(Tagged, not),
  z.extend(Field, not).check(needsOrder),
  z.extend(From, not),
]);
export type Condition = z.output<typeof Condition>;

export const mostConditions = 10;
/** All of them have to be met. */
export const Conditions = z
  .array(Condition)
  .check(z.maxLength(mostConditions, { error: `Up to ${mostConditions} conditions.` }));

/** What is asked about somebody. */
export interface Facts {
  tags: ReadonlySet<string>;
  fields: Readonly<Record<string, string>>;
  source: string;
  lastBoughtAt: Date | null;
  /** Of the sequence they are in. */
  hasClicked: boolean;
  startedAt: Date;
}

export function answer(question: Question, facts: Facts): boolean {
  switch (question.is) {
    case 'bought':
      return (
        facts.lastBoughtAt !== null && (question.since === 'ever' || facts.lastBoughtAt > facts.startedAt)
      );
    case 'clicked':
      return facts.hasClicked;
    case 'tag':
      return facts.tags.has(question.tag);
    case 'field':
      return isSo(
        Object.hasOwn(facts.fields, question.name) ? (facts.fields[question.name] ?? '') : '',
        question,
      );
    case 'source':
      return facts.source.toLowerCase().includes(question.contains.toLowerCase());
  }
}

function isSo(kept: string, { test = 'is', value }: Extract<Question, { is: 'field' }>): boolean {
  const [one, other] = [kept, value].map((text) => text.trim().toLowerCase()) as [string, string];
  switch (test) {
    case 'is':
      return one === other;
    case 'has':
      return one.includes(other);
    case 'filled':
      return one !== '';
    case 'above':
    case 'below': {
      const order =
        date.test(one) && date.test(other)
          ? one.localeCompare(other, 'en')
          : number.test(one) && number.test(other)
            ? Number(one) - Number(other)
            : 0;
      return test === 'above' ? order > 0 : order < 0;
    }
  }
}

export const meets = (conditions: readonly Condition[], facts: Facts): boolean =>
  conditions.every((one) => answer(one, facts) !== one.not);

/** Follows “they”. */
export function questionWords(question: Question): string {
  switch (question.is) {
    case 'bought':
      return question.since === 'start' ? 'bought since this began' : 'ever bought';
    case 'clicked':
      return 'clicked a link in these emails';
    case 'tag':
      return `have the tag “${question.tag}”`;
    case 'source':
      return `came from “${question.contains}”`;
    case 'field': {
      const { name, test = 'is', value } = question;
      return {
        is: `have “${value}” in ${name}`,
        has: `have “${value}” as a part of ${name}`,
        above: `have more than ${value} in ${name}`,
        below: `have less than ${value} in ${name}`,
        filled: `have something in ${name}`,
      }[test];
    }
  }
}

/** Follows “they”. */
export function conditionWords(condition: Condition): string {
  if (!condition.not) return questionWords(condition);
  switch (condition.is) {
    case 'bought':
      return 'never bought';
    case 'source':
      return `didn’t come from “${condition.contains}”`;
    case 'tag':
    case 'field':
      return `don’t ${questionWords(condition)}`;
  }
}
