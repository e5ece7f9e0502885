import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Inline, Template } from '#features/documents/rules/template/template.ts';
import { changesIn, lost } from '#features/documents/rules/help/losses.ts';
import { plainRules, plainWords } from '#features/documents/rules/help/plain-words.ts';
import { readLibrary } from './library.ts';

const library = [
  ...readLibrary('content/documents', 'nowhere').values(),
  ...readLibrary('content/templates', 'nowhere').values(),
];
const mostBranches = 8;

/** Words as these branches have them, with a place for what is answered. */
const wordsOf = (words: Inline[], branch: number): string =>
  words
    .map((inline): string => {
      switch (inline.i) {
        case 'text':
          return inline.text;
        case 'term':
          return `“${inline.text}”`;
        case 'field':
          return `{{${inline.path}}}`;
        case 'ref':
          return `[[${inline.id}]]`;
        case 'break':
          return '\n';
        default:
          return wordsOf(inline.branches[Math.min(branch, inline.branches.length - 1)]?.body ?? [], branch);
      }
    })
    .join('');

/** Every line of words in a document, whichever answers choose it, and every example of an answer. */
function linesOf(template: Template): Set<string> {
  const lines = new Set<string>();
  const walk = (part: unknown): void => {
    if (Array.isArray(part) && part.some((one) => typeof one === 'object' && one !== null && 'i' in one))
      for (let branch = 0; branch < mostBranches; branch++)
        lines.add(wordsOf(part as Inline[], branch).trim());
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) walk(inner);
  };
  walk(template.body);
  for (const { fields } of template.steps) for (const { example } of fields) lines.add(example);
  return lines;
}

const others = readFileSync('testing/plain-words/lines.txt', 'utf8').trim().split('\n');
const sources: [name: string, lines: Iterable<string>][] = [
  ...library.map(({ slug, ...template }) => [slug, linesOf({ slug, ...template })] as [string, Set<string>]),
  ['lines.txt', others],
];

const shown = (text: string) => text.replace(/(.{1,110})(?:\s|$)/g, '    $1\n').trimEnd();

test('[AI-1] each rule over every line of every document: the pairs are those that were read', async () => {
  const pairs: string[] = [];
  const untouched: string[] = [];
  for (const [name, lines] of sources)
    for (const line of lines) {
      const low = line.toLowerCase();
      const rules = plainRules.map(({ say }) => say).filter((say) => new RegExp(`\\b${say}\\b`).test(low));
      const [plain, short] = [plainWords(line, { short: false }), plainWords(line, { short: true })];
      const used = rules.filter((say) => !short.toLowerCase().includes(say)).join(', ');
      if (short !== line)
        pairs.push(
          `${used} · ${name}${plain === line ? ' · Shorten only' : ''}\n${shown(line)}\n    →\n${shown(short)}\n`,
        );
      else if (name !== 'lines.txt' && rules.length > 0)
        untouched.push(`${rules.join(', ')} · ${name}\n${shown(line)}\n`);
    }
  const untouchedLines = others.filter((line) => plainWords(line, { short: true }) === line);
  const golden = [
    'What the built-in help proposes, one pair a block. Each pair was read: keep it so when it changes.\n',
    ...pairs.toSorted(),
    '---- Left alone in the library, though a rule knows the words ----\n',
    ...untouched.toSorted(),
    '---- Left alone among the lines of other contracts ----\n',
    ...untouchedLines.map((line) => `${shown(line)}\n`),
  ].join('\n');
  await expect(golden).toMatchFileSnapshot('../../../../testing/plain-words/pairs.txt');
});

test('[AI-1] no line of the library is changed but by a rule, and none loses what carries its meaning', () => {
  let read = 0;
  for (const [, lines] of sources)
    for (const line of lines) {
      read += 1;
      const after = plainWords(line, { short: true });
      expect(lost(line, after)).toEqual([]);
      expect(changesIn(line, after)).toEqual({ gone: [], added: [] });
      expect(plainWords(after, { short: true })).toBe(after);
    }
  expect(read).toBeGreaterThan(1500);
});

test('[AI-1] every rule is shown at work by a line of another contract', () => {
  const known = new Set(['a', 'an', 'any', 'these', 'all', 'each', 'if', 'it', 'you', 'no', 'this', 'we']);
  const idle = plainRules.filter(
    ({ say, by }) =>
      !known.has(by) &&
      !others.some(
        (line) =>
          line.toLowerCase().includes(say) && !plainWords(line, { short: true }).toLowerCase().includes(say),
      ),
  );
  expect(idle.map(({ say }) => say)).toEqual([]);
});
