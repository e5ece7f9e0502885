import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerTo } from '#features/assistant/rules/answer.ts';
import { planDraft } from '#features/documents/rules/writer/write.ts';
import { placesIn, shippedLibrary } from './assistant-library.ts';
import { finderOf, shippedDocuments } from './document-finder.ts';

/** Each with the addresses of which a right answer names one; `-` where there is nothing that fits. */
const asked = readFileSync('testing/asked-by-a-stranger.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [whom = '', , ask = '', to = ''] = line.split('\t');
    return { whom, ask, to: to.trim().split(/\s+/) };
  });
const of = (whom: string) => asked.filter((one) => one.whom === whom);

test('the assistant answers most of what nobody looked at while it was tuned', async () => {
  const library = await shippedLibrary();
  const right = of('assistant').filter(({ ask, to }) => {
    const answer = answerTo(library, ask);
    if (!answer.isKnown) return to.includes('-');
    const places = placesIn(answer);
    return to.some((path) => places.includes(path.replace(/#[^]*/, '')));
  });
  expect(right.length).toBeGreaterThanOrEqual(34);
});

test('the generator finds most documents in words that nobody looked at', () => {
  const finder = finderOf(shippedDocuments());
  const right = of('generator').filter(({ ask, to }) => {
    const plan = planDraft(ask, finder);
    return plan.found && to.includes(`/documents/${plan.slug}`);
  });
  expect(right.length).toBeGreaterThanOrEqual(26);
});
