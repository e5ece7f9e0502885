import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startSmtp } from '#testing/smtp.ts';
import { expectReadable, sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('a new hub gets a name and a mail server on a phone, and its backup is taken along', async ({
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  allowError(/status of 4\d\d/);
  const smtp = await startSmtp();
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);

  await page.getByRole('link', { name: '1 of 7' }).click();
  await page.getByRole('link', { name: '1. Who you are' }).click();
  await page.getByRole('link', { name: 'Edit your details' }).click();
  await page.getByLabel('Name of your hub').fill('Birch & Sons');
  await page.getByLabel('Legal name').fill('Birch & Sons Ltd');
  await page.getByLabel('Postal address').fill('1 Long Lane\nDublin');
  await page.getByRole('textbox', { name: /^Country/ }).fill('Ireland');
  await page.getByLabel('Email').fill('hello@birch.example');
  await page.getByRole('button', { name: 'Save' }).click();
  // What is wrong is said at its field, and nothing that was typed is lost.
  await expect(page.getByText('expected a two-letter ISO 3166 country code, such as IE')).toBeVisible();
  await page.getByRole('textbox', { name: /^Country/ }).fill('IE');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Saved: Name of your hub');
  await expect(page.getByText('Birch & Sons, Birch & Sons Ltd')).toBeVisible();

  await page.goto(`${origin}/desk/begin/mail`);
  await page.getByRole('link', { name: 'Set up a mail server' }).click();
  await page.getByLabel('Mail server (SMTP)').fill('127.0.0.1');
  await page.getByLabel('Port').fill('1');
  await page.getByLabel('Sender').fill('hello@birch.example');
  await page.getByLabel('Send a test to').fill('ada@birch.example');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved');
  await page.getByLabel('Port').fill(new URL(smtp.url).port);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByRole('status')).toContainText('The test was sent to ada@birch.example');
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ada@birch.example']]);
  const file = join(hub.dataDir, 'settings.env');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('MAIL_FROM="hello@birch.example"');

  await page.goto(`${origin}/desk/up`);
  await page.getByRole('link', { name: 'Back up now' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByRole('status')).toContainText('has started');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('finished, started')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Download the backup' }).click();
  await page.getByLabel('Passphrase').fill('quiet harbour lantern');
  await page.getByLabel('The same again').fill('quiet harbour lantern');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hub-.*\.tgz\.age$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  await context.close();
  await smtp.close();
});

test('first steps and Health are accessible in both themes, and fit a phone at twice the text', async ({
  browser,
  watch,
}) => {
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  for (const path of ['begin/paid', 'begin/paid/paypal', 'begin/who/who', 'up/-/back-up', 'up/jobs']) {
    await expectReadable(page, `${origin}/desk/${path}`);
  }
  await context.close();
});
