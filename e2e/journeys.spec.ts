// Five people, each through many features: what a feature promises alone must hold where they meet.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';
import { mailedLink, newEmail, password, signIn, signUp, stored, submit, waitLonger } from './members.ts';

interface Letter {
  to: string;
  subject: string;
  text: string;
}

async function lettersTo(page: Page, to: string): Promise<Letter[]> {
  const { mails } = (await (await page.request.get('/api/dev/mailbox')).json()) as {
    mails: { id: string; to: string; subject: string }[];
  };
  const found: Letter[] = [];
  for (const mail of mails.filter((one) => one.to.includes(to))) {
    const { text } = (await (await page.request.get(`/api/dev/mailbox/${mail.id}`)).json()) as {
      text: string;
    };
    found.push({ ...mail, text });
  }
  return found;
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const product = (id: string, title: string, versions: string[], words = '- [ ] Buy the domain\n') => ({
  [`catalog/${id}/product.md`]: `---
title: ${title}
summary: Forty steps from an empty repository to a first paying customer.
price: 1900
kind: checklist
tags: [saas, launch]
licence:
  name: One person, any project
  words: Use it in as many projects as you like; do not resell it.
  file: LICENCE.md
changelog:
${versions.map((version) => `  - version: ${version}\n    date: 2026-11-01\n    changes: Edition ${version}.`).join('\n')}
files:
  - file: files/steps.md
    words: The steps, to tick off
images:
  - file: images/cover.svg
    alt: The first page
---
What it is **for**.
`,
  [`catalog/${id}/LICENCE.md`]: 'Use it.\n',
  [`catalog/${id}/files/steps.md`]: words,
  [`catalog/${id}/images/cover.svg`]:
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
});

const preview = (page: Page) =>
  page.getByRole('region', { name: 'Preview of Mutual non-disclosure agreement' });
const nameOf = (page: Page, side: string) => page.getByRole('group', { name: side }).getByLabel('Name');

test('a guest comes to the home page, takes a branded NDA home as a PDF, and an account keeps what was typed @phone', async ({
  page,
  context,
}) => {
  await waitLonger(context);
  await page.goto('/');
  await page.getByLabel('Your company').fill('Wren Studio');
  await page.getByLabel('Their company').fill('Halden Analytics');
  await page.getByRole('link', { name: 'Continue in the generator' }).click();
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Studio');
  await expect(nameOf(page, 'Their side')).toHaveValue('Halden Analytics');

  // A guest's company is known to this device, as the dashboard of an offline user stores it.
  await page.evaluate(() =>
    localStorage.setItem(
      'userBranding',
      JSON.stringify({
        companyName: 'Wren Studio',
        logo: '',
        primaryColor: '#1f5f4a',
        secondaryColor: '#6c757d',
        accentColor: '#ffc107',
        fontFamily: 'Georgia, serif',
        website: '',
        email: '',
        phone: '',
        address: '',
      }),
    ),
  );
  await page.reload();
  await expect(nameOf(page, 'Their side')).toHaveValue('Halden Analytics');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export anyway' }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');

  const email = newEmail('wren');
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Wren');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await submit(page, 'Create Account');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Studio');
  await expect(nameOf(page, 'Their side')).toHaveValue('Halden Analytics');
  expect(await stored(page, 'userBranding')).toMatchObject({ companyName: 'Wren Studio' });
});

