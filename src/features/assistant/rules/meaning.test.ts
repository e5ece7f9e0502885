import { expect, test } from 'vitest';
import { shippedMeaning } from '#features/assistant/server/meaning/shipped.ts';
import { shippedWords } from '#testing/shipped-words.ts';
import { nearness, readMeaning, writtenMeaning } from './meaning.ts';

test('a table that was written is read as it was, up to its rounding', () => {
  const words = shippedWords();
  const table = new Map([
    ['invoice', new Float32Array([1, -2, 0.5])],
    ['dog', new Float32Array([-300, 1, 2])],
  ]);
  const read = readMeaning(writtenMeaning(3, table));
  const place = read.placeOf('invoice', words);
  expect(place?.map((one) => Math.round(one * 20))).toEqual(
    new Float32Array([1, -2, 0.5]).map((one) => Math.round((one / Math.hypot(1, 2, 0.5)) * 20)),
  );
  expect(read.placeOf('nothing known', words)).toBeNull();
});

test('what means the same lies near, across languages, and what does not lies apart', () => {
  const meaning = shippedMeaning();
  const words = shippedWords();
  const near = (a: string, b: string) =>
    nearness(
      meaning.placeOf(a, words) ?? new Float32Array(meaning.size),
      meaning.placeOf(b, words) ?? new Float32Array(meaning.size),
    );
  const owed = 'the client still owes me money for the work';
  expect(near(owed, 'der Kunde hat die Rechnung nicht bezahlt')).toBeGreaterThan(0.6);
  expect(near(owed, 'le client ne paie pas la facture')).toBeGreaterThan(0.6);
  expect(near(owed, 'I forgot my password')).toBeLessThan(0.3);
});
