import { expect, test } from 'vitest';
import { nearest, slipsBetween } from './nearest.ts';

const known = ['/store', '/support', '/tools', '/terms'];

test('a mistyped word finds the intended one, nearest first', () => {
  expect(nearest('/Suport', known)).toEqual(['/support']);
  expect(nearest('/tols', known, 3)[0]).toBe('/tools');
});

test('an unrelated word finds nothing', () => {
  expect(nearest('/wp-admin.php', known)).toEqual([]);
});

test('typos are counted the way people make them', () => {
  expect([
    slipsBetween('invoice', 'invioce'),
    slipsBetween('invoice', 'invoce'),
    slipsBetween('', 'abc'),
  ]).toEqual([1, 1, 3]);
});
