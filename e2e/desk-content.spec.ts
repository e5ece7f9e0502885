import { expectReadable, sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('a page is written, previewed, changed and taken back to what it said, on a phone', async ({
  browser,
  watch,
}) => {
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/pages/-/new`);
  await page.getByLabel('Title').fill('Imprint');
  await page.getByLabel('Description').fill('Who runs this hub.');
  await page.getByLabel('Text').fill('We are **Birch**.');
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opening;
  await expect(preview.getByRole('heading', { name: 'Imprint', level: 1 })).toBeVisible();
  await expect(preview.getByText('We are Birch.')).toBeVisible();
  await preview.close();
  const visiting = await browser.newContext({ baseURL: hub.url, viewport: { width: 390, height: 844 } });
  const site = await visiting.newPage();
  expect((await site.goto('/imprint'))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('status')).toContainText('/imprint');
  await site.goto('/imprint');
  await expect(site.getByText('We are Birch.')).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Text').fill('We moved.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Saved: Text.');
  await site.reload();
  await expect(site.getByText('We moved.')).toBeVisible();

  await page.getByRole('region', { name: 'Versions' }).getByRole('link').click();
  await expect(page.getByText('We are **Birch**.')).toBeVisible();
  await page.getByRole('link', { name: 'Use this version again' }).click();
  await page.getByRole('button', { name: 'Use this version again' }).click();
  await expect(page.getByRole('status')).toContainText('is public again');
  await site.reload();
  await expect(site.getByText('We are Birch.')).toBeVisible();
  await visiting.close();

  for (const path of ['pages', 'pages/imprint', 'pages/imprint/edit', 'portfolio', 'portfolio/-/new']) {
    await expectReadable(page, `${origin}/desk/${path}`);
  }
  await context.close();
});
