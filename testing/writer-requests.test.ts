import { expect, test } from 'vitest';
import { readLibrary } from '#features/documents/server/library.ts';
import { isMet, keptRequests, score, strangersRequests } from '../bench/requests/score.ts';

const library = new Map([
  ...readLibrary('content/documents', 'nowhere'),
  ...readLibrary('content/templates', 'nowhere'),
]);

test('[AI-1] of the requests that the writer was not tuned with, 95 of 100 get the right document, 90 of 100 facts their field', () => {
  const { unseen } = keptRequests();
  const { right, documents, placed, facts, misses } = score(unseen, library);
  expect(documents).toBe(40);
  expect([right / documents >= 0.95, placed / facts >= 0.9], misses.join('\n')).toEqual([true, true]);
});

test('[AI-1] requests as strangers type them, in four languages and with slips, get their document; what is vague is asked back, what harms is refused', () => {
  const { documents, others } = strangersRequests();
  const { right, placed, facts, misses } = score(documents, library);
  expect([right / documents.length >= 0.95, placed / facts >= 0.95], misses.join('\n')).toEqual([true, true]);
  expect(others.length).toBeGreaterThanOrEqual(40);
  expect(others.filter((one) => !isMet(one, library)).map(({ ask }) => ask)).toEqual([]);
});
