import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newEmail, password, signUp, waitLonger } from './members.ts';
import { breakStorage } from './walk/troubles.ts';

test.beforeEach(({ context }) => waitLonger(context));

const known = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible();
const alive = (page: Page) => page.locator('html[data-alive]').waitFor();

/** The hub says late who is here, as under load or over a bad line. */
const dawdle = (page: Page) =>
  page.route('**/api/auth/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });

// A full device cannot keep its last member: its pages began as a guest's, and what was typed before the hub had answered gave
// way to the member's earlier draft.
test('without room and on a slow line, a member’s form begins with their draft, and the next words stay', async ({
  page,
  context,
}) => {
  await context.addInitScript(breakStorage, 'full' as const);
  await signUp(page.request);
  await page.goto('/donate');
  await known(page);
  await page.getByLabel('Message').fill('the first words');
  await dawdle(page);
  await page.goto('/donate');
  await alive(page);
  const message = page.getByLabel('Message');
  const before = await message.inputValue();
  await message.fill('the words that count');
  await known(page);
  await expect(message).toHaveValue('the words that count');
  expect(before).toBe('the first words');
});

test('without room and on a slow line, a question joins those that the member asked before', async ({
  page,
  context,
}) => {
  await context.addInitScript(breakStorage, 'full' as const);
  await signUp(page.request);
  const ask = async (words: string) => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await page.getByLabel('Your question').fill(words);
    await page.getByLabel('Your question').press('Enter');
  };
  await page.goto('/about');
  await known(page);
  await ask('What is an NDA?');
  await expect(page.getByRole('button', { name: 'Copy the answer' })).toHaveCount(1);
  await dawdle(page);
  await page.goto('/about');
  await alive(page);
  await ask('And an invoice?');
  await known(page);
  await expect(page.getByRole('button', { name: 'Copy the answer' })).toHaveCount(2);
  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('What is an NDA?');
  await expect(page.getByRole('log')).toContainText('And an invoice?');
});

test('what a guest typed is theirs when they have signed up, however late the code for that comes', async ({
  page,
}) => {
  await page.route('**/assets/join-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/contact');
  await alive(page);
  await page.getByLabel('Message').fill('Meadow lantern');
  await page.goto('/signup');
  await alive(page);
  const form = page.getByRole('main').locator('form', { has: page.locator('[name=password]') });
  for (const [name, text] of Object.entries({ displayName: 'Ada Lovelace', email: newEmail(), password }))
    await form.locator(`[name=${name}]`).fill(text);
  await form.locator('[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/signup');
  await page.goto('/contact');
  await alive(page);
  await expect(page.getByLabel('Message')).toHaveValue('Meadow lantern');
});
