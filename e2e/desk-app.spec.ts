import { sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test.use({ serviceWorkers: 'allow' });

test('the desk’s own worker shows that there is no network, and keeps no page of the desk', async ({
  browser,
  watch,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/orders`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(`${origin}/desk/orders`);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => path.startsWith('/desk')).toSorted()).toEqual([
    '/desk/desk.css',
    '/desk/offline',
  ]);
  await context.setOffline(true);
  await page.goto(`${origin}/desk/orders`);
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible();
  await expect(page.getByText('Nothing of it is kept on this device')).toBeVisible();
  await context.setOffline(false);
  await page.goto(`${origin}/desk/orders`);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  // The site's pages are none of its business.
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toContain('/desk/');
  await context.close();
});

test('notifications are turned on from a phone with a passkey, and off again', async ({ browser, watch }) => {
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  // A browser without a push service of its maker: what it would answer.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' });
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ]);
      const text = (bytes: ArrayBuffer | Uint8Array) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
      const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
      const auth = text(crypto.getRandomValues(new Uint8Array(16)));
      const endpoint = 'https://93.184.216.34/to/phone';
      return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as never;
    };
  });
  await page.goto(`${origin}/desk/my-notices`);
  await page.getByRole('link', { name: 'Turn on here' }).click();
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await expect(page.getByRole('status')).toContainText('You are told on');
  await page.getByRole('link', { name: 'Turn off a device' }).click();
  await page.getByRole('button', { name: 'Turn off a device' }).click();
  await expect(page.getByRole('status')).toContainText('is told nothing more');
  await context.close();
});
