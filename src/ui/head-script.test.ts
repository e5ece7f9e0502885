import { Script, createContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headScript } from './head-script.ts';

interface Named {
  dataset: { start: string };
  type: string;
  src?: string;
  outerHTML?: string;
}

interface Opened {
  storage?: Record<string, string> | 'refused';
  cookie?: string;
  hidden?: boolean;
  named?: Named[];
}

/** Opens a document; what waits for the paint, for the next turn or for the whole document is run by hand. */
function open({ storage = {}, cookie = '', hidden = false, named = [] }: Opened) {
  const dataset: Record<string, string> = {};
  const root: { dataset: typeof dataset; pressed?: unknown } = { dataset };
  let click: (event: unknown) => void = () => {};
  const waiting: (readonly [string, () => void])[] = [];
  const later = (what: string) => (work: () => void) => void waiting.push([what, work]);
  const globals = {
    document: { documentElement: root, cookie, hidden, querySelectorAll: () => named },
    requestAnimationFrame: later('paint'),
    setTimeout: later('turn'),
    addEventListener: (event: string, work: (event: unknown) => void) => {
      if (event === 'click') click = work;
      else later(event)(work as () => void);
    },
    get localStorage() {
      if (storage === 'refused') throw new Error('SecurityError');
      return storage;
    },
  };
  new Script(headScript).runInContext(createContext(globals));
  const next = (what: string) => {
    expect(waiting.map(([name]) => name)).toEqual([what]);
    waiting.shift()?.[1]();
  };
  /** What is within a button, or within none that a script has to hear. */
  const press = (button: string | null) => click({ target: { closest: () => button } });
  return { dataset, next, press, root };
}

const firstPaint = (storage: Record<string, string> | 'refused', cookie = ''): Record<string, string> =>
  open({ storage, cookie }).dataset;

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
  expect(firstPaint({}, 'a=1; __Host-hub_hint=1')).toEqual({ auth: 'in' });
  expect(firstPaint({}, 'not_hub_hint=1; hub_hint=10')).toEqual({});
});

test('someone working offline is known before the first paint', () => {
  expect(firstPaint({ offlineUser: '{}' })).toEqual({ offline: '' });
});

test('refused storage takes only what it holds', () => {
  expect(firstPaint('refused', 'hub_hint=1')).toEqual({ auth: 'in' });
});

const links = (): Named[] => [
  { dataset: { start: '/part.js' }, type: '', outerHTML: '' },
  { dataset: { start: '/main.js' }, type: 'module', src: '' },
];
const asked = (named: Named[]) => named.map(({ src, outerHTML }) => src ?? outerHTML);

test('scripts are asked for when the page has been painted', () => {
  const named = links();
  const { next } = open({ named });
  next('paint');
  expect(asked(named)).toEqual(['', '']);
  next('turn');
  expect(asked(named)).toEqual(['<link rel=modulepreload href=/part.js>', '/main.js']);
});

test('a page opened in the background, which is never painted, asks when it is whole', () => {
  const named = links();
  const { next } = open({ named, hidden: true });
  next('DOMContentLoaded');
  expect(asked(named)).toEqual(['<link rel=modulepreload href=/part.js>', '/main.js']);
});

test('a button that is pressed before anybody hears is remembered, the last one, and none afterwards', () => {
  const { root, dataset, press } = open({});
  press(null);
  expect(root.pressed).toBeUndefined();
  press('Save');
  press('Download');
  expect(root.pressed).toBe('Download');
  dataset['alive'] = '';
  press('Save');
  expect(root.pressed).toBe('Download');
});

test('it can stand in a script element', () => {
  expect(headScript).not.toMatch(/<\/|<!--|\n/);
  expect(headScript.length).toBeLessThan(700);
});
