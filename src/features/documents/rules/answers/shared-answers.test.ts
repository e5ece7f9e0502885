import { expect, test } from 'vitest';
import { isBlankLeaf, isSameLeaf, leavesOf } from '#base/leaves.ts';
import { shippedDocuments } from '#testing/document-finder.ts';
import { allFields } from '../template/template.ts';
import { beginWith } from './interview.ts';
import { review } from './review.ts';
import { sampleAnswers } from './sample-answers.ts';
import { carriedTo, sharedWith } from './shared-answers.ts';

const library = shippedDocuments();
const documents = [...library.values()];
const pick = (slug: string) => library.get(slug)!;

test('law: from every document to every other, what goes along is an answer there', () => {
  let carried = 0;
  for (const from of documents)
    for (const to of documents) {
      const shared = sharedWith(from, to);
      const names = new Map(allFields(to).map((field) => [field.name, field]));
      const asked = new Map(allFields(from).map((field) => [field.name, field]));
      for (const [there, here] of Object.entries(shared))
        expect([there, names.get(there)?.kind.type]).toEqual([there, asked.get(here)?.kind.type]);
      const answers = carriedTo(shared, sampleAnswers(from), null);
      const begun = beginWith(to, null, JSON.stringify(answers));
      const wrong = review(to, begun, '2026-11-23').filter(({ field }) => field in answers);
      const before = new Set(review(to, {}, '2026-11-23').map(({ field, words }) => `${field} ${words}`));
      // Two answers that contradict each other, one of them the other paper’s, are rightly named there.
      const told = wrong.filter(
        ({ kind, field, words }) => kind !== 'conflict' && !before.has(`${field} ${words}`),
      );
      expect([from.slug, to.slug, told]).toEqual([from.slug, to.slug, []]);
      carried += Object.keys(answers).length;
    }
  expect(carried).toBeGreaterThan(1500);
});

test('law: nothing that was answered there is replaced, and nobody changes sides', () => {
  for (const from of documents)
    for (const to of documents) {
      const shared = sharedWith(from, to);
      const standing = sampleAnswers(to);
      const carried = carriedTo(shared, sampleAnswers(from), JSON.stringify(standing));
      const begun = beginWith(to, JSON.stringify(standing), JSON.stringify(carried));
      const [stood, stands] = [leavesOf(standing), leavesOf(begun)];
      const answered = Object.keys(stood).filter((path) => !isBlankLeaf(stood[path]));
      expect(answered.filter((path) => !isSameLeaf(stood[path], stands[path]))).toEqual([]);
      // Nobody gets somebody else’s email address.
      const others = Object.entries(shared).filter(([there, here]) => {
        const [one, other] = [standing[there], sampleAnswers(from)[here]] as { name?: string }[];
        return one?.name && one.name !== other?.name;
      });
      for (const [there] of others) expect(begun[there]).toEqual(standing[there]);
      const sides = Object.entries(shared).filter(([name]) =>
        allFields(to).some((field) => field.name === name && field.kind.type === 'party'),
      );
      expect(new Set(sides.map(([, here]) => here)).size).toBe(sides.length);
    }
});

test('who fills in stays who fills in, on whichever side of the paper', () => {
  expect(sharedWith(pick('mutual-nda'), pick('statement-of-work'))).toMatchObject({
    supplier: 'sideA',
    client: 'sideB',
  });
  expect(sharedWith(pick('statement-of-work'), pick('invoice'))).toMatchObject({
    seller: 'supplier',
    buyer: 'client',
    currency: 'currency',
  });
  expect(sharedWith(pick('saas-agreement'), pick('privacy-policy'))).toMatchObject({
    controller: 'provider',
  });
  // Of several founders nobody is the company.
  expect(sharedWith(pick('founder-agreement'), pick('advisor-agreement'))).not.toHaveProperty('company');
});
