import { beforeEach, expect, test, vi } from 'vitest';
import {
  endRequest,
  givenTo,
  keepDraft,
  keepGiven,
  keepRequest,
  keptDrafts,
  keptRequest,
  keyOfDraft,
  wasCounted,
  type KeptDraft,
} from './kept-drafts.ts';

/** A browser's storage that may be full. */
function storage() {
  const held = new Map<string, string>();
  const state = { room: Infinity };
  return {
    state,
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem(key: string, text: string) {
      if (text.length > state.room) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, text);
    },
  };
}

const addEventListener = () => {};
const device = { current: storage() };
const tab = () =>
  vi.stubGlobal('window', { localStorage: device.current, sessionStorage: storage(), addEventListener });
beforeEach(() => {
  device.current = storage();
  tab();
});

const draft = (id: string): KeptDraft => ({
  id,
  at: '2026-11-21T12:00:00Z',
  request: 'an NDA',
  slug: 'mutual-nda',
  title: 'Mutual NDA',
  sections: [],
  by: null,
  note: null,
});

test('[AI-1] two tabs write two requests: each keeps its own, and the draft of one does not end the other', () => {
  keepRequest('a README');
  const first = window.sessionStorage;
  tab();
  expect(keptRequest()).toBe('a README');
  keepRequest('a quote');
  const second = window.sessionStorage;
  vi.stubGlobal('window', { localStorage: device.current, sessionStorage: first, addEventListener });
  expect(keptRequest()).toBe('a README');
  endRequest('a README');
  expect(keptRequest()).toBe('a quote');
  vi.stubGlobal('window', { localStorage: device.current, sessionStorage: second, addEventListener });
  expect(keptRequest()).toBe('a quote');
  endRequest('a quote');
  expect(keptRequest()).toBe('');
});

test('[AI-1] what was answered belongs to its request and its document', () => {
  const given = { answers: { law: 'germany' }, facts: { fee: '900' }, side: 'client', clauses: ['no calls'] };
  keepGiven({ request: 'an NDA', slug: 'mutual-nda', ...given });
  expect(givenTo('an NDA', 'mutual-nda')).toEqual(given);
  expect(givenTo('an NDA', 'one-way-nda')).toEqual({ answers: {} });
  expect(givenTo('another', 'mutual-nda')).toEqual({ answers: {} });
});

test('[AI-2] a second draft of a request that was counted is known, and of no other', () => {
  keepDraft({ ...draft('a'), isCounted: true }, {});
  keepDraft({ ...draft('b'), request: 'a quote' }, {});
  expect(wasCounted('an NDA')).toBe(true);
  expect(wasCounted('a quote')).toBe(false);
  expect(wasCounted('an NDA with Acme')).toBe(false);
});

test('[AI-1] a draft for which the device has no room stands for its tab and says so; older ones stay', () => {
  expect(keepDraft(draft('old'), { law: 'ireland' })).toBe(true);
  device.current.state.room = 5;
  expect(keepRequest('a long request')).toBe(true);
  expect(keepDraft(draft('new'), { law: 'germany' })).toBe(true);
  expect(keptDrafts().map(({ id }) => id)).toEqual(['new', 'old']);
  expect(keptDrafts()[0]?.note).toMatch(/storage is full/);
  expect(window.sessionStorage.getItem(keyOfDraft('new'))).toContain('germany');
  expect(window.localStorage.getItem(keyOfDraft('old'))).toContain('ireland');
});

test('[AI-1] of the drafts on a device the twelve newest stay, and where nothing is kept that is said', () => {
  for (let count = 1; count <= 13; count++) keepDraft(draft(`d${count}`), {});
  expect(keptDrafts()).toHaveLength(12);
  expect(window.localStorage.getItem(keyOfDraft('d1'))).toBeNull();
  expect(window.localStorage.getItem(keyOfDraft('d2'))).toBe('{}');
  vi.stubGlobal('window', {});
  expect(keepDraft(draft('none'), {})).toBe(false);
  expect(keepRequest('a quote')).toBe(false);
});
