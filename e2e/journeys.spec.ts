// Long because: five people go through many features each; what a feature promises alone must hold where they meet.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { builder, chosen, inAccount, pick } from './funnel-hands.ts';
import { startHub } from './hub.ts';
import { mailedLink, newEmail, password, signUp, stored, submit, waitLonger } from './members.ts';

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
  const [download, printed] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/api/documents/'),
    ),
    page.getByRole('dialog').getByRole('button', { name: 'Export anyway' }).click(),
  ]);
  expect(printed.postDataJSON()).toMatchObject({ branding: { companyName: 'Wren Studio' } });
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
  // A hub of its own is started within.
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-journey-'));
  await writeFiles(join(dataDir, 'site'), product('first-steps', 'First steps', ['1.0']));
  const hub = await startHub({ dataDir, env: { TRUST_PROXY: '1' } });
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

  // The operator writes a second edition; whoever bought the first has it.
  const second = product('first-steps', 'First steps', ['1.1', '1.0'], '- [ ] Sleep\n');
  await writeFiles(join(dataDir, 'site'), second);
  await expect
    .poll(async () => (await page.request.get('/api/store/products/first-steps')).text())
    .toContain('Edition 1.1.');
  await page.goto('/my-purchases');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download steps.md' }).first().click();
  expect((await readFile(await (await download).path(), 'utf8')).trim()).toBe('- [ ] Sleep');
  await context.close();
  await hub.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const savedHeads = async (page: Page) =>
  ((await (await page.request.get('/api/saved/changes')).json()) as { heads: { name: string }[] }).heads;
const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Saved templates' }).getByRole('row').filter({ hasText: name });

async function openTemplates(page: Page): Promise<void> {
  await page.goto('/dashboard/templates');
  await expect(page.locator('[data-status="connected"]')).toBeVisible();
}

