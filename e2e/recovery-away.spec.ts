import { expect, expectAccessible, test } from './fixtures.ts';
import { signUp } from './members.ts';

test('without the server recovery says what is known, since when, and shows no made-up zeros', async ({
  page,
  allowError,
}) => {
  allowError(/api\/recovery|ERR_FAILED/);
  await signUp(page.request);
  const main = page.getByRole('main');
  let isAway = true;
  await page.route('**/api/recovery', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/automation');
  await expect(main.getByText('Can’t reach the server')).toBeVisible();
  await expect(main.getByText('Your carts aren’t on this device')).toBeVisible();
  await expect(main.getByText('not known offline')).toHaveCount(4);
  await expectAccessible(page);

  isAway = false;
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('No abandoned carts yet')).toBeVisible();
  await expect(main.getByText('0% of all', { exact: true })).toBeVisible();

  // Known a moment ago: it says when.
  isAway = true;
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL('/store');
  await banner.getByRole('link', { name: 'Automation', exact: true }).click();
  await expect(main.getByText(/^No abandoned carts at \d/)).toBeVisible();
  await expect(main.getByText(/You see how it was at \d/)).toBeVisible();
});

test('a mail is read before it is styled, and says so where it can’t be', async ({ page, allowError }) => {
  allowError(/api\/recovery|ERR_FAILED/);
  await signUp(page.request);
  const main = page.getByRole('main');
  let isAway = true;
  await page.route('**/api/recovery/preview', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/automation');
  await main.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(main.getByText('Can’t reach the server: these are the words alone.')).toBeVisible();
  await expect(main.getByText('Hello Maya Ortiz,').or(main.getByText('Hello Maya,'))).toBeVisible();
  await expectAccessible(page);
  isAway = false;
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.locator('iframe[title^="Email: "]')).toBeVisible();
});
