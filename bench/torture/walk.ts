import { startGround } from '../../e2e/walk/world.ts';
import { foundBefore } from '../../e2e/walk/stories.ts';
import { retell, shortActs, walk } from '../../e2e/walk/walk.ts';
import { atMost, type Figure } from '../kit.ts';
import type { Plan } from './kit.ts';

/** Random people in real browsers: nobody comes upon another's words, and none of them are lost. */
export async function torture({ seed, isShort, minutes, say }: Plan): Promise<Figure[]> {
  // Another state of the code, built: what would have been found there.
  await using ground = await startGround(process.env['WALK_CODE']);
  // What broke once is told first.
  const again = await retell(ground, Object.keys(foundBefore));
  for (const { words, story } of again) say([...story, words].join('\n    '));
  const last = Date.now() + (minutes ?? (isShort ? 3 : 120)) * 60_000;
  const { findings, stories, acts, stuck } = await walk(ground, {
    seed,
    // A browser that was ended from outside tells no more stories.
    until: () => Date.now() > last || !ground.browser.isConnected(),
    ...(isShort && { acts: shortActs }),
    say,
  });
  const told = findings.map(({ words }) => words).join(' ');
  return [
    atMost('stories that broke a law before, and do again', again.length, 0, '', 0),
    atMost(
      `laws broken in ${stories} stories of ${acts} acts${told && `: ${told}`}`,
      findings.length,
      0,
      '',
      0,
    ),
    atMost('stories that could not be told to their end', stuck.length, Math.ceil(stories / 20), '', 0),
  ];
}
