import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWordFile } from './word-file.ts';

const fine = '<w:p><w:r><w:t>Fine</w:t></w:r></w:p>';

test('damaged files and bombs are refused in words, before anything is unpacked', async () => {
  const open = (bytes: Uint8Array) =>
    readWordFile({ size: bytes.length, arrayBuffer: async () => new Uint8Array(bytes).buffer });
  await expect(open(strToU8('no zip at all'))).rejects.toThrow('We can’t read this file');
  const whole = zipSync({ 'word/document.xml': strToU8(fine) });
  await expect(open(whole.slice(0, whole.length - 30))).rejects.toThrow('We can’t read this file');
  await expect(open(zipSync({ 'other.xml': strToU8('x') }))).rejects.toThrow('We can’t read this file');
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(60_000_000) }, { level: 9 });
  expect(bomb.length).toBeLessThan(200_000);
  await expect(open(bomb)).rejects.toThrow('too long');
  expect((await open(whole)).document).toContain('Fine');
});
