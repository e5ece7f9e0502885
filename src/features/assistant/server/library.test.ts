import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Knowledge } from '#base/knowledge.ts';
import { silentLog } from '#platform/server/log.ts';
import { openLibrary } from './library.ts';
import { shippedMeaning } from './meaning/shipped.ts';

test('[law] while thousands of products are made findable nobody else waits, and the newest are found', async () => {
  const own = await mkdtemp(join(tmpdir(), 'library-'));
  onTestFinished(() => rm(own, { recursive: true }));
  const productsOf = (year: number): Knowledge[] =>
    Array.from({ length: 3000 }, (_, nth) => ({
      kind: 'product',
      path: `/product/pack-${nth}`,
      title: `Pack ${nth} of ${year}`,
      summary: 'Icons, fonts and templates for whoever builds things alone.',
      facts: '$15',
      tags: 'design, icons',
      text: 'What is in it, for whom it is, and how it is used. '.repeat(5),
    }));
  let products = productsOf(2025);
  const texts = [readFileSync('content/words.txt', 'utf8')];
  const library = openLibrary({
    log: silentLog,
    shipped: 'content/advice',
    own: join(own, 'advice'),
    knowledge: () => [products],
    pages: () => ['/store'],
    guess: () => [],
    meanings: () => texts,
  });
  await library.fresh();
  shippedMeaning();
  products = productsOf(2026);
  const asked = Promise.all([library.now(), library.now()]);
  // Each turn of the loop is one that a request would have had.
  const waits: number[] = [];
  let isMade = false;
  void asked.then(() => (isMade = true));
  while (!isMade) {
    const began = performance.now();
    await setImmediate();
    waits.push(performance.now() - began);
  }
  const [one, same] = await asked;
  expect(one).toBe(same);
  expect(one.find('Pack 7 of 2026').hits[0]?.thing.title).toBe('Pack 7 of 2026');
  const sorted = waits.toSorted((a, b) => a - b);
  expect(waits.length).toBeGreaterThan(30);
  expect(sorted.at(-1)).toBeLessThan(250);
});
