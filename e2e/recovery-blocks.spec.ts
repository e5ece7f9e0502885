import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { mailedText, nameSender, signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

/** A campaign as the release before kept it: one text. */
async function openCampaign(page: Page): Promise<void> {
  await signUp(page.request);
  await nameSender(page.request, { settings: { emailDelay: 0 } });
  const made = await page.request.post('/api/recovery/campaigns', {
    data: {
      name: 'Of before',
      isOn: true,
      steps: [
        {
          afterHours: 1,
          subject: 'Your cart at {{Shop}}',
          body: 'Hello {{FirstName}},\n\nyour cart with {{Items}} is still here, as you left it.',
          discountPercent: 0,
        },
      ],
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  await page.goto('/automation');
  await page.getByRole('tab', { name: 'Campaigns' }).click();
}

const kinds = (page: Page) => page.getByRole('list', { name: 'Blocks' }).locator('h4');
const mailFrame = (page: Page) => page.frameLocator('iframe[title^="Email:"]');

test('[AUTO-4] a campaign of before opens in blocks, is built by keyboard, saved, and sent as it is seen', async ({
  page,
}) => {
  await openCampaign(page);
  const main = page.getByRole('main');
  await expect(kinds(page)).toHaveText(['Text', 'Cart']);
  await expect(mailFrame(page).getByRole('link', { name: 'Open my cart' })).toBeVisible();
  const enter = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };
  await enter('Move up: Cart');
  await expect(kinds(page)).toHaveText(['Cart', 'Text']);
  await page.getByLabel('Prices and total').focus();
  await page.keyboard.press('Space');
  await enter('Add a block');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitem', { name: 'Cart', exact: true })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitem', { name: 'Coupon code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(kinds(page)).toHaveText(['Cart', 'Text', 'Coupon code']);
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('{{DiscountCode}}');
  await expect(page.getByText('The coupon isn’t shown: this message gives no discount yet.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('AUTUMN10');
  await page.getByLabel('Words above it').fill('For {{FirstName|you}}');

  for (const [view, width] of [
    ['Phone', '320'],
    ['Computer', '600'],
  ] as const) {
    await page.getByRole('radio', { name: view }).check();
    await expect(page.locator('iframe[title^="Email:"]')).toHaveAttribute('width', width);
    await expect(mailFrame(page).getByText('AUTUMN10')).toBeVisible();
    await expect(mailFrame(page).getByText('For Maya')).toBeVisible();
    await expect(mailFrame(page).getByRole('rowheader', { name: 'Total' })).toBeVisible();
  }
  await page.getByRole('radio', { name: 'Plain text' }).check();
  await expect(page.getByLabel('Plain text', { exact: true }).last()).toContainText('Total: $49');
  await expectAccessibleInBothThemes(page);
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(kinds(page)).toHaveText(['Cart', 'Text', 'Coupon code']);

  const buyer = `bea.${Date.now().toString(36)}@example.com`;
  const added = await page.request.post('/api/recovery/carts', {
    data: {
      email: buyer,
      name: 'Bea Bright',
      totalCents: 5800,
      consent: true,
      items: [{ name: 'Field guide', quantity: 2, cents: 2900 }],
    },
  });
  expect(added.ok(), await added.text()).toBe(true);
  const text = await mailedText(page.request, buyer);
  expect(text.replaceAll(/\/r\/\S+/g, '/r/…')).toMatch(
    /^Field guide \(2 x \$29\): \$58\nTotal: \$58\n\nOpen my cart:\n\S+\n\nHello Bea,\n\nyour cart with 2 x Field guide .*\n\nFor Bea\n {4}AUTUMN10\n/,
  );
  expect(text).toContain('1 Mill Lane, York');
  expect(text).toContain('Unsubscribe:');
});

test('the blocks of a campaign fit a phone @phone', async ({ page }) => {
  await openCampaign(page);
  await expect(kinds(page)).toHaveText(['Text', 'Cart']);
  await expect(mailFrame(page).getByRole('link', { name: 'Open my cart' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sticksOut).toBe(0);
});
