import { expect, expectAccessible, test } from './fixtures.ts';
import { signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const places = [
  ['Overview', '/dashboard', /^Hello, /],
  ['Saved templates', '/dashboard/templates', 'Saved templates'],
  ['Agreements', '/dashboard/agreements', 'Agreements'],
  ['Funnels', '/dashboard/funnels', 'Funnels'],
  ['Purchases', '/my-purchases', 'My purchases'],
  ['Cart recovery', '/automation', 'Cart recovery'],
  ['Follow-ups', '/dashboard/follow-ups', 'Follow-ups'],
  ['People', '/dashboard/people', 'People'],
  ['Branding', '/dashboard/branding', 'Branding'],
  ['Plan and usage', '/dashboard/plan', 'Plan and usage'],
  ['Billing', '/dashboard/billing', 'Billing'],
  ['API keys', '/dashboard/api-keys', 'API keys'],
  ['Account', '/dashboard/account', 'Account'],
] as const;

test('each place has its address, and the names of the others beside it or in its menu @both', async ({
  page,
  isMobile,
}) => {
  await signUp(page.request);
  await page.goto('/dashboard');
  for (const [name, path, title] of [...places.slice(1), places[0]]) {
    if (isMobile) {
      await page.getByRole('button', { name: /^Dashboard: / }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    } else await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible(page);
  }
});

test('cart recovery stands among a member’s places; a guest has the same page without them', async ({
  page,
}) => {
  await page.goto('/automation');
  const names = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await expect(names).toBeHidden();
  await expect(page.getByRole('button', { name: /^Dashboard: / })).toBeHidden();
  await signUp(page.request);
  await page.goto('/automation');
  await expect(names.getByRole('link', { name: 'Cart recovery' })).toHaveAttribute('aria-current', 'page');
});

test('an anchor of when all was one page leads to the place', async ({ page }) => {
  await signUp(page.request);
  for (const [anchor, path] of [
    ['accounts', '/dashboard/account'],
    ['branding', '/dashboard/branding'],
    ['plans', '/dashboard/plan'],
    ['api-keys', '/dashboard/api-keys'],
    ['saved', '/dashboard/templates'],
    ['purchases', '/my-purchases'],
  ]) {
    await page.goto(`/dashboard#${anchor}`);
    await expect(page).toHaveURL(path ?? '');
  }
  await page.goto('/dashboard#toString');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /);
});

test('what waits comes first: a bought file, a limit; what was made is recent work', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/checkout?buy=solo-founder-security');
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  for (const n of [1, 2, 3, 4, 5]) {
    const name = `Agreement ${n}`;
    const data = {
      key: `key-wait-${n}-0000000`,
      id: `tpl_wait${n}`,
      name,
      content: '<p>Text</p>',
      fields: [],
    };
    const answer = await page.request.post('/api/saved', { data: { ...data, formData: {} } });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  }
  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByRole('listitem').nth(0)).toContainText('Confirm your email address');
  await expect(waiting.getByRole('listitem').nth(1)).toContainText('5 of 5 saved templates used');
  await expect(waiting.getByRole('listitem').nth(2)).toContainText('Download');
  const recent = page.getByRole('table', { name: 'Recent work' });
  await expect(recent.getByRole('row')).toHaveCount(7);
  await recent.getByRole('link', { name: 'Agreement 3' }).click();
  await expect(page.getByRole('dialog', { name: 'Agreement 3' })).toBeVisible();
});
