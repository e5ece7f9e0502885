import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import { classify } from './failure.ts';

const timedOut = Object.assign(new Problem('unavailable'), { name: 'TimedOut' });

test.each([
  ['a wrong password', new Problem('unauthenticated', 'Wrong email address or password.'), 'definite'],
  ['a taken address', new Problem('conflict'), 'definite'],
  ['too many tries', new Problem('too_many'), 'definite'],
  ['a field that is not right', new Problem('bad_request'), 'definite'],
  ['a suspended account', new Problem('forbidden', 'This account is suspended.'), 'suspended'],
  ['a suspended backend', new Problem('unavailable', 'Consumer has been Suspended'), 'suspended'],
  ['a refused permission', new Error('FirebaseError: permission-denied'), 'permission-denied'],
  ['an answer that came too late', timedOut, 'timeout'],
  ['a time-out of the browser itself', new DOMException('late', 'TimeoutError'), 'timeout'],
  ['no network', new TypeError('Failed to fetch'), 'unavailable'],
  ['503', new Problem('unavailable'), 'unavailable'],
  ['500', new Problem('internal'), 'unavailable'],
  ['a thrown string', 'boom', 'unavailable'],
  ['nothing at all', undefined, 'unavailable'],
])('[AUTH-5] %s counts as what it is', (_what, error, kind) => {
  expect(classify(error)).toBe(kind);
});
