import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { mailedLink, signUp } from './members.ts';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const block = (company: string, name: string) =>
  `<div class="doc-signature"><p>${company}</p><table><tr><td>Signature</td><td></td></tr><tr><td>Name</td><td>${name}</td></tr><tr><td>Role</td><td></td></tr><tr><td>Date</td><td></td></tr></table></div>`;
/** A contract of two sides: a title, two clauses, and a signature block for each. */
export const contract = `<h1>Mutual NDA</h1><p>Between Wren Studio Ltd and Halden AG.</p>
<h2 id="term"><span class="doc-number">1.</span> Term</h2><p class="doc-sub"><span class="doc-number">1.1</span> This agreement lasts two years from the day of signing.</p>
<h2 id="law"><span class="doc-number">2.</span> Law</h2><p>The law of England and Wales applies.</p>
<div class="doc-signatures">${block('Wren Studio Ltd', 'Ada Lovelace')}${block('Halden AG', 'Tom Halden')}</div>`;

let count = 0;
const fresh = () => `${Date.now().toString(36)}${count++}`;
export const signerEmail = () => `tom.${fresh()}@halden.example`;

/** A member who has confirmed their address, and so may write to others. */
export async function sender(page: Page): Promise<string> {
  const { email } = await signUp(page.request);
  await page.goto(await mailedLink(page.request, email, /confirm/i));
  await expect(page.getByRole('main')).toContainText(/confirmed/i);
  return email;
}

export async function savedContract(page: Page, name = 'Mutual NDA, Halden', content = contract) {
  const id = `tpl_${fresh()}`;
  const origin = new URL(page.url()).origin;
  const data = { key: `key-${id}-0000`, id, name, content, fields: [], formData: {} };
  const response = await page.request.post('/api/saved', { headers: { origin }, data });
  expect(response.status(), await response.text()).toBe(200);
  return id;
}

interface Asked {
  name: string;
  email: string;
  role?: 'signs' | 'approves' | 'copy';
  party?: number | null;
}

/** Sent as the page would, for tests of what comes after. */
export async function sent(
  page: Page,
  people: Asked[],
  title = 'Mutual NDA, Halden',
  html = contract,
): Promise<string> {
  const origin = new URL(page.url()).origin;
  const data = {
    key: `key-${fresh()}-00000000`,
    title,
    html,
    people: people.map((one) => ({ role: 'signs', turn: 1, party: null, ...one })),
  };
  const response = await page.request.post('/api/agreements', { headers: { origin }, data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

export const linkFor = (request: APIRequestContext, email: string): Promise<string> =>
  mailedLink(request, email, /asks you to/);

/** The code of the newest email to somebody. */
export async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const { mails } = (await (await request.get('/api/dev/mailbox')).json()) as {
      mails: { to: string; subject: string }[];
    };
    code = mails
      .filter(({ to }) => to.includes(email))
      .map(({ subject }) => /^(\d{6}) is your code/.exec(subject)?.[1])
      .find(Boolean);
    expect(code, `a code for ${email}`).toBeTruthy();
  }).toPass();
  return code ?? '';
}

/** Somebody who was asked, on a phone of their own. */
export async function signer(
  browser: Browser,
  watch: (context: BrowserContext) => void,
  link: string,
): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: new URL(link).origin });
  watch(context);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

export const begin = (page: Page) =>
  page.getByRole('button', { name: 'Review and sign' }).filter({ visible: true }).click();

export async function proveAddress(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code from the email').fill(await codeFor(page.request, email));
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A line across the field, by a pen that stays down. */
export async function draw(page: Page): Promise<void> {
  const pad = page.getByTestId('signature-pad');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no field to draw in');
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  for (let at = 1; at <= 20; at++)
    await page.mouse.move(box.x + 40 + at * 8, box.y + box.height / 2 + Math.sin(at) * 20);
  await page.mouse.up();
}

export const agree = (page: Page) =>
  page.getByRole('checkbox', { name: /sign this document electronically/ }).check();
export const sign = (page: Page) => page.getByRole('button', { name: 'Sign', exact: true }).click();
