import { expect, test } from 'vitest';
import { nearness } from '#features/assistant/rules/meaning.ts';
import { shippedWords } from '#testing/shipped-words.ts';
import { shippedMeaning } from './shipped.ts';

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
