import { readFileSync } from 'node:fs';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  mailedLink,
  newEmail,
  openUserMenu,
  password,
  signIn,
  signUp,
  submit,
  waitLonger,
} from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

test('[NAV-5] signed out there are Sign In and Get Started @both', async ({ page, isMobile }) => {
  await page.goto('/about');
  const banner = page.getByRole('banner');
  if (isMobile) await banner.getByRole('button', { name: 'Account', exact: true }).click();
  const role = isMobile ? 'menuitem' : 'link';
  await expect(banner.getByRole(role, { name: 'Sign In' })).toHaveAttribute('href', '/signin');
  await banner.getByRole(role, { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/signup');
});

test('[NAV-6] [NAV-7] the menu names the person, says Online, and leads to what is theirs @both', async ({
  page,
  isMobile,
}) => {
  const { email } = await signUp(page.request, 'émile Zola');
  await page.goto('/about');
  const banner = page.getByRole('banner');
  const trigger = banner.getByRole('button', { name: 'Account of émile Zola' });
  await expect(trigger).toHaveText('É');
  await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  // On a phone it is in the menu alone.
  const dashboard = banner.getByRole('link', { name: 'Dashboard' }).and(page.locator('[href="/dashboard"]'));
  await expect(dashboard).toHaveCount(isMobile ? 0 : 1);
  const menu = await openUserMenu(page);
  for (const words of ['émile Zola', email, 'Online'])
    await expect(menu.getByText(words, { exact: true })).toBeVisible();
  const wanted = [
    ['Dashboard', '/dashboard'],
    ['My Purchases', '/my-purchases'],
  ] as const;
  for (const [name, href] of wanted) {
    await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', href);
  }
  await expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, émile Zola');
});

test('[NAV-6] without a name the menu says User', async ({ page }) => {
  await signUp(page.request);
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch();
    const { profile } = (await response.json()) as { profile: object };
    await route.fulfill({ json: { profile: { ...profile, displayName: '' } } });
  });
  await page.route('**/api/auth/session', async (route) => {
    const { user } = (await (await route.fetch()).json()) as { user: object };
    await route.fulfill({ json: { user: { ...user, displayName: '' } } });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, User');
  await expect((await openUserMenu(page)).getByText('User', { exact: true })).toBeVisible();
});

test('the first steps tick themselves off', async ({ page }) => {
  const { email } = await signUp(page.request);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  const confirm = steps.getByRole('listitem').filter({ hasText: 'Confirm your email address' });
  await expect(confirm.getByRole('img', { name: 'To do' })).toBeVisible();
  await page.goto(await mailedLink(page.request, email, /Confirm your email address/));
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(confirm.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting for you' })).not.toContainText('Confirm your email');
});

test('a new name is everywhere at once, and other fields stay as they were typed', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password').fill('half typed');
  await page.getByLabel('Name', { exact: true }).fill('Countess');
  await submit(page, 'Save name');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account of Countess' })).toHaveText('C');
  await expect(page.getByLabel('New password')).toHaveValue('half typed');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Countess');
});

test('a name that was typed and not saved stands there in every tab, and is gone once it is saved', async ({
  page,
  context,
}) => {
  await signUp(page.request);
  await page.goto('/dashboard/account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Countess');
  await page.close();
  const later = await context.newPage();
  await later.goto('/dashboard/account');
  await expect(later.getByLabel('Name', { exact: true })).toHaveValue('Countess');
  await submit(later, 'Save name');
  await expect(later.getByRole('banner').getByRole('button', { name: 'Account of Countess' })).toBeVisible();
  expect(await later.evaluate(() => JSON.stringify(localStorage))).not.toContain('nameDraft');
});

test('a name that was typed and not saved is not there for whoever signs up next in the tab', async ({
  page,
  context,
}) => {
  await signUp(page.request);
  await page.goto('/dashboard/account');
  await page.getByLabel('Name', { exact: true }).fill('Countess');
  const other = await context.newPage();
  await other.goto('/about');
  await (await openUserMenu(other)).getByRole('menuitem', { name: 'Logout' }).click();
  await other.waitForURL(/signin/);
  await page.waitForURL(/signin/);
  await signUp(page.request, 'Ben Abara');
  await page.goto('/dashboard/account');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ben Abara');
});

test('the address moves once the new one is confirmed', async ({ page }) => {
  const next = newEmail('countess');
  await signUp(page.request);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await page.getByLabel('New email address').fill(next);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await submit(page, 'Send link');
  await expect(page.getByText(/We’ve emailed a link to the new address/)).toBeVisible();
  await page.goto(await mailedLink(page.request, next, /Confirm your new email address/));
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('main').getByText(next)).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('a changed password signs out every other device; the sessions are listed and can be ended', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 400/);
  const member = await signUp(page.request);
  await page.goto('/dashboard/account');
  await signIn(request, member);
  await page.reload();
  const sessions = page.getByRole('table', { name: 'Your sessions' });
  await expect(sessions.getByRole('row')).toHaveCount(3);
  await expect(sessions.getByText('This device')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^End the session on/ }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect((await request.get('/api/profile')).status()).toBe(401);

  await signIn(request, member);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('nine patient otters');
  await submit(page, 'Change password');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'This isn’t your current password.',
  );
  await page.getByLabel('Current password').fill(password);
  await submit(page, 'Change password');
  await expect(page.getByText('Password changed. All other devices were signed out.').first()).toBeVisible();
  expect((await request.get('/api/profile')).status()).toBe(401);
  expect((await page.request.get('/api/profile')).status()).toBe(200);
});

test('everything of one’s own comes as a zip; a shared device can be left empty', async ({ page }) => {
  const { email } = await signUp(page.request);
  await page.goto('/dashboard/account');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('account.json')).toBe(true);
  expect(bytes.byteLength).toBeGreaterThan(300);
  expect(email).toBeTruthy();

  // A device that others use: what was never sent goes too, said before.
  await page.evaluate(() => localStorage.setItem('cart', '[]'));
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('hub_session'));
  expect(session?.value.length).toBeGreaterThan(30);
  for (const secret of [password, session?.value ?? '']) expect(kept).not.toContain(secret);
  await page.getByRole('button', { name: 'Log out and clear This Device' }).click();
  await expect(page.getByRole('dialog', { name: 'Clear this device?' })).toContainText('whoever made it');
  await page.getByRole('button', { name: 'Log out and clear', exact: true }).click();
  await expect(page).toHaveURL('/signin');
  const left = () =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ]);
  // The next visit has begun, and holds no more than when.
  expect((await left()).filter((name) => !['theme', 'hub.visit'].includes(name ?? ''))).toEqual([]);
  expect((await page.request.get('/api/profile')).status()).toBe(401);
});

test('an account is deleted only by its owner’s password and on purpose; then nobody can sign in to it', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 40[01]/);
  const { email } = await signUp(page.request);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Permanently delete this account?' });
  await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
  await dialog.getByLabel(`Type ${email}`).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This isn’t your current password.',
  );
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL('/signin');
  expect(await page.evaluate((who) => JSON.stringify(localStorage).includes(who), email)).toBe(false);
  const again = await request.post('/api/auth/sign-in', { data: { email, password } });
  expect(again.status()).toBe(401);
});

test('the dashboard and the account are accessible, menu and dialog open, in both themes @both', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Recent work' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('table', { name: 'Your sessions' })).toBeVisible();
  await openUserMenu(page);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expectAccessibleInBothThemes(page);
});
