import { afterEach, expect, test, vi } from 'vitest';
import { createToastQueue, firstUsable } from './toast-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('nothing is fetched before the first toast', () => {
  const queue = createToastQueue();
  expect(queue.isWanted()).toBe(false);
  const woken = vi.fn<() => void>();
  queue.subscribe(woken);
  queue.say('success', 'Saved');
  expect(queue.isWanted()).toBe(true);
  expect(woken).toHaveBeenCalledOnce();
});

test('toasts said while the view is loading are shown in order, once', () => {
  const queue = createToastQueue();
  queue.say('success', 'first');
  queue.say('error', 'second');
  const shown: string[] = [];
  queue.connect(({ text }) => shown.push(text));
  queue.say('plain', 'third');
  expect(shown).toEqual(['first', 'second', 'third']);
});

test('a toast said after a view went away waits for the next one', () => {
  const queue = createToastQueue();
  const gone: string[] = [];
  queue.connect(({ text }) => gone.push(text))();
  queue.say('plain', 'later');
  const shown: string[] = [];
  queue.connect(({ text }) => shown.push(text));
  expect([gone, shown]).toEqual([[], ['later']]);
});

test('an action comes with its toast', () => {
  const queue = createToastQueue();
  const onAct = vi.fn<() => void>();
  queue.say('plain', 'Removed', { label: 'Undo', onAct });
  queue.connect(({ action }) => action?.onAct());
  expect(onAct).toHaveBeenCalledOnce();
});

test('the view that arrives is the one used', async () => {
  expect(await firstUsable(async () => ({ default: 'pretty' }), 'plain')).toBe('pretty');
});

test('a view that cannot be fetched leaves the plain one', async () => {
  expect(await firstUsable(() => Promise.reject(new TypeError('Failed to fetch')), 'plain')).toBe('plain');
});

test('a view that comes empty leaves the plain one', async () => {
  expect(await firstUsable<string>(async () => undefined, 'plain')).toBe('plain');
});

test('a view that does not come in two seconds leaves the plain one', async () => {
  vi.useFakeTimers();
  const used = firstUsable(() => new Promise<never>(() => undefined), 'plain');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await used).toBe('plain');
});
