import { expect, test } from 'vitest';
import { freshTables } from '#testing/database.ts';
import { faultsOf, killFollowups } from '#testing/followup-kills.ts';
import { randomOf } from '#testing/random.ts';

test(
  'workers killed amid mixed sequences send each at most once, forget none and stop at a purchase',
  { timeout: 120_000 },
  async () => {
    const killed = await killFollowups({
      // Of this try alone: a second one finds nothing of the first.
      database: { DATABASE_URL: await freshTables() },
      people: 12,
      kills: 3,
      random: randomOf(11),
    });
    expect(faultsOf(killed)).toEqual({
      twice: [],
      unexplained: [],
      unended: [],
      notBegun: [],
      begunTwice: [],
    });
    expect(killed.afterBuying).toEqual([]);
    expect(killed.arrived.length).toBeGreaterThan(15);
  },
);
