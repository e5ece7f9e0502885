import { expect, test } from 'vitest';
import { proofs } from './proofs.ts';
import { tests } from './tests.ts';

const faultsIn = async (...lines: string[]) => {
  const tree = { root: '.', files: ['src/a.test.ts'], read: () => lines.join('\n') };
  const { faults } = await tests.run(tree);
  return faults.map(({ rule, line }) => `${rule} ${line}`);
};

test('a title of 100 characters is too long, in a template and in each as well, and one of 99 is not', async () => {
  const title = 'x'.repeat(99);
  expect(
    await faultsIn(
      `test('${title}', () => {});`,
      `test('${title}x', () => {});`,
      `test.each(rows)(\`\${a}${title}\`, () => {});`,
      `describe('${title}x', () => {});`,
      `say('${title}x');`,
    ),
  ).toEqual(['long-title 2', 'long-title 3', 'long-title 4']);
});

test('a title that names three clauses is flagged, and proves none of them', async () => {
  const text = `test('[A-1] [A-2] two', () => {}); test('[A-1] [A-2] [A-3] three', () => {});`;
  expect(await faultsIn(text)).toEqual(['many-clauses 1']);
  const book = 'Proven: 0 of 1\n\n| A-3 | something |  |\n';
  const { notes } = await proofs.run({
    root: '.',
    files: ['docs/requirements.md', 'src/a.test.ts'],
    read: (file) => (file.endsWith('.md') ? book : `test('[A-1] [A-2] [A-3] three', () => {});`),
  });
  expect(notes).toEqual(['0 of 1 clauses proven']);
});

test('an expect that may never run is flagged wherever the condition stands, and what always runs is not', async () => {
  expect(
    await faultsIn(
      'test("a", async () => {',
      '  if (b) expect(c).toBe(1);',
      '  if (b) d(); else { for (const e of f) await expect(e).toBe(1); }',
      '  b && expect(c).toBe(1);',
      '  b ? expect(c).toBe(1) : d();',
      '  try { d(); } catch (error) { expect.soft(error).toBe(1); }',
      '  switch (b) { case 1: await expect.poll(() => c).toBe(1); }',
      '  if (expect(c).toBe(1)) d();',
      '  for (const e of f) expect(e ?? 1).toEqual({ g: b ? expect.any(Number) : 2 });',
      '  const h = () => { if (b) return; }; expect(h()).toBeUndefined();',
      '});',
      'function help() { if (b) expect(c).toBe(1); }',
      'if (b) test("i", () => { expect(c).toBe(1); });',
    ),
  ).toEqual([...[2, 3, 4, 5, 6, 7].map((line) => `perhaps ${line}`), 'perhaps 12']);
});

test('a test that ends before its end is flagged: without its tool it would pass', async () => {
  expect(
    await faultsIn(
      'test("a", ({ skip }) => {',
      '  skip(!tool);',
      '  if (!tool) return;',
      '  expect(b);',
      '});',
    ),
  ).toEqual(['quiet-end 3']);
});
