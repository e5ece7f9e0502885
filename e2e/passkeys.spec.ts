import { giveDevice } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';
import { waitLonger } from './members.ts';

const password = 'seven quiet herons';

test('[AUTH-1] a passkey is made in the account, opens it, stands in for password and code, and goes', async ({
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 401/);
  // Its own name: browsers hold no passkey to an address in numbers.
  await using hub = await startHub({ isAlone: true });
  const context = await browser.newContext({ baseURL: hub.url.replace('127.0.0.1', 'localhost') });
  watch(context);
  await waitLonger(context);
  const page = await context.newPage();
  const device = await giveDevice(page);
  // Beside the address the browser would choose the only one by itself: that is the next test.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.request.post('/api/auth/sign-up', {
    data: { displayName: 'Ada', email: 'ada@example.com', password },
  });

  await page.goto('/dashboard/account');
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) }).last();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('row')).toHaveCount(2);
  await passkeys.getByRole('button', { name: /^Rename the passkey/ }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('The laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(passkeys.getByRole('row').last()).toContainText('The laptop');
  await context.clearCookies();

  await page.goto('/signin?next=%2Ftools');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/tools');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada');

  await page.goto('/dashboard/account');
  await passkeys.getByRole('button', { name: 'Remove the passkey The laptop' }).click();
  await expect(passkeys.getByRole('row')).toHaveCount(0);
  await context.clearCookies();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(
    page.getByText('This passkey doesn’t belong to an account here. Sign in another way.'),
  ).toBeVisible();
  await device.answers(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used. Nothing was changed.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/signin/);
  await context.close();
});

test('a passkey is offered beside the address, where the browser fills in who signs in', async ({
  browser,
  watch,
}) => {
  await using hub = await startHub({ isAlone: true });
  const context = await browser.newContext({ baseURL: hub.url.replace('127.0.0.1', 'localhost') });
  watch(context);
  await waitLonger(context);
  const page = await context.newPage();
  await giveDevice(page);
  await page.request.post('/api/auth/sign-up', {
    data: { displayName: 'Grace', email: 'grace@example.com', password },
  });
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Rename the passkey/ })).toBeVisible();
  await context.clearCookies();
  // The browser chooses the only one by itself where nobody draws its list.
  await page.goto('/signin?next=%2Ftools');
  await expect(page).toHaveURL('/tools');
  await context.close();
});
