import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath, signInPath } from './return-path.ts';

test.each([
  '/',
  '/checkout',
  '/product/nda-kit?from=mail#price',
  '/my-purchases',
  '/tools/funnel-builder?id=1',
])('[ROUTE-3] after signing in one comes back to %s', (path) => {
  expect(safeReturnPath(path)).toBe(path);
  expect(new URLSearchParams(signInPath(path).split('?')[1]).get('next')).toBe(path);
});

test.each([
  ['no wish', null],
  ['an empty wish', ''],
  ['//e', '//evil.example'],
  ['/\\e', '/\\evil.example'],
  ['\\\\e', '\\\\evil.example'],
  ['https:e', 'https:evil.example'],
  ['https://e', 'https://evil.example'],
  ['javascript:', 'javascript:alert(1)'],
  ['a tab', '/\t/evil.example'],
  ['a line break', '/\n/evil.example'],
  ['a leading space', ' //evil.example'],
  ['a NUL', '/\u0000/evil.example'],
  ['dots that fall away', '/.//evil.example'],
  ['more dots', '/a/..//evil.example'],
  ['encoded dots', '/%2e//evil.example'],
  ['a relative path', 'evil'],
  ['an API address', '/api/auth/sign-out'],
  ['the sign-in page itself', '/signin?next=/signin'],
  ['very long text', `/${'a'.repeat(3000)}`],
])('an open redirect by %s stays here', (_what, wanted) => {
  expect(safeReturnPath(wanted)).toBe('/dashboard');
});

test('whatever is wanted, a browser stays on this hub', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    'https:',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    'evil.example',
    ':',
    '；',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
      ),
      (wanted) => {
        const path = safeReturnPath(wanted);
        expect(new URL(path, 'https://hub.example/signin').origin).toBe('https://hub.example');
        expect(path).toMatch(/^\/(?![/\\])/);
      },
    ),
    { numRuns: 2000 },
  );
});
