import { request as ask } from 'node:http';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';

test('`hub console` shows orders, coupons and sales on loopback, and to nobody without the key', async ({
  page,
  request,
  hub,
}) => {
  await using opened = await hub.staying('console');
  const { origin, hostname, port, searchParams } = new URL(opened.line);
  expect(hostname).toBe('127.0.0.1');
  const email = `console.${Date.now().toString(36)}@example.com`;
  const placed = await request.post('/api/checkout', {
    data: {
      items: [{ id: 'solo-founder-security', quantity: 1, seenCents: 0 }],
      email,
      country: 'US',
      checkoutKey: `console${Date.now()}`.padEnd(26, 'k'),
      agreed: false,
      wantsNews: false,
      wantsReminders: false,
      seenTotalCents: 0,
    },
  });
  expect(placed.status(), await placed.text()).toBe(200);

  await page.goto(opened.line, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
  await page.getByRole('link', { name: 'Coupons' }).click();
  await expect(page.getByRole('link', { name: 'New coupon' })).toBeVisible();
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByLabel('Buyer, product, number, coupon, key or PayPal ID').fill(email);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ }).click();
  await expect(page.getByText(`thank-you?order=`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Resend the receipt' }).click();
  await page.getByRole('button', { name: 'Resend the receipt' }).click();
  await expect(page.getByRole('status')).toHaveText(`The receipt was sent to ${email}.`);

  const order = new URL(page.url()).pathname;
  const cookie = `hub-console-${port}=${searchParams.get('key') ?? ''}`;
  const statusOf = (method: string, headers: Record<string, string>, path = order) =>
    new Promise<number | undefined>((resolve, reject) => {
      ask({ host: hostname, port, path, method, headers }, (answer) => resolve(answer.resume().statusCode))
        .once('error', reject)
        .end();
    });
  expect(await statusOf('GET', { cookie })).toBe(200);
  expect(await statusOf('GET', {})).toBe(403);
  expect(await statusOf('GET', { cookie, host: `evil.example:${port}` })).toBe(421);
  for (const from of ['http://evil.example', 'null', origin.replace('127.0.0.1', 'localhost')])
    expect(await statusOf('POST', { cookie, origin: from }, `${order}/resend`), from).toBe(403);
});
