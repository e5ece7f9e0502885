import { declaredRoutes } from '../src/apps/server/http/routes.check.ts';
import { earlierFindings } from '../testing/earlier-findings.ts';
import { randomOf } from '../testing/random.ts';
import { sweep } from '../testing/sweep.ts';
import { shotsOf } from '../testing/shots.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';
import { newEmail, password } from './members.ts';

test('whatever strangers and free members send, nobody else waits, and nothing breaks', async () => {
  test.setTimeout(180_000);
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const signedUp = await fetch(`${hub.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'Mallory', email: newEmail('mallory'), password }),
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { paths } = (await (await fetch(`${hub.url}/api/openapi.json`)).json()) as {
    paths: Parameters<typeof shotsOf>[0];
  };
  const seed = Math.floor(Date.now() / 86_400_000);
  const random = randomOf(seed);
  const all = shotsOf(paths, declaredRoutes());
  // Others each day; all of them by `npm run torture -- sweep`.
  const some = all.filter(() => random() < 500 / all.length);
  expect(all.length).toBeGreaterThan(10_000);
  const found = await sweep({
    url: hub.url,
    shots: [...earlierFindings, ...some],
    seed,
    cookies: [cookie],
    seconds: 25,
  });
  expect(found.faults, `seed ${seed}`).toEqual([]);
  expect(found.stalls, `seed ${seed}`).toEqual([]);
  expect(found.sent).toBeGreaterThan(100);
});
