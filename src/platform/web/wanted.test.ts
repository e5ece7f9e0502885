import { beforeAll, beforeEach, expect, test } from 'vitest';
import { minutes } from '#base/clock.ts';
import { presentOwner } from './owner.ts';
import { endVisit, endVisits } from './visit.ts';
import { readWanted, takeWanted, want } from './wanted.ts';

const here = '/tools/classic-template-generator?document=mutual-nda';
const save = { act: 'save', at: here, words: 'Sign in to save your document.' };

beforeEach(() => {
  const kept = new Map<string, string>();
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
  Object.assign(globalThis, { window: { sessionStorage: area, localStorage: area } });
  Object.assign(globalThis, { sessionStorage: area, localStorage: area });
});

// Who is here is found out by the clock of today; the visits of these tests have their own.
beforeAll(() => {
  presentOwner();
  endVisit();
});

test('an act that needed somebody is done once, on its page, and said before', () => {
  want(save, 1000);
  expect(readWanted(here, 2000)?.words).toBe(save.words);
  expect(takeWanted('publish', here, 2000)).toBe(false);
  expect(takeWanted('save', '/tools/template-generator', 2000)).toBe(false);
  expect(takeWanted('save', here, 2000)).toBe(true);
  expect(takeWanted('save', here, 2000)).toBe(false);
});

test.each([
  [91, false],
  [29, false],
  [89, true],
])('half an hour later, or with a clock that was set, nothing is done: at %s minutes', (at, isDone) => {
  endVisit();
  want(save, minutes(60));
  expect(takeWanted('save', here, minutes(at))).toBe(isDone);
});

test('after a logout, in whichever tab, nothing is done for whoever comes next', () => {
  const now = Date.now();
  want(save, now);
  endVisits();
  expect(readWanted(here, now + 1)).toBeNull();
  expect(takeWanted('save', here, now + 1)).toBe(false);
});
