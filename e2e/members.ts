import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const password = 'seven quiet herons';

export interface Member {
  email: string;
  displayName: string;
}

let count = 0;
/** Never used before, in this run or on this hub. */
export const newEmail = (who = 'ada'): string => `${who}.${Date.now().toString(36)}${count++}@example.com`;

/** At another device: they sign in there, and end every session but that one. */
export async function endElsewhere(
  other: APIRequestContext,
  { email }: Pick<Member, 'email'>,
): Promise<void> {
  const signedIn = await other.post('/api/auth/sign-in', { data: { email, password } });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
  expect((await other.post('/api/auth/sessions/revoke', { data: { others: true } })).ok()).toBe(true);
}

/** A new account, signed in wherever the request belongs: a page's own or nobody's. */
export async function signUp(request: APIRequestContext, displayName = 'Ada Lovelace'): Promise<Member> {
  const email = newEmail();
  // Each from another address: so many from one are refused.
  const headers = { 'x-forwarded-for': `10.0.${count >> 8}.${count & 255}` };
  const data = { displayName, email, password };
  const response = await request.post('/api/auth/sign-up', { data, headers });
  expect(response.status(), await response.text()).toBe(200);
  return { email, displayName };
}

export async function signIn(request: APIRequestContext, { email }: Pick<Member, 'email'>): Promise<void> {
  const response = await request.post('/api/auth/sign-in', { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
}

export async function typeCredentials(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
}

export const submit = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

interface Letter {
  id: string;
  to: string;
  subject: string;
}

/** The link of the latest mail to somebody whose subject fits, once it is there. */
export async function mailedLink(request: APIRequestContext, to: string, subject: RegExp): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const { mails } = (await (await request.get('/api/dev/mailbox')).json()) as { mails: Letter[] };
    const found = mails.find((mail) => mail.to.includes(to) && subject.test(mail.subject));
    expect(found, `a mail to ${to}`).toBeTruthy();
    const { text } = (await (await request.get(`/api/dev/mailbox/${found?.id}`)).json()) as { text: string };
    link = /https?:\/\/\S+[#?](?:token|t)=[\w.%:-]+/.exec(text)?.[0];
    expect(link, 'a link in it').toBeTruthy();
  }).toPass();
  return link ?? '';
}

/** The words of the only mail to somebody, once it is there. */
export async function mailedText(request: APIRequestContext, to: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const { mails } = (await (await request.get('/api/dev/mailbox')).json()) as { mails: Letter[] };
    const mail = mails.find((each) => each.to === to);
    expect(mail, `a mail to ${to}`).toBeTruthy();
    found = ((await (await request.get(`/api/dev/mailbox/${mail?.id}`)).json()) as { text: string }).text;
  }).toPass();
  return found ?? '';
}

/** What mail to others needs of its member: a shop, its address, and here no hours of quiet. */
export async function nameSender(
  request: APIRequestContext,
  more: { settings?: object; delivery?: object } = {},
): Promise<void> {
  const { settings, delivery } = (await (await request.get('/api/recovery')).json()) as Record<
    'settings' | 'delivery',
    object
  >;
  const sender = { shopName: 'Birch Press', postalAddress: '1 Mill Lane, York', quietFrom: 3, quietTo: 3 };
  const saved = await request.put('/api/recovery/settings', {
    data: {
      settings: { ...settings, ...more.settings },
      delivery: { ...delivery, ...sender, ...more.delivery },
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** Somebody whose email may leave: confirmed, with a name and an address to send from. */
export async function signUpSender(page: Page, delivery: object = {}): Promise<Member> {
  const member = await signUp(page.request);
  const verify = await mailedLink(page.request, member.email, /confirm/i);
  await page.goto(verify.slice(new URL(verify).origin.length));
  await expect(page.getByText(/confirmed/i).first()).toBeVisible();
  await nameSender(page.request, { delivery });
  return member;
}

/** What the console has said from now on. */
export function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  return said;
}

/** Where the three seconds are not the subject: a slow machine at work on much else must not send anybody offline. */
export async function waitLonger(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms === 3000 ? 30_000 : ms);
  });
}

/** A member's first page in this browser: what is put into its storage from now on is theirs. */
export async function arrive(page: Page): Promise<void> {
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of / })).toBeVisible();
}

/** The JSON that this page's browser keeps under a key. */
export const stored = (page: Page, key: string): Promise<Record<string, unknown> | null> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

/** The person's own menu, opened. */
export async function openUserMenu(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of / })
    .click();
  return page.getByRole('menu', { name: /^Account of / });
}

/** To the last byte, as a browser that has been used for long. */
export const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (let n = 0; ; n++) localStorage.setItem(`fill-${size}-${n}`, 'x'.repeat(size));
      } catch {
        // Smaller pieces still fit.
      }
    }
  });
