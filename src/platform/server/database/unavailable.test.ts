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
  ['a name that still leads to the former primary', coded('25006')],
  ['disk that fails', coded('58030')],
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
])('any other error is unchanged: %s', (_, error) => {
  expect(asProblem(error)).toBeUndefined();
});

test.each([
  ['a character that no text has', '22021'],
  ['the same inside JSON', '22P05'],
  ['a number that no column holds', '22003'],
  ['a day before all days', '22008'],
  ['half a character', '22P02'],
])('input that the database can’t store is a client error: %s', (_, code) => {
  expect(asProblem(coded(code))).toMatchObject({ code: 'bad_request', status: 400 });
});
