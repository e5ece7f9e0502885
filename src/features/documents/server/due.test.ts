import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { drawAnswers } from '#testing/drawn-answers.ts';
import { assemble } from '../rules/assembly/assemble.ts';
import { linesOf, runsText } from '../rules/assembly/doc.ts';
import { dueDates, type Signed } from '../rules/answers/due.ts';
import { formatValue } from '../rules/answers/format.ts';
import { saidDays } from '../rules/answers/said-days.ts';
import { sampleAnswers } from '../rules/answers/sample-answers.ts';
import { addDuration, type Answers, daysOf } from '../rules/answers/values.ts';
import type { Template } from '../rules/template/template.ts';
import { readTemplate } from './library.ts';

const library = documentLibrary();
const contracts = [...library.values()].filter(({ due }) => due.length > 0);
const named = (slug: string): Template => {
  const found = library.get(slug);
  if (!found) throw new Error(`There is no document ${slug}`);
  return found;
};

const made = '2026-11-23';
const textOf = (template: Template, answers: Answers, locale = 'en-GB'): string =>
  [...linesOf(assemble(template, answers, { date: made, locale }).blocks)].map(runsText).join('\n');
const dues = (template: Template, answers: Answers, changes: Partial<Signed> = {}) =>
  dueDates(template, answers, {
    signed: '2026-11-24',
    sent: made,
    until: '2029-11-24',
    text: textOf(template, answers),
    ...changes,
  });
const lines = (slug: string, answers: Answers, changes: Partial<Signed> = {}) =>
  dues(named(slug), answers, changes).dates.map(({ day, words }) => `${day} ${words}`);

const order = {
  start: '2027-01-31',
  term: '1 month',
  renews: 'again',
  renewal: '1 month',
  noticeRenewal: '5 days',
  billing: 'whole',
};

test('a term, its notice and each renewal are counted from the first day, over short months and a leap day', () => {
  expect(lines('order-form', order, { until: '2027-05-15' })).toEqual([
    '2027-01-31 First day',
    '2027-02-22 Last day to give notice',
    '2027-02-28 Renews for one month',
    '2027-03-22 Last day to give notice',
    '2027-03-28 Renews for one month',
    '2027-04-22 Last day to give notice',
    '2027-04-28 Renews for one month',
  ]);
  const leap = { ...order, start: '2028-02-29', term: '1 year', renewal: '1 year', noticeRenewal: '1 month' };
  expect(lines('order-form', leap, { until: '2032-12-31' }).filter((one) => /Renews/.test(one))).toEqual([
    '2029-02-28 Renews for one year',
    '2030-02-28 Renews for one year',
    '2031-02-28 Renews for one year',
    '2032-02-28 Renews for one year',
  ]);
});

test('monthly instalments end with the last of them, each at the end of its own month', () => {
  const paid = {
    start: '2027-01-31',
    finish: '2027-08-31',
    billing: 'fixed',
    invoiced: 'monthly',
    instalments: '4',
  };
  const days = dues(named('statement-of-work'), paid).dates.filter(({ kind }) => kind === 'payment');
  expect(days.map(({ day }) => day)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  // Only so far ahead: more come when these are over.
  const many = dues(
    named('statement-of-work'),
    { ...paid, instalments: '48' },
    { text: textOf(named('statement-of-work'), paid) },
  );
  expect(many.isOpen).toBe(true);
  expect(many.dates.length).toBeLessThan(40);
});

test('what is due after the signing is counted from the day of the last signature', () => {
  const loan = {
    payout: 'later',
    payoutDays: '2 weeks',
    repay: 'end',
    maturity: '2028-02-29',
    amount: '5000',
  };
  expect(lines('loan-note', loan, { signed: '2026-12-20' })).toEqual([
    '2027-01-03 The loan must be paid out',
    '2028-02-29 The loan must be repaid',
  ]);
});

test('a missing answer makes no day, and neither does one that the signed text no longer says', () => {
  const { start: _none, ...rest } = order;
  expect(lines('consulting-agreement', { ends: 'date', lastDay: '' }).join()).not.toContain('Last day');
  // Made on 23 November, and nobody typed a first day: the text says that day.
  expect(lines('order-form', rest)[0]).toBe('2026-11-23 First day');
  expect(dues(named('order-form'), rest, { text: 'A text that was written anew.' }).dates).toEqual([]);
  const text = textOf(named('order-form'), order).replaceAll(/five\sdays/g, 'ten days');
  expect(lines('order-form', order, { text })).toEqual(['2027-01-31 First day']);
});

test('in every contract the days of its sample are found again in its text, as each country writes them', () => {
  const locales = ['en-US', 'en-GB', 'de-DE', 'fr-CA', 'sv-SE', 'ja-JP', 'en-ZA', 'en-IN'];
  for (const template of contracts) {
    const answers = sampleAnswers(template);
    const known = dues(template, answers).dates;
    expect(known.length, template.slug).toBeGreaterThan(0);
    for (const locale of locales)
      expect(
        dues(template, answers, { text: textOf(template, answers, locale) }).dates,
        template.slug,
      ).toEqual(known);
  }
});

test('whatever is answered, each day is a real one, sorted, named once, and of a kind with its words', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...contracts.map(({ slug }) => slug)),
      fc.infiniteStream(fc.nat(1_000_000)),
      (slug, numbers) => {
        const template = named(slug);
        const draw = (n: number) => Number(numbers.next().value) % n;
        const answers = drawAnswers(template, draw);
        const { dates } = dues(template, answers);
        expect(dates.length).toBeLessThanOrEqual(300);
        expect(new Set(dates.map(({ id }) => id)).size).toBe(dates.length);
        expect(dates.map(({ day }) => day)).toEqual(dates.map(({ day }) => day).toSorted());
        for (const { day, words } of dates) {
          expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
          expect(words).toMatch(/^\S(?:.*\S)?$/u);
          expect(words).not.toMatch(/undefined|NaN|\[object/);
        }
        // With more time to look ahead the same days keep their names.
        const later = new Map(
          dues(template, answers, { until: '2033-01-01' }).dates.map((one) => [one.id, one]),
        );
        if (later.size < 300) for (const one of dates) expect(later.get(one.id)).toEqual(one);
      },
    ),
    { numRuns: 400 },
  );
});

