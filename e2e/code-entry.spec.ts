import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { codeFor, phone, signerEmail } from './agreement-hands.ts';
import { newEmail, password, signUp, stored, submit, typeCredentials, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const codeField = (page: Page) => page.getByLabel('Code from the email');
const instead = (page: Page) => page.getByRole('button', { name: 'Email me a code instead' });
const mailsTo = async (page: Page, email: string) => {
  const { mails } = (await (await page.request.get('/api/dev/mailbox')).json()) as {
    mails: { to: string }[];
  };
  return mails.filter(({ to }) => to.includes(email)).length;
};

/** From the form on, with an address that is typed. */
async function askCode(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await instead(page).click();
  await expect(codeField(page)).toBeFocused();
  return codeFor(page.request, email);
}

test.describe('on a phone', () => {
  test.use(phone);

  test('a guest sends the NDA they filled in, with a code by email and no password', async ({ page }) => {
    const email = newEmail('guest');
    await page.goto('/tools/classic-template-generator?document=mutual-nda');
    await page.getByRole('group', { name: 'Your side' }).getByLabel('Name').fill('Heron & Co');
    await page.getByRole('group', { name: 'Their side' }).getByLabel('Name').fill('Wren Studio');
    await page.getByRole('button', { name: 'Ready', exact: true }).click();
    await page.getByRole('button', { name: 'Send to sign' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('and you can send your document to sign.')).toBeVisible();

    // Nothing typed yet: the address comes first, and Enter sends it.
    await instead(page).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`We emailed a six-digit code to ${email}`)).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible(page);
    await codeField(page).fill(await codeFor(page.request, email));
    await page.keyboard.press('Enter');

    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/dashboard\/agreements\/new\?from=/);
    await expect(page.getByRole('heading', { name: 'Send to sign' })).toBeVisible();
    const people = page.getByRole('group', { name: /^Person/ });
    await people.first().getByLabel('Name').fill('Ada Lovelace');
    await people.first().getByLabel('Email').fill(email);
    await people.nth(1).getByLabel('Name').fill('Tom Halden');
    await people.nth(1).getByLabel('Email').fill(signerEmail());
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, send it as it is' }).click();
    await expect(page).toHaveURL(/agr_/);
    await expect(page.getByRole('main')).toContainText('Wren Studio');
    await expect(page.getByRole('main')).toContainText('Heron & Co');
  });
});

test('what the sign-up form has is taken over, a reload keeps the code step, a pasted code is read', async ({
  page,
}) => {
  const email = newEmail('ida');
  await page.goto('/signup');
  await page.getByLabel('Name', { exact: true }).fill('Ida Rhodes');
  const code = await askCode(page, email);
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(`Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(codeField(page)).toHaveValue(code);
  await submit(page, 'Continue');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Account of Ida Rhodes' }).first()).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('hub.accountDraft'))).toBeNull();
});

test('a wrong code says so, a new one is waited for in words, and another address can be used', async ({
  page,
  allowError,
}) => {
  allowError(/status of 400/);
  const { email } = await signUp(page.request);
  await page.context().clearCookies();
  await page.goto('/signin');
  const code = await askCode(page, newEmail('not-mine'));
  await codeField(page).fill(code === '111111' ? '222222' : '111111');
  await submit(page, 'Continue');
  await expect(page.getByText('This isn’t the code we sent.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByText(/Possible in \d+ seconds?/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeDisabled();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Sign in another way' }).click();
  await typeCredentials(page, email, password);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
});

test('an account that nobody confirmed starts empty after a second press only', async ({
  page,
  playwright,
  baseURL,
}) => {
  const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const { email } = await signUp(stranger);
  await page.goto('/signin');
  await codeField(page).fill(await askCode(page, email));
  await submit(page, 'Continue');
  await expect(page.getByText('Start with an empty account?')).toBeVisible();
  await expectAccessible(page);
  // Enter, pressed once more, empties nothing.
  await codeField(page).press('Enter');
  await page.waitForTimeout(1000);
  expect(await (await stranger.get('/api/auth/session')).json()).toMatchObject({ user: { email } });
  await submit(page, 'Start with an empty account');
  await expect(page).toHaveURL('/dashboard');
  expect(await (await stranger.get('/api/auth/session')).json()).toEqual({ user: null });
  await stranger.dispose();
});

test('an answer that is lost on its way: the same press again sends no second email', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  const email = newEmail('lost');
  await page.goto('/signin');
  let isLost = false;
  await page.route('**/api/auth/code', async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await instead(page).click();
  await expect(page.getByText('Can’t reach the server.')).toBeVisible();
  await instead(page).click();
  await expect(codeField(page)).toBeVisible();
  const code = await codeFor(page.request, email);
  expect(await mailsTo(page, email)).toBe(1);
  await codeField(page).fill(code);
  await submit(page, 'Continue');
  await page.getByLabel('Name', { exact: true }).fill('Lost and found');
  await submit(page, 'Continue');
  await expect(page).toHaveURL('/dashboard');
});

test('a session that ended elsewhere comes back by a code, with everything typed below it', async ({
  page,
  allowError,
}) => {
  allowError(/status of 401/);
  const email = newEmail('back');
  await page.goto('/signin');
  await codeField(page).fill(await askCode(page, email));
  await submit(page, 'Continue');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await submit(page, 'Continue');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/account');
  const name = page.getByRole('main').getByLabel('Name', { exact: true });
  await name.fill('Ada King');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save name', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Sign in again/ });
  await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(dialog.getByText(`We emailed a six-digit code to ${email}`)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => mailsTo(page, email)).toBe(2);
  await dialog.getByLabel('Code from the email').fill(await codeFor(page.request, email));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account of Ada King' }).first()).toBeVisible();
  expect(await stored(page, 'hub.lastMember')).toMatchObject({ email, displayName: 'Ada King' });
});
