import { expect, type Page } from '@playwright/test';
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

/** Whoever comes by a link, and sits at the desk with a passkey. */
export async function sitDown(page: Page, hub: Hub, name = 'Ada'): Promise<string> {
  await giveDevice(page);
  const link = (await hub.command('desk', 'invite')).split('\n')[0] ?? '';
  const origin = hub.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${origin}/desk/join${new URL(link).hash}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  return origin;
}
