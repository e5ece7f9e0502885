import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import { arrive, signUp } from './members.ts';

const generator = '/tools/classic-template-generator';
const side = (page: Page, name: string) => page.getByRole('group', { name });
const body = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function fileOf(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

/** Word's own are packed. */
function wordsIn(file: Buffer): string {
  if (!file.toString('latin1').startsWith('PK')) return file.toString();
  return strFromU8(unzipSync(file)['word/document.xml'] ?? new Uint8Array());
}

const more = async (page: Page, name: string) => {
  await press(page, 'More').click();
  await page.getByRole('menuitem', { name }).click();
};
const anyway = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Download anyway' }).click();

test('[GEN-1] a fresh visitor gets from the home page to a finished agreement as a PDF within two minutes', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByLabel('Your company').fill('Wren Studio Ltd');
  await page.getByLabel('Their company').fill('Halden Analytics GmbH');
  await page.getByRole('link', { name: 'Continue in the generator' }).click();
  await expect(side(page, 'Their side').getByLabel('Name')).toHaveValue('Halden Analytics GmbH');
  await side(page, 'Your side').getByLabel('Address').fill('12 Quay Street, Cork, Ireland');
  await side(page, 'Their side').getByLabel('Address').fill('Lindenallee 4, 20259 Hamburg, Germany');
  await page
    .getByRole('button', { name: /Law and courts/ })
    .first()
    .click();
  await page.getByLabel('Governing law').selectOption('Ireland');
  await page.getByLabel('Which city').fill('Cork');
  // Nothing is open any more: no question stands between the button and the file.
  const pdf = await fileOf(page, () => press(page, 'Download PDF').click());
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
});

