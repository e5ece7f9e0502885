import { expect, test } from 'vitest';
import { asProblem } from './unavailable.ts';

const coded = (code: string, facts: object = {}) =>
  Object.assign(new Error('of PostgreSQL'), { code, ...facts });

test.each([
  ['refused', coded('ECONNREFUSED')],
  ['no socket', coded('ENOENT', { syscall: 'connect' })],
  ['cut', coded('ECONNRESET')],
  ['shut down', coded('57P01')],
  ['starting', coded('57P03')],
  ['connection failure', coded('08006')],
  ['too many connections', coded('53300')],
  ['disk full', coded('53100')],
  ['cut while asked', new Error('Connection terminated unexpectedly')],
  ['no free connection in time', new Error('timeout exceeded when trying to connect')],
  ['used after a cut', new Error('Client has encountered a connection error and is not queryable')],
])('a lost database is "unavailable, try again": %s', (_, error) => {
  expect(asProblem(error)).toMatchObject({
    code: 'unavailable',
    status: 503,
    details: { retryAfterSeconds: 5 },
  });
});

test.each([
  ['a row that is there already', coded('23505')],
  ['a mistake in SQL', coded('42601')],
  ['a missing file', coded('ENOENT', { syscall: 'open' })],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'Connection terminated'],
])('what is not a lost database stays what it is: %s', (_, error) => {
  expect(asProblem(error)).toBeUndefined();
});
