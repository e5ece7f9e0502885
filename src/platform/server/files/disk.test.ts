import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openDiskFiles } from './disk.ts';

async function freshFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'hub-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, files: openDiskFiles(folder) };
}

const text = (words: string) => new TextEncoder().encode(words);

test('a stored file has its size, is returned unchanged, and is gone after delete', async () => {
  const { files } = await freshFiles();
  expect(await files.has('products/ab/abc')).toBe(false);
  expect(await files.get('products/ab/abc')).toBeNull();
  await files.put('products/ab/abc', text('hello'));
  const found = await files.get('products/ab/abc');
  expect(found?.bytes).toBe(5);
  expect((await buffer(found!.stream())).toString()).toBe('hello');
  await files.delete('products/ab/abc');
  expect(await files.has('products/ab/abc')).toBe(false);
  await files.delete('products/ab/abc');
});

test('an interrupted stream leaves the previous file, and no temporary one', async () => {
  const { folder, files } = await freshFiles();
  await files.put('one', text('first'));
  async function* broken() {
    yield text('sec');
    throw new Error('the line was cut');
  }
  await expect(files.put('one', broken())).rejects.toThrow('the line was cut');
  expect((await buffer((await files.get('one'))!.stream())).toString()).toBe('first');
  expect(await readdir(folder)).toEqual(['one']);
});

test('many writers of one key leave one complete file', async () => {
  const { folder, files } = await freshFiles();
  const bodies = Array.from({ length: 20 }, (_, n) => String.fromCharCode(97 + n).repeat(50_000));
  await Promise.all(bodies.map((body) => files.put('same', text(body))));
  expect(bodies).toContain((await buffer((await files.get('same'))!.stream())).toString());
  expect(await readdir(folder)).toEqual(['same']);
});

test('a key never leads outside the folder', async () => {
  const { files } = await freshFiles();
  for (const key of [
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'a/.',
    '.hidden',
    'a\0b',
    'a\\b',
    'a/',
    'ä',
  ]) {
    await expect(files.put(key, text('x')), key).rejects.toThrow(RangeError);
    await expect(files.get(key), key).rejects.toThrow(RangeError);
  }
});

test('a folder with the name of a key is not a file', async () => {
  const { files } = await freshFiles();
  await files.put('a/b', text('x'));
  expect(await files.has('a')).toBe(false);
  expect(await files.has('a/b/c')).toBe(false);
});
