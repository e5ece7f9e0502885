import { expect, test } from 'vitest';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { createHashing, type Hashing } from './hashing.ts';

const db = await useDatabase();
const password = 'meadow-lantern-otter';

test('a password that is changed while somebody signs in with it opens no session', async () => {
  const real = createHashing({ log2N: 4, r: 8, p: 1 });
  let meanwhile: () => Promise<unknown> = async () => {};
  const slow: Hashing = {
    hash: real.hash,
    async verify(...asked) {
      const isRight = await real.verify(...asked);
      const act = meanwhile;
      meanwhile = async () => {};
      await act();
      return isRight;
    },
  };
  const hub = accountsHub(db, { hashing: slow });
  const owner = hub.browser();
  await owner.post('/api/auth/sign-up', { displayName: 'Ada', email: 'ada@example.com', password });
  meanwhile = () =>
    owner.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'heron-lantern-otter',
    });
  const thief = hub.browser();
  expect((await thief.post('/api/auth/sign-in', { email: 'ada@example.com', password })).status).toBe(401);
  expect(await thief.who()).toBeNull();
  expect(await owner.who()).not.toBeNull();
  expect((await db.pool.query('select from account_session')).rowCount).toBe(1);
});
