import { expect, test } from 'vitest';
import { isRecord } from '#features/documents/rules/answers/values.ts';
import { draftAnswers, planDraft } from '#features/documents/rules/writer/write.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { finderOf } from './document-finder.ts';
import {
  allLaterSets,
  allNeverSeen,
  isMet,
  keptRequests,
  learnSets,
  mendRequests,
  score,
  strangersRequests,
} from '../bench/requests/score.ts';

const library = new Map([
  ...readLibrary('content/documents', 'nowhere'),
  ...readLibrary('content/templates', 'nowhere'),
]);

const share = (part: number, whole: number) => part / Math.max(1, whole);

test('[AI-1] of requests never learnt from 93 % get their document, 80 % of facts a field, 2 % go wrong', () => {
  const { unseen } = keptRequests();
  const asked = [...unseen, ...allNeverSeen.flatMap((set) => strangersRequests(set).documents)];
  const { right, documents, placed, facts, filled, wrong } = score(asked, library);
  expect(documents).toBeGreaterThan(300);
  expect(share(right, documents)).toBeGreaterThanOrEqual(0.93);
  expect(share(placed, facts)).toBeGreaterThanOrEqual(0.8);
  expect(share(wrong, filled)).toBeLessThanOrEqual(0.02);
});

// How many documents and facts of requests that it was taught come back is no test: `npm run bench -- writer` has them.
test.each(['strangers', ...allLaterSets] as const)(
  '[AI-1] examples of %s: what is vague is asked back, what harms is refused, what is lawful is not',
  (set) => {
    const { others } = strangersRequests(set);
    expect(others.filter((one) => !isMet(one, library)).map(({ ask }) => ask)).toEqual([]);
  },
);

test('[AI-1] nobody stands on both sides of what is drafted, whoever asks', () => {
  const some = learnSets.flatMap((set) => strangersRequests(set).documents.filter((_, at) => at % 40 === 0));
  expect(some.length).toBeGreaterThan(60);
  for (const { ask, is } of some) {
    const template = library.get(is);
    const answers = template ? draftAnswers(template, ask, '2026-11-21') : {};
    const names = Object.values(answers).flatMap((one) =>
      isRecord(one) && typeof one['name'] === 'string' ? [one['name']] : [],
    );
    expect(new Set(names).size, ask).toBe(names.length);
  }
});

test.each([
  [
    'one-way-nda',
    'we show the prototype to a factory and need them to keep quiet for five years',
    'recipient',
  ],
  ['one-way-nda', 'Need an NDA so they keep our plans to themselves', 'recipient'],
  ['mutual-nda', "they've asked for one before we talk", 'sideB'],
  [
    'termination-notice',
    'notice for the cleaning contract with Dunlin Ltd, it ends on 31 March',
    'contractDate',
  ],
  ['termination-notice', 'cancel our lease of the van with Dunlin Ltd by 31 March 2027', 'contractDate'],
  ['statement-of-work', 'under the framework with Dunlin Ltd, finished by 5 May', 'mainDate'],
  ['contractor-agreement', 'three milestones: audit 2k, build 9k, launch 3k', 'fee'],
])('[AI-1] what was not said is not written: %s, "%s"', (slug, ask, field) => {
  const template = library.get(slug);
  expect(template && draftAnswers(template, ask, '2026-11-21')).not.toHaveProperty(field);
});

test.each([
  [{ slug: 'termination-notice', name: 'contractDate' }, 'signed on 4 March', '2026-03-04'],
  [
    { slug: 'payment-reminder', name: 'dueDate' },
    'Dunlin Ltd owes us 90 euros, due 1 September',
    '2026-09-01',
  ],
  [{ slug: 'post-mortem', name: 'day' }, 'our shop was down on 17 November for two hours', '2026-11-17'],
])('[AI-1] what lies behind has its day behind: %o', ({ slug, name }, ask, day) => {
  const template = library.get(slug);
  const drafted = template && draftAnswers(template, `the contract with Dunlin Ltd, ${ask}`, '2026-11-21');
  expect(drafted?.[name] ?? day).toBe(day);
});

test.each(mendRequests().filter(({ is }) => is === 'none'))(
  '[AI-1] what no document of the library is: the writer says so and names the nearest three: $ask',
  ({ ask }) => {
    const plan = planDraft(ask, finderOf(library));
    expect(plan).toMatchObject({ found: false, words: expect.stringMatching(/no document like that/) });
    expect(plan.found ? [] : plan.nearest).toHaveLength(3);
  },
);

test('[AI-1] where every label is known, most facts and rows are placed and little else is written', () => {
  const { placed, facts, filled, wrong, unlabelled, misses } = score(
    mendRequests().filter(({ is }) => library.has(is)),
    library,
  );
  expect(
    [share(placed, facts) >= 0.75, share(wrong + unlabelled, filled) <= 0.08],
    misses.join('\n'),
  ).toEqual([true, true]);
});

test('[AI-1] what happens to people is enough, though no document is named', () => {
  const picked = (ask: string) => planDraft(ask, finderOf(library));
  expect(picked('The caterer never got a cent from the Hartmanns since August, 640 euros')).toMatchObject({
    found: true,
    slug: 'payment-reminder',
  });
  expect(
    picked('My cousin and I open a bakery, she puts in more money, what if one of us leaves after a year'),
  ).toMatchObject({ found: true, slug: 'founder-agreement' });
});

test('[AI-1] what only looks like an address, a day or a founder is left out; what is one has its name', () => {
  const answers = (slug: string, ask: string) => {
    const template = library.get(slug);
    if (!template) throw new Error(`no ${slug}`);
    return draftAnswers(template, ask, '2026-11-21');
  };
  expect(answers('payment-reminder', 'last letter to Kranz OHG, 780 Euro since August')['debtor']).toEqual({
    name: 'Kranz OHG',
  });
  expect(answers('invoice', 'bill for Mrs. Eleanor Vance, 7 Orchard Close, Bath, 90 GBP')['buyer']).toEqual({
    name: 'Eleanor Vance',
    kind: 'person',
    address: '7 Orchard Close, Bath',
  });
  expect(
    answers('master-services-agreement', 'framework agreement with Bluecrest Energy, payment in 45 days'),
  ).not.toHaveProperty('effective');
  expect(
    answers('founder-agreement', 'Ravi Shah 45%, Chloe Martin 55%, company will be Trailmix Ltd'),
  ).not.toHaveProperty('c');
});

test('[AI-1] a request of 20,000 signs, whatever they are, is read in bounded time', () => {
  const template = library.get('founder-agreement');
  if (!template) throw new Error('no document');
  for (const unit of ['a', '1', '€1 ', 'Anna Bell ', '3 May 4 June ', '50 % Anna 40 % ', '... no, ']) {
    const answers = draftAnswers(template, `contract ${unit.repeat(20_000)}`.slice(0, 20_000), '2026-11-21');
    expect(Object.keys(answers).length).toBeLessThan(20);
  }
});
