import { expectReadable, sitAtDesk } from './device.ts';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('menus, quick links and social links are typed on a phone, previewed, and lead where they say', async ({
  browser,
  watch,
}) => {
  test.slow();
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/site/-/edit`);
  await page.getByLabel('Menu at the top').fill('All that we sell: /store\nNowhere: /nowhere');
  await page.getByLabel('Quick links at the foot').fill('Our terms: /terms');
  await page.getByLabel('Social links').fill('Mastodon: https://example.social/@you');
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opening;
  await expect(preview.getByRole('link', { name: 'Our terms' })).toBeVisible();
  await preview.close();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Saved: Menu at the top, Quick links');

  const visiting = await browser.newContext({ baseURL: hub.url, viewport: { width: 1024, height: 800 } });
  watch(visiting);
  const site = await visiting.newPage();
  await site.goto('/about');
  const main = site.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText(['All that we sell']);
  await main.getByRole('link').click();
  await expect(site).toHaveURL(/\/store$/);
  const quick = site.getByRole('navigation', { name: 'Quick links' });
  await expect(quick.getByRole('link')).toHaveText(['Our terms']);
  await expect(site.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://example.social/@you',
  );
  await site.setViewportSize({ width: 390, height: 844 });
  await site.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(site.getByRole('menuitem', { name: 'All that we sell' })).toBeVisible();
  await expectAccessibleInBothThemes(site);

  // The most that fits at the top, in the narrowest window that shows it.
  await page.goto(`${origin}/desk/site/-/edit`);
  const widest = ['Wwwwwwww', 'Mmmmmmmm', 'Wwwwwwwm', 'Mmmmmmmw', 'Wwwwmmmm'];
  await page.getByLabel('Menu at the top').fill(widest.map((name) => `${name}: /store`).join('\n'));
  await page.getByRole('button', { name: 'Save' }).click();
  await site.setViewportSize({ width: 1024, height: 800 });
  await site.goto('/about');
  await expect(main.getByRole('link')).toHaveCount(5);
  const over = await site.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  await visiting.close();
  await expectReadable(page, `${origin}/desk/site/-/edit`);
  await context.close();
});
