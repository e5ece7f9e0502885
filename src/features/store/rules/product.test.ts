import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTemplatePurchased, withUnlocked } from './owned-templates.ts';
import { bytesInWords, filesInWords, isNewOn } from './product.ts';

test('sizes are said in two figures', () => {
  const said = [0, 999, 1000, 1499, 99_400, 999_499, 999_500, 1_234_567, 12_345_678, 2_500_000_000].map(
    bytesInWords,
  );
  expect(said).toEqual([
    '0 B',
    '999 B',
    '1 KB',
    '1 KB',
    '99 KB',
    '999 KB',
    '1.0 MB',
    '1.2 MB',
    '12 MB',
    '2.5 GB',
  ]);
});

test('law: a version is news for the fourteen days from its own on, whichever day that is', () => {
  const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -400, max: 400 }), (born, age) => {
      expect(isNewOn(day(born), day(born + age))).toBe(age >= 0 && age < 14);
    }),
  );
});

test('a packed folder counts as what is inside', () => {
  expect(
    filesInWords([
      { bytes: 1000, holds: 40 },
      { bytes: 500, holds: null },
    ]),
  ).toBe('41 files, 2 KB');
  expect(filesInWords([{ bytes: 500, holds: null }])).toBe('1 file, 500 B');
});

test('[STORE-5] a template is purchased when the user’s list or the browser’s names it', () => {
  const lists = { ofUser: ['proposal'], ofBrowser: ['retainer'] };
  expect(['proposal', 'retainer', 'invoice'].map((id) => isTemplatePurchased(id, lists))).toEqual([
    true,
    true,
    false,
  ]);
});

test('[STORE-5] buying adds what a product unlocks, once, and it ends with its order', () => {
  const order = (state: string, unlocks: string[], withdrawnAt: string | null = null) => ({
    state,
    withdrawnAt,
    lines: [{ unlocks }, { unlocks: [] }],
  });
  const paid = order('paid', ['proposal', 'retainer']);
  expect(withUnlocked(['own', 'proposal'], [paid])).toEqual(['own', 'proposal', 'retainer']);
  expect(withUnlocked(['own', 'retainer'], [order('refunded', ['retainer'])])).toEqual(['own']);
  expect(withUnlocked(['own'], [order('paid', ['own'], '2026-11-22')])).toEqual([]);
  // Another order of the same still gives it.
  expect(withUnlocked(['retainer'], [order('refunded', ['retainer']), paid])).toContain('retainer');
});
