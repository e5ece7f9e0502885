import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { markdownFault } from './markdown-bounds.ts';

const letters = 50_000;
const units = [
  'a*a',
  '*a_',
  '**a',
  '_a_ ',
  '&a ',
  '[a',
  '`a ``',
  '<a ',
  '![',
  '> ',
  '- ',
  '1. ',
  '~~a',
  '| a ',
  'x',
];

const text = fc
  .tuple(
    fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' ', '\n', '\n\n'),
  )
  .map(([parts, gap]) => {
    const unit = parts.join('') + gap;
    return unit.repeat(Math.ceil(letters / unit.length)).slice(0, letters);
  });

test('what the desk lets through is read within two seconds and overflows nothing', () => {
  fc.assert(
    fc.property(text, (words) => {
      if (markdownFault(words) !== null) return true;
      const began = performance.now();
      renderMarkdown(words);
      return performance.now() - began < 2000;
    }),
    { numRuns: 40 },
  );
});

test('one paragraph full of marks and a quote in a thousand quotes are told in words', () => {
  expect(markdownFault('*a_'.repeat(2000))).toContain('marks such as * and _');
  expect(markdownFault(`${'> '.repeat(1000)}a`)).toContain('inside each other');
  expect(markdownFault('- one\n  - two\n\n**Bold**, _so_ and [there](/x).')).toBeNull();
});
