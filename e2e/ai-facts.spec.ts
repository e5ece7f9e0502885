import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { stored } from './members.ts';

const tool = '/tools/template-generator';
const box = (page: Page) => page.getByLabel('What do you need?');
const write = (page: Page) => page.getByRole('button', { name: 'Write the draft', exact: true });
const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });

test('[AI-1] [AI-2] facts are put right, turned round, taken out; another document counts once', async ({
  page,
}) => {
  await page.goto(tool);
  await box(page).fill(
    'Freelance contract with Mia Chen, she designs our onboarding for 4500 EUR, no calls at weekends, German law',
  );
  await write(page).click();
  const form = page.getByRole('form');
  // Nobody said who they are; whoever is the contractor has named the client.
  const party = (name: string) => form.getByRole('textbox', { name, exact: true });
  await form.getByRole('radio', { name: 'The contractor' }).check();
  await expect(party('The client')).toHaveValue('Mia Chen');
  await form.getByRole('button', { name: 'The other way round' }).click();
  await expect(party('The contractor')).toHaveValue('Mia Chen');
  await expect(form.getByRole('radio', { name: 'The client' })).toBeChecked();
  await party('Fixed fee').fill('5200');
  await form.getByRole('button', { name: 'Remove: Governing law' }).click();
  await expect(form.getByText('Governing law is removed.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Governing law' }).selectOption('Ireland');
  const unused = form.getByRole('region', { name: 'Not used' });
  await expect(unused).toContainText('“no calls at weekends”');
  await unused.getByRole('button', { name: 'Add as a clause' }).click();

  // A reload loses none of it.
  await page.reload();
  await write(page).click();
  await expect(party('Fixed fee')).toHaveValue('5200');
  await expect(unused.getByRole('button', { name: 'Added: remove' })).toBeVisible();
  const others = form.getByRole('group', { name: 'Not this document?' }).getByRole('button');
  await expect(others).toHaveCount(3);
  await write(page).click();
  await expect(page).toHaveURL(/\?draft=/);
  for (const words of ['€5,200.00', 'Mia Chen', 'Ireland', 'Additional terms', 'No calls at weekends.'])
    await expect(preview(page)).toContainText(words);
  await expect(preview(page)).not.toContainText('Germany');
  await expect(page.getByText('1 of 3 generated drafts used this month')).toBeVisible();

  // The same request as another document is no second draft.
  await page.getByRole('link', { name: 'Not this document, or other facts?' }).click();
  await expect(form.getByRole('heading', { name: 'Independent contractor agreement' })).toBeVisible();
  const another = others.first();
  const title = ((await another.textContent()) ?? '').replace(/, in the \$.*$/, '');
  await another.click();
  const later = page.getByRole('button', { name: 'Write the draft, buy later' });
  const heading = form.getByRole('heading', { name: title });
  await expect(later.or(heading).first()).toBeVisible();
  if (await later.isVisible()) await later.click();
  await expect(heading).toBeVisible();
  await write(page).click();
  await expect(page).toHaveURL(/\?draft=/);
  await expect(preview(page)).toContainText('Mia Chen');
  await expect(page.getByText('1 of 3 generated drafts used this month')).toBeVisible();
  expect(await stored(page, 'aiTemplateUsage')).toMatchObject({ count: 1 });
});

test('[AI-1] words stand beside their question, blanks are counted, and a paid document leads back', async ({
  page,
}) => {
  await page.goto(tool);
  await box(page).fill(
    'I need a contract with freelance illustrator Nia Bowen, she will draw 30 spot illustrations for 1500 GBP, she keeps the rights and we get a licence, no calls at weekends',
  );
  await write(page).click();
  const form = page.getByRole('form');
  await expect(form.getByText('You wrote “she keeps the rights”.')).toBeVisible();
  const unused = form.getByRole('region', { name: 'Not used' });
  await expect(unused.getByRole('listitem')).toHaveCount(1);
  await expect(unused).toContainText('“no calls at weekends”');
  await expect(form.getByText('Nothing essential is left')).toBeHidden();
  const count = form.getByText(/The draft will have \d+ blanks? and lead you to/);
  const [, said = ''] = /have (\d+) blank/.exec((await count.textContent()) ?? '') ?? [];
  await form.getByRole('textbox', { name: 'Fixed fee', exact: true }).fill('1700');

  // Its price is said before it is chosen, and what was put right is there again.
  const paid = form.getByRole('group', { name: 'Not this document?' }).getByRole('button', { name: /\$\d/ });
  await paid.first().click();
  await expect(page.getByText(/^This document is in the \$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Contractor agreement' }).click();
  await expect(form.getByRole('textbox', { name: 'Fixed fee', exact: true })).toHaveValue('1700');

  await write(page).click();
  await expect(page).toHaveURL(/\?draft=/);
  await expect(
    page.getByText(`${said} blanks left`, { exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Fill them in' }).click();
  await expect(page.locator('[data-question] :focus')).toBeVisible();
});
