import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test('[law] a slug is empty or what an address takes, and stays as it is when it is made again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.integer({ min: 1, max: 60 }),
      (text, most) => {
        const slug = slugOf(text, most);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(most);
        expect(slugOf(slug, most)).toBe(slug);
      },
    ),
  );
  expect([slugOf('Café & bar!'), slugOf('Ünïcode — 2'), slugOf('ไม่มี')]).toEqual([
    'cafe-bar',
    'unicode-2',
    '',
  ]);
});
