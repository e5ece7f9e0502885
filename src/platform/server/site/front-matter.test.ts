import { expect, test } from 'vitest';
import { parseMarkdownFile } from './front-matter.ts';
import { SiteMistake } from './mistakes.ts';

const read = (yaml: string): unknown => parseMarkdownFile('x.md', `---\n${yaml}\n---\nBody`).data;
const doubled = (times: number, each: number) =>
  Array.from(
    { length: times },
    (_, at) =>
      `z${at}: &a${at} [${Array(each)
        .fill(at === 0 ? 'x' : `*a${at - 1}`)
        .join(', ')}]`,
  ).join('\n');

test.each([
  ['aliases of aliases', doubled(9, 10)],
  ['fewer, of more', doubled(40, 2)],
  ['an alias of itself', 'a: &a [*a]'],
  ['an alias of what is around it', 'a: &a {b: {c: *a}}'],
  ['more aliases than anybody writes', `a: &a x\nb: [${'*a, '.repeat(20_000)}]`],
  ['lists in lists, never closed', `a: ${'['.repeat(90_000)}`],
  ['lists in lists', `a: ${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ['blocks in blocks', `a: ${'{a: '.repeat(20_000)}`],
  ['dashes on one line', `${'- '.repeat(40_000)}x`],
  ['questions on one line', `${'? '.repeat(40_000)}x`],
  ['keys in keys', Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}k:`).join('\n')],
  ['anchors in a row', '&a '.repeat(30_000)],
  ['tags in a row', `a: ${'!t '.repeat(30_000)}`],
])('[law] a bomb of YAML is refused in words, and soon: %s', (_, yaml) => {
  const began = performance.now();
  expect(() => read(yaml)).toThrow(SiteMistake);
  expect(performance.now() - began).toBeLessThan(5000);
});

test('anchors and aliases that somebody means are read', () => {
  expect(read('a: &a [x, y]\nb: *a\nc: {d: *a}')).toEqual({
    a: ['x', 'y'],
    b: ['x', 'y'],
    c: { d: ['x', 'y'] },
  });
});
