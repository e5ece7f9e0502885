import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';

const hero = (page: Page) => page.getByRole('region', { name: 'Mutual non-disclosure agreement' });

test('the home page’s agreement has today’s date, as its PDF will, on the reader’s own day', async ({
  browser,
  baseURL,
}) => {
  // Where it is another day than in the other zone at any moment.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await browser.newContext({ timezoneId, locale: 'en-US', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/');
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: timezoneId });
    await expect(hero(page)).toContainText(`takes effect on ${today}`);
    await context.close();
  }
});

test('a PDF without names is asked about first, and says beforehand which blanks it leaves', async ({
  page,
}) => {
  await page.goto('/');
  const download = page.getByRole('main').getByRole('button', { name: 'Download PDF' });
  const blanks = page.getByText(/^The PDF leaves \d+ blanks: /);
  await expect(blanks).toContainText('their company');
  await page.getByLabel('Your company').fill('Wren Studio');
  await download.click();
  await expect(page.getByText('A company has no name yet')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in the names' }).click();
  await expect(page.getByLabel('Their company')).toBeFocused();
  await page.keyboard.type('Halden');
  await expect(blanks).toHaveText(/leaves 4 blanks: address of your company, address of their company, /);
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF');
});

test('on a phone both names are seen in the agreement while they are typed @phone', async ({ page }) => {
  await page.goto('/');
  for (const [label, name] of [
    ['Your company', 'Wren Studio Ltd'],
    ['Their company', 'Halden Analytics GmbH'],
  ] as const) {
    await page.getByLabel(label).fill(name);
    const typed = hero(page).getByText(name, { exact: true }).first();
    await expect(typed).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel(label)).toBeInViewport({ ratio: 1 });
    // Within what is seen of the sheet, which is cut at its foot.
    const [sheet, word] = await Promise.all([hero(page).boundingBox(), typed.boundingBox()]);
    if (!sheet || !word) throw new Error('not drawn');
    expect(word.y + word.height).toBeLessThan(sheet.y + sheet.height);
  }
  await expect(page.getByRole('main').getByRole('button', { name: 'Download PDF' })).toBeInViewport();
});

test('a blank form can still be had without a name', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByText('A company has no name yet')).toBeVisible();
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download with blanks' }).click(),
  ]);
});

for (const theme of ['light', 'dark'] as const)
  test(`the pictures of the home page take the names typed above them, ${theme}`, async ({ page }) => {
    await page.goto('/');
    await setTheme(page, theme);
    await page.getByLabel('Your company').fill('Wren Studio');
    await page.getByLabel('Their company').fill('Halden');
    const invoice = page.getByRole('img', { name: 'An invoice with the names typed above' });
    await invoice.scrollIntoViewIfNeeded();
    await expect(invoice).toContainText('Wren Studio');
    await expect(invoice).toContainText('Halden');
    await expect(page.getByRole('img', { name: /^A published page/ })).toContainText('Wren Studio');
    await expect(page.getByRole('img', { name: /^A receipt/ })).toContainText('Paid');
    await expectAccessible(page);
  });

test('names typed on the home page stay on it: another page and back, and its pictures are blank', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Your company').fill('Wren Studio');
  const invoice = page.getByRole('img', { name: /^An invoice/ });
  await expect(invoice).toContainText('Wren Studio');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Store' }).click();
  await expect(page).toHaveURL('/store');
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(invoice).toContainText('your company');
  await expect(page.getByLabel('Your company')).toHaveValue('');
});
