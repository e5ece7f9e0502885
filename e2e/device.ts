import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes } from './fixtures.ts';
import type { Hub } from './hub.ts';

/** A device that recognises whoever is there at once, as Chromium plays it. */
export async function giveDevice(page: Page): Promise<{ answers(isThere: boolean): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    answers: async (isUserVerified) =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}

/** The desk on a phone, with whoever came by a link and sits there with a passkey. */
export async function sitAtDesk(browser: Browser, watch: (context: BrowserContext) => void, hub: Hub) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  watch(context);
  const page = await context.newPage();
  await giveDevice(page);
  const link = (await hub.command('desk', 'invite')).split('\n')[0] ?? '';
  const origin = hub.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${origin}/desk/join${new URL(link).hash}`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  return { context, page, origin };
}

/** A buyer with test money, on the page that thanks them. */
export async function buyOnPhone(browser: Browser, hub: Hub): Promise<Page> {
  const context = await browser.newContext({ baseURL: hub.url, viewport: { width: 390, height: 844 } });
  const shop = await context.newPage();
  await shop.goto('/checkout/guest?buy=desk-icons');
  await shop.getByLabel('Email', { exact: true }).fill('buyer@example.com');
  await shop.getByLabel('Country').selectOption('US');
  const opened = context.waitForEvent('page');
  await shop.getByRole('button', { name: 'PayPal', exact: true }).click();
  await (await opened).getByRole('button', { name: 'Pay now' }).click();
  await expect(shop).toHaveURL(/\/thank-you\?order=/);
  return shop;
}

/** In both themes, and without scrolling sideways when somebody needs large text. */
export async function expectReadable(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectAccessibleInBothThemes(page);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, url).toBeLessThanOrEqual(0);
}
