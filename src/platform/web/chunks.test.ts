import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A browser page that can be navigated away from. */
async function open() {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const chunks = await import('./chunks.ts');
  const dropped = vi.fn<() => void>();
  const load = () =>
    void chunks.loadChunk(() => Promise.reject(new TypeError('NetworkError'))).catch(dropped);
  return { ...chunks, load, dropped, leave: () => page.dispatchEvent(new Event('beforeunload')) };
}

test('a load aborted by navigation isn’t a failure: browsers abort those', async () => {
  const { load, dropped, leave, leavingMs } = await open();
  load();
  leave();
  await vi.advanceTimersByTimeAsync(leavingMs - 1);
  expect(dropped).not.toHaveBeenCalled();
});

test('a page that stays after all, because the other was a download, is told', async () => {
  const { load, dropped, leave, leavingMs } = await open();
  load();
  leave();
  await vi.advanceTimersByTimeAsync(leavingMs);
  expect(dropped).toHaveBeenCalledTimes(1);
  load();
  await vi.advanceTimersByTimeAsync(0);
  expect(dropped).toHaveBeenCalledTimes(2);
});

test('a part that fails to load without navigation is a failure at once', async () => {
  const { load, dropped } = await open();
  load();
  await vi.advanceTimersByTimeAsync(0);
  expect(dropped).toHaveBeenCalledTimes(1);
});
