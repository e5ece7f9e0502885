import { readFileSync } from 'node:fs';
import type { CDPSession } from '@playwright/test';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';

const pages = JSON.parse(readFileSync(new URL('../dist/server/routes.json', import.meta.url), 'utf8')) as {
  path: string;
  archetype: string;
}[];
const plain = pages.filter((page) => !page.path.includes(':') && page.path !== '/dev/ui');
const colours = ['color-contrast', 'link-in-text-block'];

/** The page that is open, in a hand or on a desk, as a browser's own device tools turn it. */
async function hold(devTools: CDPSession, device: 'phone' | 'desk'): Promise<void> {
  const mobile = device === 'phone';
  const [width, height] = mobile ? [390, 844] : [1440, 900];
  await devTools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile });
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
}

// One visitor goes through all pages of a kind, and turns each: opening a page costs more than looking at it.
for (const archetype of new Set(plain.map((page) => page.archetype))) {
  test(`every page of the kind "${archetype}" is accessible in both themes, at a desk and on a phone`, async ({
    page,
    allowError,
  }) => {
    allowError(/401/);
    test.slow();
    const devTools = await page.context().newCDPSession(page);
    for (const { path } of plain.filter((row) => row.archetype === archetype)) {
      await test.step(path, async () => {
        await hold(devTools, 'desk');
        await setTheme(page, 'light');
        await page.goto(path);
        await expect(page.locator('main h1').first()).toBeVisible();
        await test.step('desk, light', () => expectAccessible(page));
        await setTheme(page, 'dark');
        await test.step('desk, dark', () => expectAccessible(page, colours));
        await hold(devTools, 'phone');
        await test.step('phone, dark', () => expectAccessible(page));
        await setTheme(page, 'light');
        await test.step('phone, light', () => expectAccessible(page, colours));
      });
    }
  });
}

test('opened menus are accessible', { tag: '@both' }, async ({ page }) => {
  await page.goto('/');
  const menu = page
    .getByRole('button', { name: /^(More|Menu)$/ })
    .filter({ visible: true })
    .first();
  await menu.click();
  await expectAccessible(page);
});
