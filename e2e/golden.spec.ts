import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

// The pictures were drawn by this browser; another major version sets type a little differently.
const drawnBy = new URL('./golden/chromium.txt', import.meta.url);
const major = (version: string): string => version.split('.')[0] ?? '';

// One page of each kind that has a screen, and the home page.
const pages = [
  ['home', '/'],
  ['reading', '/product/desk-icons'],
  ['list', '/store'],
  ['form', '/contact'],
  ['tool', '/tools/classic-template-generator?document=mutual-nda'],
] as const;

test('one page of each kind looks as it was last agreed on (new pictures: see CONTRIBUTING.md)', async ({
  page,
  browser,
}, { config }) => {
  const isDrawing = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
  if (isDrawing) writeFileSync(drawnBy, `${major(browser.version())}\n`);
  const drawn = existsSync(drawnBy) ? readFileSync(drawnBy, 'utf8').trim() : '';
  test.skip(drawn !== major(browser.version()), `drawn by Chromium ${drawn}, this is ${browser.version()}`);
  // A document carries today's date.
  await page.clock.setFixedTime('2026-11-02T10:00:00Z');
  for (const [name, path] of pages) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await expect.soft(page, path).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.03 });
  }
});
