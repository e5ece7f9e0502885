import { createHmac } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import { nameSender, signUp } from './members.ts';

const connectionOf = async (request: APIRequestContext) =>
  ((await (await request.get('/api/recovery')).json()) as { connection: { key: string } }).connection;

const open = async (page: Page, tab: string) => {
  await page.goto('/automation');
  await page.getByRole('main').getByRole('tab', { name: tab }).click();
};

/** As Shopify tells of a checkout, signed with its secret. */
async function checkout(request: APIRequestContext, key: string, secret: string, email: string) {
  const body = JSON.stringify({
    email,
    total_price: '112.00',
    currency: 'EUR',
    line_items: [
      { title: 'Field guide', quantity: 2, price: '49.90' },
      { title: 'Pocket lens', quantity: 1, price: '12.20' },
    ],
  });
  return request.post(`/api/recovery/in/${key}/shopify`, {
    data: body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'checkouts/create',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  });
}

test('a shop is connected step by step as its calls arrive; only Disconnect, which asks, disconnects it', async ({
  page,
  request,
}) => {
  await signUp(page.request);
  const { key } = await connectionOf(page.request);
  await open(page, 'Connect a shop');
  const main = page.getByRole('main');
  await expect(main.getByText('4 of 4 steps left')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Send a test event' })).toBeDisabled();
  await main.getByRole('button', { name: 'Copy Webhook URL' }).click();
  await expect(main.getByRole('button', { name: 'Copied Webhook URL' })).toBeVisible();

  // A call with a wrong signature is hinted at, and ticks nothing: anybody can send one.
  expect((await checkout(request, key, 'wrong', 'bea@example.com')).status()).toBe(403);
  await expect(main.getByText('An unsigned call came in')).toBeVisible();
  await expect(main.getByText('4 of 4 steps left')).toBeVisible();

  await main.getByLabel('Signing secret').fill('the secret of the shop');
  await main.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(page.getByText('The secret of Shopify is saved.')).toBeVisible();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main.getByText('A secret is saved already')).toBeVisible();
  await main.getByRole('button', { name: 'Send a test event' }).click();
  await expect(main.locator('mark')).toContainText('Arrived');
  await expectAccessible(page);

  expect((await checkout(request, key, 'the secret of the shop', 'bea@example.com')).ok()).toBe(true);
  await expect(main.getByText('Verified: carts come in by themselves.')).toBeVisible();
  await expect(main.getByText('Connected', { exact: true }).first()).toBeVisible();
  await main.getByRole('tab', { name: 'Carts' }).click();
  await expect(main.getByRole('rowheader')).toHaveCount(1);

  await main.getByRole('tab', { name: 'Connect a shop' }).click();
  await main.getByRole('button', { name: 'Disconnect Shopify' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Shopify?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(main.getByText('Verified: carts come in by themselves.')).toBeVisible();
  await main.getByRole('button', { name: 'Disconnect Shopify' }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Shopify is disconnected.')).toBeVisible();
  await expect(main.getByText('4 of 4 steps left')).toBeVisible();
});

test('the script of one’s own pages is got, tested, renewed and disconnected, each with what it breaks', async ({
  page,
  request,
}) => {
  await signUp(page.request);
  await open(page, 'Connect a shop');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Your own pages' }).click();
  await expect(main.getByRole('button', { name: 'Send a test event' })).toBeDisabled();
  await main.getByRole('button', { name: 'Get the script' }).click();
  const script = main.getByLabel('Script', { exact: true });
  const keyOf = async () => /key=(rec_\w+)/.exec(await script.inputValue())?.[1] ?? '';
  const told = async (key: string) =>
    (await request.post(`/api/recovery/seen/${key}`, { form: { what: 'test', data: '{}' } })).status();
  const first = await keyOf();
  await main.getByRole('button', { name: 'Send a test event' }).click();
  await expect(main.locator('mark')).toContainText('Arrived');
  expect(await told(first)).toBe(200);
  await expect(main.getByText('Verified: carts come in by themselves.')).toBeVisible();

  await main.getByRole('button', { name: 'Renew key…' }).click();
  const renewal = page.getByRole('dialog', { name: 'Renew the key of your script?' });
  await expect(renewal).toContainText('stops working at once');
  await expectAccessible(page);
  await renewal.getByRole('button', { name: 'Renew key' }).click();
  await expect(page.getByText('Key renewed.')).toBeVisible();
  await expect(script).not.toHaveValue(new RegExp(first));
  const second = await keyOf();
  expect([await told(first), await told(second)]).toEqual([404, 200]);
  await main.getByRole('button', { name: 'Disconnect your pages…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(main.getByRole('button', { name: 'Get the script' })).toBeVisible();
  expect(await told(second)).toBe(404);
});

test('[law] a reported cart appears in all tabs and devices of its member, without a reload, nowhere else', async ({
  page,
  browser,
  hub,
  request,
}) => {
  await signUp(page.request);
  const { key } = await connectionOf(page.request);
  await page.request.put('/api/recovery/shops', { data: { shop: 'shopify', secret: 'shh' } });
  const fresh = async (more: object = {}) => {
    const context = await browser.newContext({ baseURL: hub.url, ...more });
    return { context, page: await context.newPage() };
  };
  const device = await fresh({ storageState: await page.context().storageState() });
  const stranger = await fresh();
  await signUp(stranger.page.request);
  const tab = await page.context().newPage();
  const mine = [page, tab, device.page];
  for (const each of [...mine, stranger.page]) {
    // Its server has answered: what comes from then on is new.
    const answered = each.waitForResponse((response) => response.url().endsWith('/api/recovery'));
    await each.goto('/automation');
    await answered;
    await expect(each.getByText('No abandoned carts yet')).toBeVisible();
  }
  // Twice and at once: one cart.
  await Promise.all([1, 2, 3].map(() => checkout(request, key, 'shh', 'bea@example.com')));
  for (const each of mine) {
    await each.bringToFront();
    await expect(each.getByRole('rowheader', { name: 'bea@example.com' })).toHaveCount(1);
    await expect(each.getByRole('rowheader')).toContainText('New');
  }
  await expect(stranger.page.getByText('No abandoned carts yet')).toBeVisible();

  await page.bringToFront();
  await page.getByRole('button', { name: 'bea@example.com' }).click();
  const receipt = page.getByRole('dialog').getByRole('region', { name: 'Cart' });
  await expect(receipt).toContainText('Field guide');
  await expect(receipt).toContainText('2 × €49.90');
  await expect(receipt).toContainText('€112');
  await expect(receipt).toContainText('From Shopify');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Open campaigns' })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await device.context.close();
  await stranger.context.close();
});

test('a cart leads on: its email as it will arrive, sent now or stopped, and its place in the shop', async ({
  page,
}) => {
  await signUp(page.request);
  await nameSender(page.request);
  await open(page, 'Campaigns');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Turn on' }).click();
  await expect(main.getByRole('button', { name: 'Turn off' })).toBeVisible();
  const restoreUrl = 'https://shop.example/cart/1';
  const cart = { email: 'bea@example.com', totalCents: 4900, consent: true, restoreUrl };
  await page.request.post('/api/recovery/carts', { data: cart });

  await main.getByRole('tab', { name: 'Carts' }).click();
  // Made-up carts are for who has none: they never stand before one’s own.
  await expect(main.getByLabel('Show sample data')).toBeHidden();
  await main.getByRole('button', { name: 'bea@example.com' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Open cart on shop.example' })).toHaveAttribute(
    'href',
    restoreUrl,
  );
  await dialog.getByRole('button', { name: 'See email' }).click();
  await expect(dialog.frameLocator('iframe').getByText('1 Mill Lane, York')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByText('Reminders for this cart are stopped.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume reminders' }).click();
  await dialog.getByRole('button', { name: 'Send message 1 now' }).click();
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('what is missing is said before a campaign is turned on; the preview is the mail as it arrives', async ({
  page,
}) => {
  await signUp(page.request);
  await open(page, 'Campaigns');
  const main = page.getByRole('main');
  const missing = main.getByRole('group', { name: 'Missing before you turn it on' });
  await expect(missing.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  // Pressed all the same, it says what stops it and leads to the first of it, to the very field.
  await main.getByRole('button', { name: 'Turn on' }).click();
  await expect(missing.getByRole('alert')).toHaveText(
    'Not turned on yet: your shop name and your postal address are missing.',
  );
  await expect(main.getByText('Couldn’t save')).toHaveCount(0);
  const lead = missing.getByRole('button', { name: 'Add your shop name' });
  await expect(lead).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(main.getByLabel('Shop name')).toBeFocused();
  await main.getByLabel('Shop name').fill('Birch Press');
  await main.getByLabel('Postal address').fill('1 Mill Lane, York');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await main.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(missing.getByRole('listitem')).toHaveCount(1);
  await expect(missing).toContainText('No shop sends carts yet.');

  const first = main.getByRole('region', { name: 'Message 1' });
  await first.getByLabel('Subject').fill('Still yours at {{Shop}}');
  await expect(first.getByRole('group', { name: 'In an inbox' })).toContainText('Still yours at Birch Press');
  const mail = first.frameLocator('iframe');
  await expect(mail.getByRole('link', { name: 'Open my cart' })).toBeVisible();
  await expect(mail.getByText('1 Mill Lane, York')).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  await first.getByRole('radio', { name: 'Plain text' }).check();
  await expect(first.locator('pre')).toContainText('Unsubscribe: ');
  await missing.getByRole('button', { name: 'Connect a shop' }).click();
  await expect(main.getByRole('heading', { name: 'Shopify', exact: true })).toBeVisible();
});
