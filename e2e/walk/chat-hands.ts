import type { Page } from '@playwright/test';

export const openChat = async (page: Page): Promise<void> => {
  await openPanel(page);
  const toPerson = page.locator('.ui-chat').getByRole('button', { name: 'Back to the chat' });
  if (await toPerson.isVisible()) await toPerson.click();
  await page.getByLabel('Your question').waitFor();
};

async function openPanel(page: Page): Promise<void> {
  const panel = page.locator('.ui-chat');
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await panel.waitFor();
}

export const personForm = (page: Page) => page.getByRole('form', { name: 'Write to a person' });

/** Beside the conversation: the same letter as on the contact page. */
export const openPersonForm = async (page: Page): Promise<void> => {
  await openPanel(page);
  if (!(await personForm(page).isVisible()))
    await page.locator('.ui-chat').getByRole('button', { name: 'Ask a person' }).last().click();
  await personForm(page).waitFor();
};
