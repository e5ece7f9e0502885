import { expect, test } from 'vitest';
import { gather } from '../rules/answers/evaluate.ts';
import { interestFor } from '../rules/answers/decimal.ts';
import { speaksOf } from '../rules/answers/topics.ts';
import { readTemplate } from './library.ts';

/** A document with these checks over a date, a duration, an amount and a list of places. */
const withChecks = (...holds: string[]) =>
  readTemplate(
    't',
    't.md',
    `---\ntitle: T\ncategory: Other\ndescription: D\nminutes: 1\npages: 1\nversion: 1.0\nreviewed: 2026-11-21\nlaw: L\nsteps:
  - title: S
    fields:
      - { name: start, type: date, label: Start }
      - { name: finish, type: date, label: Finish }
      - { name: trial, type: duration, label: Trial }
      - { name: open, type: money, label: Open }
      - { name: where, type: text, label: Where }
      - { name: who, type: party, label: Who }
      - name: places
        type: list
        label: Places
        columns: [{ name: where, type: text, label: Where }]
computed:
  - { name: late, label: Days, formula: "daysBetween(start, finish)" }
  - { name: interest, label: Interest, formula: "interestFor(open, 9.5, late)" }
checks:
${holds.map((one) => `  - { holds: "${one}", words: Wrong., field: start }`).join('\n')}
---
# T
`,
  );

const breaks = (holds: string, answers: object): boolean => {
  const template = withChecks(holds);
  const [check] = template.checks;
  if (!check) throw new Error('no check');
  return gather(template, { ...answers }, '2026-11-21').breaks(check.holds);
};

test.each([
  ['trial <= 6 months', { trial: '6 months' }, false],
  ['trial <= 6 months', { trial: '26 weeks' }, false],
  ['trial <= 6 months', { trial: '7 months' }, true],
  ['trial <= 1 day', { trial: '1 week' }, true],
  ['trial <= 6 months', {}, false],
  ['finish > start + 6 months', { start: '2026-08-31', finish: '2027-02-28' }, true],
  ['finish > start + 6 months', { start: '2026-08-31', finish: '2027-03-01' }, false],
])('a length of time can be written out: %s with %o', (holds, answers, expected) => {
  expect(breaks(holds, answers)).toBe(expected);
});

test.each([
  [{ places: [{ where: 'Sweden' }, { where: 'Virginia, US' }] }, true],
  [{ places: [{ where: 'Sweden' }, { where: 'with us in Cork' }] }, false],
  [{ places: [] }, false],
  [{}, false],
])('own words in a column speak of a place: %o', (answers, expected) => {
  expect(breaks('not mentions(places.where, abroad)', answers)).toBe(expected);
});

test('own words in a question and in the address of a party are read the same way', () => {
  expect(breaks('not mentions(where, britain)', { where: 'London' })).toBe(true);
  expect(breaks('not mentions(who.address, britain)', { who: { address: '1 High St\nLeeds, UK' } })).toBe(
    true,
  );
  expect(breaks('not mentions(where, britain)', { where: 'Cork' })).toBe(false);
});

test.each([
  ['abroad', 'AWS (U.S.A.)', 'Our servers in Cork'],
  ['abroad', 'Zürich, Switzerland', 'Australasia House, Cork'],
  ['advertising', 'Google Ads', 'adsorption figures'],
  ['special', 'patients of the practice', 'password as a fingerprint'],
  ['salesTax', 'NY Sales Tax', 'VAT'],
])('%s is heard in "%s" and not in "%s"', (topic, yes, no) => {
  expect([speaksOf(yes, topic), speaksOf(no, topic)]).toEqual([true, false]);
});

test.each([
  ['mentions(open, abroad)', /expects text, got money/],
  ['mentions(where, moon)', /got "moon", expected one of abroad/],
  ['mentions(places.price, abroad)', /expected a list and its column/],
])('a mistake in %s is named', (holds, words) => {
  expect(() => withChecks(holds)).toThrow(words);
});

test('interest is reckoned by days, of a year of 365, to the cent, and none before it is late', () => {
  const facts = (start: string) => {
    const all = gather(withChecks('start'), { start, finish: '2026-11-23', open: '12915' }, '2026-11-21');
    return [all.value('late'), all.value('interest')];
  };
  // 12,915.00 at 9.5 % for 35 days: 117.6506...
  expect(facts('2026-10-19')).toEqual([35, 11_765]);
  expect(facts('2026-12-01')).toEqual([-8, 0]);
  expect(interestFor(36_500, 10, 365)).toBe(3650);
  expect(interestFor(1, 18_250, 1)).toBe(1);
  expect(interestFor(Number.NaN, 8, 3)).toBeNaN();
  expect(interestFor(Infinity, 8, 3)).toBe(Infinity);
});
