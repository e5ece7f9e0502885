import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import {
  builder,
  chosen,
  fill,
  giveGuide,
  inAccount,
  press,
  preview,
  realBrowser,
  view,
} from './funnel-hands.ts';
import { mailedLink, newEmail, signUp } from './members.ts';

const pdf = Buffer.from(`%PDF-1.7\nPrice by what it is worth. ${'é'.repeat(2000)}\n%%EOF`);
const guide = { name: 'Pricing guide.pdf', mimeType: 'application/pdf', buffer: pdf };

test('a form promises a file: uploaded, published, emailed to a stranger, downloaded and counted', async ({
  page,
  browser,
  hub,
  watch,
  allowError,
}) => {
  allowError(/status of 415/);
  test.setTimeout(120_000);
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await expect(preview(page)).toBeVisible();
  const blocks = page.getByRole('region', { name: 'Blocks' });
  const steps = page.getByRole('region', { name: 'Steps' });
  await press(blocks.getByRole('button', { name: /^Opt-in form/ }));
  // A guest's funnel lies on their device, which is no place for files.
  await expect(chosen(page)).toContainText('You can add a file once you’re signed in.');
  await expect(chosen(page).getByRole('button', { name: 'Choose a file' })).toHaveCount(0);

  await signUp(page.request);
  await page.reload();
  await expect(preview(page)).toBeVisible();
  await inAccount(page);
  await giveGuide(page);
  await press(steps.getByRole('button', { name: /^Get the guide/ }));
  await press(blocks.getByRole('button', { name: /^Opt-in form/ }));
  const field = chosen(page).locator('input[type=file]');
  await field.setInputFiles({
    name: 'Guide.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html>'),
  });
  await expect(page.getByText('This file isn’t what its name says (.pdf).').first()).toBeVisible();
  await field.setInputFiles({ ...guide, name: 'Old guide.pdf' });
  await expect(chosen(page)).toContainText('Old guide.pdf 4 KB');
  await press(chosen(page).getByRole('button', { name: 'Remove' }));
  await expect(chosen(page)).not.toContainText('Old guide.pdf');
  await field.setInputFiles(guide);
  await expect(chosen(page)).toContainText('Pricing guide.pdf 4 KB');
  await expect(chosen(page).getByRole('button', { name: 'Replace file' })).toBeVisible();
  await fill(chosen(page).getByLabel('What the email says'), 'Enjoy the guide!');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await inAccount(page);

  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: /^Publish/ }));
  const address = (await dialog.getByRole('link', { name: /^\/f\// }).getAttribute('href')) ?? '';
  await page.keyboard.press('Escape');

  const context = await browser.newContext({ baseURL: hub.url, userAgent: realBrowser });
  watch(context);
  const visitor = await context.newPage();
  await visitor.goto(address);
  const email = newEmail('mia');
  await visitor.getByLabel('Email address').fill(email);
  await visitor.getByRole('checkbox').check();
  // Whoever sends it within a second is asked once more.
  await visitor.waitForTimeout(1200);
  await visitor.locator('form button').click();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Here is your guide');

  const link = await mailedLink(page.request, email, /^Here is what you asked for: Pricing guide\.pdf$/);
  await visitor.goto(link.slice(new URL(link).origin.length));
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Your file is ready');
  await expectAccessible(visitor);
  const button = visitor.getByRole('button', { name: 'Download Pricing guide.pdf' });
  for (let n = 0; n < 2; n++) {
    const coming = visitor.waitForEvent('download');
    await button.click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('Pricing guide.pdf');
    expect((await readFile(await download.path())).equals(pdf)).toBe(true);
  }
  await context.close();

  await view(page, 'Leads');
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('confirmed');
  await expect(page.getByRole('columnheader', { name: 'Got the file' })).toBeVisible();
  await expect(row).not.toContainText('Not yet');
  await expectAccessible(page);
  await view(page, 'Numbers');
  await expect(page.getByLabel('The last 30 days')).toContainText(/Promised a file\s*1\s*Downloaded it\s*1/);
  await expectAccessible(page);
});
