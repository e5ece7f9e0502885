import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { endElsewhere, password, signUp, submit, typeCredentials, waitLonger } from './members.ts';

const nda = '/tools/classic-template-generator?document=mutual-nda';
const side = (page: Page, name: string) => page.getByRole('group', { name }).getByLabel('Name');

test.beforeEach(({ context }) => waitLonger(context));

test('a session that ended elsewhere: a reload shows nothing of it, and signing in brings it back', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const member = await signUp(page.request);
  await page.goto(nda);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
  await side(page, 'Your side').fill('of-ada-unsent');
  await endElsewhere(request, member);

  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByText(/Firestore unavailable/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expect(header.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  // On a phone it stands clear of the cart, and nothing of the header is pushed out.
  await page.setViewportSize({ width: 390, height: 844 });
  const button = await header.getByRole('button', { name: 'Sign in again' }).boundingBox();
  const cart = await header.getByRole('link', { name: /^Cart/ }).boundingBox();
  const brand = await header.getByRole('link').first().boundingBox();
  expect(button?.x).toBeGreaterThanOrEqual((cart?.x ?? 0) + (cart?.width ?? 0) + 4);
  expect(cart?.x).toBeGreaterThanOrEqual((brand?.x ?? 0) + (brand?.width ?? 0));
  await expect(header.getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(side(page, 'Your side')).toHaveValue('of-ada-unsent');

  await page.reload();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText('of-ada-unsent')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(side(page, 'Your side')).toHaveValue('of-ada-unsent');
  // What was saved while nobody was signed in goes out now.
  await expect
    .poll(async () => (await (await page.request.get('/api/saved/changes')).json()).heads.length)
    .toBe(1);
});

test('a session that was ended elsewhere ends with its page: no link, Back or offline goes on', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const member = await signUp(page.request);
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await page.goto('/dashboard/account');
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL('/store');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await page.getByLabel('Name', { exact: true }).fill('Ada of elsewhere');
  await endElsewhere(request, member);

  await submit(page, 'Save name');
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await dialog.getByLabel('Password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText(/Wrong email address or password/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
  await page.route('**/api/auth/sign-in', (route) => route.abort());
  allowError(/ERR_FAILED/);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach the server');
  await expect(page.getByRole('button', { name: 'Go Offline' })).toHaveCount(0);
  await page.unroute('**/api/auth/sign-in');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada of elsewhere');

  await page.getByRole('link', { name: 'Cart recovery' }).click();
  await expect(page).toHaveURL('/automation');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /^Sign in/i }).first()).toBeVisible();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('Ada')).toHaveCount(0);
});

test('a session that is gone on the dashboard: the form says what happened, and leads back', async ({
  page,
  context,
  allowError,
}) => {
  // Of what the dashboard was just asking for.
  allowError(/status of 401/);
  const member = await signUp(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  await context.clearCookies();
  await page.reload();
  const said = (of: Page) =>
    of.getByRole('main').getByText('Your session has ended. Sign in to return to your dashboard.');
  await expect(said(page)).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(1);
  await page.reload();
  await expect(said(page)).toBeVisible();
  // The other tab knows of no session that ended, and says where the form leads.
  await other.reload();
  await expect(other.getByRole('main').getByText(/Sign in to (go|return) to your dashboard\./)).toBeVisible();
  await page.bringToFront();
  await typeCredentials(page, member.email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
});

test('a sign-in that was not answered in time says so where one lands, with the way back', async ({
  page,
  request,
  context,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  const { email } = await signUp(request);
  // Nothing is patient here.
  await context.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms === 30_000 ? 700 : ms);
  });
  await page.route('**/api/auth/sign-in', (route) =>
    new Promise((done) => setTimeout(done, 4000)).then(() => route.abort()),
  );
  await page.goto('/signin?next=/about');
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/about');
  await expect(page.getByText('You’re not signed in')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/signin');
});

test('an address that ends in half an escape is a page like any other, and so is the way back to it', async ({
  page,
}) => {
  await page.goto('/about#%');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL('/store');
  await page.goBack();
  await expect(page).toHaveURL('/about#%');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/about');
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/store#%E0%A4' });
    document.body.append(link);
    link.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a session that ended elsewhere leaves nothing in sight in the other tabs but what was typed there', async ({
  page,
  context,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const member = await signUp(page.request);
  await page.goto('/dashboard/account');
  await expect(page.getByText(member.email).filter({ visible: true }).first()).toBeVisible();
  const typed = await context.newPage();
  await typed.goto(nda);
  await side(typed, 'Your side').fill('of-ada-typed');
  const first = await context.newPage();
  await first.goto('/dashboard');
  await endElsewhere(request, member);

  await first.reload();
  await expect(first).toHaveURL(/\/signin/);
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await expect(typed.getByRole('banner').getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expect(side(typed, 'Your side')).toHaveValue('of-ada-typed');
});

test('an account that was deleted elsewhere is said to be gone; what this browser kept goes with a press', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const { email } = await signUp(page.request);
  await page.goto(nda);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
  await side(page, 'Your side').fill('of-ada-deleted');
  await request.post('/api/auth/sign-in', { data: { email, password } });
  expect((await request.post('/api/account/delete', { data: { password } })).ok()).toBe(true);

  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await expect(dialog).toContainText('If your account was deleted, copy what you need');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('This account isn’t here any more')).toBeVisible();
  await expect(side(page, 'Your side')).toHaveValue('of-ada-deleted');
  await page.getByRole('button', { name: 'Remove it from this browser' }).click();
  await expect(page).toHaveURL('/signin');
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await kept()).not.toContain('of-ada-deleted');
  await page.goto(nda);
  await expect(side(page, 'Your side')).toHaveValue('');
  expect(await kept()).not.toContain('of-ada-deleted');
});

test('who comes to the form first is told of an account that is gone, again and again until they press', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const { email } = await signUp(page.request);
  await page.goto(nda);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
  await side(page, 'Your side').fill('of-ada-at-the-door');
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(kept).toContain('of-ada-at-the-door');
  await request.post('/api/auth/sign-in', { data: { email, password } });
  expect((await request.post('/api/account/delete', { data: { password } })).ok()).toBe(true);

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/signin/);
  const said = page.getByText('An account used in this browser isn’t here any more');
  await expect(said).toBeVisible();
  await page.goto('/signin');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Remove it from this browser' }).click();
  await expect(page.getByText('Removed from this browser.')).toBeVisible();
  await expect(said).toBeHidden();
  expect(await kept()).not.toContain('of-ada-at-the-door');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(said).toBeHidden();
});

test('whose session ended is not told that their account is gone because another’s is', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const first = await signUp(page.request);
  await page.goto(nda);
  await side(page, 'Your side').fill('of-the-first');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('of-the-first');
  await request.post('/api/auth/sign-in', { data: { email: first.email, password } });
  expect((await request.post('/api/account/delete', { data: { password } })).ok()).toBe(true);
  const second = await signUp(page.request);
  await page.goto(nda);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
  await side(page, 'Your side').fill('of-the-second');
  await endElsewhere(request, second);
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Your session has ended', { exact: true })).toBeVisible();
  await expect(page.getByText('isn’t here any more')).toBeHidden();
  await expect(side(page, 'Your side')).toHaveValue('of-the-second');
});