test('a guest buys with a slip in the address, corrects it, claims the purchase with an account, and gets the new version @phone', async ({
  browser,
  watch,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-journey-'));
  await writeFiles(join(dataDir, 'site'), product('first-steps', 'First steps', ['1.0']));
  let hub = await startHub({ dataDir, env: { TRUST_PROXY: '1' } });
  const context = await browser.newContext({
    baseURL: hub.url,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  watch(context);
  await waitLonger(context);
  const page = await context.newPage();
  const right = newEmail('mia');
  await hub.command('coupons', 'add', 'FIRST100', '100%');
  await page.goto('/product/first-steps');
  await page.getByRole('button', { name: 'Add to cart: First steps' }).first().click();
  await page.goto('/checkout/guest');
  await page.getByLabel('Email', { exact: true }).fill(right.replace('example.com', 'exmaple.com'));
  await page.getByLabel('Country').selectOption('US');
  await page.getByText('Coupon, or a name on the invoice').click();
  await page.getByLabel(/^Coupon/).fill('FIRST100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByTestId('checkout-total')).toHaveText('Free');
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  await page.getByRole('button', { name: 'Wrong address?' }).click();
  await page.getByLabel('The right address').fill(right);
  await page.getByRole('button', { name: 'Send it there' }).click();
  await expect(page.getByText(right)).toBeVisible();
  await expect.poll(async () => (await lettersTo(page, right)).length).toBeGreaterThan(0);

  // An address that nobody has proven claims nothing.
  const opened = await page.request.post('/api/auth/sign-up', {
    data: { displayName: 'Mia', email: right, password },
  });
  expect(opened.status(), await opened.text()).toBe(200);
  await page.goto('/my-purchases');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'First steps' })).toHaveCount(0);
  const proof = new URL(await mailedLink(page.request, right, /address/i));
  await page.goto(`${proof.pathname}${proof.hash}`);
  await expect(page.getByRole('main')).toContainText(/confirmed|yours|thank/i);
  await page.goto('/my-purchases');
  await expect(page.getByText('made with your address as a guest')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'First steps' })).toBeVisible();

  // The operator writes a second edition; whoever bought the first has it, and hears of it when told.
  await hub.stop();
  await writeFiles(
    join(dataDir, 'site'),
    product('first-steps', 'First steps', ['1.1', '1.0'], '- [ ] Sleep\n'),
  );
  hub = await startHub({ dataDir, env: { TRUST_PROXY: '1', PORT: new URL(hub.url).port } });
  await page.goto('/my-purchases');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download steps.md' }).first().click();
  expect((await readFile(await (await download).path(), 'utf8')).trim()).toBe('- [ ] Sleep');
  await context.close();
  await hub.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a member who is offline for a day edits documents in two tabs, comes back, and nothing is lost', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await waitLonger(context);
  await signUp(page.request);
  const names = Array.from({ length: 12 }, (_, index) => `Paper ${String(index + 1).padStart(2, '0')}`);
  for (const [index, name] of names.slice(0, 5).entries()) {
    const data = {
      key: `journey-key-${index}-${Date.now()}`,
      id: `tpl_j${index}${Date.now()}`,
      name,
      content: `<p>${name}</p>`,
    };
    expect(
      (
        await page.request.post('/api/saved', {
          data,
          headers: {
            origin: new URL(
              page.url() === 'about:blank' ? (await page.goto('/about'), page.url()) : page.url(),
            ).origin,
          },
        })
      ).ok(),
    ).toBe(true);
  }
  const rowOf = (tab: Page, name: string) =>
    tab.getByRole('grid', { name: 'Saved templates' }).getByRole('row').filter({ hasText: name });
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/dashboard/templates');
    await expect(tab.locator('[data-status="connected"]')).toBeVisible();
  }
  await context.route('**/api/saved/tpl_*', (route) => route.abort('internetdisconnected'));
  const rename = async (tab: Page, from: string, to: string) => {
    await tab.bringToFront();
    await rowOf(tab, from)
      .getByRole('button', { name: `More for ${from}` })
      .click();
    await tab.getByRole('menuitem', { name: 'Rename' }).click();
    await tab.getByRole('textbox', { name: 'Name' }).fill(to);
    await tab.getByRole('button', { name: 'Done' }).click();
    await expect(rowOf(tab, to)).toBeVisible();
  };
  const edited = names.slice(0, 5).map((name) => `${name}, on the train`);
  for (const [index, name] of names.slice(0, 5).entries())
    await rename(index % 2 === 0 ? page : second, name, edited[index] ?? '');
  await expect(page.getByText('5 changes wait to reach your account')).toBeVisible();

  // The evening: one tab is closed, the other started anew, still without a network.
  await second.close();
  await page.reload();
  for (const name of edited) await expect(rowOf(page, name)).toBeVisible();
  await context.unroute('**/api/saved/tpl_*');
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => {});
    await expect(page.getByText(/to reach your account/)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  const { heads } = (await (await page.request.get('/api/saved/changes')).json()) as {
    heads: { name: string }[];
  };
  expect(heads.map(({ name }) => name).sort()).toEqual(edited);
});
