import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  listen,
  newEmail,
  openUserMenu,
  signIn,
  signUp,
  stored,
  submit,
  typeCredentials,
} from './members.ts';

const probe = '**/api/auth/session';
const unavailable = 'Firebase services not available';
const timeout = 'Firebase timeout - switching to offline mode';
const suspended = 'Firebase suspended - working in offline mode';

/** AUTH-6, to the letter. */
const offlineShape = {
  uid: expect.stringMatching(/^offline_\d{13}$/),
  email: 'offline@devpreneur.local',
  displayName: 'Offline User',
  isOffline: true,
  isSubscribed: false,
  purchasedTemplates: [],
  aiTemplateUsage: { count: 0, month: expect.any(Number) },
  emailVerified: false,
};

async function expectOffline(page: Page): Promise<void> {
  await expect(page).toHaveURL('/dashboard');
  expect(await stored(page, 'offlineUser')).toEqual(offlineShape);
  const menu = await openUserMenu(page);
  await expect(menu.getByText('Offline Mode', { exact: true })).toBeVisible();
  await expect(menu.getByText('offline@devpreneur.local')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
}

test.beforeEach(({ allowError }) => {
  // Every test here breaks the way to the hub.
  allowError(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of (?:403|500)|response: 500/);
});

test('[AUTH-5] [INIT-1] without a hub at the start nobody is anybody; Go Offline makes an offline user', async ({
  page,
}) => {
  const said = listen(page);
  await page.route(probe, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/signin?next=%2Fdashboard');
  expect(said).toContain(unavailable);
  expect(await stored(page, 'offlineUser')).toBeNull();
  await page.getByRole('banner').getByRole('button', { name: 'Go Offline' }).click();
  await expectOffline(page);
  const first = await stored(page, 'offlineUser');

  // The hub is there again: a running app does not care, and a new start neither.
  await page.unroute(probe);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectOffline(page);
  await page.reload();
  await expectOffline(page);
  expect(await stored(page, 'offlineUser')).toEqual(first);
});

test('[AUTH-5] [AUTH-8] a probe that takes more than three seconds is no answer', async ({ page }) => {
  const said = listen(page);
  await page.route(probe, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await route.continue().catch(() => {});
  });
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Go Offline' })).toBeVisible();
  expect(said).toEqual(expect.arrayContaining([unavailable, timeout]));
});

test('[AUTH-5] a probe that fails with 500 is a hub that is not there', async ({ page }) => {
  const said = listen(page);
  await page.route(probe, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/signin');
  await expect(
    page.getByText('Can’t reach the server. You can continue offline: what you make stays on this device.'),
  ).toBeVisible();
  expect(said).toContain(unavailable);
});

test('[AUTH-5] [AUTH-8] a sign-in answered after 3.1 s ends offline, and its late session is revoked', async ({
  page,
  request,
  browser,
  hub,
}) => {
  const { email } = await signUp(request);
  await page.goto('/signin');
  const said = listen(page);
  // The hub gets the request at once and lets somebody in; only the answer dawdles.
  const late = await browser.newContext({ baseURL: hub.url });
  let isIn = false;
  await page.route('**/api/auth/sign-in', async (route) => {
    const answer = await late.request.post('/api/auth/sign-in', { data: route.request().postDataJSON() });
    isIn = answer.ok();
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await route.fulfill({ response: answer }).catch(() => {});
  });
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expectOffline(page);
  expect(said).toContain(timeout);
  expect(isIn).toBe(true);
  await expect.poll(async () => (await late.request.get('/api/profile')).status()).toBe(401);
  // It comes too late for this page as well.
  await expectOffline(page);
  await late.close();
});

for (const [way, path, button] of [
  ['sign-in', '/signin', 'Sign In'],
  ['sign-up', '/signup', 'Create account'],
] as const) {
  test(`[AUTH-5] [AUTH-6] a ${way} that fails with 500, or finds the network cut, ends offline`, async ({
    page,
  }) => {
    for (const fails of ['500', 'cut'] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: /^Continue with/ }).waitFor();
      if (fails === 'cut') await page.context().setOffline(true);
      else await page.route(`**/api/auth/${way}`, (route) => route.fulfill({ status: 500, body: '{}' }));
      if (way === 'sign-up') await page.getByLabel('Name').fill('Ada');
      await typeCredentials(page, newEmail());
      // The next page may not come, but who one is here is known at once.
      await submit(page, button);
      await expect.poll(() => stored(page, 'offlineUser')).toEqual(offlineShape);
      await page.context().setOffline(false);
      await page.unroute(`**/api/auth/${way}`);
      await page.goto('/dashboard');
      await expectOffline(page);
      await page.evaluate(() => localStorage.clear());
    }
  });
}

test('[AUTH-5] [AUTH-8] a suspended account ends in a default offline user', async ({
  page,
  request,
  hub,
}) => {
  const { email } = await signUp(request);
  expect(await hub.command('user', 'suspend', email)).toContain(`${email} is suspended.`);
  await page.goto('/signin');
  const said = listen(page);
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expectOffline(page);
  expect(said).toContain(suspended);
  expect((await page.request.get('/api/profile')).status()).toBe(401);

  expect(await hub.command('user', 'unsuspend', email)).toContain('can sign in again');
  await signIn(request, { email });
});

test('[AUTH-5] [AUTH-8] permission-denied in the answer ends in a default offline user', async ({ page }) => {
  await page.goto('/signin');
  const said = listen(page);
  const error = { code: 'forbidden', message: 'permission-denied: the service refuses' };
  await page.route('**/api/auth/sign-in', (route) => route.fulfill({ status: 403, json: { error } }));
  await typeCredentials(page, newEmail());
  await submit(page, 'Sign In');
  await expectOffline(page);
  expect(said).toContain(suspended);
});

test('[AUTH-4] [NAV-8] a profile that cannot be read gives a default user, who may go offline by hand', async ({
  page,
}) => {
  const { email } = await signUp(page.request, 'Zoë Baird');
  await page.route('**/api/profile', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Zoë Baird');
  await expect(page.getByRole('button', { name: 'Account of Zoë Baird' }).first()).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Go Offline' }).click();
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
  expect(await stored(page, 'offlineUser')).toMatchObject({
    uid: expect.stringMatching(/^usr_/),
    email,
    isOffline: true,
  });
  await expect((await openUserMenu(page)).getByText('Offline Mode', { exact: true })).toBeVisible();
});

test('[AUTH-5] the last member known here goes on offline without the hub, online at the next start', async ({
  page,
}) => {
  const { email } = await signUp(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  await page.route(probe, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  const menu = await openUserMenu(page);
  await expect(menu.getByText('Offline Mode', { exact: true })).toBeVisible();
  await expect(menu.getByText(email)).toBeVisible();
  await page.unroute(probe);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(menu.getByText('Offline Mode', { exact: true })).toBeVisible();
  await page.reload();
  await expect((await openUserMenu(page)).getByText('Online', { exact: true })).toBeVisible();
});

test('[AUTH-7] [NAV-7] Logout offline clears the stored offline user, and the new start is online again', async ({
  page,
}) => {
  await page.route('**/api/auth/sign-in', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/signin');
  await typeCredentials(page, newEmail());
  await submit(page, 'Sign In');
  await expectOffline(page);
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await stored(page, 'offlineUser')).toBeNull();
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
});
