import { expect, test } from '@playwright/test';
import { peopleActs } from './walk/acts-people.ts';
import { typingActs } from './walk/acts-typing.ts';
import { type Ground, startGround } from './walk/world.ts';
import { retell, walk } from './walk/walk.ts';

/** The short form of `npm run torture -- walk`: four stories that broke a law once, and one by chance. */
let ground: Ground;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  ground = await startGround();
});
test.afterAll(() => ground[Symbol.asyncDispose]());
test.setTimeout(240_000);

for (const name of [
  'the answers of a document stay for the next person',
  'the letter to the owner stays for the next person',
  'a letter begun where there is no room goes with working offline',
  'names from the home page are said to be kept where there is no room',
])
  test(`no more: ${name}`, async () => {
    expect(await retell(ground, [name])).toEqual([]);
  });

test('people type, sign up, out and in: nobody comes upon what is not theirs, and nothing is lost', async () => {
  let stories = 0;
  const { findings, stuck, acts } = await walk(ground, {
    seed: 21,
    until: () => stories++ > 0,
    acts: [...typingActs, ...peopleActs],
    length: 10,
    tries: 8,
  });
  expect(findings).toEqual([]);
  expect(stuck).toEqual([]);
  expect(acts).toBe(10);
});
