import { expect, test } from 'vitest';
import { shippedLibrary } from '#testing/assistant-library.ts';
import { shippedWordsText } from '#testing/shipped-words.ts';
import { answerTo } from './answer.ts';
import { notSpokenOf, readConditions } from './conditions.ts';

const conditions = readConditions(shippedWordsText());

test('what the question says and the answer does not is named in the question’s language', () => {
  const answer = 'In France you pay VAT.';
  expect(notSpokenOf(conditions, 'I live in Germany, do I pay VAT', answer, 'en')).toEqual(['Germany']);
  expect(notSpokenOf(conditions, 'ich wohne in Deutschland', answer, 'de')).toEqual(['Deutschland']);
  expect(notSpokenOf(conditions, 'I live in France', answer, 'en')).toEqual([]);
  expect(notSpokenOf(conditions, 'a German client', 'In Deutschland gilt das nicht.', 'en')).toEqual([]);
});

test('an answer that does not speak of the country says so', async () => {
  const library = await shippedLibrary();
  expect(answerTo(library, 'when to raise my prices').reply).not.toMatch(/isn’t specific to/);
  expect(answerTo(library, 'how do I raise my prices for my clients in Poland').reply).toMatch(
    /This answer isn’t specific to Poland\./,
  );
});
