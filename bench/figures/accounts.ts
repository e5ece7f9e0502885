import { createHashing } from '#features/accounts/server/hashing.ts';
import { startHub } from '../../e2e/hub.ts';
import { atMost, cpuOf, cpuPerRequest, type Figure, median } from '../kit.ts';
import { signUp } from '../torture/kit.ts';

/** What it costs to know who asks, and what a sign-in costs beside the hash that it is there for. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const { cookie } = await signUp(hub.url);
  const url = `${hub.url}/api/plans`;
  const checks: number[] = [];
  for (let round = 0; round < 5; round++) {
    const guest = await cpuPerRequest(hub.pid, { url, amount: 3000 });
    checks.push((await cpuPerRequest(hub.pid, { url, headers: { cookie }, amount: 3000 })) - guest);
  }

  const hashing = createHashing();
  const password = 'seven quiet herons';
  const bench = { caller: 'bench' };
  const stored = await hashing.hash(password, bench);
  let people = 0;
  const signIn = async () => {
    const address = `10.7.0.${++people}`;
    const answer = await fetch(`${hub.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `torture.${process.pid}.1@example.com`, password }),
    });
    if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`);
  };
  const several = 8;
  await signIn();
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = cpuOf(hub.pid);
    for (let n = 0; n < several; n++) await signIn();
    const whole = cpuOf(hub.pid) - before;
    const began = process.cpuUsage();
    for (let n = 0; n < several; n++) await hashing.verify(stored, password, bench);
    const { user, system } = process.cpuUsage(began);
    ratios.push(whole / ((user + system) / 1000));
  }
  const gaps: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = 0; round < 15; round++)
    for (const who of ['known', 'unknown'] as const) {
      const email = who === 'known' ? `torture.${process.pid}.1@example.com` : `nobody${round}@example.com`;
      const asked = performance.now();
      await fetch(`${hub.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.1.${++people}` },
        body: JSON.stringify({ email, password: 'not this one at all' }),
      });
      gaps[who].push(performance.now() - asked);
    }
  const gap = Math.abs(median(gaps.known) - median(gaps.unknown));
  return [
    atMost('a wrong password, known against unknown address', gap, 10, 'ms'),
    atMost('a session check, CPU of the hub', median(checks), 1, 'ms', 2),
    atMost('a sign-in, CPU against its hash alone', median(ratios), 1.1, 'x', 2),
  ];
}
