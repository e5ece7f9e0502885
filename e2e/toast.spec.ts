import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signUp } from './members.ts';

async function expectBetween(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const frame = await page.locator('.ui-toast').boundingBox();
  const header = await page.getByRole('banner').boundingBox();
  expect(frame?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  const bottom = (frame?.y ?? 0) + (frame?.height ?? 0);
  const title = page.getByRole('heading', { level: 1 });
  await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
}

test(
  '[TOAST-1] a toast stands top-centre and closes by itself after 3 s',
  { tag: '@both' },
  async ({ page }) => {
    await signUp(page.request);
    await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
    await page.goto('/dashboard/account');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Grace Hopper');
    // From here on time stands still until it is moved: a busy machine changes nothing. Not so far ahead that a part of
    // the page which still loads would be given up.
    await page.clock.pauseAt(new Date('2026-11-21T12:01:30Z'));
    await name.press('Enter');
    const toast = page.getByText('Name saved.');
    await expect(toast).toBeVisible();
    const box = await toast.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(30);
    expect(box?.y).toBeLessThan(80);
    // On a phone it covers neither the way on nor the title: it stands between them.
    if (width < 768) await expectBetween(page);
    await page.clock.runFor(2900);
    await expect(toast).toBeVisible();
    // It takes a moment to leave, which begins once the page has drawn that its time is over.
    await expect(async () => {
      await page.clock.runFor(200);
      await expect(toast).toHaveCount(0, { timeout: 200 });
    }).toPass();
  },
);
