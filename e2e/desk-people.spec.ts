import type { Page } from '@playwright/test';
import { expectReadable, sitAtDesk } from './device.ts';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { type Hub, startHub } from './hub.ts';

const reader = 'anna.reader@example.com';

interface Mail {
  id: string;
  to: string;
  subject: string;
  html: string;
}

async function mailTo(hub: Hub, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const { mails } = (await (await fetch(`${hub.url}/api/dev/mailbox`)).json()) as { mails: Mail[] };
        return (found = mails.find((mail) => mail.to === to && subject.test(mail.subject)));
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  return (await (await fetch(`${hub.url}/api/dev/mailbox/${found?.id}`)).json()) as Mail;
}

/** As everybody does: by the form, and by the link in the mail. */
async function subscribe(hub: Hub, email: string): Promise<void> {
  const form = new URLSearchParams({ from_email: email });
  await fetch(`${hub.url}/api/newsletter`, { method: 'POST', body: form, redirect: 'manual' });
  const { html } = await mailTo(hub, email, /Confirm/);
  const [, t = ''] = /newsletter\/confirm\?t=([^"&\s]+)/.exec(html) ?? [];
  await fetch(`${hub.url}/api/newsletter/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ t }),
  });
}

const textBox = (page: Page) => page.getByRole('textbox', { name: /^Text/ });
const press = async (page: Page, link: string, button = link) => {
  await page.getByRole('link', { name: link, exact: true }).click();
  const confirm = page.getByRole('button', { name: button, exact: true });
  await expect(confirm).toBeVisible();
  // Sent before the script has run, what takes the passkey is refused.
  await page.waitForLoadState('load');
  await confirm.click();
};

test('an issue on a phone: drafted, looked at, tested, scheduled in this zone, taken back, sent', async ({
  browser,
  watch,
  allowError,
}) => {
  test.setTimeout(240_000);
  allowError(/status of 40[09]/);
  await using hub = await startHub({ isAlone: true });
  await subscribe(hub, reader);
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/newsletter`);
  await page.getByRole('link', { name: 'New issue' }).click();
  await textBox(page).fill('# Six questions\n\nSee <b>this</b>.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status')).toContainText('Draft saved');
  await expect(page.getByRole('heading', { name: 'Before it can go out' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Subject/ }).fill('A shorter way to a signed offer');
  await page.getByRole('textbox', { name: /^Preview text/ }).fill('Six questions fewer.');
  await textBox(page).fill(
    '# Six questions\n\nSix **fewer** in [the store](/store).\n\n[**Open the store**](/store)',
  );
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const mail = page.frameLocator('figure[data-width=phone] iframe');
  await expect(mail.getByRole('heading', { name: 'Six questions' })).toBeVisible();
  await expect(page.locator('pre')).toContainText('Unsubscribe:');
  await expectAccessibleInBothThemes(page);

  await page.getByRole('link', { name: 'Send a test' }).click();
  await page.getByLabel('Email').fill('me@example.com');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByRole('status')).toContainText('A test is on its way to me@example.com');
  await mailTo(hub, 'me@example.com', /^\[Test\] A shorter way/);

  await page.getByRole('link', { name: 'Schedule' }).click();
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByLabel('On the clocks of')).toHaveValue(zone);
  const year = new Date().getFullYear() + 1;
  await page.getByLabel('Day').fill(`${year}-05-06`);
  await page.getByLabel('Time').fill('07:30');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('status')).toContainText(`6 May ${year} at 07:30 (${zone})`);
  await press(page, 'Take back');
  await expect(page.getByRole('status')).toContainText('Nobody gets it');
  await press(page, 'Send now');
  await expect(page.getByRole('status')).toContainText('is on its way');
  const { html } = await mailTo(hub, reader, /^A shorter way/);
  const [link = ''] = /http[^"]*\/newsletter\/go\/[^"]*/.exec(html) ?? [];
  expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toMatch(/\/store$/);
  await page.reload();
  await expect(mail.getByRole('heading', { name: 'Six questions' })).toBeVisible();
  await expect(page.locator('.ledger-figures div').filter({ hasText: 'Link clicks' })).toContainText('1');
  await expectReadable(page, page.url());
  await expectReadable(page, `${origin}/desk/newsletter`);
  await page.goto(`${origin}/desk/newsletter`);
  await context.close();
});

test('somebody is found, their consent withdrawn, their data exported and erased; mail is sent again', async ({
  browser,
  watch,
  allowError,
}) => {
  test.setTimeout(240_000);
  allowError(/status of 40[09]/);
  await using hub = await startHub({ isAlone: true });
  await subscribe(hub, reader);
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/people`);
  await page.getByLabel('Beginning of an email or name').fill('ANNA');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: reader }).click();
  await expect(page.getByRole('heading', { name: reader })).toBeVisible();
  await expect(page.getByText('We respect your privacy').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Withdraw consent' }).click();
  await page.getByLabel('How they asked').selectOption('by phone');
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByRole('status')).toContainText('the newsletter');

  const download = page.waitForEvent('download');
  await press(page, 'Export');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^person-.*\.json$/);
  const stream = await file.createReadStream();
  const parts: string[] = [];
  for await (const part of stream) parts.push(String(part));
  expect(JSON.parse(parts.join(''))).toMatchObject({ address: reader, consent: expect.any(Object) });

  await page.goto(`${origin}/desk/people/${encodeURIComponent(reader)}`);
  await page.getByRole('link', { name: 'Erase' }).click();
  await expect(page.getByText('A keyed hash of the address')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('status')).toContainText('Erased.');
  await page.goto(`${origin}/desk/record`);
  await expect(page.getByText('people erase')).toBeVisible();
  await expect(page.getByText(reader)).toHaveCount(0);

  await page.goto(`${origin}/desk/newsletter/-/new`);
  await page.getByRole('textbox', { name: /^Subject/ }).fill('Hello');
  await textBox(page).fill('Read [this](/store/secret).');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await press(page, 'Send a test');
  await expect(page.getByRole('status')).toContainText('A test is on its way');
  await page.goto(`${origin}/desk/mail`);
  await expectReadable(page, `${origin}/desk/mail`);
  await page.goto(`${origin}/desk/mail`);
  await expect(async () => {
    await page.reload();
    await page.getByRole('link', { name: '[Test] Hello' }).first().click();
    await expect(page.getByRole('link', { name: 'Send again' })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const mail = page.frameLocator('figure[data-width=phone] iframe');
  await expect(mail.getByRole('link', { name: 'this' })).toHaveAttribute('href', /\/…$/);
  await expectAccessibleInBothThemes(page);
  await press(page, 'Send again');
  await expect(page.getByRole('status')).toContainText('On its way');
  await page.goto(`${origin}/desk/mail`);
  await expect(page.getByRole('link', { name: '[Test] Hello' })).toHaveCount(2);
  await context.close();
});
