import { expect, test } from './fixtures.ts';
import { signUp } from './members.ts';

test(
  '[TOAST-1] a toast stands top-centre and closes by itself after 3 s',
  { tag: '@both' },
  async ({ page }) => {
    await signUp(page.request);
    await page.goto('/dashboard');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Grace Hopper');
    await name.press('Enter');
    const toast = page.getByText('Your name is saved.');
    await expect(toast).toBeVisible();
    const began = Date.now();
    const box = await toast.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(30);
    expect(box?.y).toBeLessThan(80);
    await expect(toast).toHaveCount(0);
    // Not sooner than it can be read; how much later depends on how busy this machine is.
    expect(Date.now() - began).toBeGreaterThan(2000);
  },
);
