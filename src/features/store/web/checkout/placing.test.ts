import { afterEach, expect, test, vi } from 'vitest';
import { capture } from './placing.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (...answers: (() => Response)[]) => {
  const asked = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next?.() ?? Response.error();
  });
  vi.stubGlobal('fetch', asked);
  return asked;
};
const lost = () => {
  throw new TypeError('Failed to fetch');
};
const noPause = async () => {};

test('[PAY-3] a lost answer to a payment that was agreed to is asked for again', async () => {
  const asked = answering(lost, lost, () => Response.json({ state: 'paid', words: '' }));
  expect(await capture('token', noPause)).toEqual({ state: 'paid', words: '' });
  expect(asked).toHaveBeenCalledTimes(3);
});

test('[PAY-3] when no answer comes at all, nobody claims that nothing was charged', async () => {
  answering(lost);
  const refused = await capture('token', noPause).catch((error: Error) => error.message);
  expect(refused).toContain('You approved the payment');
  expect(refused).not.toContain('Nothing was charged');
});

test('a definite no is said as it is, and not asked for again', async () => {
  const error = { code: 'conflict', message: 'Your cart was changed in another window.' };
  const asked = answering(() => Response.json({ error }, { status: 409 }));
  await expect(capture('token', noPause)).rejects.toThrow('changed in another window');
  expect(asked).toHaveBeenCalledTimes(1);
});
