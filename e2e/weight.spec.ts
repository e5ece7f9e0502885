import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signUp } from './members.ts';

/** Compressed, as the hub sends them; the home page takes typing, too. */
const mostScript = (path: string) => (path === '/' ? 93 : 92) * 1024;

/** The sum of what jumped, and the scripts that came, since the page was opened. */
const costs = (page: Page) =>
  page.evaluate(() => ({
    script: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    jumped: (window as unknown as { seen: { jumped: number } }).seen.jumped,
  }));

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    // The code that reports errors comes to one visit of ten; this is one of the nine.
    Math.random = () => 0.5;
    const seen = { jumped: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.jumped += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  }),
);

for (const path of [
  '/',
  '/store',
  '/about',
  '/contact',
  '/tools',
  '/portfolio',
  '/terms',
  '/newsletter',
  '/store/none-such',
])
  test(`until it is idle ${path} fetches at most 92 KB of script, and nothing in it jumps`, async ({
    page,
    allowError,
  }) => {
    if (path.endsWith('none-such')) allowError(/status of 404/);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const { script, jumped } = await costs(page);
      expect(script).toBeLessThanOrEqual(mostScript(path));
      expect(jumped).toBeLessThan(0.02);
    }
  });

for (const width of [390, 1440])
  test(`at ${width} px nothing jumps on a member’s pages while what is theirs comes`, async ({ page }) => {
    test.setTimeout(120_000);
    await signUp(page.request);
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/dashboard',
      '/dashboard/templates',
      '/dashboard/agreements',
      '/dashboard/funnels',
      '/dashboard/follow-ups',
      '/dashboard/people',
      '/dashboard/branding',
      '/dashboard/plan',
      '/dashboard/api-keys',
      '/dashboard/account',
      '/my-purchases',
      '/billing',
      '/plans',
      '/automation',
      '/cart',
      '/checkout?buy=invoice-proposal-pack',
      '/tools/template-generator',
    ]) {
      await page.goto(path);
      // The checkout has no account in its header.
      await (
        path.startsWith('/checkout')
          ? page.getByTestId('checkout-total')
          : page.getByRole('banner').getByRole('button', { name: /^Account of/ })
      ).waitFor({ state: 'attached' });
      await page.waitForTimeout(1500);
      expect(path + ((await costs(page)).jumped < 0.02 ? '' : ' jumped')).toBe(path);
    }
  });
