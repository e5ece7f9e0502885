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

test('[AI-1] of requests that tuned nothing, 95 of 100 get their document, 90 of 100 facts their field', () => {
  const { unseen } = keptRequests();
  const { right, documents, placed, facts, misses } = score(unseen, library);
  expect(documents).toBe(40);
  expect([right / documents >= 0.95, placed / facts >= 0.9], misses.join('\n')).toEqual([true, true]);
});

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

test('[AI-1] where every label is known, most facts and rows are placed and little else is written', () => {
  const { placed, facts, filled, wrong, unlabelled, misses } = score(
    mendRequests().filter(({ is }) => library.has(is)),
    library,
  );
  expect([share(placed, facts) >= 0.8, share(wrong + unlabelled, filled) <= 0.08], misses.join('\n')).toEqual(
    [true, true],
  );
});

test.each(mendRequests().filter(({ is }) => is === 'none'))(
  '[AI-1] what no document of the library is: the writer says so and names the nearest three: $ask',
  ({ ask }) => {
    const plan = planDraft(ask, finderOf(library));
    expect(plan).toMatchObject({ found: false, words: expect.stringMatching(/no document like that/) });
    expect(plan.found ? [] : plan.nearest).toHaveLength(3);
  },
);

// How many documents and facts of requests that it was taught come back is no test: `npm run bench -- writer` has them.
test.each(['strangers', ...allLaterSets] as const)(
  '[AI-1] examples of %s: what is vague is asked back, what harms is refused, what is lawful is not',
  (set) => {
    const { others } = strangersRequests(set);
    expect(others.filter((one) => !isMet(one, library)).map(({ ask }) => ask)).toEqual([]);
  },
);

// What was reached, and a little room: a change that loses some of it is seen.
test.each([
  ['people-5', 0.9, 0.85],
  ['people-6', 0.95, 0.83],
  ['people-7', 0.8, 0.78],
  ['people-8', 0.95, 0.86],
] as const)(
  '[AI-1] of the requests in %s, by people never met, no fewer are understood than when it had learnt',
  (set, leastDocuments, leastFacts) => {
    const { documents } = strangersRequests(set);
    const { right, placed, facts, misses } = score(documents, library);
    expect(documents.length).toBeGreaterThanOrEqual(40);
    expect(
      [right / documents.length >= leastDocuments, placed / facts >= leastFacts],
      misses.length.toString(),
    ).toEqual([true, true]);
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

test('[AI-1] who says I stands first, with the share that is said of them', () => {
  const template = library.get('founder-agreement');
  const ask = 'My cousin Lena Hartwig and I, Tom Hartwig, open a bakery, she takes 60 %, I take 40';
  expect(template && draftAnswers(template, ask, '2026-11-21')).toMatchObject({
    a: { name: 'Tom Hartwig' },
    b: { name: 'Lena Hartwig' },
    shareA: '40',
    shareB: '60',
  });
});

test('[AI-1] a request of 20,000 signs, whatever they are, is read in bounded time', () => {
  const template = library.get('founder-agreement');
  if (!template) throw new Error('no document');
  for (const unit of ['a', '1', '€1 ', 'Anna Bell ', '3 May 4 June ', '50 % Anna 40 % ', '... no, ']) {
    const answers = draftAnswers(template, `contract ${unit.repeat(20_000)}`.slice(0, 20_000), '2026-11-21');
    expect(Object.keys(answers).length).toBeLessThan(20);
  }
});
