import { expect, test } from 'vitest';
import { again } from './again.mjs';

interface Life {
  ready: boolean;
  seconds: number;
  code: number;
  stopped?: string;
}

/** What happens to a hub that lives these lives, one after another. */
async function lived(lives: Life[], leftAfter = Infinity) {
  const said: string[] = [];
  const waits: number[] = [];
  let clock = 0;
  let at = 0;
  const code = await again(
    async (ready) => {
      const life = lives[at++];
      if (!life) throw new Error('started once too often');
      if (life.ready) ready();
      clock += life.seconds * 1000;
      return life;
    },
    {
      say: (words) => said.push(words),
      now: () => clock,
      wait: async (milliseconds) => void waits.push(milliseconds / 1000),
      isAbandoned: () => waits.length >= leftAfter,
    },
  );
  return { code, starts: at, waits, said };
}
const died = (seconds: number): Life => ({ ready: true, seconds, code: 134 });

test('a hub that crashed is restarted, sooner if it ran for long', async () => {
  const lives = [died(3600), died(3600), died(5), died(5), died(7200), { ready: true, seconds: 9, code: 0 }];
  expect(await lived(lives)).toMatchObject({ code: 0, starts: 6, waits: [1, 1, 2, 4, 1] });
});

test('after five quick crashes it isn’t restarted, and the message says so', async () => {
  const { code, starts, waits, said } = await lived(Array.from({ length: 9 }, () => died(2)));
  expect({ code, starts, waits }).toEqual({ code: 134, starts: 5, waits: [1, 2, 4, 8] });
  expect(said.at(-1)).toMatch(/Crashed 5 times.*not restarting.*error above/);
});

test.each([
  ['a wrong setting', { ready: false, seconds: 1, code: 1 }],
  ['an orderly end', { ready: true, seconds: 1, code: 0 }],
  ['a stop', { ready: true, seconds: 1, code: 143, stopped: 'SIGTERM' }],
  ['a stop that had to be forced', { ready: true, seconds: 1, code: 1, stopped: 'SIGINT' }],
])('%s is no death', async (_, life) => {
  expect(await lived([life])).toMatchObject({ code: life.code, starts: 1, said: [] });
});

test('a restart that was asked for comes at once, however often, and is no crash', async () => {
  const asked: Life = { ready: true, seconds: 2, code: 75 };
  const lives = [...Array.from({ length: 9 }, () => asked), { ready: true, seconds: 1, code: 0 }];
  const { code, starts, waits, said } = await lived(lives);
  expect({ code, starts, waits }).toEqual({ code: 0, starts: 10, waits: [] });
  expect(said.join()).not.toContain('Crashed');
  // A start that fails after it is tried again, as after a crash.
  const failing = [asked, { ready: false, seconds: 1, code: 1 }, { ready: true, seconds: 1, code: 0 }];
  expect(await lived(failing)).toMatchObject({ code: 0, starts: 3, waits: [1] });
});

test('a second start that fails is tried again: its database may still be letting go', async () => {
  const lives = [died(3600), { ready: false, seconds: 1, code: 1 }, { ready: true, seconds: 1, code: 0 }];
  expect(await lived(lives)).toMatchObject({ code: 0, starts: 3, waits: [1, 2] });
});

test('whoever went away meanwhile has no hub started for them', async () => {
  expect(await lived([died(3600), died(1)], 1)).toMatchObject({ starts: 1 });
});
