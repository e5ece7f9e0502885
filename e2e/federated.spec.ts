import type { Page } from '@playwright/test';
import { startGitHubEmulator } from '../emulators/github/server.ts';
import { startOidcEmulator } from '../emulators/oidc/server.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';
import { waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

/** The provider's window, opened by the click itself. */
async function openProvider(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Continue with / }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Test provider' }).waitFor();
  return popup;
}

test('[AUTH-1] signing in with a provider, in a popup, leads to the page that was wanted', async ({
  page,
}) => {
  await page.goto('/signin?next=%2Ftools');
  const popup = await openProvider(page);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Ada Test/ }).click();
  await closed;
  await expect(page).toHaveURL('/tools');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Test');
});

test('a closed window changes nothing and says so; a refusal at the provider too', async ({ page }) => {
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await (await openProvider(page)).close();
  await expect(page.getByText('The sign-in window was closed too early. Nothing was changed.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');

  const popup = await openProvider(page);
  await popup.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You didn’t allow sign-in at the provider.')).toBeVisible();
  await expect(page).toHaveURL('/signin');
});

test('the provider’s button comes with the page, so that nothing moves when the hub answers', async ({
  request,
}) => {
  for (const path of ['/signin', '/signup'])
    expect(await (await request.get(path)).text()).toContain('the test provider</button>');
});

test('a blocked window says what to allow', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/signin');
  await page.getByRole('button', { name: /^Continue with / }).click();
  await expect(
    page.getByText('Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.'),
  ).toBeVisible();
});

test('an address that the provider does not vouch for joins no account of somebody else', async ({
  page,
  request,
}) => {
  const password = 'seven quiet herons';
  const taken = await request.post('/api/auth/sign-up', {
    data: { displayName: 'First', email: 'mallory@example.com', password },
  });
  expect([200, 409]).toContain(taken.status());
  await page.goto('/signin');
  await (await openProvider(page)).getByRole('button', { name: /Mallory Test/ }).click();
  await expect(page.getByText(/it isn’t confirmed on both sides/)).toBeVisible();
});

test('[AUTH-1] several providers stand side by side under their own names, and GitHub opens the door too', async ({
  browser,
  watch,
}) => {
  const [openid, github] = await Promise.all([startOidcEmulator(), startGitHubEmulator()]);
  const settings = (prefix: string, { clientId, clientSecret }: typeof openid | typeof github) => ({
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
  });
  const env = {
    ...settings('OIDC', openid),
    OIDC_ISSUER: openid.issuer,
    OIDC_NAME: 'Acme',
    ...settings('GITHUB', github),
    GITHUB_URL: github.issuer,
  };
  await using hub = await startHub({ env });
  const context = await browser.newContext({ baseURL: hub.url });
  watch(context);
  const page = await context.newPage();
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: /^Continue with / })).toHaveText([
    'Continue with the test GitHub',
    'Continue with Acme',
  ]);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with the test GitHub' }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Test GitHub' }).waitFor();
  await popup.getByRole('button', { name: /Ada Test/ }).click();
  await expect(page).not.toHaveURL(/signin/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Test');
  await context.close();
  await Promise.all([openid.close(), github.close()]);
});

test('[NAV-8] a provider that does not answer offers Go Offline and leaves the app online', async ({
  browser,
  watch,
}) => {
  const env = {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'hub',
    OIDC_CLIENT_SECRET: 'not a real one',
  };
  await using hub = await startHub({ env });
  const context = await browser.newContext({ baseURL: hub.url });
  watch(context);
  const page = await context.newPage();
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Continue with / }).click();
  await expect(page.getByText(/The provider isn’t responding/)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Go Offline' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('offlineUser'))).toBeNull();
  await context.close();
});
