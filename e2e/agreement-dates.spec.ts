import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  agree,
  begin,
  draw,
  linkFor,
  phone,
  proveAddress,
  sender,
  sign,
  signer,
  signerEmail,
} from './agreement-hands.ts';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const written = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** An order whose notice ends in about two weeks and which renews in a month, as the generator would have made it. */
async function sentOrder(page: Page, email: string, title = 'Order 17, team plan'): Promise<string> {
  const start = day(-335);
  const answers = {
    start,
    term: '1 year',
    renews: 'again',
    renewal: '1 year',
    noticeRenewal: '15 days',
    billing: 'whole',
  };
  const origin = new URL(page.url()).origin;
  const response = await page.request.post('/api/agreements', {
    headers: { origin },
    data: {
      key: `key-${Date.now()}-${Math.random().toString(36).slice(2)}`,
      title,
      html: `<h1>Order form</h1><p>It begins on ${written(start)} and runs for one year. It renews for one year each time, unless notice is given 15 days before.</p>`,
      slug: 'order-form',
      answers,
      people: [{ name: 'Tom Halden', email, role: 'signs', turn: 1, party: null }],
    },
  });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

async function signedBy(hand: Page, email: string): Promise<void> {
  await begin(hand);
  await proveAddress(hand, email);
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();
}

const dates = (page: Page) => page.getByRole('region', { name: 'Dates' });

async function file(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/\.ics$/);
  return readFileSync(await download.path(), 'utf8').replaceAll('\r\n ', '');
}

test('what is signed shows its dates to both sides, and each takes them into a calendar', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  const id = await sentOrder(page, tom);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await expect(dates(hand)).toHaveCount(0);
  await signedBy(hand, tom);
  await expect(dates(hand)).toContainText('Last day to give notice', { timeout: 20_000 });
  expect(await file(hand)).toContain('SUMMARY:Last day to give notice: Order 17\\, team plan');

  await page.goto(`/dashboard/agreements/${id}`);
  await expect(dates(page)).toContainText('Renews for one year');
  const ics = await file(page);
  expect(ics.match(/^BEGIN:VEVENT/gm)?.length).toBeGreaterThan(4);

  await page.goto('/dashboard');
  await expect(page.getByText(/^Notice by /)).toBeVisible();
  await page.goto('/dashboard/agreements');
  await expect(page.getByRole('cell', { name: /^Notice by / })).toBeVisible();
  await page.getByRole('tab', { name: 'Due' }).click();
  await expect(page).toHaveURL(/show=due/);
  await expect(page.getByRole('rowheader').first()).toContainText('Last day to give notice');
  expect(await file(page)).toContain('BEGIN:VALARM');
  await page.getByRole('link', { name: 'Last day to give notice' }).first().click();
  await expect(page).toHaveURL(new RegExp(id));
});

test('a sender adds, changes, removes and restores dates, and what was begun survives closing', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  allowError(/status of 503|response: 503/);
  const tom = signerEmail();
  await sender(page);
  const id = await sentOrder(page, tom);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await signedBy(hand, tom);
  await expect(dates(hand)).toBeVisible({ timeout: 20_000 });
  await page.goto(`/dashboard/agreements/${id}`);

  const add = page.getByRole('button', { name: 'Add a date' });
  const dialog = page.getByRole('dialog');
  await add.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Enter what is due.');
  await dialog.getByLabel('What is due').fill('Call Tom about the price');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await add.click();
  await expect(dialog.getByLabel('What is due')).toHaveValue('Call Tom about the price');
  await dialog.getByLabel('Date').fill(day(3));
  await page.route('**/due/own.*', (route) => route.fulfill({ status: 503, body: 'away' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(dialog.getByLabel('What is due')).toHaveValue('Call Tom about the price');
  await page.unroute('**/due/own.*');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dates(page)).toContainText('Call Tom about the price · added by you');
  await expect(dates(page)).toContainText('in 3 days');

  await page.getByRole('button', { name: 'More for Last day to give notice' }).first().click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await dialog.getByLabel('What is due').fill('Decide about the renewal');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dates(page)).toContainText('Decide about the renewal · changed by you');
  await page.getByRole('button', { name: 'More for Decide about the renewal' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dates(page).getByText('1 removed date').click();
  await page.getByRole('button', { name: 'Restore Decide about the renewal' }).click();
  await expect(dates(page).getByText('1 removed date')).toHaveCount(0);
  await expect(dates(page)).toContainText('Decide about the renewal');

  const mail = page.getByRole('switch', { name: 'Email me before each date' });
  await mail.uncheck();
  await expect(page.getByText('Reminders are off.')).toBeVisible();
  await page.reload();
  await expect(mail).not.toBeChecked();
  await hand.reload();
  await expect(dates(hand)).toContainText('Last day to give notice');
  await expect(dates(hand)).not.toContainText('Call Tom');
});

for (const width of [390, 1440])
  test(`at ${width} px the dates fit the page and are accessible in both themes`, async ({
    page,
    browser,
    watch,
  }, info) => {
    test.slow();
    const tom = signerEmail();
    await sender(page);
    const id = await sentOrder(page, tom, 'Order for the team plan with 40 seats and a name that is long');
    const hand = await signer(browser, watch, await linkFor(page.request, tom));
    await signedBy(hand, tom);
    await expect(dates(hand)).toBeVisible({ timeout: 20_000 });
    await page.setViewportSize({ width, height: 900 });
    const screens: [string, Page, string][] = [
      ['one', page, `/dashboard/agreements/${id}`],
      ['list', page, '/dashboard/agreements'],
      ['due', page, '/dashboard/agreements?show=due'],
      ['dashboard', page, '/dashboard'],
      ['signer', hand, hand.url()],
    ];
    for (const [name, screen, path] of screens) {
      if (name === 'signer') await hand.setViewportSize({ width, height: phone.viewport.height });
      await screen.goto(path);
      await expect(screen.getByText(/Last day to give notice|^Notice by/).first()).toBeVisible();
      if (name === 'one') await page.getByRole('button', { name: 'Add a date' }).scrollIntoViewIfNeeded();
      const wide = await screen.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, name).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await screen.emulateMedia({ colorScheme });
        await screen.screenshot({
          path: info.outputPath(`${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await expectAccessibleInBothThemes(screen);
    }
  });
