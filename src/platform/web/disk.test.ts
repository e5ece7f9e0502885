import { afterEach, expect, test, vi } from 'vitest';
import { DiskSilent, openBrowserDisk } from './disk.ts';

afterEach(() => vi.unstubAllGlobals());

const patience = { openMs: 30, workMs: 30, restMs: 60 };

test('a hanging storage is waited for up to the limit, and then left alone for a while', async () => {
  class Silent extends EventTarget {}
  const open = vi.fn(() => new Silent());
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('IDBRequest', Silent);
  for (const name of ['IDBTransaction', 'IDBDatabase', 'IDBObjectStore', 'IDBIndex', 'IDBCursor'])
    vi.stubGlobal(name, class extends EventTarget {});
  const disk = openBrowserDisk('hub', patience);
  const read = () => disk.read((at) => at.owners());
  const since = performance.now();
  await expect(read()).rejects.toBeInstanceOf(DiskSilent);
  await expect(read()).rejects.toBeInstanceOf(DiskSilent);
  expect(performance.now() - since).toBeLessThan(2000);
  expect(open).toHaveBeenCalledTimes(1);
});

test('in a browser without storage every call says so at once', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const disk = openBrowserDisk('hub', patience);
  await expect(disk.read((at) => at.owners())).rejects.toThrow();
  await expect(disk.change((at) => at.put('kept', {}))).rejects.toThrow();
});
