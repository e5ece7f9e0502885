import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const path = '/api/followups/sequences/seq_news';
const sequence = (mail: object) => ({
  name: 'News',
  trigger: { on: 'hand' },
  steps: [{ id: 'mail_1', kind: 'mail', ...mail }],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: false,
  version: 0,
});

async function openMail(page: Page, mail: object): Promise<void> {
  await signUp(page.request);
  const answer = await page.request.put(path, { data: sequence(mail) });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto('/dashboard/follow-ups/seq_news');
  await page.getByRole('button', { name: /^Email “/ }).click();
}

const kinds = (page: Page) => page.getByRole('list', { name: 'Blocks' }).locator('h4');
const mailFrame = (page: Page) => page.frameLocator('iframe[title^="Email:"]');

test('a mail of one text and a button opens in blocks, is built by keyboard alone and saved', async ({
  page,
}) => {
  await openMail(page, {
    subject: 'What we make',
    body: 'Hello {{FirstName|there}}, this is what we make.',
    button: 'Have a look',
    link: 'https://shop.example/new',
  });
  await expect(kinds(page)).toHaveText(['Text', 'Button']);
  const enter = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };
  await enter('Add a block');
  await expect(page.getByRole('menuitem', { name: 'Text' })).toBeFocused();
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type('AUTUMN10');
  await enter('Move up: Coupon code “AUTUMN10”');
  await expect(kinds(page)).toHaveText(['Text', 'Coupon code', 'Button']);
  await expect(page.getByRole('button', { name: 'Move up: Coupon code “AUTUMN10”' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It’s the first block already.')).toBeAttached();
  await enter('Duplicate: Button “Have a look”');
  await expect(kinds(page)).toHaveText(['Coupon code', 'Text', 'Button', 'Button']);
  await enter('Remove: Coupon code “AUTUMN10”');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(kinds(page)).toHaveText(['Coupon code', 'Text', 'Button', 'Button']);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();

  // A merge field goes where writing was, and writing goes on after it.
  const text = page.getByLabel('Text', { exact: true });
  await text.focus();
  await page.keyboard.press('Control+End');
  await enter('Your shop');
  await expect(text).toBeFocused();
  await page.keyboard.type(' says hello');
  await expect(text).toHaveValue(/this is what we make\.\{\{Shop\}\} says hello$/);
  await page.keyboard.press('Control+a');
  await enter('Bold');
  await expect(text).toHaveValue(/^\*\*Hello .* hello\*\*$/);

  await expect(mailFrame(page).getByText('AUTUMN10')).toBeVisible();
  await expect(mailFrame(page).getByRole('link', { name: 'Have a look' })).toHaveCount(2);
  for (const view of ['Phone', 'Without styles']) {
    await page.getByRole('radio', { name: view }).check();
    await expect(mailFrame(page).getByText('AUTUMN10')).toBeVisible();
  }
  await page.getByRole('radio', { name: 'Plain text' }).check();
  await expect(page.getByLabel('Plain text', { exact: true }).last()).toContainText('    AUTUMN10');
  await expectAccessibleInBothThemes(page);
  await enter('Save');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Email “/ }).click();
  await expect(kinds(page)).toHaveText(['Coupon code', 'Text', 'Button', 'Button']);
});

test('every kind of block is written, its faults stand at its field, and the mail shows it', async ({
  page,
}) => {
  await openMail(page, { subject: 'What we make', body: 'Hello {{FirstName|there}}, this is what we make.' });
  const add = async (kind: string) => {
    await page.getByRole('button', { name: 'Add a block', exact: true }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };
  const block = (n: number) => page.locator('[data-block]').nth(n);
  await add('Product');
  await block(1).getByLabel('Name', { exact: true }).fill('Field guide');
  await block(1)
    .getByLabel(/^Price/)
    .fill('$29');
  await block(1)
    .getByLabel(/^About it/)
    .fill('Ninety pages, for **{{FirstName|you}}**.');
  await block(1).getByLabel('Link (optional)').fill('nowhere');
  await add('Social links');
  await block(2).getByLabel('Name', { exact: true }).fill('Instagram');
  await block(2).getByLabel('Link', { exact: true }).fill('https://instagram.example/birch');
  await add('Divider');
  await add('Picture');
  const drawn = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 40;
    canvas.height = 20;
    canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await block(4)
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') });
  await expect(block(4).getByRole('button', { name: 'Replace' })).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('1 field needs another look: it’s marked below.')).toBeVisible();
  await expect(block(1).getByLabel('Link (optional)')).toBeFocused();
  await block(1).getByLabel('Link (optional)').fill('https://shop.example/guide');
  await expect(page.getByText('A picture has no words.')).toBeVisible();
  await block(4).getByLabel('What it shows', { exact: true }).fill('A black field');
  const mail = mailFrame(page);
  await expect(mail.getByRole('img', { name: 'A black field' })).toBeVisible();
  await expect(mail.getByText('Ninety pages, for Maya.')).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Instagram' })).toBeVisible();
  await expect(page.getByText('A picture has no words.')).toHaveCount(0);
  const width = await mail
    .getByRole('img', { name: 'A black field' })
    .evaluate((image) => (image as HTMLImageElement).naturalWidth);
  expect(width).toBe(40);

  await block(4).getByRole('button', { name: 'Remove', exact: true }).click();
  await block(4).getByRole('button', { name: 'Your pictures' }).click();
  const own = page.getByRole('dialog', { name: 'Your pictures' });
  await expect(own.getByText('40 × 20 pixels')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await own.getByRole('button', { name: 'Use picture 1' }).click();
  await expect(block(4).getByRole('button', { name: 'Replace' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
});

test('links are checked by a press, and what was said goes with the next change @phone', async ({ page }) => {
  await openMail(page, {
    subject: 'What we make',
    body: 'Hello {{FirstName|there}}, this is [what we make](http://127.0.0.1/private).',
  });
  await page.getByRole('button', { name: 'Check links' }).click();
  await expect(page.getByText('1 of 1 link needs a look')).toBeVisible();
  await expect(page.getByText('This address can’t be reached from outside.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page
    .getByLabel('Text', { exact: true })
    .fill('Hello, this text has no link at all, but it says something.');
  await expect(page.getByText('1 of 1 link needs a look')).toHaveCount(0);
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sticksOut).toBe(0);
});
