import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomText } from '#base/id.ts';
import { aFunnel } from '#testing/funnels-hub.ts';
import type { Funnel } from '../rules/contract.ts';
import { beginTest } from '../rules/split.ts';
import { drawFunnel } from './drawing.ts';

const makeId = () => randomText(12);
const plain = aFunnel('fun_split01');
const drawn = (doc: Funnel) => {
  const done = drawFunnel({
    doc: JSON.stringify(doc),
    products: [],
    files: [],
    origin: 'https://birch.example',
    at: Date.parse('2026-11-28T00:00:00Z'),
    hasSeen: true,
  });
  if (done.refusal !== null) throw new Error(done.refusal);
  return done;
};

test('a second version changes no byte of any page as it was drawn before', () => {
  fc.assert(
    fc.property(fc.subarray(plain.steps.map(({ id }) => id)), (steps) => {
      const more = steps.reduce((funnel, id) => beginTest(funnel, makeId, id), plain);
      const before = drawn(plain).pages;
      const after = drawn(more).pages;
      expect(after.map(({ html, etag, facts }) => ({ html, etag, facts }))).toEqual(
        before.map(({ html, etag, facts }) => ({ html, etag, facts })),
      );
      expect(drawn(more).tested.map(({ stepId }) => stepId)).toEqual(
        plain.steps.map(({ id }) => id).filter((id) => steps.includes(id)),
      );
    }),
  );
  expect(Object.keys(drawn(plain).pages[0] ?? {})).not.toContain('other_html');
  const [page] = drawn(beginTest(plain, makeId, plain.steps[0]?.id ?? '')).pages;
  expect(page?.other_html?.length).toBe(page?.html.length);
});
