import { expect, test } from './fixtures.ts';
import { newEmail, password, signUp, submit, typeCredentials, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const heads = async (page: import('@playwright/test').Page) =>
  ((await (await page.request.get('/api/saved/changes')).json()) as { heads: { name: string }[] }).heads;

test('a guest’s Save survives signing up: it is done without a second press, said, and in the list', async ({
  page,
}) => {
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await page.getByRole('group', { name: 'Their side' }).getByLabel('Name').fill('Wren Studio');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const why = page.getByText('Sign in or create an account, and your document is saved.');
  await expect(why).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(why).toBeVisible();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await typeCredentials(page, newEmail());
  await submit(page, 'Create account');
  await expect(page.getByText(/Saved as a new document: “.*Wren Studio/)).toBeVisible();
  await expect(page).toHaveURL(/document=mutual-nda&template=/);
  await expect.poll(async () => (await heads(page)).length).toBe(1);
  // It stays said after the toast has gone, and leads to it.
  await page.getByRole('main').getByRole('link', { name: 'saved templates' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Wren Studio');
  // Once, and not at the next visit of the form.
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await page.waitForTimeout(1500);
  expect(await heads(page)).toHaveLength(1);
});

test('a guest who edits the text saves by signing in; who only looks around saves nothing', async ({
  page,
  request,
}) => {
  const { email } = await signUp(request);
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit the text' }).click();
  await page.getByRole('textbox', { name: 'Text of the document' }).waitFor();
  await page.getByLabel('Name').fill('By hand');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Another way in the meantime: what was wanted there is not done here.
  await page.goto('/tools/classic-template-generator?document=invoice');
  await page.goBack();
  await typeCredentials(page, email, password);
  await submit(page, 'Sign In');
  await expect(page.getByText('Saved as a new document: “By hand”')).toBeVisible();
  await expect(page.getByText(/Last saved at/)).toBeVisible();
  expect((await heads(page)).map(({ name }) => name)).toEqual(['By hand']);
});

test('a guest’s Save of an AI draft survives signing up whole: facts put right, own clause, later answers', async ({
  page,
}) => {
  await page.goto('/tools/template-generator');
  await page
    .getByLabel('What do you need?')
    .fill('Freelance contract with Mia Chen, she designs our onboarding for 4500 EUR, no calls at weekends');
  const write = page.getByRole('button', { name: 'Write the draft', exact: true });
  await write.click();
  const form = page.getByRole('form');
  await form.getByRole('textbox', { name: 'Fixed fee', exact: true }).fill('5200');
  await form.getByRole('button', { name: 'Add as a clause' }).click();
  await write.click();
  await expect(page).toHaveURL(/\?draft=/);
  const draft = page.url();
  await page.getByRole('group', { name: 'The client' }).getByLabel('Name').fill('Halden GmbH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = page.getByText('Your answers are on this device. Sign in, and they’re saved to your account.');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await typeCredentials(page, newEmail());
  await submit(page, 'Create account');
  await expect(page.getByText(/^Saved as a new document: “/)).toBeVisible();
  await expect(page).toHaveURL(draft);
  await expect.poll(async () => (await heads(page)).length).toBe(1);
  const preview = page.getByRole('region', { name: /^Preview of/ });
  const words = ['€5,200.00', 'Halden GmbH', 'Mia Chen', 'No calls at weekends.'];
  for (const one of words) await expect(preview).toContainText(one);
  await page.getByRole('main').getByRole('link', { name: 'saved templates' }).first().click();
  for (const one of words) await expect(page.getByRole('dialog')).toContainText(one);
  // The draft goes on updating what was saved of it.
  await page.goto(draft);
  await page.getByRole('group', { name: 'The client' }).getByLabel('Name').fill('Halden AG');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Changes saved to “/)).toBeVisible();
  expect(await heads(page)).toHaveLength(1);
});

test('a guest who chooses a plan stands before it once signed in', async ({ page, request }) => {
  const { email } = await signUp(request);
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Choose PRO' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/signin\?next=/);
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose PRO');
});

test('a guest who publishes a funnel is asked again once signed in, with nothing pressed twice', async ({
  page,
}) => {
  await page.goto('/tools/funnel-builder');
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await page.getByRole('region', { name: /^Preview of/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You need an account to publish');
  await dialog.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText('Sign in or create an account to publish your funnel.')).toBeVisible();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await typeCredentials(page, newEmail());
  await submit(page, 'Create account');
  await expect(page).toHaveURL(/funnel-builder\?id=/);
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toContainText('You need an account');
});

test('what was given up is not done for whoever comes next: not after a logout, not after another sign-in', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const others = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const first = await signUp(others);
  const next = await signUp(others);
  const form = '/tools/classic-template-generator?document=invoice';
  await page.goto(form);
  await page.getByRole('main').getByLabel('Name').first().fill('Somebody’s');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('and your document is saved.')).toBeVisible();
  await page.goto('/');

  // Another tab signs in and out again; then somebody else signs in here for something else.
  const tab = await context.newPage();
  await tab.goto('/signin');
  await typeCredentials(tab, first.email);
  await submit(tab, 'Sign In');
  await expect(tab).toHaveURL('/dashboard');
  await tab.getByRole('button', { name: /^Account of/ }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(tab.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await tab.close();
  // The logout draws this page anew, perhaps in the midst of it.
  await page.bringToFront();
  await page.waitForTimeout(1500);
  await expect(async () => {
    await page.goto('/signin', { timeout: 8000 });
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 40_000 });
  await typeCredentials(page, next.email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(form);
  await page.waitForTimeout(2500);
  await expect(page).toHaveURL(form);
  expect(await heads(page)).toEqual([]);
  await others.dispose();
});
