import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

/** The footer's newsletter block: the one that is on every page. */
const block = (page: Page) => page.getByRole('contentinfo').getByRole('region', { name: 'Stay Updated' });
const parts = (page: Page) => {
  const here = block(page);
  return {
    here,
    field: here.getByPlaceholder('Enter your email address'),
    button: here.getByRole('button'),
    status: here.getByRole('status'),
  };
};
let people = 0;
const somebody = () => `person${Date.now()}${people++}@example.com`;

interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
}
async function mailsTo(page: Page, to: string): Promise<KeptMail[]> {
  const { mails } = (await (await page.request.get('/api/dev/mailbox')).json()) as { mails: KeptMail[] };
  return Promise.all(
    mails
      .filter((mail) => mail.to === to)
      .map(async ({ id }) => (await (await page.request.get(`/api/dev/mailbox/${id}`)).json()) as KeptMail),
  );
}

test('[NEWS-1] the footer of every page has the block, word for word', async ({ page }) => {
  for (const path of ['/', '/about', '/contact', '/portfolio']) {
    await page.goto(path);
    const { here, field, button } = parts(page);
    await expect(here.getByRole('heading', { name: 'Stay Updated' })).toBeVisible();
    await expect(here).toContainText(
      'Get the latest updates on new templates, tools, and developer resources',
    );
    await expect(here).toContainText('We respect your privacy. Unsubscribe at any time.');
    await expect(field).toHaveAttribute('type', 'email');
    await expect(field).toHaveAttribute('required');
    await expect(button).toHaveText('Subscribe');
  }
});

test('[NEWS-2] while it sends, the button is disabled, spins and reads Subscribing...', async ({ page }) => {
  await page.goto('/about');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let sent = 0;
  await page.route('**/api/v1.0/email/send-form', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  const { field, button } = parts(page);
  await field.fill(somebody());
  await button.click();
  await expect(button).toHaveText('Subscribing...');
  await expect(button).toBeDisabled();
  await expect(button.locator('.ui-spinner')).toBeVisible();
  await field.press('Enter');
  release();
  await expect(button).toHaveText('Subscribe');
  await expect(button).toBeEnabled();
  expect(sent).toBe(1);
});

test('[NEWS-3] what is no address gets the words, and nothing is sent', async ({ page }) => {
  await page.goto('/about');
  const asked: string[] = [];
  page.on('request', (request) => {
    // How fast the page was is reported for one visit in ten.
    if (request.method() === 'POST' && !request.url().endsWith('/envelope/')) asked.push(request.url());
  });
  const { field, button, status } = parts(page);
  for (const wrong of ['', 'anna', 'anna@example', '@example.com', 'anna@.']) {
    await field.fill(wrong);
    await button.click();
    await expect(status).toHaveText('Please enter a valid email address.');
    await expect(field).toBeFocused();
  }
  expect(asked).toEqual([]);
});

test('[NEWS-4] [NEWS-7] success says thanks, empties the field, and the owner is told', async ({ page }) => {
  await page.goto('/about');
  const address = somebody();
  const { field, button, status } = parts(page);
  await field.fill(address);
  const [request] = await Promise.all([page.waitForRequest('**/api/v1.0/email/send-form'), button.click()]);
  await expect(status).toHaveText('Thanks for subscribing! 🎉');
  await expect(field).toHaveValue('');
  const body = request.postData() ?? '';
  for (const name of ['from_email', 'to_email', 'service_id', 'template_id', 'user_id'])
    expect(body).toContain(`name="${name}"`);
  expect(await mailsTo(page, address)).toHaveLength(1);
  const owner = await block(page).locator('input[name=to_email]').inputValue();
  expect((await mailsTo(page, owner)).map((mail) => mail.text).join()).toContain(address);
});

test('[NEWS-5] a failure says so, is logged, and keeps what was typed', async ({ page, allowError }) => {
  allowError(/Newsletter|status of 500|500 POST/);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/about');
  await page.route('**/api/v1.0/email/send-form', (route) => route.fulfill({ status: 500, body: 'broken' }));
  const { field, button, status } = parts(page);
  await field.fill('anna@example.com');
  await button.click();
  await expect(status).toHaveText('Something went wrong. Try again.');
  await expect(field).toHaveValue('anna@example.com');
  await expect.poll(() => errors.join('\n')).toMatch(/Newsletter/);
});

test('[NEWS-6] the status stands above the form, dressed for what it says, for 3 seconds', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await page.goto('/about', { waitUntil: 'networkidle' });
  // From here on time stands still until it is moved.
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
  const { here, field, button, status } = parts(page);
  await button.click();
  await expect(status).toHaveAttribute('data-kind', 'error');
  const wrong = await status.evaluate((element) => getComputedStyle(element).color);
  await page.clock.runFor(2900);
  await expect(status).toHaveText('Please enter a valid email address.');
  await page.clock.runFor(200);
  await expect(status).toHaveText('');
  await field.fill(somebody());
  await button.click();
  await expect(status).toHaveAttribute('data-kind', 'success');
  // A colour takes its moment to change.
  await expect.poll(() => status.evaluate((element) => getComputedStyle(element).color)).not.toBe(wrong);
  const [message, form] = await Promise.all([status.boundingBox(), here.locator('form').boundingBox()]);
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
  await page.clock.runFor(3100);
  await expect(status).toHaveText('');
});

