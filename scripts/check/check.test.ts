// Long because: each check is tried on faults that are planted for it, one test each.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boundaries } from './boundaries.ts';
import type { Check } from './check.ts';
import { format } from './format.ts';
import { lint } from './lint.ts';
import { looks } from './looks.ts';
import { patterns } from './patterns/patterns.ts';
import { markProofs, proofs } from './proofs.ts';
import { runCheck } from './run.ts';
import { sizes } from './sizes.ts';
import { openTree, type Tree } from './tree.ts';
import { types } from './types.ts';
import { words } from './words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const planted = (name: 'clean' | 'faulty') =>
  openTree(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)));

/** A tree that is only in memory. */
const treeOf = (texts: Record<string, string>): Tree => ({
  root,
  files: Object.keys(texts),
  read: (file) => texts[file] ?? '',
});

/** A tree on disk, outside of every repository; gone after the test. */
function diskTree(texts: Record<string, string>): Tree & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const files = Object.keys(texts).sort();
  return { root: folder, files, read, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

async function faultsOf(check: Check, tree: Tree): Promise<string[]> {
  const { faults } = await check.run(tree);
  return faults.map(({ rule, file, line }) => `${rule} ${file}:${line}`).sort();
}

test('a clean tree passes every check, and each check looked at its files', async () => {
  const tree = planted('clean');
  for (const check of [boundaries, looks, sizes, words, proofs]) {
    expect(await runCheck(check, tree), check.name).toMatchObject({ faults: [] });
    expect((await runCheck(check, tree)).looked, check.name).toBeGreaterThan(1);
  }
});

test('every planted import across a boundary is flagged by name and place, and nothing else is', async () => {
  expect(await faultsOf(boundaries, planted('faulty'))).toEqual(
    [
      'base src/base/clock.ts:1',
      'base src/base/disk.ts:1',
      'rules src/features/store/rules/asks-server.ts:1',
      'rules src/features/store/rules/asks-upper.ts:1',
      'rules src/features/store/rules/crosses.test.ts:2',
      'rules src/features/store/rules/draws.ts:1',
      'feature-server src/features/store/server/draws-web.ts:1',
      'feature-server src/features/billing/server/peeks.ts:1',
      'react-on-the-server src/features/store/server/takes-react.ts:1',
      'feature-web src/features/store/web/asks-server.tsx:1',
      'feature-web src/features/store/web/asks-server-for-a-type.tsx:1',
      'feature-web src/features/store/web/asks-server-inline.tsx:1',
      'feature-web src/features/store/web/asks-server-later.tsx:1',
      'feature-web src/features/billing/web/borrows-shelf.tsx:1',
      'hidden-import src/features/store/web/hides-an-import.tsx:1',
      'server-package-in-the-browser src/features/store/web/takes-kysely.tsx:1',
      'ui src/ui/knows-product.tsx:1',
      'platform-server src/platform/server/knows-feature.ts:1',
      'platform-web src/platform/web/knows-feature.ts:1',
      'apps-server src/apps/server/draws-ui.ts:1',
      'emulator-outside-main src/apps/server/emulates.ts:1',
      'emulator-static src/apps/server/main.ts:1',
      'apps-web src/apps/web/asks-server.tsx:1',
      'platform-server src/platform/server/tests-in-product.ts:2',
      'development-package src/platform/server/tests-in-product.ts:1',
      'unresolved src/platform/server/tests-in-product.ts:3',
      'undeclared-package src/platform/server/tests-in-product.ts:4',
      'circle src/features/plans/rules/round-one.ts:1',
      'drawer src/features/store/utils/odds.ts:1',
      'homeless src/features/store/loose.ts:1',
      'drawer src/features/store/rules/helpers.ts:1',
    ].sort(),
  );
});

test('raw colours and arbitrary sizes are flagged outside ui, with their line', async () => {
  expect(await faultsOf(looks, planted('faulty'))).toEqual(
    [
      'raw-colour src/features/store/web/looks.tsx:1',
      'raw-size src/features/store/web/looks.tsx:3',
      'raw-colour src/features/store/web/looks.tsx:3',
      'raw-colour src/features/store/web/looks.tsx:3',
      'raw-colour src/features/store/web/looks.tsx:3',
      'raw-size src/features/store/web/looks.tsx:3',
      'raw-size src/features/store/web/looks.tsx:4',
      'raw-size src/features/store/web/looks.tsx:5',
      'raw-size src/features/store/web/looks.tsx:6',
      'raw-size src/features/store/web/looks.tsx:7',
      'raw-colour src/features/store/web/looks.tsx:8',
      'raw-colour src/features/store/web/looks.tsx:9',
      'raw-colour src/features/store/web/looks.css:3',
      'raw-size src/features/store/web/looks.css:4',
      'raw-colour src/features/store/web/looks.css:5',
    ].sort(),
  );
});

test('a file may have 300 lines, more only with a reason in its first', async () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  const tree = treeOf({
    'src/base/fits.ts': lines(300),
    'src/base/long.ts': lines(301),
    'src/base/reasoned.ts': `// Long because: it is one table.\n${lines(301)}`,
    'src/base/empty-reason.ts': `// Long because:\n${lines(301)}`,
  });
  expect(await faultsOf(sizes, tree)).toEqual([
    'long src/base/empty-reason.ts:301',
    'long src/base/long.ts:301',
  ]);
});