test('a member who is offline for a day edits twelve documents in two tabs, comes back, and nothing is lost', async ({
  page,
  context,
  hub,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await waitLonger(context);
  const { email } = await signUp(page.request);
  await hub.command('plan', 'grant', email, 'PRO');
  const papers = Array.from({ length: 12 }, (_, index) => `Paper ${String(index + 1).padStart(2, '0')}`);
  for (const [index, name] of papers.entries()) {
    const data = {
      key: `journey-${index}-${email}`.replace(/[^\w-]/g, '-'),
      id: `tpl_j${index}_${Date.now()}`,
      name,
      content: `<p>${name}</p>`,
    };
    const answer = await page.request.post('/api/saved', { data, headers: { origin: hub.url } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const second = await context.newPage();
  for (const tab of [page, second]) await openTemplates(tab);
  await context.route('**/api/saved/tpl_*', (route) => route.abort('internetdisconnected'));
  const rename = async (tab: Page, from: string, to: string) => {
    await rowOf(tab, from)
      .getByRole('button', { name: `More for ${from}` })
      .click();
    await tab.getByRole('menuitem', { name: 'Rename' }).click();
    await tab.getByRole('textbox', { name: 'Name' }).fill(to);
    await tab.getByRole('button', { name: 'Done' }).click();
    await expect(rowOf(tab, to)).toBeVisible();
  };
  const edited = papers.map((name) => `${name}, on the train`);
  // A tab in the background draws once a second: half a day in one, half in the other.
  for (const [tab, from] of [
    [page, 0],
    [second, 6],
  ] as const) {
    await tab.bringToFront();
    for (let index = from; index < from + 6; index++)
      await rename(tab, papers[index] ?? '', edited[index] ?? '');
  }
  await expect(second.getByText('12 changes wait to reach your account')).toBeVisible();
  expect((await savedHeads(page)).map(({ name }) => name).sort()).toEqual(papers);

  // The evening: one tab is closed, the other begins anew, still without a way to the hub.
  await second.close();
  await page.bringToFront();
  await page.reload();
  await expect(rowOf(page, 'Paper 12, on the train')).toBeVisible();
  await context.unroute('**/api/saved/tpl_*');
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => {});
    await expect(page.getByText(/to reach your account/)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  expect((await savedHeads(page)).map(({ name }) => name).sort()).toEqual(edited);
});

test('a product goes on sale in a funnel; a cart that is left is reminded once, comes back by the link, is bought with the code, and no more mail follows', async ({
  browser,
  watch,
}) => {
  // A hub of its own is started within, and three days go by on its clock.
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-journey-'));
  const site = join(dataDir, 'site');
  const hub = await startHub({ dataDir, env: { TRUST_PROXY: '1' } });
  const context = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(context);
  await waitLonger(context);
  const page = await context.newPage();
  await signUp(page.request, 'Otto');

  // While the hub runs: a product, reminders for whoever leaves it, and a page that sells it.
  await writeFiles(site, product('launch-kit', 'Launch kit', ['1.0']));
  const words = { body: 'Hello, {{Items}} waits. Use {{DiscountCode}}.', discountPercent: 10 };
  await writeFiles(dataDir, {
    'campaigns.json': JSON.stringify([
      {
        name: 'Reminders',
        isOn: true,
        steps: [
          { ...words, subject: 'Your cart', afterHours: 1 },
          { ...words, subject: 'Still there', afterHours: 24 },
        ],
      },
    ]),
  });
  expect(await hub.command('recovery', 'campaigns', join(dataDir, 'campaigns.json'))).toContain('on ');
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await pick(
    page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Add block' }),
    'Pricing',
  );
  await chosen(page).getByLabel('Product of this hub', { exact: true }).selectOption('launch-kit');
  await inAccount(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  const publishing = page.getByRole('dialog');
  await publishing.getByRole('button', { name: /^Publish/ }).click();
  const address = (await publishing.getByRole('link', { name: /^\/f\// }).getAttribute('href')) ?? '';

  // Somebody else, at their own browser, gets as far as PayPal, and goes away.
  const buyer = newEmail('vera');
  const visitor = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(visitor);
  await waitLonger(visitor);
  const shop = await visitor.newPage();
  const pay = () =>
    Promise.all([
      visitor.waitForEvent('page'),
      shop.getByRole('button', { name: 'PayPal', exact: true }).click(),
    ]).then(([window]) => window);
  await shop.goto(address);
  await shop.getByRole('link', { name: 'Buy' }).click();
  await expect(shop).toHaveURL(/\/checkout\/guest\?buy=launch-kit/);
  await shop.getByLabel('Email', { exact: true }).fill(buyer);
  await shop.getByLabel('Country').selectOption('US');
  await shop.getByLabel('Remind me by e-mail if I do not finish this order.').check();
  await expect(shop.getByTestId('checkout-total')).toHaveText('$19');
  const left = await pay();
  await left.getByRole('button', { name: 'Pay now' }).waitFor();
  const standIn = new URL(left.url()).origin;
  await left.close();
  await shop.goto('/');

  // Noon, and not sooner than the hour that a reminder waits.
  const hour = new Date().getUTCHours();
  const goesBy = async (hours: number) => {
    const advanced = await page.request.post(`${standIn}/control/advance`, {
      data: { ms: hours * 3_600_000 },
    });
    expect(advanced.ok()).toBe(true);
  };
  await goesBy(hour >= 8 && hour < 20 ? 1.5 : (36 - hour) % 24);
  let link = '';
  let code = '';
  await expect(async () => {
    const [letter] = await lettersTo(page, buyer);
    link = /https?:\/\/\S+\/r\/[a-z0-9]+\S*/.exec(letter?.text ?? '')?.[0] ?? '';
    code = /Use ([A-Z0-9-]{4,})\./.exec(letter?.text ?? '')?.[1] ?? '';
    expect([link, code]).not.toContain('');
  }).toPass({ timeout: 40_000 });

  const { pathname, search } = new URL(link);
  await shop.goto(pathname + search);
  await expect(shop.getByText(/\$19\S* in all\./)).toContainText(code);
  await shop.getByRole('button', { name: 'Open my cart' }).click();
  await shop.getByRole('link', { name: 'Check out', exact: true }).click();
  await expect(shop.getByLabel('Email', { exact: true })).toHaveValue(buyer);
  await expect(shop.getByTestId('checkout-total')).toHaveText('$17.10');
  const paying = await pay();
  await expect(paying.getByText('17.10 USD')).toBeVisible();
  await paying.getByRole('button', { name: 'Pay now' }).click();
  await expect(shop).toHaveURL(/\/thank-you\?order=/);

  // Two days on nobody is reminded of what was bought, and every book says the same.
  await goesBy(24);
  await goesBy(24);
  await expect
    .poll(async () => (await hub.command('recovery', 'show')).trim().split('\n').slice(-2))
    .toEqual(['1 carts, 1 came back (100%), $17.10', expect.stringMatching(/ {2}recovered {2}\$17\.10 {2}/)]);
  const subjects = (await lettersTo(page, buyer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /^(?:Your cart|Still there)$/.test(subject))).toEqual(['Your cart']);
  const sold = await hub.command('orders', 'list', '--email', buyer);
  expect(sold).toContain('$17.10');
  expect(await hub.command('coupons', 'list')).toContain(code);
  await visitor.close();
  await context.close();
  await hub.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a member reaches a limit, pays for a plan, is billed, fails to pay, recovers, cancels, takes everything along and leaves', async ({
  browser,
  watch,
  allowError,
}) => {
  // A hub of its own is started within: two months go by on its clock.
  test.slow();
  allowError(/status of 40[129]/);
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  await using context = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(context);
  await waitLonger(context);
  const page = await context.newPage();
  const { email } = await signUp(page.request, 'Nora');
  const save = async (name: string) => {
    const data = {
      key: `journey-${name}-${email}`.replace(/[^\w-]/g, '-'),
      id: `tpl_${name}_${Date.now()}`,
      name,
      content: `<p>${name}</p>`,
    };
    return page.request.post('/api/saved', { data, headers: { origin: hub.url } });
  };
  for (const name of ['one', 'two', 'three', 'four', 'five']) expect((await save(name)).ok()).toBe(true);

  // The sixth is one too many for FREE: it is said, and what was typed stays on this device.
  await page.goto('/tools/classic-template-generator?document=invoice');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your plan has no room for another saved template.')).toBeVisible();
  expect((await savedHeads(page)).length).toBe(5);
  expect(await page.evaluate(() => localStorage.getItem('localSavedTemplates'))).toContain('Invoice');

  // From the limit to a plan and back to the work, which goes through now.
  await page.goto('/dashboard/templates');
  await page.getByRole('main').getByRole('link', { name: 'Compare plans' }).click();
  await page.getByRole('link', { name: 'Choose PRO' }).filter({ visible: true }).click();
  await page.getByLabel('Country').selectOption('US');
  await page.getByText('A name or an address on the invoice').click();
  await page.getByLabel(/^Company/).fill('Nora & Co');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).waitFor();
  const agreeing = new URL(page.url());
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByText('It is yours')).toBeVisible();
  await page.getByRole('link', { name: 'Back to what you were doing' }).click();
  await expect(page).toHaveURL('/dashboard/templates');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await savedHeads(page)).length).toBe(6);
  await expect(rowOf(page, 'Invoice')).toBeVisible();

  // Time goes by for PayPal's stand-in and the hub alike; she looks in between, so her session lives on.
  const subscription = agreeing.searchParams.get('subscription');
  const tell = async (deed: string, data: object) =>
    expect((await page.request.post(`${agreeing.origin}/control/${deed}`, { data })).ok()).toBe(true);
  const aMonthGoesBy = async () => {
    for (const days of [16, 16]) {
      await tell('advance', { ms: days * 86_400_000 });
      await page.goto('/billing');
      await expect(page.getByText(/^PRO, monthly\./)).toBeVisible();
    }
  };
  const mailed = async (subject: string) =>
    (await lettersTo(page, email)).filter((letter) => letter.subject === subject).length;
  await aMonthGoesBy();
  await expect.poll(() => mailed('Paid: PRO, monthly')).toBe(2);
  await expect(page.getByRole('link', { name: /^\d{4}-\d{5}$/ })).toHaveCount(2);

  await tell('failing', { subscription, fails: true });
  await aMonthGoesBy();
  await expect.poll(() => mailed('The payment for PRO, monthly failed')).toBe(1);
  await page.reload();
  await expect(page.getByText('The last payment failed')).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText(/PayPal declined it once more/)).toBeVisible();
  await tell('failing', { subscription, fails: false });
  // A minute later: pressed twice within one it is the same try.
  await tell('advance', { ms: 61_000 });
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('The last payment failed')).toHaveCount(0);
  await expect.poll(() => mailed('Paid: PRO, monthly')).toBe(3);

  // Cancelled, both blocks of the dashboard say so at once.
  await page.goto('/dashboard');
  const billing = page.getByRole('region', { name: 'Billing' });
  const use = page.getByRole('region', { name: 'Plan and usage' });
  await expect(use.getByText(/The next payment is due on/)).toBeVisible();
  await billing.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByLabel('Why do you leave?').selectOption('My project is over');
  await page.getByRole('button', { name: 'Cancel PRO' }).click();
  await expect(billing.getByText(/Cancelled\. You keep it until/)).toBeVisible();
  await expect(use.getByText(/It ends on .*; nothing you made is deleted then/)).toBeVisible();
  await expect.poll(() => mailed('Cancelled: PRO, monthly')).toBe(1);
  expect(await hub.command('subscriptions', 'show', email)).toContain('done');

  const [everything] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Everything' }).click(),
  ]);
  const zip = (await readFile(await everything.path())).toString('latin1');
  for (const path of ['account.json', 'content.html', 'billing.json']) expect(zip).toContain(path);

  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account for good?' });
  await dialog.getByLabel(`Type ${email}`).fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete for Good' }).click();
  await expect(page).toHaveURL('/signin');
  const gone = await page.request.post('/api/auth/sign-in', { data: { email, password } });
  expect(gone.status()).toBe(401);
  expect(await hub.command('user', 'list', email)).toContain('0 accounts');
});
