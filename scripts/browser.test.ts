import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBrowser, launchArgs } from './browser.mjs';

const found = (env: Record<string, string>, ...paths: string[]) =>
  findBrowser(env, (path) => paths.includes(path));

test('a browser named by CHROME_PATH wins over one that is installed', () => {
  expect(found({ CHROME_PATH: '/my/chrome' }, '/my/chrome', '/usr/bin/chromium')).toBe('/my/chrome');
});

test('Chromium and Chrome are found where systems put them, and along PATH', () => {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(found({}, '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
  expect(found({ PATH: '/bin:/nix/bin' }, '/nix/bin/chromium')).toBe('/nix/bin/chromium');
  expect(found({}, mac)).toBe(mac);
  expect(found({})).toBeUndefined();
});

test('only root gives up the sandbox', () => {
  expect(launchArgs.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
});

test('what Playwright switches off in a browser stays off', () => {
  const bundle = new URL('../node_modules/playwright-core/lib/coreBundle.js', import.meta.url);
  const own = /disabledFeatures = \[(.*?)\]\.filter/s.exec(readFileSync(bundle, 'utf8'))?.[1] ?? '';
  const names = Array.from(own.matchAll(/^\s*"(\w+)"/gm), ([, name]) => name);
  const ours = launchArgs.filter((arg) => arg.startsWith('--disable-features='));
  expect(ours).toHaveLength(1);
  expect(ours[0]?.slice('--disable-features='.length).split(',')).toEqual(expect.arrayContaining(names));
  expect(own).toContain('AimEnabled');
});