const day = fc
  .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2150-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const period = fc.oneof(
  fc.record({
    count: fc.integer({ min: 1, max: 400 }),
    unit: fc.constantFrom('day' as const, 'week' as const),
  }),
  fc.record({
    count: fc.integer({ min: 1, max: 36 }),
    unit: fc.constantFrom('month' as const, 'year' as const),
  }),
);

test('a period leads to the same day of another month or its last one, and notice of it leaves all of it', () => {
  fc.assert(
    fc.property(day, period, (from, span) => {
      const to = addDuration(from, span);
      const [, month, dayOf] = from.split('-').map(Number);
      const [, toMonth, toDay = 0] = to.split('-').map(Number);
      if (span.unit === 'month' || span.unit === 'year') {
        const steps = span.count * (span.unit === 'year' ? 12 : 1);
        expect(toMonth).toBe((((month ?? 0) - 1 + steps) % 12) + 1);
        const isLast = addDuration(to, { count: 1, unit: 'day' }).endsWith('-01');
        expect(toDay === dayOf || (isLast && toDay < (dayOf ?? 0))).toBe(true);
      } else expect(Date.parse(to) - Date.parse(from)).toBe(daysOf(span) * 86_400_000);
      const back = addDuration(to, span, -1);
      expect(back <= from && addDuration(back, span) <= to).toBe(true);
    }),
  );
});

test('every day is read as it is written in a contract, and a sum of figures is none', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('en-US', 'en-GB', 'en-CA', 'en-AU', 'en-SE', 'en-JP'), (one, locale) => {
      const words = formatValue({ type: 'date' }, one, { locale, currency: 'EUR' });
      expect([...saidDays(`It ends on ${words}.`).days]).toEqual([one]);
    }),
  );
  expect([...saidDays('No 12345-67-890, 99 March 20277 and 3 May').days]).toEqual([]);
});

const declared = (due: string) =>
  readTemplate(
    't',
    't.md',
    `---
title: T
category: Other
description: D
minutes: 1
pages: 1
version: 1.0
reviewed: 2026-11-21
law: L
steps:
  - title: S
    fields:
      - { name: start, type: date, label: Start }
      - { name: fee, type: money, label: Fee }
      - { name: term, type: duration, label: Term }
due:
${due}
---
# T

From {{start}} for {{term}}.
`,
  );

test('a wrong declaration is refused with its line and what it takes', () => {
  const wrong = (due: string) => {
    try {
      declared(due);
    } catch (error) {
      return String((error as Error).message).replace(/^.*t\.md/gm, 't.md');
    }
    return '';
  };
  expect(declared('  - { is: ends, on: start + term, words: "After {{term}}" }').due).toHaveLength(1);
  expect(wrong('  - { is: ends, on: begin, words: End }')).toMatch(
    /t\.md:17: .*"begin", which isn’t a question/,
  );
  expect(wrong('  - { is: ends, on: term, words: End }')).toMatch(/t\.md:17: .*got duration, expected date/);
  expect(wrong('  - { is: over, on: start, words: End }')).toMatch(/t\.md:17: .*begins, ends, notice/);
  expect(wrong('  - { is: ends, on: start, words: "{{fee}}" }')).toMatch(/"fee" is money/);
  expect(wrong('  - { is: ends, on: start, times: 3, words: End }')).toMatch(/need "every"/);
  expect(wrong('  - { is: ends, each: term, on: start, words: End }')).toMatch(/expected a list/);
  expect(wrong('  - { is: ends, on: start, words: End }\n  - { is: ends, on: start, words: Other }')).toMatch(
    /t\.md:18: .*make one of them/,
  );
});
