import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signIn, signUp } from './members.ts';

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
  // Pressed in the first moment, when the page is drawn and its scripts are still on their way: that counts.
  let arrive = () => {};
  const pressed = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/entry-browser*.js', (route) => pressed.then(() => route.continue()));
  await page.goto(`${generator}?document=mutual-nda`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  arrive();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Governing law: still blank/ })
    .click();
  const law = page.getByLabel('Governing law');
  await expect(law).toBeFocused();
  await law.selectOption('Ireland');
  await expect(preview(page)).toContainText('Ireland');
  // The place in the text leads to its question, too, and on a wide screen what was answered is in view.
  if ((page.viewportSize()?.width ?? 0) >= 1024)
    await expect(preview(page).locator('[data-state="changed"]').first()).toBeInViewport();
  await preview(page).getByRole('button', { name: 'your company', exact: true }).first().click();
  await expect(page.getByRole('group', { name: 'Your side' }).getByLabel('Name')).toBeFocused();
});

test('[SAVE-13] a member’s answers follow them to another device, and saving again after a reload changes what was saved', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  const member = await signUp(page.request);
  const heads = async () => {
    const { heads: all } = (await (await page.request.get('/api/saved/changes')).json()) as {
      heads: { id: string; version: number }[];
    };
    return all.map(({ id, version }) => ({ id, version }));
  };
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Your side').fill('Wren Studio');
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/api/saved-forms/mutual-nda') && answer.request().method() === 'PUT',
  );
  await nameOf(page, 'Their side').fill('Halden Analytics');
  expect((await kept).status()).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await heads()).length).toBe(1);
  const [first] = await heads();

  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, member);
  await other.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(other, 'Their side')).toHaveValue('Halden Analytics');
  await elsewhere.close();

  await page.reload();
  await expect(nameOf(page, 'Their side')).toHaveValue('Halden Analytics');
  for (const version of [2, 3]) {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(heads).toEqual([{ id: first?.id, version }]);
  }
});

test('[GEN-1] gallery and generator are accessible in both themes @both', async ({ page }) => {
  await page.goto(generator);
  await expectAccessibleInBothThemes(page);
  await page.goto(`${generator}?document=invoice`);
  await expect(page.getByRole('region', { name: 'Preview of Invoice' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
