import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aFunnel } from '#testing/funnels-hub.ts';
import { checkFunnel, refusalOf } from './check.ts';
import { funnel as funnelSchema, type Funnel, type Step } from './contract.ts';
import { changeBlock, duplicateStep, insertBlocks, moveBlock, removeBlock, removeStep } from './edit.ts';
import { groupFindings } from './finding.ts';
import { freshBlock, sharedId, tidied } from './make.ts';
import {
  beginTest,
  changeShare,
  keepOnly,
  measureOf,
  saysTheSame,
  splitKeyOf,
  splitWords,
  turned,
  versionOf,
} from './split.ts';
import type { SplitView } from './split-contract.ts';

let made = 0;
const makeId = () => `new${++made}`;
const plain = aFunnel('fun_split01');
const stepAt = (funnel: Funnel, at = 0): Step => {
  const step = funnel.steps[at];
  if (!step) throw new Error('There is no such step');
  return step;
};
const first = stepAt(plain).id;
const titled = (funnel: Funnel, title: string): Funnel =>
  changeBlock(funnel, first, stepAt(funnel).blocks[0]?.id ?? '', (block) => ({
    ...block,
    values: { ...block.values, title },
  }));
/** B says something else. */
const tested = turned(titled(turned(beginTest(plain, makeId, first), first), 'Another headline'), first);
test('B begins as a copy of A with blocks of its own names, and nothing of A changes by it', () => {
  const begun = beginTest(plain, makeId, first);
  const { other, share, ...page } = stepAt(begun);
  expect(page).toEqual(stepAt(plain));
  expect(share).toBe(50);
  expect(other?.blocks.map(({ type, values }) => ({ type, values }))).toEqual(
    page.blocks.map(({ type, values }) => ({ type, values })),
  );
  expect(sharedId(begun)).toBeUndefined();
  expect(saysTheSame(stepAt(begun))).toBe(true);
  expect(saysTheSame(stepAt(tested))).toBe(false);
  // One test a step: asked again it is the same one.
  expect(beginTest(begun, makeId, first)).toEqual(begun);
  expect(funnelSchema.parse(tidied(begun))).toEqual(tidied(begun));
});

test('each edit of B leaves A as it is, and the other way round; turned twice it is what it was', () => {
  const edit = fc.oneof(
    fc.record({ is: fc.constant('title' as const), words: fc.string({ maxLength: 40 }) }),
    fc.record({ is: fc.constantFrom('insert' as const, 'remove' as const, 'up' as const) }),
  );
  const edited = (funnel: Funnel, one: { is: string; words?: string }): Funnel => {
    const block = stepAt(funnel).blocks.at(-1)?.id ?? '';
    if (one.is === 'insert') return insertBlocks(funnel, makeId, first, [freshBlock(makeId, 'faq')], null)[0];
    if (one.is === 'remove') return removeBlock(funnel, first, block);
    if (one.is === 'up') return moveBlock(funnel, first, block, -1);
    return titled(funnel, one.words ?? '');
  };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), edit), { maxLength: 12 }), (edits) => {
      let funnel = tested;
      for (const [onB, one] of edits) {
        const before = funnel;
        funnel = onB ? turned(edited(turned(funnel, first), one), first) : edited(funnel, one);
        const untouched = onB ? 'a' : 'b';
        expect(versionOf(stepAt(funnel), untouched)).toEqual(versionOf(stepAt(before), untouched));
        expect(turned(turned(funnel, first), first)).toEqual(funnel);
        expect(sharedId(funnel)).toBeUndefined();
      }
    }),
    { numRuns: 200 },
  );
});

test('a page kept with one version is that version and has no test; a copied page brings none along', () => {
  expect(stepAt(keepOnly(tested, first, 'a'))).toEqual(stepAt(plain));
  const kept = stepAt(keepOnly(tested, first, 'b'));
  expect(kept.blocks).toEqual(stepAt(tested).other?.blocks);
  expect(Object.keys(kept)).not.toContain('other');
  const [copy, id] = duplicateStep(turned(tested, first), makeId, first);
  const made2 = copy.steps.find((step) => step.id === id);
  expect(made2?.blocks[0]?.values['title']).toBe('Another headline');
  expect(made2?.other).toBeUndefined();
  expect(stepAt(turned(copy, first))).toEqual(stepAt(tested));
  expect(sharedId(copy)).toBeUndefined();
});

