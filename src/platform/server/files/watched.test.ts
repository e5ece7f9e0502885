import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import { scanned } from './scanner.ts';
import { watchedFiles, watchedScan } from './watched.ts';

const bytes = new Uint8Array([1]);

test('a failing disk is reported until it works again; a refusal is not a failure', async () => {
  let failure: Error | null = new Error('ENOSPC');
  const disk = {
    put: async () => {
      if (failure) throw failure;
    },
  };
  const { files, status } = watchedFiles(
    { ...disk, get: async () => null, has: async () => false, delete: async () => {} },
    'disk',
  );
  expect(status()).toEqual({ service: 'files', runsOn: 'disk', state: 'up' });
  await expect(files.put('a', bytes)).rejects.toThrow('ENOSPC');
  expect(status()).toMatchObject({ state: 'down', advice: expect.stringContaining('log') });
  failure = null;
  await files.put('a', bytes);
  expect(status().state).toBe('up');
  failure = new Problem('bad_request', 'No.');
  await expect(files.put('a', bytes)).rejects.toThrow('No.');
  expect(status().state).toBe('up');
});

test('a configured scanner is named, and reported when it isn’t responding', async () => {
  expect(watchedScan(null, '').status()).toMatchObject({ service: 'scanner', state: 'off' });
  const dead = watchedScan(() => Promise.reject(new Error('no answer')), 'clam:3310');
  expect(dead.status()).toEqual({ service: 'scanner', runsOn: 'ClamAV, clam:3310', state: 'up' });
  const store = {
    put: async () => {},
    get: async () => null,
    has: async () => false,
    delete: async () => {},
  };
  const files = scanned(store, dead.scan ?? (async () => null));
  await expect(files.put('a', bytes)).rejects.toThrow(Problem);
  expect(dead.status().state).toBe('down');
});
