import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { signUp } from './members.ts';

const field = (name: string, label: string) => ({ name, label, type: 'text', placeholder: '' });
const text = (fee: string, clauses: string[]) =>
  `<h1>Agreement</h1><p>The fee is <span data-field="fee">${fee}</span> a month.</p>${clauses
    .map(
      (name, at) =>
        `<h2><span class="doc-number">${at + 1}.</span> ${name}</h2><p>About ${name} in words.</p>`,
    )
    .join('')}`;

/** A template with a text that another device replaced: two versions, however quick. */
async function twoVersions(page: Page): Promise<string> {
  await signUp(page.request);
  await page.goto('/dashboard/templates');
  const id = `tpl_${Math.random().toString(36).slice(2)}`;
  const origin = new URL(page.url()).origin;
  const one = {
    name: 'Agreement with Bo',
    content: text('4,000', ['Services', 'Payment']),
    fields: [field('fee', 'Fee')],
    formData: { fee: '4,000' },
  };
  const key = (n: number) => `key-${id}-000${n}`;
  const headers = { origin };
  const added = await page.request.post('/api/saved', { headers, data: { key: key(1), id, ...one } });
  expect(added.ok(), await added.text()).toBe(true);
  // What left as a file is a version of its own.
  await page.request.post(`/api/saved/${id}/versions/use`, { headers, data: { as: 'exported' } });
  const two = {
    ...one,
    content: text('4,500', ['Services', 'Payment', 'Insurance']),
    formData: { fee: '4,500' },
  };
  const { name: _same, ...change } = two;
  const saved = await page.request.patch(`/api/saved/${id}`, {
    headers,
    data: { key: key(2), base: 1, ...change },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return id;
}

const rows = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

test('versions say what changed, are compared, restored and taken back @both', async ({ page }) => {
  const id = await twoVersions(page);
  await page.goto('/dashboard/templates');
  await page.getByRole('button', { name: 'More for Agreement with Bo' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page).toHaveURL(`/dashboard/templates/${id}/versions`);
  await expect(rows(page)).toHaveCount(2);
  await expect(
    rows(page).first().getByText('Fee 4,000 → 4,500; clause 3 added', { exact: true }),
  ).toBeVisible();
  await expect(rows(page).last()).toContainText('First version');
  await expect(rows(page).last()).toContainText('Downloaded');

  await page.getByRole('button', { name: /^Show what changed/ }).click();
  const paper = page.getByLabel('Changes in Agreement with Bo');
  await expect(paper.locator('del')).toHaveText(['4,000']);
  await expect(paper.locator('ins').first()).toHaveText('4,500');
  await page.getByRole('radio', { name: 'Answers (1)' }).check();
  await expect(page.getByRole('row', { name: /Fee/ })).toContainText('4,500');

  await page.getByRole('link', { name: 'All versions' }).click();
  await rows(page)
    .last()
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Restore this version' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Fee 4,500 → 4,000; clause 3 removed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('Fee 4,000 → 4,500; clause 3 added');

  await rows(page)
    .first()
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Name this version' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sent to Bo');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rows(page).first()).toContainText('Sent to Bo');
});

test('a comparison leaves for Word with tracked changes, comes back, and its proposals are decided', async ({
  page,
}) => {
  const id = await twoVersions(page);
  await page.goto(`/dashboard/templates/${id}/versions?a=1&b=2`);
  await page.getByRole('button', { name: 'Download' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Word with tracked changes' }).click();
  const path = await (await coming).path();
  const xml = new TextDecoder().decode(unzipSync(new Uint8Array(readFileSync(path)))['word/document.xml']);
  expect(xml).toMatch(/<w:ins /);
  expect(xml).toMatch(/<w:delText/);

  // Sent back against the older text: what was tracked is proposed to it.
  await page.goto(`/dashboard/templates/${id}/versions?word=1`);
  await page.getByLabel('Word file').setInputFiles({
    name: 'back.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: readFileSync(path),
  });
  const proposals = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem');
  await expect(proposals.first()).toContainText('4,500');
  await proposals.first().getByRole('radio', { name: 'Reject' }).check();
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(rows(page).first()).toContainText('From a Word file');
  const { content } = (await (await page.request.get(`/api/saved/${id}/versions/3`)).json()) as {
    content: string;
  };
  expect(content).toContain('4,000');
  expect(content).toContain('Insurance');
});

test('without a network the page says that versions need it', async ({ page, context, allowError }) => {
  allowError(/ERR_INTERNET_DISCONNECTED/);
  const id = await twoVersions(page);
  await page.goto(`/dashboard/templates/${id}/versions`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Saved templates' }).last().click();
  const more = page.getByRole('button', { name: 'More for Agreement with Bo' });
  await expect(more).toBeVisible();
  await context.setOffline(true);
  await more.click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page.getByText('Versions are in your account and need a connection.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(2);
});
