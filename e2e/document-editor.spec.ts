import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import type { Page } from '@playwright/test';
import * as clips from './clipboards.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const body = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });

async function openEditor(page: Page) {
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await page
    .getByRole('group', { name: 'Your side' })
    .getByLabel('Name')
    .fill('Wren <img src=x onerror=alert(1)>');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit the text' }).click();
  await expect(body(page)).toContainText('Wren <img src=x onerror=alert(1)>');
}

const paste = (page: Page, html: string) =>
  body(page).evaluate((element, words) => {
    const data = new DataTransfer();
    data.setData('text/html', words);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);

async function fileOf(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

test('[GEN-1] a guest edits the text of an NDA, pastes, replaces, reloads, and takes it in every format', async ({
  page,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openEditor(page);
  await expectAccessible(page);

  await body(page).getByRole('heading', { name: 'Purpose' }).click();
  await expect(page.getByLabel('Paragraph style')).toHaveValue('clause');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A brand new paragraph due prior to the start, about {{ClientName}}');
  await expect(body(page).locator('p.doc-sub').first()).toContainText('1.1A brand new paragraph');
  await expect(body(page).locator('.editor-chip')).toHaveText('{{ClientName}}');
  await paste(
    page,
    '<html><style>p{position:fixed}</style><p class=MsoNormal style="color:red">Pasted <b>bold</b><img src=x onerror=alert(2)><script>alert(3)</script><a href="javascript:alert(4)">x</a></p></html>',
  );
  await expect(body(page)).toContainText('Pasted bold');
  await expect(
    body(page).locator(
      // The editor’s own: room for the caret after a reference at the end of a cell.
      'script, img[src], img:not(.ProseMirror-separator), [onerror], [style*="color"], [style*="position"], [href^="javascript"]',
    ),
  ).toHaveCount(0);
  await expect(body(page).locator('mark.doc-blank').first()).toHaveText('[address of your company]');

  // Word, Google Docs, Excel and Notion: as it was meant, without what was struck out or remarked, and undone in one step.
  await page.keyboard.press('Enter');
  for (const [clip, ...expected] of [
    [
      clips.word,
      'h2:has-text("Scope of work"):not(:has-text("·"))',
      'ul > li:has-text("Second bullet") ul > li:has-text("Nested bullet")',
      'ol > li:has-text("Numbered two") ol[type=a] > li:has-text("Lettered")',
      'td [style*="right"]:text-is("4,500")',
      'p:text-is("put in")',
    ],
    [
      clips.google,
      'strong:text-is("Bold words")',
      'em:text-is("slanted")',
      'a[href="https://wren.example/a"]',
      'td p:text-is("Phase"):not(:has(strong))',
    ],
    [clips.excel, 'td[style*="right"] p:text-is("1,250.00")'],
    [
      clips.notion,
      'p:text-is("A quote")',
      'p:has-text("npm start") > br',
      'li:has-text("Prototype") li:has-text("tested")',
    ],
  ] as const) {
    await paste(page, clip);
    for (const place of expected) await expect(body(page).locator(place).first()).toBeAttached();
    await expect(body(page)).not.toContainText(/struck out|nobody should read|AM1/);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(body(page).locator(expected[0])).toHaveCount(0);
  }
  await page.keyboard.press('Backspace');

  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('brand new');
  await expect(page.getByText('1 found')).toBeVisible();
  await page.getByLabel('Replace with').fill('quite other');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  // Help with any text: what is proposed is accepted where it stands.
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Help with the text' }).click();
  const help = page.getByRole('complementary', { name: 'Help with the text' });
  await help.getByLabel('Passage').selectOption({ label: 'Purpose' });
  await help.getByRole('button', { name: 'Rewrite' }).click();
  await expect(help.locator('ins').first()).toContainText('before');
  await help.getByRole('button', { name: 'Accept' }).click();
  await expect(body(page)).toContainText('paragraph due before the start, about {{ClientName}}');
  await help.getByRole('button', { name: 'Undo' }).click();
  await expect(body(page)).toContainText('paragraph due prior to the start, about {{ClientName}}');
  await help.getByRole('button', { name: 'Rewrite' }).click();
  await help.getByRole('button', { name: 'Accept' }).click();
  await expect(body(page)).toContainText('paragraph due before the start, about {{ClientName}}');

  // What these answers leave out stands beside the text, and goes in where it belongs.
  await page.getByText('Not in this document').click();
  const left = page
    .getByRole('listitem')
    .filter({ hasText: 'No hiring away', has: page.getByRole('button', { name: 'Insert' }) });
  await expect(left).toContainText("hire away each other's people: yes");
  await left.getByRole('button', { name: 'Insert' }).click();
  await expect(body(page).locator('h2', { hasText: 'No hiring away' })).toHaveText(/^\d+\. ?No hiring away$/);
  await expect(left).toHaveCount(0);

  await page.reload();
  await expect(body(page)).toContainText('A quite other paragraph');
  await expect(body(page).locator('[data-why^="Added by hand"]').first()).toBeAttached();

  const anyway = () => page.getByRole('dialog').getByRole('button', { name: 'Download anyway' }).click();
  const pdf = await fileOf(page, async () => {
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await anyway();
  });
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  const more = (name: string) => async () => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
    await anyway();
  };
  expect((await fileOf(page, more('Download for Word'))).subarray(0, 2).toString()).toBe('PK');
  expect((await fileOf(page, more('Download plain text'))).toString()).toContain('A quite other paragraph');
  expect((await fileOf(page, more('Download Markdown'))).toString()).toContain(
    '**1.1** A quite other paragraph',
  );
  const html = (await fileOf(page, more('Download HTML'))).toString();
  expect(html).toContain('A quite other paragraph');
  expect(html).not.toMatch(/<script|<img|javascript:/);
  await page.setContent(html);
  await expect(page.getByText('A quite other paragraph')).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('[GEN-1] without a connection the PDF is made in this browser with letters that it had', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  const letters = page.waitForResponse(/serif-4-latin-600-normal.*woff$/);
  await openEditor(page);
  await (await letters).finished();
  const arabic = page.waitForResponse(/NotoNaskhArabic-Bold.*ttf$/);
  await body(page).click();
  await page.keyboard.type('شركة النور ');
  await (await arabic).finished();
  await context.setOffline(true);
  await page.keyboard.type('Typed offline. ');
  const anyway = () => page.getByRole('dialog').getByRole('button', { name: 'Download anyway' }).click();
  const pdf = await fileOf(page, async () => {
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await anyway();
  });
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(pdf.toString('latin1')).toMatch(/\+arabic-[46]00[^]*\/FontFile2[^]*%%EOF\s*$/);
  await expect(page.getByText('Created in this browser, because we can’t reach the server')).toBeVisible();
  await expectAccessible(page);

  await body(page).click();
  await page.keyboard.type('合同 ');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await anyway();
  await expect(page.getByText(/fonts for a PDF aren’t on this device yet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print instead' })).toBeVisible();
  await expect(body(page)).toContainText('Typed offline.');
});

test('a text that was typed into is there again after the answers made a new one', async ({ page }) => {
  await openEditor(page);
  await body(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' typed by hand');
  await openEditor(page);
  await expect(body(page)).not.toContainText('typed by hand');
  const notice = page.getByText('There is another version of this text');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Switch to it' }).click();
  await expect(body(page)).toContainText('typed by hand');
  await expect(notice).toBeVisible();
  // Looked at and not typed into, the other one is made anew at any time: nothing more is put aside.
  await page.reload();
  await expect(body(page)).toContainText('typed by hand');
});

test('[GEN-1] below a heading without a number nothing is counted, below one with a number it is', async ({
  page,
}) => {
  await openEditor(page);
  for (const [heading, style, words] of [
    ['Key terms', 'plain', 'As of today'],
    ['Purpose', 'clause', '1.1As of tomorrow'],
  ] as const) {
    await body(page).getByRole('heading', { name: heading }).click();
    // The editor hears of a click a moment after the browser.
    await expect(page.getByLabel('Paragraph style')).toHaveValue(style);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type(words.replace('1.1', ''));
    await expect(body(page).locator('p', { hasText: words })).toHaveText(words);
  }
});

test('[GEN-1] an empty page begins with a Word file, and what is typed on it is there again @both', async ({
  page,
}) => {
  await page.goto('/tools/document-editor');
  const ways = page.getByRole('region', { name: 'Ways to begin' });
  await expect(ways.getByRole('link', { name: 'Begin from a document' })).toBeVisible();
  await ways.getByLabel('Word file').setInputFiles({
    name: 'notes.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('no Word file at all'),
  });
  await expect(page.getByText('We can’t read this file.')).toBeVisible();
  const line = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const xml = `<w:document><w:body>${line('Agreement of 24 November')}${line('Wren pays.')}</w:body></w:document>`;
  await ways.getByLabel('Word file').setInputFiles({
    name: 'Our agreement.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(zipSync({ 'word/document.xml': strToU8(xml) })),
  });
  await expect(body(page)).toContainText('Wren pays.');
  await expect(page.getByRole('heading', { level: 1, name: 'Our agreement' })).toBeVisible();
  await expect(ways).toBeHidden();
  await page.reload();
  await expect(body(page)).toContainText('Agreement of 24 November');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Our agreement');
});
