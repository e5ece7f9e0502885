import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { brandHeader } from '../src/features/branding/rules/branded.ts';
import { defaultBranding } from '../src/features/branding/rules/branding.ts';
import { assemble } from '../src/features/documents/rules/assembly/assemble.ts';
import { toHtml } from '../src/features/documents/rules/formats/html.ts';
import { answersKey } from '../src/features/documents/rules/answers/kept-answers.ts';
import { allFields, type Field, type Template } from '../src/features/documents/rules/template/template.ts';
import { readLibrary } from '../src/features/documents/server/library.ts';
import { expect, test } from './fixtures.ts';

const library = [...readLibrary('content/documents', 'nowhere').values()];
const generator = '/tools/classic-template-generator';
const hit = '__hit()';
const evil = `"'></textarea></script></style></title><img src=x onerror=${hit}><svg onload=${hit}></svg><script>${hit}</script><a href="javascript:${hit}">a</a>{{7*7}}\${${hit}}`;
const body = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });

/** Something hostile in every field that there is. */
const hostileAnswers = (template: Template): Record<string, unknown> =>
  Object.fromEntries(allFields(template).map((field) => [field.name, hostile(field)]));

function hostile({ kind }: Pick<Field, 'kind'>): unknown {
  if (kind.type === 'party')
    return Object.fromEntries(
      ['name', 'number', 'address', 'representative', 'role', 'email'].map((part) => [part, evil]),
    );
  if (kind.type === 'list')
    return [
      Object.fromEntries(kind.columns.map(({ name, kind: inner }) => [name, hostile({ kind: inner })])),
      { __proto__: { polluted: evil }, constructor: evil },
    ];
  // What only takes a figure is answered so that its part of the text is there, too.
  if (kind.type === 'yesno') return 'yes';
  return ['number', 'money', 'date', 'duration'].includes(kind.type) ? evil : evil.slice(0, 190);
}

/** A picture of 60,000 by 60,000 dots in 67 bytes, as its header says. */
const bomb = (() => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
})();
const branding = {
  companyName: evil,
  logo: bomb,
  primaryColor: `red;background:url(javascript:${hit})`,
  secondaryColor: `"onload=${hit}`,
  accentColor: evil,
  fontFamily: `x;}</style><script>${hit}</script>`,
  website: `javascript:${hit}`,
  email: evil,
  phone: evil,
  address: evil,
};

