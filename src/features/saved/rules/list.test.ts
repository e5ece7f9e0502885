import { expect, test } from 'vitest';
import { firstList, type ListEvent, listStep, type ListState } from './list.ts';
import { conflictName, copyName, daysLeft, firstView, listed, withChanged } from './list-view.ts';
import { headOf, prepareSave } from './record.ts';

const run = (events: ListEvent[], from: ListState = firstList) =>
  events.reduce((state, event) => listStep(state, event).state, from);
const signedIn = (localCount = 0): ListEvent => ({
  type: 'viewer',
  userId: 'u',
  isOffline: false,
  localCount,
});

test('[LIST-2] signed in it is checking, and the first live update connects it', () => {
  expect(run([signedIn()])).toEqual({ userId: 'u', status: 'checking', isLoading: true, shows: 'nothing' });
  expect(run([signedIn(), { type: 'live' }])).toMatchObject({
    status: 'connected',
    isLoading: false,
    shows: 'live',
  });
});

test('[LIST-2] a listener error is an error, and the next live update connects again', () => {
  const broken = run([signedIn(), { type: 'live' }, { type: 'listenerFailed' }]);
  expect(broken).toMatchObject({ status: 'error', shows: 'live' });
  expect(run([{ type: 'live' }], broken)).toMatchObject({ status: 'connected' });
  expect(run([signedIn(), { type: 'listenerFailed' }])).toMatchObject({
    status: 'error',
    shows: 'local',
    isLoading: false,
  });
});

test('[LIST-2] with nobody signed in it is disconnected and empty', () => {
  const { state, effects } = listStep(run([signedIn(3), { type: 'live' }]), {
    type: 'viewer',
    userId: null,
    isOffline: false,
    localCount: 3,
  });
  expect(state).toEqual({ userId: null, status: 'disconnected', isLoading: false, shows: 'nothing' });
  expect(effects.map((effect) => effect.do)).toEqual(['unsubscribe', 'stopTimers']);
  expect(run([{ type: 'live' }, { type: 'forceReady' }, { type: 'time', which: 'server' }])).toEqual(
    firstList,
  );
});

test('[LIST-3] copies that a slow storage hands over later show then, and neither stop nor start a timer', () => {
  const { state, effects } = listStep(run([signedIn()]), { type: 'found' });
  expect(state).toMatchObject({ status: 'checking', isLoading: false, shows: 'local' });
  expect(effects).toEqual([]);
  expect(run([signedIn(), { type: 'live' }, { type: 'found' }])).toMatchObject({ shows: 'live' });
  expect(run([{ type: 'found' }])).toEqual(firstList);
});

test('[LIST-3] local templates show at once if there are any', () => {
  expect(run([signedIn(2)])).toMatchObject({ status: 'checking', isLoading: false, shows: 'local' });
});

test('[LIST-3] loading is forced to end after 5 s, and after 8 s the status is error', () => {
  const { effects } = listStep(firstList, signedIn());
  expect(effects).toContainEqual({ do: 'startTimer', which: 'forceLoad', ms: 5000 });
  expect(effects).toContainEqual({ do: 'startTimer', which: 'server', ms: 8000 });
  const after5 = run([signedIn(), { type: 'time', which: 'forceLoad' }]);
  expect(after5).toMatchObject({ status: 'checking', isLoading: false, shows: 'local' });
  expect(run([{ type: 'time', which: 'server' }], after5)).toMatchObject({ status: 'error', shows: 'local' });
  const live = run([signedIn(), { type: 'live' }]);
  expect(
    run(
      [
        { type: 'time', which: 'forceLoad' },
        { type: 'time', which: 'server' },
      ],
      live,
    ),
  ).toEqual(live);
});

test('[LIST-3] force-ready by hand does what the 8 s timer does', () => {
  const byHand = listStep(run([signedIn()]), { type: 'forceReady' });
  expect(byHand.state).toEqual(run([signedIn(), { type: 'time', which: 'server' }]));
  expect(byHand.effects).toEqual([{ do: 'stopTimers' }]);
});

test('an offline user sees the local copies with the status error at once', () => {
  expect(run([{ type: 'viewer', userId: 'offline_1', isOffline: true, localCount: 0 }])).toEqual({
    userId: 'offline_1',
    status: 'error',
    isLoading: false,
    shows: 'local',
  });
});

const head = (name: string, content: string, marks = {}) => {
  const prepared = prepareSave(
    { userId: 'u', name, content },
    new Date('2026-11-21T12:00:00Z'),
    name.replace(/\W/g, '-'),
  );
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...headOf(prepared.value.record), ...marks };
};

test('a search finds every word in name, folder and text, without accents or case', () => {
  const heads = [
    head('Mutual NDA', '<p>Café Zürich</p>'),
    head('Invoice', '<p>cafe</p>', { folder: 'Zurich' }),
    head('Other', 'nothing'),
  ];
  const names = (query: string, found = new Set<string>()) =>
    listed(heads, { ...firstView, query }, found)
      .map(({ name }) => name)
      .sort();
  expect(names('zurich CAFE')).toEqual(['Invoice', 'Mutual NDA']);
  expect(names('nda')).toEqual(['Mutual NDA']);
  expect(names('deep words', new Set(['Other']))).toEqual(['Other']);
});

test('the bin holds what was deleted and nothing that is gone for good', () => {
  const heads = [
    head('a', ''),
    head('b', '', { deletedAt: '2026-11-01T00:00:00.000Z' }),
    head('c', '', { isPurged: true, deletedAt: '2026-11-01T00:00:00.000Z' }),
  ];
  expect(listed(heads, firstView).map(({ name }) => name)).toEqual(['a']);
  expect(listed(heads, { ...firstView, bin: true }).map(({ name }) => name)).toEqual(['b']);
  expect(daysLeft('2026-11-01T00:00:00.000Z', new Date('2026-11-21T00:00:00Z'))).toBe(10);
});

test('a change takes its place among the others, which stay in theirs', () => {
  const at = (name: string, hour: number) =>
    head(name, '', { updatedAt: `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z` });
  const list = [at('d', 14), at('c', 13), at('b', 12), at('a', 11)];
  const names = (changed: [string, ReturnType<typeof at> | null][]) =>
    withChanged(list, new Map(changed)).map(({ name }) => name);
  expect(names([['a', at('a', 15)]])).toEqual(['a', 'd', 'c', 'b']);
  expect(names([['c', null]])).toEqual(['d', 'b', 'a']);
  expect(
    names([
      ['new', at('new', 12)],
      ['old', at('old', 10)],
      ['d', at('d', 9)],
    ]),
  ).toEqual(['c', 'b', 'new', 'a', 'old', 'd']);
  expect(names([])).toEqual(['d', 'c', 'b', 'a']);
});

test('copies have names of their own', () => {
  expect(copyName('NDA', ['NDA'])).toBe('NDA (copy)');
  expect(copyName('NDA (copy)', ['NDA', 'NDA (copy)'])).toBe('NDA (copy 2)');
  expect(conflictName('NDA', new Date('2026-11-21T12:00:00Z'))).toBe(
    'NDA (conflicting edit, 2026-11-21 12:00 UTC)',
  );
});