test('the code that sends is fetched when the block is used, not with the page', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /email-client/.test(url))).toEqual([]);
  await parts(page).field.focus();
  await expect.poll(() => scripts.filter((url) => /email-client/.test(url)).length).toBe(1);
});

test('both blocks of the newsletter page work by themselves', async ({ page }) => {
  await page.goto('/newslettersignup');
  const own = page.getByRole('main').getByRole('region', { name: 'Stay Updated' });
  await own.getByRole('button').click();
  await expect(own.getByRole('status')).toHaveText('Please enter a valid email address.');
  await expect(parts(page).status).toHaveText('');
  await expectAccessible(page);
});

test('from the form to the list: the mail’s link asks, the button confirms', async ({ page }) => {
  await page.goto('/newslettersignup');
  const address = somebody();
  const own = page.getByRole('main').getByRole('region', { name: 'Stay Updated' });
  await own.getByPlaceholder('Enter your email address').fill(address);
  await own.getByRole('button').click();
  await expect(own.getByRole('status')).toContainText('Thanks');
  const [mail] = await mailsTo(page, address);
  const link = /http\S+\/newsletter\/confirm\?t=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(page.getByText(/is subscribed/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/is subscribed/)).toBeVisible();
});

test('without scripts the form works too', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${hub.url}/about`);
  const { field, button } = parts(page);
  await field.fill(somebody());
  await button.click();
  await expect(page).toHaveURL(/newslettersignup\?done=1/);
  await expect(page.getByText('Check your email')).toBeVisible();
  await context.close();
});

async function writeLetter(page: Page, changes: Partial<Record<'name' | 'email' | 'message', string>> = {}) {
  await page.getByLabel('Your name').fill(changes.name ?? 'Ben Abara');
  await page.getByLabel('Your email', { exact: true }).fill(changes.email ?? somebody());
  await page.getByLabel('Topic').selectOption('project');
  await page
    .getByLabel('Message', { exact: true })
    .fill(changes.message ?? `An offer, please. ${somebody()}`);
}
const sendLetter = (page: Page) => page.getByRole('button', { name: 'Send message' });

test(
  '[PAGE-1] a message arrives, its owner is mailed, its sender has a receipt',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/contact');
    const email = somebody();
    await writeLetter(page, { email, message: `A shop in four weeks, says ${email}` });
    await sendLetter(page).click();
    await expect(page.getByText('We received your message')).toBeVisible();
    await expectAccessible(page);
    expect((await mailsTo(page, email)).map((mail) => mail.subject)).toEqual([
      expect.stringContaining('We received your message at'),
    ]);
    await page.getByRole('button', { name: 'Write another' }).click();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  },
);

test('what was typed into the contact form outlives a reload and a hub that does not answer', async ({
  page,
  allowError,
}) => {
  allowError(/Failed to load resource|ERR_/);
  await page.goto('/contact');
  await writeLetter(page, { message: 'Kept for sure' });
  await page.route('**/api/contact**', (route) => route.abort());
  await sendLetter(page).click();
  await expect(page.getByRole('alert')).toContainText('Couldn’t send your message');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Kept for sure');
  await page.reload();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Kept for sure');
  await expect(page.getByLabel('Topic')).toHaveValue('project');
  await page.unroute('**/api/contact**');
  await sendLetter(page).click();
  await expect(page.getByText('We received your message')).toBeVisible();
});

test('the contact form names what is missing at the field, also for 100,000 characters', async ({ page }) => {
  await page.goto('/contact');
  await sendLetter(page).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expectAccessible(page);
  await writeLetter(page, { message: `${'many '.repeat(19_999)}more.` });
  await sendLetter(page).click();
  await expect(page.getByText('Up to 10,000 characters; this has 100,000.')).toBeVisible();
});

test('the development mailbox shows a mail as HTML, as text and its headers', async ({
  page,
  allowError,
}) => {
  // The mail's frame lets nothing run, this test's own looking included.
  allowError(/Blocked script execution in 'about:srcdoc'/);
  await page.goto('/about');
  const address = somebody();
  await parts(page).field.fill(address);
  await parts(page).button.click();
  await expect(parts(page).status).toContainText('Thanks');
  await page.goto('/dev/mailbox');
  await expectAccessible(page);
  await page.getByRole('button', { name: address }).click();
  const mail = page.frameLocator('iframe[title="Email"]');
  await expect(mail.getByRole('link', { name: 'Confirm subscription' })).toBeVisible();
  expect(await mail.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await page.getByRole('tab', { name: 'As text' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('/newsletter/confirm?t=');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Headers' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(`To: ${address}`);
});
