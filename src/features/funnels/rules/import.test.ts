import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFunnel } from './check.ts';
import type { Block, Funnel } from './contract.ts';
import { readImport } from './import.ts';
import { tidied } from './make.ts';
import { stepPath } from './render/link.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const starter = (index: number) =>
  startFrom(starters[index] as (typeof starters)[0], () => `p${++made}`, `fun_${++made}`, null);

test('a hostile file is refused in words, or comes in without what has no place in a funnel', () => {
  const good = starter(0);
  for (const bad of [
    '',
    'null',
    '[]',
    '{"steps":[]}',
    '<html>',
    `{"__proto__":{"x":1}}`,
    JSON.stringify({ ...good, slug: '../../etc' }),
    'x'.repeat(4_000_000),
  ])
    expect(readImport(bad, 'fun_1')).toHaveProperty('error');
  const evil = JSON.parse(JSON.stringify(good)) as Funnel & Record<string, unknown>;
  evil['ownerId'] = 'somebody';
  const [step] = evil.steps;
  if (!step) throw new Error('no step');
  step.next = 'nowhere';
  (step.blocks[0] as Block).values['onclick'] = 'alert(1)';
  (step.blocks[0] as Block).values['picture'] = 'https://tracker.example/x.png';
  const read = readImport(JSON.stringify(evil), 'fun_2');
  if ('error' in read) throw new Error(read.error);
  expect(read.funnel).not.toHaveProperty('ownerId');
  expect(read.funnel.steps[0]?.next).toBeNull();
  expect(read.funnel.steps[0]?.blocks).toHaveLength(good.steps[0]?.blocks.length ?? 0);
  expect(JSON.stringify(read.funnel)).not.toMatch(/onclick|tracker/);
});

test('a file that cannot be used says where and why; blocks may be called alike on two pages', () => {
  const given = starter(1);
  const [first, second] = given.steps as [Funnel['steps'][0], Funnel['steps'][0]];
  const read = (steps: unknown) => readImport(JSON.stringify({ ...given, steps }), 'fun_imported1');
  const named = (block: Block, id: string) => ({ ...block, id });
  const alike = [first, second].map((step) => ({
    ...step,
    blocks: step.blocks.map((block, index) => named(block, `b${index}`)),
  }));
  const taken = read(alike);
  expect('funnel' in taken && taken.funnel.steps.map(({ blocks }) => blocks.length)).toEqual([
    first.blocks.length,
    second.blocks.length,
  ]);
  const newer = [
    { ...first, blocks: [...first.blocks, { ...first.blocks[0], id: 'new', type: 'carousel' }] },
  ];
  expect(read(newer)).toEqual({
    error: expect.stringContaining(
      `“carousel” (steps → 1 → blocks → ${first.blocks.length + 1} → type)`,
    ) as string,
  });
  expect(read([first, first])).toEqual({ error: expect.stringContaining('same ID') as string });
  expect(read(Array.from({ length: 201 }, (_, n) => ({ ...first, id: `s${n}` })))).toEqual({
    error: expect.stringContaining('200 steps') as string,
  });
  expect(read(undefined)).toEqual({
    error: 'This file doesn’t contain a valid funnel: steps is missing.',
  });
});

const addresses = fc.constantFrom('a', 'a-2', 'a-2-2', 'thank-you', 'next', 'go');
const ids = fc.constantFrom('one', 'two', 'three', 'four');
const pages = fc.array(
  fc.record({ id: ids, slug: addresses, next: fc.option(ids), decline: fc.option(ids) }),
  { minLength: 1, maxLength: 4 },
);

test('each page of whatever file comes in has an address of its own, or the file is refused in words', () => {
  const [like] = starter(1).steps as [Funnel['steps'][0]];
  fc.assert(
    fc.property(pages, (changed) => {
      const steps = changed.map((part) => ({ ...like, ...part }));
      const read = readImport(JSON.stringify({ ...starter(1), steps }), 'fun_imported1');
      const isOnce = (key: 'id' | 'slug') =>
        new Set(changed.map((part) => part[key])).size === changed.length;
      expect('error' in read ? read.error : '').toMatch(
        isOnce('id') && isOnce('slug')
          ? /^$/
          : /^Two (?:parts|pages) of this file have the same (?:ID|address), “[\w-]+”\./,
      );
      if ('error' in read) return;
      expect(read.funnel.steps.map(({ id, slug }) => [id, slug])).toEqual(
        changed.map(({ id, slug }) => [id, slug]),
      );
      const paths = read.funnel.steps.map((step) => stepPath(read.funnel, step));
      expect(new Set(paths).size).toBe(changed.length);
    }),
  );
});

test('however it was edited, a page that another one hides by its address is told before it is published', () => {
  const [like] = starter(1).steps as [Funnel['steps'][0]];
  fc.assert(
    fc.property(pages, (changed) => {
      const steps = changed.map((part, index) => ({
        ...like,
        ...part,
        id: `s${index}`,
        next: null,
        decline: null,
      }));
      const funnel = tidied({ ...starter(1), steps });
      const hidden = steps.filter(({ slug }, index) => steps.findIndex((one) => one.slug === slug) < index);
      const told = checkFunnel(funnel, { isOnSale: () => true }, new Map())
        .filter(({ weight, words }) => weight === 'stop' && words.startsWith('It has the same address'))
        .map(({ stepId }) => stepId);
      expect(told).toEqual(hidden.map(({ id }) => id));
    }),
  );
});
