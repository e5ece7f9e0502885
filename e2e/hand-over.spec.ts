import type { Page } from '@playwright/test';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import { arrive, mailedLink, newEmail, openUserMenu, signUp } from './members.ts';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Devpreneur AI' });

async function askInChat(page: Page, question: string) {
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByLabel('Your question').fill(question);
  await panel.getByLabel('Your question').press('Enter');
  await expect(panel.getByText('Thinking...', { exact: true })).toHaveCount(0);
  return panel;
}

/** The mail that the operator got about a message with these words. */
async function operatorLink(page: Page, subject: RegExp): Promise<string> {
  const { mails } = (await (await page.request.get('/api/dev/mailbox')).json()) as {
    mails: { to: string; subject: string }[];
  };
  const to = mails.find((mail) => subject.test(mail.subject))?.to ?? '';
  return mailedLink(page.request, to, subject);
}

for (const [width, theme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const)
  test(`at ${width} px: a question goes to a person with the chat, and the answer comes into it`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const member = await signUp(page.request, `Ada ${width}`);
    // The address is shown to be theirs.
    await page.goto(await mailedLink(page.request, member.email, /confirm/i));
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    await arrive(page);
    await setTheme(page, theme);
    const panel = await askInChat(page, 'zorbing permits for quiet llamas');
    await panel.getByRole('button', { name: 'Ask a person' }).first().click();
    const form = panel.getByRole('form', { name: 'Write to a person' });
    await expect(form.getByLabel('Message', { exact: true })).toHaveValue('zorbing permits for quiet llamas');
    await expect(form.getByLabel('Your email')).toHaveValue(member.email);
    await expect(form.getByRole('checkbox')).not.toBeChecked();
    await expectAccessible(page);

    await form.getByRole('checkbox').check();
    // Neither going back nor a reload loses what was typed.
    await form.getByLabel('Message', { exact: true }).fill(`I need ${width} zorbing permits, please.`);
    await form.getByRole('button', { name: 'Back to the chat' }).click();
    await panel.getByRole('button', { name: 'Ask a person' }).last().click();
    await expect(form.getByLabel('Message', { exact: true })).toHaveValue(
      `I need ${width} zorbing permits, please.`,
    );
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(panel.getByText(/Your message is on its way\..+here in the chat/)).toBeVisible();

    // The operator, by the button of the mail, in a browser of their own.
    const operator = await (await browser.newContext()).newPage();
    await operator.goto(await operatorLink(page, new RegExp(`: Ada ${width}$`)));
    await expect(operator.getByText(`I need ${width} zorbing permits, please.`)).toBeVisible();
    await operator.getByText('What they asked the assistant').click();
    await expect(operator.getByText('zorbing permits for quiet llamas')).toBeVisible();
    await operator.getByLabel('Your answer').fill('Llamas need none.');
    await operator.reload();
    await expect(operator.getByLabel('Your answer')).toHaveValue('Llamas need none.');
    await operator.getByRole('button', { name: 'Send answer' }).click();
    await expect(operator.getByRole('article').filter({ hasText: 'Llamas need none.' })).toBeVisible();
    await expectAccessible(operator);

    await operator.context().close();

    // In the chat, and by the link of the mail.
    await panel.getByRole('button', { name: 'Close the chat' }).click();
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await expect(panel.getByText('Llamas need none.')).toBeVisible();

    await panel.getByRole('link', { name: 'Reply' }).click();
    await page.getByLabel('Your reply').fill('Thank you!');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Thank you!' })).toBeVisible();
    await page.goto(await mailedLink(page.request, member.email, /an answer to your message/));
    await expect(page.getByRole('article')).toHaveCount(3);

    await expectAccessible(page);
  });

async function writeAs(page: Page, name: string): Promise<void> {
  const given = await page.request.get('/api/contact/token');
  const { token, waitSeconds } = (await given.json()) as { token: string; waitSeconds: number };
  await page.waitForTimeout(waitSeconds * 1000);
  const data = { name, email: newEmail(), reason: 'other', message: `A word from ${name}.`, token };
  expect((await page.request.post('/api/contact', { data })).status()).toBe(200);
}

// Whoever runs the hub answers one after the other in one tab: what was begun for one must not be sent to another.
test('an answer that was begun stands in its own conversation alone', async ({ page }) => {
  const names = ['Grace', 'Joan'].map((name) => `${name} ${Date.now().toString(36)}`);
  for (const name of names) await writeAs(page, name);
  const links: string[] = [];
  for (const name of names) links.push(await operatorLink(page, new RegExp(`: ${name}$`)));
  const [grace = '', joan = ''] = links;
  const answer = page.getByLabel('Your answer');
  await page.goto(grace);
  await answer.fill('For Grace alone.');
  await page.goto(joan);
  await expect(page.getByText(`A word from ${names[1]}.`)).toBeVisible();
  await expect(answer).toHaveValue('');
  await page.goto(grace);
  await expect(answer).toHaveValue('For Grace alone.');
});

test('a member’s conversation in a second tab is closed by their logout, and Back does not open it', async ({
  page,
  context,
}) => {
  await signUp(page.request);
  const name = `Ida ${Date.now().toString(36)}`;
  await writeAs(page, name);
  const other = await context.newPage();
  await other.goto(await operatorLink(page, new RegExp(`: ${name}$`)));
  const words = other.getByText(`A word from ${name}.`);
  await expect(words).toBeVisible();
  await expect(other).toHaveURL(/\/contact\/thread\?id=/);
  await other.reload();
  await expect(words).toBeVisible();
  await other.goto('/about');
  await other.goBack();
  await expect(words).toBeVisible();
  await arrive(page);
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(other.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expect(words).toBeHidden();
});

test('the contact page and the form in the chat, both open, take back nothing of each other', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.locator('html[data-alive]').waitFor();
  const main = page.getByRole('main');
  await main.getByLabel('Message', { exact: true }).fill('On the page');
  await main.getByLabel('Topic').selectOption({ index: 1 });
  const reason = await main.getByLabel('Topic').inputValue();
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Ask a person' }).click();
  await panel.getByLabel('Message', { exact: true }).fill('In the chat, later');
  await main.getByLabel('Your name').fill('Ada');
  await page.reload();
  await expect(main.getByLabel('Message', { exact: true })).toHaveValue('In the chat, later');
  await expect(main.getByLabel('Your name')).toHaveValue('Ada');
  await expect(main.getByLabel('Topic')).toHaveValue(reason);
});

test('a link that is cut says so and leads on', async ({ page, allowError }) => {
  allowError(/404/);
  await page.goto('/contact/thread?t=visitor%3Anothing');
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible();
});
