import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { openUserMenu, signUp } from './members.ts';

const scriptFailure = 'Failed to load the PayPal JS SDK script';
const script = '**/sdk/js?*';

/** Says how much where that is still to be said, presses one of the provider's buttons, and answers in its window. */
async function pay(page: Page, answer: RegExp): Promise<void> {
  const amount = page.getByRole('button', { name: /^Donate/ });
  if (await amount.isVisible()) await amount.click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Debit or Credit Card' }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Test payment' }).waitFor();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: answer }).click();
  await closed;
}

test('[DON-1] [PAY-1] a guest gives an amount of their own, is thanked, and gets the receipt', async ({
  page,
  hub,
}) => {
  const email = `giver.${Date.now().toString(36)}@example.com`;
  const asked = page.waitForRequest(script);
  await page.goto('/');
  // The way there, from a page that may not load the provider's script.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Support Us' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support Us');
  await page.locator('html[data-alive]').waitFor();
  await page.getByLabel('Another amount').check();
  await page.getByLabel('Amount in US dollars').fill('0.50');
  await page.getByRole('button', { name: 'Donate', exact: true }).click();
  await expect(page.getByText('Enter an amount between $1 and $10,000.')).toBeVisible();
  await page.getByLabel('Amount in US dollars').fill('12.50');
  await expect(page.getByRole('region', { name: 'Your donation' })).toContainText('$12.50');
  await page.getByRole('button', { name: 'Donate $12.50', exact: true }).click();
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({
    currency: 'USD',
    intent: 'capture',
    'enable-funding': 'paylater,venmo,card',
  });
  await expect(page.getByText('Test payments - no money moves')).toBeVisible();
  await page.getByLabel('Message').fill('For the <b>coffee</b>');
  await page.getByLabel('Email for the receipt').fill(email);
  await expectAccessibleInBothThemes(page);
  // What was typed outlives a reload.
  await page.reload();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('12.50');

  await pay(page, /^Cancel/);
  await expect(page.getByText('You closed the payment window. Nothing was charged.')).toBeVisible();
  await pay(page, /^Pay now/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await expect(page.getByText('$12.50 received')).toBeVisible();
  await expect(page.getByText('For the <b>coffee</b>')).toBeVisible();
  await page.reload();
  await expect(page.getByText('$12.50 received')).toBeVisible();
  const listed = await hub.command('donations', 'list');
  expect(listed).toContain('$12.50');
});

test('a member’s gift is closed to whoever comes after their logout, in the tab that showed it', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/donate');
  await page.getByLabel('Message').fill('For the tea');
  await pay(page, /^Pay now/);
  await expect(page.getByText('For the tea')).toBeVisible();
  await expect(page).toHaveURL(/\/donate\/thanks$/);
  const other = await page.context().newPage();
  await other.goto('/about');
  await (await openUserMenu(other)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Couldn’t open your donation')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('For the tea');
});

test('[PAY-2] a script that does not load is logged, said with what to do, and can be asked for again', async ({
  page,
  allowError,
}) => {
  allowError(/Failed to load/);
  allowError(/net::ERR_FAILED/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route(script, (route) => route.abort());
  await page.goto('/donate');
  await page.getByRole('button', { name: 'Donate $10', exact: true }).click();
  await expect(page.getByText('PayPal didn’t load')).toBeVisible();
  expect(said).toContain(scriptFailure);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Debit or Credit Card' })).toBeVisible();
  await expect(page.getByText('PayPal didn’t load')).toHaveCount(0);
});
