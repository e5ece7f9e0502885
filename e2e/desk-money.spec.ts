import { readFile } from 'node:fs/promises';
import { buyOnPhone, expectReadable, sitAtDesk } from './device.ts';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('money on a phone: an order with what became of it, figures, an export by passkey, no difference', async ({
  browser,
  watch,
}) => {
  test.slow();
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);

  const shop = await buyOnPhone(browser, hub);
  const old = shop.url();

  await page.goto(`${origin}/desk/orders?find=buyer@example.com`);
  await page.locator('table a').first().click();
  const line = page.locator('.ledger-timeline li');
  await expect(line.filter({ hasText: 'Order placed' })).toBeVisible();
  await expect(line.filter({ hasText: 'Paid' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('status')).toContainText('A new link was sent to buyer@example.com');
  await expect(line.filter({ hasText: 'Send a new link, by Ada' })).toBeVisible();
  await shop.goto(old);
  await expect(shop.getByText('buyer@example.com')).toHaveCount(0);
  await shop.context().close();

  await page.getByRole('link', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount to refund, in dollars').fill('1.00');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByRole('status')).toContainText('$1 refunded');
  await expect(line.filter({ hasText: 'Refund of $1 sent back' })).toContainText('by Ada');
  await expectReadable(page, page.url().replace(/\?.*/, ''));

  await expectReadable(page, `${origin}/desk/sales`);
  await expect(page.getByRole('img', { name: /^Paid from/ })).toBeVisible();
  await expect(page.getByText('Filled: this period. Outlined: the period before.').first()).toBeVisible();

  for (const [room, name] of [
    ['orders', 'Export orders'],
    ['customers', 'Export customers'],
    ['payments', 'Export payments and refunds'],
  ] as const) {
    await expectReadable(page, `${origin}/desk/${room}`);
    await page.getByRole('link', { name }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${room}-.*\\.csv$`));
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain('1.00');
    expect(text.includes('buyer@example.com')).toBe(room !== 'payments');
  }
  await expectReadable(page, `${origin}/desk/differences`);
  await expect(page.getByText('Books and PayPal agree.')).toBeVisible();
  await expectReadable(page, `${origin}/desk/donations`);
  await page.goto(`${origin}/desk/record`);
  await expect(page.getByText('customers export')).toBeVisible();
  await context.close();
});

test('PayPal’s report is compared with the books, and its file is gone', async ({
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  allowError(/status of 400/);
  await using hub = await startHub({ isAlone: true });
  const { page, origin } = await sitAtDesk(browser, watch, hub);
  await expectReadable(page, `${origin}/desk/differences/-/report`);
  await page.goto(`${origin}/desk/differences`);
  await page.getByRole('link', { name: 'Compare with PayPal’s report' }).click();
  await page.getByLabel('PayPal’s report').setInputFiles({
    name: 'report.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Date,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID',
        '11/27/2026,Ann Buyer,Express Checkout Payment,Completed,USD,"1,019.00",-30.91,988.09,8AB12345CD678901E',
        '11/28/2026,,General Withdrawal,Completed,USD,-900.00,0.00,-900.00,5XY12345CD678901E',
        '11/28/2026,Ann Buyer,Payment,Completed,USD,ten,0.00,10.00,7XY12345CD678901E',
      ].join('\n'),
    ),
  });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'At PayPal, not in the books' })).toBeVisible();
  await expect(page.getByText('8AB12345CD678901E')).toBeVisible();
  await expect(page.getByText('Ann Buyer')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove: report.csv' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.screenshot({ path: 'test-results/report-390.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: 'test-results/report-1440.png', fullPage: true });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Choose the file first.')).toBeVisible();
});
