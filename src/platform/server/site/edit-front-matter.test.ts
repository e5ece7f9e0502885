import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editMarkdownFile, madeFrom } from './edit-front-matter.ts';
import { parseMarkdownFile } from './front-matter.ts';

const text = `---
# What it is
title: "Launch kit"   # short
tags: [saas, launch]
mine: 'a key of my own'

licence:
  name: One person   # as agreed
  words: >-
    Use it
    anywhere.
  file: LICENCE.md
files:
  # first
  - file: files/a.md
    words: The first
  # second
  - file: files/b.md
    words: 'The second'   # b
    pages: 2
order: 40
---
Words.
`;

const edit = (wanted: Parameters<typeof editMarkdownFile>[2], body?: string) =>
  editMarkdownFile('product.md', text, wanted, body);
const dataOf = (file: string) => parseMarkdownFile('product.md', file).data as Record<string, unknown>;

test('a value changes where it stands, and nothing else does', () => {
  expect(edit({ title: 'Launch: a kit' })).toBe(text.replace('"Launch kit"', '"Launch: a kit"'));
  expect(edit({ licence: { name: 'A team' } })).toBe(text.replace('One person', 'A team'));
  expect(edit({ tags: ['saas'] })).toBe(text.replace('[saas, launch]', '[saas]'));
  expect(edit({ order: undefined })).toBe(text.replace('order: 40\n', ''));
  expect(edit({ onSale: 'no' })).toBe(text.replace('order: 40\n', 'order: 40\nonSale: no\n'));
  expect(edit({}, 'Other words.\n')).toBe(text.replace('Words.', 'Other words.'));
});

test('entries of a list move with their comments, and a new one stands below', () => {
  const first = '  # first\n  - file: files/a.md\n    words: The first\n';
  const second = "  # second\n  - file: files/b.md\n    words: 'The second'   # b\n    pages: 2\n";
  expect(edit({ files: [{ [madeFrom]: 1 }, { [madeFrom]: 0 }] as never })).toBe(
    text.replace(first + second, second + first),
  );
  expect(
    edit({
      files: [
        { [madeFrom]: 0, words: 'One' },
        { file: 'files/c.md', words: 'c' },
      ] as never,
    }),
  ).toBe(text.replace('The first', 'One').replace(second, '  - file: files/c.md\n    words: c\n'));
});

const odd = [
  '',
  'null',
  '~',
  '- a',
  'a: b',
  'a #b',
  '#a',
  '*a',
  '&a b',
  '!a',
  '---',
  'a:',
  '"',
  "'",
  '\n',
  ' a',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...odd, 'a\n\nb '),
);

test('[law] whatever a value says is read back as it was said, and every other line stays', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('title', 'mine', 'order', 'added'), (value, key) => {
      const written = edit({ [key]: value });
      expect(dataOf(written)).toEqual({ ...dataOf(text), [key]: value });
      const lines = new Set(written.split('\n'));
      expect(text.split('\n').filter((line) => !line.startsWith(key) && !lines.has(line))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('[law] a list says what it was told, whatever was in it, and its entries keep their own keys', () => {
  const entry = fc.record({ from: fc.constantFrom(0, 1, undefined), file: anyText, words: anyText });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
      const files = entries.map(({ from, ...keys }) => ({
        ...keys,
        ...(from !== undefined && { [madeFrom]: from }),
      }));
      const read = dataOf(edit({ files: files as never }));
      const pages = (from?: number) => (from === 1 ? { pages: '2' } : {});
      expect(read['files']).toEqual(entries.map(({ from, ...keys }) => ({ ...pages(from), ...keys })));
      expect({ ...read, files: 0 }).toEqual({ ...dataOf(text), files: 0 });
    }),
    { numRuns: 500 },
  );
});
