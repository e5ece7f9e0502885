import { buyOnPhone, expectReadable, sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('an operator comes by a link, sells, refunds with their passkey and locks, all on a phone', async ({
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 401/);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);

  // A buyer, meanwhile, with test money.
  const shop = await buyOnPhone(browser, hub);
  await shop.context().close();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.locator('table a').first().click();
  await expect(page.getByText('buyer@example.com').first()).toBeVisible();
  await page.getByRole('link', { name: 'Refund' }).click();
  await page.getByLabel('Reason (shown to the buyer)').fill('Bought twice');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByRole('status')).toContainText('refunded');
  // What was said is said once; what was done stays.
  await page.reload();
  await expect(page.getByRole('status')).toHaveCount(0);
  await expect(page.getByText('refunded').first()).toBeVisible();

  await page.goto(`${origin}/desk/record`);
  await expect(page.getByText('orders refund')).toBeVisible();
  await page.getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'The desk is locked' })).toBeVisible();
  await page.goto(`${origin}/desk/orders`);
  await page.getByRole('button', { name: 'Unlock with passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await context.close();
});

test('what is sent after the session’s end waits at the door, and goes out when it opens', async ({
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 401/);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/coupons/-/add`);
  await page.getByLabel('Code').fill('SPRING');
  await page.getByLabel('Discount').fill('20%');
  await context.clearCookies();
  await page.getByRole('button', { name: 'New coupon' }).click();
  await expect(page.getByText('Nothing is lost')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock with passkey' }).click();
  await expect(page.getByRole('status')).toContainText('Coupon SPRING can be used now.');
  await context.close();
});

test('every page of the desk is accessible in both themes, and fits a phone at twice the text', async ({
  browser,
  watch,
}) => {
  // About thirty pages, each looked at twice: the limit is for what hangs, not for a slow machine.
  test.setTimeout(240_000);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  const paths = await page
    .locator('#ledger-menu a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.length).toBeGreaterThan(14);
  for (const path of [...paths, '/desk/operators/-/invite', '/desk/coupons/-/add']) {
    await expectReadable(page, origin + path);
  }
  await context.close();
});
