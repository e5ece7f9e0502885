import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';

const generator = '/tools/classic-template-generator';
const preview = (page: Page) =>
  page.getByRole('region', { name: 'Preview of Mutual non-disclosure agreement' });
const nameOf = (page: Page, side: string) => page.getByRole('group', { name: side }).getByLabel('Name');

test('[GEN-1] a guest picks a document, fills it in, has it as a PDF, and finds the answers again', async ({
  page,
}) => {
  await page.goto(generator);
  await page.getByRole('searchbox', { name: 'Search' }).fill('mutual secret');
  await page.getByRole('link', { name: 'Mutual non-disclosure agreement' }).click();

  await nameOf(page, 'Your side').fill('Wren Studio');
  await nameOf(page, 'Their side').fill('Halden Analytics');
  await expect(preview(page)).toContainText('Wren Studio');
  await expect(preview(page)).toContainText('Halden Analytics');

  await page.getByRole('button', { name: 'Download PDF' }).click();
  const gate = page.getByRole('dialog');
  await expect(gate).toContainText('Your side: the address is still blank.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    gate.getByRole('button', { name: 'Export anyway' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mutual-nda.*\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');

  await page.reload();
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Studio');
  await expect(preview(page)).toContainText('Halden Analytics');
});

test('[GEN-1] a click on what is missing leads to its question, in whichever step it is @both', async ({
  page,
}) => {
  await page.goto(`${generator}?document=mutual-nda`);
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Governing law is still blank/ })
    .click();
  const law = page.getByLabel('Governing law');
  await expect(law).toBeFocused();
  await law.selectOption('Ireland');
  await expect(preview(page)).toContainText('Ireland');
});

test('[GEN-1] gallery and generator are accessible in both themes @both', async ({ page }) => {
  await page.goto(generator);
  await expectAccessibleInBothThemes(page);
  await page.goto(`${generator}?document=invoice`);
  await expect(page.getByRole('region', { name: 'Preview of Invoice' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