test('a path of one machine and a package registry are flagged, an address in the hub is not', async () => {
  const slash = '/';
  const tree = treeOf({
    'a.md': `see ${slash}root${slash}.cache\nor '${slash}work${slash}hub'`,
    'b.md': `see ${slash}home${slash}somebody${slash}hub`,
    'c.json': `{ "resolved": "https:${slash}${slash}registry.${'npmjs'}.org${slash}x" }`,
    'd.ts': `'./work/here' 'https://hub.example/work/1' './root/x' '/home' '/api/root/x'`,
  });
  expect(await faultsOf(words, tree)).toEqual([
    'machine-path a.md:1',
    'machine-path a.md:2',
    'machine-path b.md:1',
    'registry c.json:1',
  ]);
});

const book = (tally: string, ...rows: string[]) =>
  `Proven: ${tally}\n\n| id | what it means | proven |\n| --- | --- | --- |\n${rows.join('\n')}\n`;

test('a clause that was proven and lost its test is flagged, and so is an id that nobody knows', async () => {
  expect(await faultsOf(proofs, planted('faulty'))).toEqual([
    'lost-proof docs/requirements.md:7',
    'unknown-clause src/features/store/rules/crosses.test.ts:4',
  ]);
});

test('a title counts in test, it, describe, each and templates, not when skipped nor in e2e without spec', async () => {
  const tree = treeOf({
    'docs/requirements.md': book(
      '0 of 8',
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `| PLANT-${n} | something |  |`),
    ),
    'src/a.test.ts': `describe('[PLANT-1] and [PLANT-2]', () => it(\`[PLANT-3] \${1}\`, () => {}));
      test.each([1])('[PLANT-4] %i', () => {});
      describe.skip('off', () => { test('[PLANT-5] inside', () => {}); });
      test.todo('[PLANT-6] later');
      say('[PLANT-7] is no title');`,
    'e2e/a.spec.ts': `test('[PLANT-8] in a browser', async () => {});`,
    'src/not-a-test.ts': `test('[PLANT-5] here', () => {});`,
  });
  const { notes } = await proofs.run(tree);
  expect(notes?.[0]).toBe('newly tested; mark with --mark: PLANT-1 PLANT-2 PLANT-3 PLANT-4 PLANT-8');
});

test('marking writes yes and the tally, and never takes a lost proof back', async () => {
  using tree = diskTree({
    'docs/requirements.md': book('1 of 2', '| PLANT-1 | lost | yes |', '| PLANT-2 | new |  |'),
    'src/a.test.ts': `test('[PLANT-2] new', () => {});`,
  });
  markProofs(tree);
  expect(tree.read('docs/requirements.md')).toBe(
    book('2 of 2', '| PLANT-1 | lost | yes |', '| PLANT-2 | new | yes |'),
  );
  expect(await faultsOf(proofs, tree)).toEqual(['lost-proof docs/requirements.md:5']);
});

test('a tally that does not count right is flagged', async () => {
  const tree = treeOf({
    'docs/requirements.md': book('1 of 2', '| PLANT-1 | one |  |', '| PLANT-1 | again |  |'),
  });
  expect(await faultsOf(proofs, tree)).toEqual([
    'tally docs/requirements.md:1',
    'twice docs/requirements.md:6',
  ]);
});

test('the proof book holds the 97 clauses', () => {
  const ids = [
    ...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d+) \|/gm),
  ].map(([, id]) => id);
  expect(new Set(ids).size).toBe(97);
  expect(ids).toHaveLength(97);
});

