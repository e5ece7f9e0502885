import { expect, expectAccessible, test } from './fixtures.ts';

test('[PLAN-6] the plans stand side by side, and a year shows the real saving', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Prices and limits of the plans' });
  await expect(table.getByRole('columnheader')).toHaveCount(6);
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  for (const saving of ['$70', '$118', '$190', '$478'])
    await expect(table.getByText(`Saves ${saving} a year`)).toBeVisible();
  await expect(table.getByText('$1,910')).toBeVisible();
});

test('on a phone the plans are a list, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 2, name: 'ENTERPRISE' })).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('[PLAN-2] a member’s plan is known to the hub, and kept under subscriptionData', async ({ page }) => {
  const email = `plans-${Date.now()}@example.com`;
  const body = { displayName: 'Ada', email, password: 'four plain words here' };
  expect((await page.request.post('/api/auth/sign-up', { data: body })).ok()).toBe(true);
  await page.goto('/plans');
  await expect(page.getByText('FREE covers what you use.')).toBeVisible();
  await expect(page.getByText('You use 0').filter({ visible: true }).first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('subscriptionData') ?? 'null') as unknown),
    )
    .toEqual({
      currentPlan: 'FREE',
      usage: {
        monthlyRecoveries: 0,
        aiEmails: 0,
        customDiscounts: 0,
        multiChannel: 0,
        aiTemplates: 0,
        savedTemplates: 0,
      },
      billingCycle: 'monthly',
      paymentMethod: null,
      nextBillingDate: null,
    });
});

test('a hub that does not answer leaves the plan unknown, never FREE', async ({ page, allowError }) => {
  allowError(/api\/subscription|ERR_FAILED/);
  await page.goto('/plans');
  const email = `plans-away-${Date.now()}@example.com`;
  const body = { displayName: 'Ada', email, password: 'four plain words here' };
  expect((await page.request.post('/api/auth/sign-up', { data: body })).ok()).toBe(true);
  await page.route('**/api/subscription', (route) => route.abort());
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await expect(page.getByText('Your plan', { exact: true })).toHaveCount(0);
  await page.goto('/dashboard/plan');
  await expect(page.getByRole('heading', { name: 'Couldn’t load your plan' })).toBeVisible();
});
