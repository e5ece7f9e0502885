import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import { cleanAfterSignOut, offerSignIn, onSignOut, requestSignIn, withSession } from './session.ts';

test('with nothing registered, asking for a sign-in returns false', async () => {
  expect(await requestSignIn()).toBe(false);
});

test('a save whose session ended completes once the session is restored, and only then', async () => {
  let isIn = false;
  const save = async () => {
    if (!isIn) throw new Problem('unauthenticated');
    return 'saved';
  };
  let willSignIn = false;
  const takeBack = offerSignIn(async () => (isIn = willSignIn));
  await expect(withSession(save)).rejects.toMatchObject({ code: 'unauthenticated' });
  willSignIn = true;
  expect(await withSession(save)).toBe('saved');
  takeBack();
  isIn = false;
  await expect(withSession(save)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('any other failure doesn’t ask for a sign-in', async () => {
  let asked = 0;
  const takeBack = offerSignIn(async () => {
    asked += 1;
    return true;
  });
  await expect(
    withSession(async () => {
      throw new Problem('conflict');
    }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(asked).toBe(0);
  takeBack();
});

test('a cleaner that fails or hangs doesn’t block signing out', async () => {
  const cleaned: string[] = [];
  const take = [
    onSignOut(() => {
      throw new Error('broken');
    }),
    onSignOut(() => new Promise(() => {})),
    onSignOut((uid) => void cleaned.push(uid)),
  ];
  await cleanAfterSignOut('usr_ada', 5);
  expect(cleaned).toEqual(['usr_ada']);
  for (const back of take) back();
  await cleanAfterSignOut('usr_eve', 5);
  expect(cleaned).toEqual(['usr_ada']);
});
