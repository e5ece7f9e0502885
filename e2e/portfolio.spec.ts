import { expect, expectAccessible, test } from './fixtures.ts';

test('[PAGE-1] the portfolio filters by tag without a script, and each project opens', async ({
  browser,
  hub,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${hub.url}/portfolio`);
  const cards = page.getByRole('main').getByRole('article');
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(4);
  await page
    .getByRole('navigation', { name: 'Filter by tag' })
    .getByRole('link', { name: /^postgres/ })
    .click();
  await expect(page).toHaveURL(/tag=postgres/);
  expect(await cards.count()).toBeLessThan(all);
  await cards.first().getByRole('link').last().click();
  await expect(page.getByRole('main').getByRole('img')).toBeVisible();
  expect(
    await page
      .getByRole('main')
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  await context.close();
});

test(
  'a project page is accessible, and an unknown one is a 404',
  { tag: '@both' },
  async ({ page, allowError }) => {
    allowError(/404/);
    await page.goto('/portfolio/store');
    await expectAccessible(page);
    expect((await page.goto('/portfolio/nowhere'))?.status()).toBe(404);
  },
);
