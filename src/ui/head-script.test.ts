import { Script, createContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headScript } from './head-script.ts';

function firstPaint(storage: Record<string, string> | 'refused', cookie = ''): Record<string, string> {
  const dataset: Record<string, string> = {};
  const globals = {
    document: { documentElement: { dataset }, cookie },
    get localStorage() {
      if (storage === 'refused') throw new Error('SecurityError');
      return storage;
    },
  };
  new Script(headScript).runInContext(createContext(globals));
  return dataset;
}

test('a chosen theme is there before the first paint', () => {
  expect(firstPaint({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(firstPaint({ theme: 'light' })).toEqual({ theme: 'light' });
});

test('without a choice, or with a strange one, the system decides', () => {
  expect(firstPaint({})).toEqual({});
  expect(firstPaint({ theme: '"><script>' })).toEqual({});
});

test('the hint cookie lays the page out for a member, and only that very cookie', () => {
  expect(firstPaint({}, 'a=1; hub_hint=1; b=2')).toEqual({ auth: 'in' });
  expect(firstPaint({}, 'hub_hint=1')).toEqual({ auth: 'in' });
  expect(firstPaint({}, 'not_hub_hint=1; hub_hint=10')).toEqual({});
});

test('someone working offline is known before the first paint', () => {
  expect(firstPaint({ offlineUser: '{}' })).toEqual({ offline: '' });
});

test('refused storage takes only what it holds', () => {
  expect(firstPaint('refused', 'hub_hint=1')).toEqual({ auth: 'in' });
});

test('it can stand in a script element', () => {
  expect(headScript).not.toMatch(/<\/|<!--|\n/);
  expect(headScript.length).toBeLessThan(400);
});
