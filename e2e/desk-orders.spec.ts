import { buyOnPhone, expectReadable, sitAtDesk } from './device.ts';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('an order on a phone: its invoice corrected, a file given to its buyer alone, both seen by them', async ({
  browser,
  watch,
}) => {
  test.slow();
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);

  const shop = await buyOnPhone(browser, hub);
  await expect(shop.locator('main')).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await shop.locator('main').textContent()) ?? '')?.[0] ?? '';

  // Found by what the buyer reads, and by a part of their address.
  await page.goto(`${origin}/desk/orders?find=${number}`);
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await page.goto(`${origin}/desk/orders?find=uyer@exam`);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expectReadable(page, page.url());

  await page.getByRole('link', { name: 'Correct the invoice' }).click();
  await page.getByLabel('Name or company').fill('Ada Works Ltd');
  await page.getByLabel('Address').fill('1 Quay Street\nHarborton');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Issue the new invoice' }).click();
  await expect(page.getByRole('status')).toContainText(
    /Invoice \S+ replaces \S+, which credit note \S+ cancels/,
  );

  await page.getByRole('link', { name: 'Give a file' }).click();
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'fixed.zip', mimeType: 'application/zip', buffer: Buffer.from('fixed bytes') });
  await page.getByLabel('What the email says').fill('Here is the one that opens.');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Give and send' }).click();
  await expect(page.getByRole('status')).toContainText('1 file given');
  await expect(page.locator('.ledger-timeline li').filter({ hasText: 'fixed.zip' }).first()).toBeVisible();

  await shop.reload();
  await expect(shop.getByRole('heading', { name: 'For you' })).toBeVisible();
  const downloading = shop.waitForEvent('download');
  await shop.getByRole('link', { name: /fixed\.zip/ }).click();
  expect((await downloading).suggestedFilename()).toBe('fixed.zip');
  await expectAccessibleInBothThemes(shop);
  await shop.context().close();
  await context.close();
});
