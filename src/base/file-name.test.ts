import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmlessName } from './file-name.ts';

test('[law] a name of a file leads nowhere, fits anywhere, and is its own harmless name', () => {
  const nasty = fc.constantFrom(
    '../',
    '..\\',
    '\0',
    'CON',
    'nul.',
    'aux.txt',
    '.',
    ' ',
    '\u202E',
    '💥',
    'é',
    '界',
    '%2e',
    ':',
    '/',
  );
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(nasty, { maxLength: 400 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(names, (given) => {
      const name = harmlessName(given);
      expect(name).not.toMatch(/[/\\\0:*?"<>|]|^[. ]|[. ]$|^(?:con|nul|aux)(?:\.|$)/i);
      expect(name.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(harmlessName(name)).toBe(name);
      expect(name.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['Launch kit (2).pdf', 'Launch kit (2).pdf'],
  ['C:\\Users\\Ada\\vertrag.docx', 'vertrag.docx'],
  ['../../etc/passwd', 'passwd'],
  ['.env', 'env'],
  ['con.txt', '_con.txt'],
  ['  ', 'file'],
  [`${'a'.repeat(300)}.zip`, `${'a'.repeat(95)}.zip`],
  ['a&b<c>.png', 'a-b-c-.png'],
  ['Übersicht.xlsx', 'Übersicht.xlsx'],
])('%s is kept as %s', (given, kept) => {
  expect(harmlessName(given)).toBe(kept);
});
