import { expect, test } from 'vitest';
import { readLibrary } from '#features/documents/server/library.ts';
import { keptRequests, score } from '../bench/requests/score.ts';

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
