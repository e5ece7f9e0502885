import { afterEach, expect, test, vi } from 'vitest';
import { memoryDisk } from '#testing/memory-disk.ts';
import { openBrowserDisk } from './disk.ts';
import { diskOrMemory } from './disk-or-memory.ts';

afterEach(() => vi.unstubAllGlobals());

const line = { owner: 'guest', name: 'queue', value: 1 };
const patience = { openMs: 30, workMs: 30, restMs: 60 };
const keeps = async (disk: ReturnType<typeof diskOrMemory>) => {
  await disk.change((at) => at.put('places', line));
  return disk.read((at) => at.get('places', ['guest', 'queue']));
};

test('without storage, or with one that hangs, everything works in memory and says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  class Silent extends EventTarget {}
  vi.stubGlobal('IDBRequest', Silent);
  for (const name of ['IDBTransaction', 'IDBDatabase', 'IDBObjectStore', 'IDBIndex', 'IDBCursor'])
    vi.stubGlobal(name, class extends EventTarget {});
  const refused = () => {
    throw new DOMException('no', 'SecurityError');
  };
  for (const storage of [undefined, { open: () => new Silent() }, { open: refused }]) {
    vi.stubGlobal('indexedDB', storage);
    const browser = openBrowserDisk('hub', patience);
    const disk = diskOrMemory(browser, browser.hasOpened);
    expect(disk.isKept()).toBe(true);
    expect(await keeps(disk)).toEqual(line);
    expect(disk.isKept()).toBe(false);
  }
});

test('storage that has opened once is never swapped for memory: failures are reported', async () => {
  const browser = memoryDisk();
  const disk = diskOrMemory(browser, () => true);
  expect(await keeps(disk)).toEqual(line);
  browser.failFrom(1);
  await expect(keeps(disk)).rejects.toThrow('full');
  expect(disk.isKept()).toBe(true);
});