test('another word, another share or another measure is another test; a name or a search text is none', () => {
  const key = (funnel: Funnel) => splitKeyOf(funnel, stepAt(funnel));
  expect(key(plain)).toBeNull();
  expect(key(titled(tested, 'New words'))).not.toBe(key(tested));
  expect(key(changeShare(tested, first, 20))).not.toBe(key(tested));
  const named = { ...tested, steps: tested.steps.map((step) => ({ ...step, name: 'Renamed' })) };
  expect(key(named)).toBe(key(tested));
  // A database gives fields in another order.
  const turnedRound = JSON.parse(
    JSON.stringify(tested, (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    ),
  ) as Funnel;
  expect(key(turnedRound)).toBe(key(tested));
});

test('it is decided by money where a product can be bought from there on, else by leads', () => {
  const selling = aFunnel('fun_split02', 'book');
  const withProduct = (funnel: Funnel, at: number): Funnel => ({
    ...funnel,
    steps: funnel.steps.map((step, place) =>
      place === at
        ? { ...step, blocks: [...step.blocks, { ...freshBlock(makeId, 'offer'), values: { product: 'p' } }] }
        : step,
    ),
  });
  expect(measureOf(plain, stepAt(plain))).toBe('leads');
  const last = selling.steps.length - 1;
  const paid = withProduct(selling, 0);
  expect(measureOf(paid, stepAt(paid))).toBe('money');
  expect(measureOf(paid, stepAt(paid, last))).toBe('leads');
});

test('both versions are checked by the same rules, and what is found says of which it is', () => {
  const emptied = {
    ...tested,
    steps: tested.steps.map((step) => (step.id === first ? { ...step, other: { blocks: [] } } : step)),
  };
  const findings = checkFunnel(emptied, { isOnSale: () => true }, new Map());
  const empty = findings.find(({ words }) => words === 'The page is empty.');
  expect(empty).toMatchObject({ stepId: first, side: 'b', weight: 'stop' });
  expect(groupFindings(emptied.steps, findings).map(({ name }) => name)).toContain(
    `${stepAt(plain).name}, version B`,
  );
  expect(refusalOf(emptied, findings, true)).toContain(
    `“${stepAt(plain).name}”, version B: The page is empty.`,
  );
  // Of a page with one version nothing is said of versions.
  expect(checkFunnel(plain, { isOnSale: () => true }, new Map()).every(({ side }) => !side)).toBe(true);
  const same = checkFunnel(beginTest(plain, makeId, first), { isOnSale: () => true }, new Map());
  expect(same.map(({ words }) => words)).toContain(
    'Version B says the same as A, so there is nothing to find out. Change it.',
  );
});

test('a funnel with hostile tests is refused or tidied, and one that goes takes its test along', () => {
  const hostile = (part: object) => ({ ...plain, steps: [{ ...stepAt(plain), ...part }] });
  const blocks = stepAt(plain).blocks;
  for (const part of [
    { share: 0, other: { blocks } },
    { share: 100, other: { blocks } },
    { share: 33.3, other: { blocks } },
    { other: { blocks: Array.from({ length: 101 }, () => freshBlock(makeId, 'text')) } },
    { other: { blocks: [{ ...freshBlock(makeId, 'text'), type: 'script' }] } },
    { other: null },
    { other: 'b' },
  ])
    expect(funnelSchema.safeParse(hostile(part)).success).toBe(false);
  // The same blocks in both: a press could not say which version it was made on.
  expect(sharedId(hostile({ other: { blocks } }))).toBe(blocks[0]?.id);
  const loud = hostile({
    other: { blocks: [{ ...freshBlock(makeId, 'text'), values: { title: 'a\u202eb', nothing: 'x' } }] },
  }) as Funnel;
  expect(stepAt(tidied(loud)).other?.blocks[0]?.values).toEqual({ title: 'ab' });
  expect(removeStep(tested, first).steps.some(({ other }) => other)).toBe(false);
});

const view = (more: Partial<SplitView> = {}): SplitView => ({
  stepId: 's',
  id: 't',
  by: 'money',
  startedAt: '2026-11-01T00:00:00.000Z',
  days: 9,
  a: { visitors: 100, next: 50, leads: 0, orders: 12, cents: 12_000 },
  b: { visitors: 100, next: 60, leads: 0, orders: 14, cents: 21_000 },
  ended: null,
  ...more,
});
const day = (iso: string) => iso.slice(0, 10);

test('a test says how far it is, what it takes and who won, by money or by leads', () => {
  const none = { visitors: 0, next: 0, leads: 0, orders: 0, cents: 0 };
  expect(splitWords(view({ a: none, b: none }), day)).toBe('Decided by money. Nobody has come yet.');
  expect(splitWords(view({ b: { ...none, visitors: 3, orders: 1, cents: 100 } }), day)).toBe(
    'Decided by money. No winner yet: 13 people have bought; it takes at least 20.',
  );
  expect(splitWords(view({ days: 2 }), day)).toContain('at least 7 days');
  expect(splitWords(view(), day)).toContain('B is ahead ($2.10 per visitor against $1.20)');
  const leads = { a: { ...none, visitors: 100, leads: 12 }, b: { ...none, visitors: 100, leads: 24 } };
  expect(splitWords(view({ by: 'leads', ...leads }), day)).toContain(
    'B is ahead (24% of its visitors left an address, against 12%)',
  );
  const ended = { at: '2026-11-27T00:00:00.000Z', winner: 'b', why: 'sure' } as const;
  expect(splitWords(view({ ended }), day)).toBe(
    'B brings more money: $2.10 per visitor against $1.20. Everybody has been getting B since 2026-11-27.',
  );
  expect(splitWords(view({ ended: { ...ended, winner: 'a', why: 'days' } }), day)).toContain('A stays');
  expect(splitWords(view({ ended: { ...ended, why: 'hand' } }), day)).toContain('because you chose it');
});