test('[GEN-1] a member brands, saves, exports, changes answers, edits, saves again: nothing is lost', async ({
  page,
}) => {
  test.setTimeout(120_000);
  page.setDefaultTimeout(20_000);
  await signUp(page.request);
  const templates = async () => {
    const { heads } = (await (await page.request.get('/api/saved/changes')).json()) as {
      heads: { id: string; version: number }[];
    };
    return heads.map(({ id, version }) => `${id} ${version}`).sort();
  };
  await arrive(page);
  await page.evaluate(() =>
    localStorage.setItem('userBranding', JSON.stringify({ companyName: 'Zephyr Quill' })),
  );
  await page.goto(`${generator}?document=mutual-nda`);
  await side(page, 'Your side')
    .getByRole('button', { name: 'Use Zephyr Quill' })
    .or(press(page, 'Use Zephyr Quill'))
    .first()
    .click();
  await side(page, 'Their side').getByLabel('Name').fill('Halden Analytics');
  const sheet = page.getByRole('region', { name: /^Preview of / });
  await expect(sheet).toContainText('Halden Analytics');
  await expect(sheet.getByRole('banner').or(sheet.locator('header')).first()).toContainText('Zephyr Quill');
  await press(page, 'Save').click();
  await expect.poll(async () => (await templates()).length).toBe(1);
  const [first = ''] = await templates();
  const [id = ''] = first.split(' ');

  const starts = {
    'Download for Word': 'PK',
    'Download HTML': '<!doctype html>',
    'Download plain text': 'Zephyr',
    'Download Markdown': 'Zephyr',
  };
  for (const [name, start] of Object.entries(starts)) {
    const file = await fileOf(page, async () => {
      await more(page, name);
      await anyway(page);
    });
    expect(file.toString().startsWith(start), `${name}: ${file.toString().slice(0, 40)}`).toBe(true);
    expect(wordsIn(file)).toContain('Halden Analytics');
  }
  const pdf = await fileOf(page, async () => {
    await press(page, 'Download PDF').click();
    await anyway(page);
  });
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');

  // As answers again, and saved into the same template.
  const open = async (what: string) => {
    await page.goto('/dashboard/templates');
    await page
      .getByRole('grid')
      .getByRole('button', { name: /^Mutual non-disclosure agreement · / })
      .click();
    await page.getByRole('dialog').getByRole('link', { name: what }).click();
  };
  await open('Edit the answers');
  await expect(side(page, 'Their side').getByLabel('Name')).toHaveValue('Halden Analytics');
  await side(page, 'Their side').getByLabel('Name').fill('Lindqvist AB');
  await page.reload();
  await expect(page.getByText('You have unsaved changes to these answers')).toBeVisible();
  await expect(side(page, 'Their side').getByLabel('Name')).toHaveValue('Lindqvist AB');
  await press(page, 'Save').click();
  await expect.poll(templates).toEqual([`${id} 2`]);

  // The text itself: what is open in it is listed, and leads to its place.
  await open('Edit the text');
  await expect(body(page)).toContainText('Lindqvist AB');
  await body(page).getByRole('heading', { level: 2 }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('By hand for {{Nobody}}.');
  await press(page, 'Download PDF').click();
  await expect(page.getByRole('dialog')).toContainText('{{Nobody}}: nothing fills it in.');
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Nobody/ })
    .click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('{{Nobody}}');
  await page.keyboard.type('Lindqvist');
  const edited = await fileOf(page, async () => {
    await press(page, 'Download PDF').click();
    await anyway(page);
  });
  expect(edited.subarray(0, 4).toString()).toBe('%PDF');
  await press(page, 'Save').click();
  await expect.poll(templates).toEqual([`${id} 3`]);

  // What is left of an older day on this device asks before it comes first, and stands beside the saved text then.
  const { user } = (await (await page.request.get('/api/auth/session')).json()) as { user: { uid: string } };
  await page.evaluate((key) => {
    const draft = {
      name: 'Mutual NDA',
      html: '<p>Words of an older day</p>',
      at: 1,
      on: { rev: 'gone', version: 1 },
    };
    localStorage.setItem(key, JSON.stringify(draft));
  }, `hub.edit.${id}@${user.uid}`);
  await page.reload();
  await expect(page.getByText('There are two versions of this document')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Open this device’s version').click();
  await expect(body(page)).toContainText('Words of an older day');
  await press(page, 'Save').click();
  await expect.poll(async () => (await templates()).length).toBe(2);
  expect(await templates()).toContain(`${id} 3`);
  await page.goto(`${generator}?document=mutual-nda&template=${id}`);
  await expect(page.getByText('Its text was edited')).toBeVisible();
  await expect(side(page, 'Their side').getByLabel('Name')).toHaveValue('Lindqvist AB');
});

test('[STORE-5] a document that costs says so before the first question; bought here, it is exported', async ({
  page,
  allowError,
}) => {
  await page.goto(`${generator}?document=retainer`);
  const questions = page.getByRole('navigation', { name: 'Questions' });
  await expect(questions).toContainText(/^This document is in the \$34 pack of 4/);
  await expect(questions.getByRole('link', { name: 'Buy Proposal and invoice pack' })).toHaveAttribute(
    'href',
    '/product/invoice-proposal-pack',
  );
  await press(page, 'Download PDF').click();
  await expect(page.getByRole('dialog')).toContainText('This document is in the $34 pack of 4');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await press(page, 'Keep editing')
    .or(page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }))
    .first()
    .click();

  const exported = async () => {
    await page.reload();
    await expect(questions).not.toContainText('This document is in');
    const pdf = await fileOf(page, async () => {
      await press(page, 'Download PDF').click();
      await anyway(page);
    });
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  };
  await page.evaluate(() => localStorage.setItem('purchasedTemplates', '["retainer"]'));
  await exported();

  allowError(/ERR_FAILED/);
  await page.evaluate(() => {
    localStorage.removeItem('purchasedTemplates');
    const user = { uid: 'offline_1763700000000', isOffline: true, purchasedTemplates: ['retainer'] };
    localStorage.setItem('offlineUser', JSON.stringify(user));
  });
  await exported();
});
