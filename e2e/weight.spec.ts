import { expect, test } from './fixtures.ts';

/** Compressed, as the hub sends them; the home page takes typing, too. */
const mostScript = (path: string) => (path === '/' ? 93 : 92) * 1024;

// The code that reports errors comes to one visit of ten; this is one of the nine.
for (const path of [
  '/',
  '/store',
  '/about',
  '/contact',
  '/tools',
  '/portfolio',
  '/terms',
  '/store/none-such',
])
  test(`until it is idle ${path} fetches at most 92 KB of script, and nothing in it jumps`, async ({
    page,
    allowError,
  }) => {
    if (path.endsWith('none-such')) allowError(/status of 404/);
    await page.addInitScript(() => {
      Math.random = () => 0.5;
      const seen = { jumped: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.jumped += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const { script, jumped } = await page.evaluate(() => ({
        script: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        jumped: (window as unknown as { seen: { jumped: number } }).seen.jumped,
      }));
      expect(script).toBeLessThanOrEqual(mostScript(path));
      expect(jumped).toBeLessThan(0.02);
    }
  });
