import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { mailedLink, newEmail, password, signUp, submit, typeCredentials, waitLonger } from './members.ts';

const takenWords = 'There’s already an account with this email address. Sign in, or reset your password.';
const wrongWords = 'Wrong email address or password.';

test.beforeEach(({ context }) => waitLonger(context));

test('[AUTH-1] [AUTH-3] signing up makes the profile, mails a link, and the link confirms the address', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/signup');
  await page.getByLabel('Name').fill('  Grace   Hopper ');
  await typeCredentials(page, email);
  await submit(page, 'Create account');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Grace Hopper');
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText(
    'Confirm your email address',
  );

  const { profile } = (await (await page.request.get('/api/profile')).json()) as {
    profile: Record<string, unknown>;
  };
  const now = new Date();
  expect(profile).toEqual({
    uid: expect.stringMatching(/^usr_/),
    email,
    displayName: 'Grace Hopper',
    isSubscribed: false,
    purchasedTemplates: [],
    aiTemplateUsage: { count: 0, month: now.getUTCMonth() },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });

  await page.goto(await mailedLink(page.request, email, /Confirm your email address/));
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('a confirmation link is good for one use, and a broken one says so', async ({ page, allowError }) => {
  allowError(/status of 400/);
  const { email } = await signUp(page.request);
  const link = await mailedLink(page.request, email, /Confirm your email address/);
  await page.goto(link);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This link has been used or has expired. Request a new one.')).toBeVisible();
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
});

test('a confirmation link that is opened where nobody is signed in asks for the password of its account', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 403/);
  const { email } = await signUp(request);
  await page.goto(await mailedLink(request, email, /Confirm your email address/));
  const main = page.getByRole('main');
  await expect(main.getByText('To confirm this email address, enter your password')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Set your own password' })).toBeVisible();
  await main.getByLabel('Password', { exact: true }).fill('not my password');
  await submit(page, 'Confirm email');
  await expect(main.getByText('That password is wrong.')).toBeVisible();
  await main.getByLabel('Password', { exact: true }).fill(password);
  await submit(page, 'Confirm email');
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('[AUTH-1] signing in, with a password that can be looked at', async ({ page, request }) => {
  const { email } = await signUp(request);
  await page.goto('/signin');
  await typeCredentials(page, email.toUpperCase());
  const field = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide characters' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await field.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('[AUTH-8] a wrong password stands beside its field, keeps what was typed, and is no way into offline', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 401/);
  const { email } = await signUp(request);
  await page.goto('/signin');
  await typeCredentials(page, email, 'not my password');
  await submit(page, 'Sign In');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAccessibleDescription(wrongWords);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('not my password');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  // A definite answer is rethrown to the form, with the other way beside it.
  await expect(page.getByRole('main').getByRole('button', { name: 'Go Offline' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('offlineUser'))).toBeNull();
  // An address that nobody has reads the very same.
  await page.getByLabel('Email', { exact: true }).fill(newEmail('nobody'));
  await submit(page, 'Sign In');
  await expect(field).toHaveAccessibleDescription(wrongWords);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await field.fill(password);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
});

test('a taken address, a weak password and an empty form are said beside the fields, over a reload', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 4(?:00|09)/);
  const { email } = await signUp(request);
  await page.goto('/signup');
  await submit(page, 'Create account');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'Enter your email address.',
  );

  await page.getByLabel('Name').fill('Ada');
  await typeCredentials(page, email, 'short');
  await submit(page, 'Create account');
  const word = page.getByLabel('Password', { exact: true });
  await expect(word).toHaveAccessibleDescription(/at least 10 characters/);
  await word.fill('1234567890');
  await submit(page, 'Create account');
  await expect(word).toHaveAccessibleDescription(/too common/);
  await word.fill(email);
  await submit(page, 'Create account');
  await expect(word).toHaveAccessibleDescription(/can’t be your name or email address/);
  await word.fill(password);
  await submit(page, 'Create account');
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(takenWords);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();

  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(word).toHaveValue('');
  // The sister pages know the address too.
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
});

test('[AUTH-1] a forgotten password is set anew by a link, which ends every session', async ({
  page,
  request,
  allowError,
}) => {
  allowError(/status of 40[01]/);
  const { email } = await signUp(request);
  const proof = await mailedLink(request, email, /Confirm your email address/);
  const token = new URLSearchParams(new URL(proof).hash.slice(1)).get('token');
  expect((await request.post('/api/auth/verify-email', { data: { token } })).status()).toBe(200);
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await submit(page, 'Send link');
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();

  await page.goto(await mailedLink(page.request, email, /Reset your password/));
  await page.getByLabel('New password').fill('1234567890');
  await submit(page, 'Set password');
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/too common/);
  await page.getByLabel('New password').fill('nine patient otters');
  await submit(page, 'Set password');
  await expect(page.getByText('Your new password is set. Sign in with it.')).toBeVisible();
  expect((await request.get('/api/profile')).status()).toBe(401);

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await typeCredentials(page, email, 'nine patient otters');
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
});

test('asking for a new password tells nobody whether an address has an account', async ({ page }) => {
  await page.goto('/forgot-password');
  const nobody = newEmail('nobody');
  await page.getByLabel('Email', { exact: true }).fill(nobody);
  await submit(page, 'Send link');
  await expect(page.getByText(`Sent to ${nobody}`)).toBeVisible();
  await expect(
    page.getByText('If there’s an account with this email address, we’ve sent it a link.'),
  ).toBeVisible();
});

test('password managers find what they look for', async ({ page }) => {
  for (const [path, name, kind] of [
    ['/signin', 'username webauthn', 'current-password'],
    ['/signup', 'username', 'new-password'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('main form input[name=email]')).toHaveAttribute('autocomplete', name);
    await expect(page.locator('main form input[name=password]')).toHaveAttribute('autocomplete', kind);
    expect(await page.locator('main form').getAttribute('method')).toBe('post');
  }
});

test('the ways in are accessible with errors shown, in both themes @both', async ({ page, allowError }) => {
  allowError(/status of 401/);
  await page.goto('/signup');
  await submit(page, 'Create account');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.goto('/signin');
  await typeCredentials(page, newEmail('nobody'));
  await submit(page, 'Sign In');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(wrongWords);
  await expectAccessibleInBothThemes(page);
});
