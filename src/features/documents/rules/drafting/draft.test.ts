import { expect, test } from 'vitest';
import { isOvertaken, readDraft } from './draft.ts';

const draft = (more: object) => ({
  name: 'NDA',
  html: '<p>x</p>',
  fields: [],
  formData: {},
  isBranded: false,
  ...more,
});
const saved = { on: { rev: 'b', version: 2 }, updatedAt: '2026-11-21T10:00:00Z' };
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('[GEN-1] a draft upon another text than the saved one does not come before it, however young it is', () => {
  expect(isOvertaken(draft({ on: { rev: 'a', version: 1 }, at: at('11:00') }), saved)).toBe(true);
  expect(isOvertaken(draft({ on: { rev: 'b', version: 1 }, at: at('09:00') }), saved)).toBe(false);
  expect(isOvertaken(draft({ on: { rev: 'c', version: 2 }, at: at('11:00') }), saved)).toBe(false);
});

test('a draft that does not know what it was made upon is judged by the clock, which the oldest lack', () => {
  expect(isOvertaken(draft({ at: at('09:00') }), saved)).toBe(true);
  expect(isOvertaken(draft({ at: at('11:00') }), saved)).toBe(false);
  expect(isOvertaken(draft({}), saved)).toBe(true);
  expect(isOvertaken(draft({ at: at('11:00') }), { ...saved, on: null })).toBe(false);
});

test('a draft is read back with what it was made upon, and rubbish there is left out', () => {
  const kept = draft({ at: 5, on: { rev: 'a', version: 1 } });
  expect(readDraft(JSON.stringify(kept))).toEqual(kept);
  expect(readDraft(JSON.stringify({ ...kept, at: 'x', on: 7 }))).toEqual(draft({}));
});