test('a check that looked at nothing is a fault, and so is one that crashed', async () => {
  const idle: Check = { name: 'idle', run: async () => ({ looked: 0, faults: [] }) };
  const broken: Check = { name: 'broken', run: () => Promise.reject(new Error('no compiler')) };
  const outcomes = await Promise.all([runCheck(idle, treeOf({})), runCheck(broken, treeOf({}))]);
  expect(outcomes.map(({ faults }) => faults.map(({ rule }) => rule))).toEqual([['blind'], ['crash']]);
  for (const check of [boundaries, looks, sizes, words, proofs]) {
    expect((await runCheck(check, treeOf({}))).faults, check.name).toMatchObject([{ rule: 'blind' }]);
  }
});

test('the linter really reads our configuration: a planted any is flagged under its name', async () => {
  using tree = diskTree({ 'a.ts': 'export const loose = (value: any): string => value;\n' });
  copyFileSync(join(root, '.oxlintrc.json'), join(tree.root, '.oxlintrc.json'));
  expect(await faultsOf(lint, tree)).toEqual(['typescript(no-explicit-any) a.ts:1']);
  writeFileSync(join(tree.root, '.oxlintrc.json'), '{ "extends": ["./nowhere.json"] }');
  const { faults } = await runCheck(lint, tree);
  expect(faults).not.toEqual([]);
});

test('a pattern that takes longer than its text is flagged with the text that shows it, and no other is', async () => {
  const slow: [string, RegExp][] = [
    ['a bracket that never ends', /\([^)]*\)/g],
    ['a declaration that never ends', /<![^>]*>/g],
    ['what ends it, looked for from each place', /\s+$/],
    ['two that take the same', /^(.*?)\s*-$/],
    ['an address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
    ['one in another', /^(?:a+)+$/],
    ['two ways to read one word', /^(?:(?:per ?cent|percent) ?)*!/],
    ['one after what does not stand behind it', /(?<!x)\d+%/],
    ['by the third power', /\{\{\s*([^{}]*?)\s*\}\}/],
  ];
  const sound = [
    /\([^()]*\)/g,
    /(?<!\s)\s+$/,
    /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
    /^a+$/,
    /\d{1,3}%/,
    // It begins in one place only.
    /(?<=x)\d+%/,
    /<[^<>]*>/g,
    /^(.{1,8})\1+.{0,2}$/,
  ];
  const tree = treeOf({
    'src/base/slow.ts': slow.map(([, pattern]) => `export const a = ${String(pattern)};`).join('\n'),
    'src/base/sound.ts': sound.map((pattern) => `export const a = ${String(pattern)};`).join('\n'),
    'src/base/made.ts': 'export const made = (word: string) => new RegExp(`${word}+`);\nnew RegExp("a+$");',
    'src/base/sound.test.ts': 'expect(a).toMatch(/\\s+$/)',
  });
  expect(await faultsOf(patterns, tree)).toEqual(
    [
      'made-pattern src/base/made.ts:1',
      'slow-pattern src/base/made.ts:2',
      ...slow.map((_, at) => `slow-pattern src/base/slow.ts:${at + 1}`),
    ].sort(),
  );
}, 60_000);

test('the formatter really reads our configuration: double quotes are flagged', async () => {
  using tree = diskTree({ 'a.ts': 'export const a = "b";\n', 'b.ts': "export const b = 'c';\n" });
  copyFileSync(join(root, '.oxfmtrc.json'), join(tree.root, '.oxfmtrc.json'));
  // There it colours its words, which must not hide them from us.
  vi.stubEnv('CI', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { looked, faults } = await format.run(tree);
  expect(faults.map(({ file }) => file).filter((file) => file.endsWith('.ts'))).toEqual(['a.ts']);
  expect(looked).toBeGreaterThanOrEqual(2);
});

test('the compiler flags a wrong type and a file that no project includes', async () => {
  using tree = diskTree({
    'tsconfig.rules.json':
      '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src/base"] }',
    'src/base/wrong.ts': "export const n: number = 'one';\n",
    'src/lost.ts': 'export {};\n',
  });
  expect(await faultsOf(types, tree)).toEqual(['TS2322 src/base/wrong.ts:1', 'untyped src/lost.ts:1']);
});

test('a tree outside a repository is read from the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/a.ts'), '');
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/a.ts'), '');
    expect(openTree(folder).files).toEqual(['src/a.ts']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
