import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadAssets } from './static.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what every page needs is in memory; large fonts are read on request', async () => {
  mkdirSync(join(folder, 'assets'));
  const put = (name: string, size: number, letter: string) =>
    writeFileSync(join(folder, 'assets', name), letter.repeat(size));
  put('page-1.js', 10, 'a');
  put('signs-1.woff', 300_000, 'a');
  const assets = await loadAssets(folder);
  put('page-1.js', 10, 'b');
  put('signs-1.woff', 300_000, 'b');
  const script = assets.get('/assets/page-1.js');
  const signs = assets.get('/assets/signs-1.woff');
  expect(String.fromCharCode(script?.plain[0] ?? 0, signs?.plain[0] ?? 0)).toBe('ab');
  expect(signs).toMatchObject({
    etag: '"signs-1.woff"',
    headers: { 'content-type': 'font/woff', 'cache-control': 'public, max-age=31536000, immutable' },
  });
});