async function fileOf(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

/** Counts whatever of a text is run, in every page and frame. */
async function countRuns(page: Page): Promise<string[]> {
  const runs: string[] = [];
  await page.exposeFunction('__hit', () => runs.push('run'));
  page.on('dialog', (dialog) => {
    runs.push(dialog.message());
    void dialog.dismiss();
  });
  // What is printed stays in sight instead of in a printer.
  await page.addInitScript(() => {
    window.print = () => void Object.assign(window.top ?? window, { hasPrinted: true });
  });
  return runs;
}

test('[GEN-1] [BRAND-3] hostile words in every field and the branding: none runs, all are there', async ({
  page,
  allowError,
}) => {
  test.setTimeout(120_000);
  allowError(/ERR_FILE_NOT_FOUND|ERR_INVALID_URL|Content Security Policy|status of 404/);
  const runs = await countRuns(page);
  const kept = Object.fromEntries(
    library.map((template) => [answersKey(template.slug), JSON.stringify(hostileAnswers(template))]),
  );
  await page.addInitScript(
    (entries) => {
      if (window.top !== window || window.origin === 'null' || localStorage.getItem('userBranding')) return;
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    {
      ...kept,
      userBranding: JSON.stringify(branding),
      purchasedTemplates: JSON.stringify(library.map(({ slug }) => slug)),
    },
  );

  // Every document as its HTML goes out, opened as a page of its own.
  const parts = library.map((template) => {
    const doc = assemble(template, hostileAnswers(template), { date: '2026-11-21' });
    return brandHeader({ ...defaultBranding, ...branding }) + toHtml(doc, { summaries: true });
  });
  // On a page without any policy of its own; that it would run there is shown first.
  await page.goto('about:blank');
  await page.setContent(`<script>${hit}</script>`);
  await expect.poll(() => runs.splice(0)).toEqual(['run']);
  await page.setContent(`<!doctype html><body>${parts.join('<hr>')}</body>`);
  await expect(page.locator('h2').first()).toBeVisible();
  expect(await page.locator('script, svg, iframe, [onerror], [onload], [href^="javascript"]').count()).toBe(
    0,
  );
  expect(await page.locator('img:not([src^="data:image/"])').count()).toBe(0);
  await expect(page.locator('body')).toContainText('onerror=__hit()');
  await expect(page.locator('body')).toContainText('{{7*7}}');

  // In the generator itself: preview, print, and the file as it comes.
  for (const slug of ['mutual-nda', 'invoice', 'proposal', 'privacy-policy']) {
    await page.goto(`${generator}?document=${slug}`);
    const sheet = page.getByRole('region', { name: /^Preview of / });
    await expect(sheet).toContainText('onerror=__hit()');
    expect(await sheet.locator('script, svg[onload], [onerror], [href^="javascript"]').count()).toBe(0);
  }
  const more = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
    const anyway = name === 'Print' ? 'Print anyway' : 'Download anyway';
    await page.getByRole('dialog').getByRole('button', { name: anyway }).click();
  };
  await more('Print');
  await page.waitForFunction(() => 'hasPrinted' in window);
  const html = (await fileOf(page, () => more('Download HTML'))).toString();
  expect(html).not.toMatch(/<(?:script|svg|iframe)|<[^>]+\son\w+=(?!["']?__)/i);
  for (const name of ['PDF (offline)', 'Download for Word']) {
    const file = await fileOf(page, () => more(name));
    expect(file.length, name).toBeGreaterThan(5000);
  }
  await page.goto('about:blank');
  await page.setContent(html);
  await expect(page.locator('body')).toContainText('onerror=__hit()');
  expect(
    await page.evaluate(() => ({}) as { polluted?: string }).then(({ polluted }) => polluted),
  ).toBeUndefined();
  expect(runs).toEqual([]);
});

test('[GEN-1] amounts and dates out of reach, 300 letters, five megabytes: words say it, and typing stays', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const runs = await countRuns(page);
  await page.goto(`${generator}?document=invoice`);
  const name = page
    .getByRole('group', { name: 'From' })
    .or(page.getByRole('group').first())
    .first()
    .getByLabel('Name');
  await name.fill('N'.repeat(300));
  await name.blur();
  await expect(page.getByText(/300 characters; the limit is 200/).first()).toBeVisible();
  await expect(name).toHaveValue('N'.repeat(300));

  await page.goto(`${generator}?document=contractor-agreement`);
  const say = async (entries: Record<string, unknown>) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      answersKey('contractor-agreement'),
      JSON.stringify(entries),
    ] as const);
    await page.reload();
    await page.getByRole('button', { name: 'Download PDF' }).click();
    return page.getByRole('dialog');
  };
  const wrong = { fee: '1e9', rate: '-1', cap: '0.001', payment: 'fixed' };
  const late = { start: '2026-12-31', ends: 'date', lastDay: '2026-01-01' };
  const dialog = await say({ ...wrong, ...late });
  await expect(dialog).toContainText('Enter an amount, such as 1250 or 1250.50.');
  await expect(dialog).toContainText('The last day is before the first.');
  await dialog.getByRole('button', { name: 'Download anyway' }).waitFor();

  await page.goto(`${generator}?document=mutual-nda`);
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit the text' }).click();
  await expect(body(page)).toContainText('Mutual non-disclosure agreement');
  const paste = (kind: string, text: string, times: number) =>
    body(page).evaluate(
      (element, [type, part, count]) => {
        const data = new DataTransfer();
        data.setData(type, part.repeat(count));
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
      },
      [kind, text, times] as const,
    );
  await body(page).getByRole('heading', { level: 2 }).first().click();
  await paste('text/plain', '0123456789', 524_288);
  await expect(page.getByText(/This is 5,242,880 characters, and the limit is 500,000/)).toBeVisible();
  await expect(body(page)).not.toContainText('0123456789');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await paste(
    'text/html',
    `<p>Pasted <b>bold</b> ${evil}</p><math><mtext><table><mglyph><style><img src=x onerror=${hit}></style></mglyph></table></mtext></math><img src="${bomb}">`,
    1,
  );
  await expect(body(page)).toContainText('Pasted bold');
  expect(
    await body(page)
      .locator(
        'img[src], img:not(.ProseMirror-separator), script, svg, math, [onerror], [href^="javascript"]',
      )
      .count(),
  ).toBe(0);
  expect(runs).toEqual([]);
});
