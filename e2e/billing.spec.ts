import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signUp } from './members.ts';

test('a member takes a plan, sees what a larger one comes to, cancels and resumes', async ({
  page,
  allowError,
}) => {
  test.slow();
  allowError(/status of 400/);
  await signUp(page.request);
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Choose PRO' }).filter({ visible: true }).click();
  await page.getByLabel('Country').selectOption('US');
  await expect(page.getByTestId('due-now')).toHaveText('$29');
  await expect(page.getByText('Test payments - no money moves')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // Back without agreeing: said, and nothing is charged.
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Cancel and return' }).click();
  await expect(page.getByText('Payment canceled')).toBeVisible();
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByText('Your plan is active')).toBeVisible();
  await expect(page.getByText(/^PRO, monthly\. The next payment, \$29, is due on/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /^\d{4}-\d{5}$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^invoice-\d{4}-\d{5}\.pdf$/);

  // What an invoice cannot print is said at its field, and nothing typed is lost.
  await page.getByRole('button', { name: 'Change billing details' }).click();
  const details = page.getByRole('dialog', { name: 'Billing details' });
  await details.getByLabel(/^Company/).fill('Wren Studio');
  await details.getByLabel('Country').selectOption('DE');
  await details.getByLabel(/^VAT or tax ID/).fill('DE12');
  await details.getByRole('button', { name: 'Save billing details' }).click();
  await expect(details.getByText('This isn’t a valid VAT ID for that country.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await page.getByRole('button', { name: 'Change billing details' }).click();
  await expect(details.getByLabel(/^Company/)).toHaveValue('Wren Studio');
  await expect(details.getByLabel('Country')).toHaveValue('DE');
  await details.getByLabel(/^VAT or tax ID/).fill('');
  await details.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('Wren Studio', { exact: false })).toBeVisible();

  // A year for a month: the month is counted.
  await page.getByRole('link', { name: 'Pay yearly' }).click();
  await expect(page.getByTestId('due-now')).toHaveText('$249');

  // The unused part of PRO is counted, and said before anything is agreed to.
  await page.goto('/billing?plan=MULTI_CHANNEL&cycle=monthly');
  await expect(page.getByText('Unused part of PRO', { exact: true })).toBeVisible();
  await expect(page.getByTestId('due-now')).toHaveText('$50');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByText(/^MULTI-CHANNEL, monthly\./)).toBeVisible();

  await page.goto('/dashboard#billing');
  await expect(page).toHaveURL('/dashboard/billing');
  const block = page.getByRole('main');
  await block.getByRole('button', { name: 'Cancel plan' }).click();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Cancel MULTI-CHANNEL' }).click();
  await expect(block.getByText(/^MULTI-CHANNEL, monthly\. Canceled\. You keep it until/)).toBeVisible();
  await block.getByRole('link', { name: 'Resume MULTI-CHANNEL' }).click();
  await expect(page.getByTestId('due-now')).toHaveText('Nothing');
  await page.getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByText('It starts when your current plan ends.')).toBeVisible();
  await expect(page.getByText(/it becomes MULTI-CHANNEL, monthly, for \$79/)).toBeVisible();
});

test('a guest gives monthly, is thanked, and stops it by the same link', async ({ page }) => {
  await page.goto('/donate');
  await page.getByRole('link', { name: 'Monthly', exact: true }).click();
  await page.getByLabel('Another amount').check();
  await page.getByLabel('US dollars a month').fill('0.5');
  await page.getByRole('button', { name: 'Donate monthly', exact: true }).click();
  await expect(page.getByText('Enter an amount from $1 to $10,000.')).toBeVisible();
  await page.getByLabel('US dollars a month').fill('7.50');
  await page.getByLabel('Email for the receipts').fill('grace@example.com');
  await page.getByRole('button', { name: 'Donate $7.50 a month' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByText(/You donate \$7\.50/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Stop donating' }).click();
  await expect(page.getByText('You won’t be charged again.')).toBeVisible();
});
