import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { createHashing } from './hashing.ts';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const real = createHashing({ log2N: 10, r: 8, p: 1 });
let hashing = Promise.resolve();
const hub = accountsHub(db, {
  hashing: {
    hash: real.hash,
    async verify(...asked) {
      await hashing;
      return real.verify(...asked);
    },
  },
});
const answered: number[] = [];
const server = createAdaptorServer({
  async fetch(request, env) {
    const response = await hub.app.fetch(request, env);
    answered.push(response.status);
    return response;
  },
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  });

const person = { email: 'socket@example.com', password: 'meadow-lantern-otter' };
const sessions = async () => (await db.pool.query('select id from account_session')).rowCount;

test('over a real connection a sign-in succeeds, and one whose caller hangs up leaves no session', async () => {
  expect((await post('/api/auth/sign-up', { ...person, displayName: 'Socket' })).status).toBe(200);
  expect((await post('/api/auth/sign-in', person)).status).toBe(200);
  const before = await sessions();

  let goOn = () => {};
  hashing = new Promise((resolve) => (goOn = resolve));
  const hangUp = new AbortController();
  const answer = post('/api/auth/sign-in', person, hangUp.signal);
  setTimeout(() => hangUp.abort(), 200);
  await expect(answer).rejects.toThrow();
  // The line goes down a moment after the caller let go of it.
  await new Promise((resolve) => setTimeout(resolve, 100));
  goOn();
  await expect.poll(() => answered).toEqual([200, 200, 409]);
  expect(await sessions()).toBe(before);
});
