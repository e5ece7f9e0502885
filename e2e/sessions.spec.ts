import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import {
  endElsewhere,
  openUserMenu,
  password,
  signUp,
  stored,
  submit,
  typeCredentials,
  waitLonger,
} from './members.ts';

const pages = JSON.parse(readFileSync(new URL('../dist/server/routes.json', import.meta.url), 'utf8')) as {
  path: string;
  access: string;
}[];

test.beforeEach(({ context }) => waitLonger(context));

test('[ROUTE-3] [AUTH-2] a gated page sends a guest to sign in, and back to the page that was wanted', async ({
  page,
  request,
}) => {
  const { email } = await signUp(request);
  const gated = pages.filter(({ path, access }) => access === 'member' && !path.includes(':'));
  expect(gated.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/checkout', '/my-purchases', '/dashboard']),
  );
  for (const { path } of gated) {
    await page.goto(path);
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(path)}`);
  }
  await page.goto('/dashboard?from=mail#accounts');
  await expect(page).toHaveURL('/signin?next=%2Fdashboard%3Ffrom%3Dmail%23accounts');
  // By way of the sister page, too.
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  // The anchor is of old, when all was one page: it leads to the place.
  await expect(page).toHaveURL('/dashboard/account?from=mail');
  // The form is no step back.
  await page.goBack();
  await expect(page).not.toHaveURL(/signin/);
});

test('an address of another site is never gone on to', async ({ page }) => {
  await signUp(page.request);
  const evil = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/signin?next=//evil.example',
  ];
  for (const wanted of evil) {
    await page.goto(`/signin?next=${encodeURIComponent(wanted)}`);
    await expect(page, wanted).toHaveURL('/dashboard');
  }
  await page.goto(`/signin?next=${encodeURIComponent('/tools?a=1#b')}`);
  await expect(page).toHaveURL('/tools?a=1#b');
});

test('[ROUTE-4] [ROUTE-5] while it is not known who this is, the dashboard says so and nothing else', async ({
  page,
}) => {
  await signUp(page.request);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(
    main.getByText('Loading... Please wait while we verify your authentication...', { exact: true }),
  ).toBeVisible();
  await expect(main.getByText('Preparing dashboard...', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toHaveCount(0);
  // Who is known to be somebody is not offered to become a member while it loads.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeHidden();
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  await expect(page.getByText('Preparing dashboard...')).toHaveCount(0);
});

test('[AUTH-7] [NAV-7] Logout ends the session in every tab, goes to sign in, and Back shows nothing', async ({
  page,
  context,
  allowError,
}) => {
  // What another tab was just asking for finds the session ended.
  allowError(/401 \(Unauthorized\).*\/api\/(keys|saved|branding|subscription|auth)/);
  const { email } = await signUp(page.request);
  await page.goto('/about');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  // Its blocks come one by one, each with a question of its own.
  await expect(other.getByLabel(/^Loading /)).toHaveCount(0);

  await page.bringToFront();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other).toHaveURL('/signin?next=%2Fdashboard');
  expect((await page.request.get('/api/profile')).status()).toBe(401);
  expect(await stored(page, 'hub.lastMember')).toBeNull();
  expect(await page.evaluate((who) => JSON.stringify(localStorage).includes(who), email)).toBe(false);

  await page.goBack();
  await expect(page).toHaveURL('/signin?next=%2Fdashboard');
  await expect(page.getByText('Hello, Ada Lovelace')).toHaveCount(0);
});

test('signing in in one tab signs in the others', async ({ page, context, request }) => {
  const { email } = await signUp(request);
  await page.goto('/signin');
  const other = await context.newPage();
  await other.goto('/about');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.bringToFront();
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
  await expect(
    other.getByRole('banner').getByRole('button', { name: 'Account of Ada Lovelace' }),
  ).toBeVisible();
});

test('[AUTH-7] [AUTH-8] when ending the session fails, it is only logged, and the next start ends it', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await signUp(page.request);
  await page.goto('/dashboard');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  const said = page.waitForEvent('console', (message) =>
    message.text().startsWith('Ending the session failed'),
  );
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await said;
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(/couldn’t end your session/)).toBeVisible();
  await page.unroute('**/api/auth/sign-out');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/signin/);
  expect((await request.get('/api/profile', { headers: { cookie } })).status()).toBe(401);
});

test('a session that ended in the middle of a form: sign in right there, and what was typed is sent', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const member = await signUp(page.request);
  await page.goto('/dashboard/account');
  await page.getByLabel('Name', { exact: true }).fill('Ada, Countess of Lovelace');
  await endElsewhere(request, member);

  await submit(page, 'Save name');
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await dialog.getByLabel('Password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Wrong email address or password/,
  );
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Account of Ada, Countess of Lovelace' }),
  ).toBeVisible();
  await expect(page).toHaveURL('/dashboard/account');
});
