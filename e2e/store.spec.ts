import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { fillStorage, signUp, submit, typeCredentials } from './members.ts';

const keepCart = (page: Page, stored: string) =>
  page.addInitScript((value) => {
    // Only once: what the page itself stores afterwards must stay.
    if (sessionStorage.getItem('kept')) return;
    sessionStorage.setItem('kept', 'yes');
    localStorage.setItem('cart', value);
  }, stored);
const stored = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('cart') ?? 'null') as { id: string; quantity?: number }[] | null,
  );
const count = (page: Page) => page.getByTestId('cart-count');
const total = (page: Page) => page.getByTestId('cart-total');
const lines = (page: Page) => page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
const add = (page: Page, title: string) => page.getByRole('button', { name: `Add to cart: ${title}` });

test('[STORE-1] the store lists the products with pictures and leads to their pages; both fill the cart', async ({
  page,
}) => {
  await page.goto('/store');
  expect(await page.locator('main article').count()).toBeGreaterThanOrEqual(10);
  for (const image of await page.locator('main article img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0);
  }
  await add(page, 'Desk icons').click();
  await expect(count(page)).toHaveText('1');
  await page.locator('main').getByRole('link', { name: 'Desk icons', exact: true }).click();
  await expect(page).toHaveURL('/product/desk-icons');
  await expect(page.getByRole('heading', { level: 1, name: 'Desk icons' })).toBeVisible();
  await add(page, 'Desk icons').first().click();
  await expect(count(page)).toHaveText('2');
  // Adding appends: two items of one id.
  expect((await stored(page))?.map(({ id }) => id)).toEqual(['desk-icons', 'desk-icons']);
});

test('[STORE-1] a product page shows files, sizes, versions, licence and price, also to search engines', async ({
  page,
}) => {
  await page.goto('/product/node-postgres-starter');
  const inside = page.getByRole('region', { name: 'What’s inside' });
  await expect(inside.getByText('node-postgres-starter.zip')).toBeVisible();
  await expect(inside.getByText(/\d+ files, \d+ KB/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'License' })).toContainText(
    'One copy per person who edits them.',
  );
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('1.0');
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data ?? '')).toMatchObject({
    '@type': 'Product',
    sku: 'node-postgres-starter',
    offers: { '@type': 'Offer', price: '39.00', priceCurrency: 'USD' },
  });
  await page.getByRole('link', { name: /^Show image 2/ }).click();
  await expect(
    page.getByText('The test run: nine tests over real HTTP against a real database'),
  ).toBeVisible();
});

test('an unknown product is a 404 with a way on', async ({ page, allowError }) => {
  allowError(/404/);
  for (const id of ['no-such-thing', 'constructor', '%3Cscript%3E']) {
    expect((await page.goto(`/product/${id}`))?.status(), id).toBe(404);
    await expect(page.locator('main h1')).toBeVisible();
  }
});

test('searching, filtering and sorting write the address, and the address shows the same again', async ({
  page,
}) => {
  await page.goto('/store');
  await page.getByRole('searchbox').fill('invoice');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/store?q=invoice');
  await expect(page.locator('main article').first()).toContainText('Proposal and invoice pack');
  // Nothing is answered for a while: each choice goes on from what was asked last, and what is typed stays.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/store\/products\?/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('combobox').selectOption('name');
  await expect(page).toHaveURL('/store?q=invoice&sort=name');
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await page.getByRole('searchbox').fill('invoice p');
  await kinds.getByRole('link', { name: /^Templates/ }).click();
  await expect(page).toHaveURL('/store?q=invoice&kind=templates&sort=name');
  await expect(kinds.getByRole('link', { name: /^Templates/ })).toHaveAttribute('aria-current', /./);
  answer();
  await expect(page.getByRole('link', { name: 'Templates: remove this filter' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('invoice p');
  const shown = await page.locator('main article h2').allTextContents();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('invoice');
  expect(await page.locator('main article h2').allTextContents()).toEqual(shown);
  await page.goBack();
  await expect(page).toHaveURL('/store?q=invoice&sort=name');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/store');
});

test('a search that finds nothing offers what was probably meant', async ({ page }) => {
  await page.goto('/store?q=invioce');
  await page.getByRole('link', { name: 'invoice', exact: true }).click();
  await expect(page).toHaveURL('/store?q=invoice');
  await expect(page.locator('main article').first()).toBeVisible();
});

test('the store is searched and filtered without JavaScript', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${hub.url}/store?kind=spreadsheet`);
  await expect(page.locator('main article')).toHaveCount(2);
  await page.getByRole('searchbox').fill('runway');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/store\?.*q=runway/);
  await expect(page.locator('main article')).toHaveCount(1);
  await context.close();
});

test('[CART-1] the cart starts from what is saved, a missing quantity being one, and groups by id', async ({
  page,
}) => {
  await keepCart(
    page,
    '[{"id":"desk-icons"},{"id":"saas-launch-checklist","quantity":2},{"id":"desk-icons"}]',
  );
  await page.goto('/cart');
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByLabel('Quantity of Desk icons').last()).toHaveValue('2');
  await expect(count(page)).toHaveText('4');
  await expect(total(page)).toHaveText('$68');
});

test('[CART-1] contents that cannot be read count as empty, and hostile ones are only ever shown as text', async ({
  page,
}) => {
  await keepCart(page, '{not a cart');
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();

  const hostile = [
    { id: '<img src=x onerror=alert(1)>', title: '<script>alert(1)</script>', image: 'javascript:alert(1)' },
    { id: 'desk-icons', quantity: 1e9, seenCents: 'free', title: { a: 1 } },
    { id: '../../api/health', quantity: -5 },
    { id: 7, quantity: 1.5 },
    null,
  ];
  await page.evaluate((value) => localStorage.setItem('cart', value), JSON.stringify(hostile));
  await page.reload();
  await expect(lines(page)).toHaveCount(4);
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(lines(page).getByText('No longer sold')).toHaveCount(3);
  await expect(total(page)).toHaveText('$14,985');
});

test('[CART-2] a quantity, a removal, its undo and clearing are stored at once', async ({ page }) => {
  await keepCart(page, '[{"id":"desk-icons"},{"id":"saas-launch-checklist"},{"id":"desk-icons"}]');
  await page.goto('/cart');
  const icons = page.getByRole('group', { name: 'Quantity of Desk icons' });
  await icons.getByRole('button', { name: 'Increase' }).click();
  await expect(total(page)).toHaveText('$64');
  expect(await stored(page)).toEqual([{ id: 'desk-icons', quantity: 3 }, { id: 'saas-launch-checklist' }]);
  await icons.getByRole('textbox').fill('99999999999');
  await icons.getByRole('textbox').press('Enter');
  await expect(icons.getByRole('textbox')).toHaveValue('3');

  await page.getByRole('button', { name: 'Remove Desk icons' }).click();
  expect(await stored(page)).toEqual([{ id: 'saas-launch-checklist' }]);
  await expect(total(page)).toHaveText('$19');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await stored(page)).toEqual([{ id: 'desk-icons', quantity: 3 }, { id: 'saas-launch-checklist' }]);

  await page.getByRole('button', { name: 'Clear cart' }).click();
  expect(await stored(page)).toEqual([]);
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toHaveCount(2);
});

test('a changed price is shown with the one that was seen, and gone products are not in the total', async ({
  page,
}) => {
  await keepCart(
    page,
    '[{"id":"desk-icons","seenCents":1200},{"id":"sold-last-year","title":"Last year","seenCents":900}]',
  );
  await page.goto('/cart');
  await expect(page.getByText('Desk icons: $12 then, $15 now')).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Last year' })).toContainText('No longer sold');
  await expect(total(page)).toHaveText('$15');
  await page.getByRole('button', { name: 'Continue with the new price' }).click();
  await expect(page.getByText('A price has changed')).toHaveCount(0);
  expect(await stored(page)).toMatchObject([{ id: 'desk-icons', seenCents: 1500 }, { id: 'sold-last-year' }]);
});

test('a change in one tab is in the other one at once', async ({ page, context }) => {
  await page.goto('/cart');
  const other = await context.newPage();
  await other.goto('/product/desk-icons');
  await add(other, 'Desk icons').first().click();
  await expect(lines(page)).toHaveCount(1);
  await expect(count(page)).toHaveText('1');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Remove Desk icons' }).click();
  await expect(count(other)).toHaveText('0');
});

test('[CART-1] a guest’s cart joins the account’s at sign-in, and a change follows to other devices', async ({
  page,
  request,
}) => {
  const member = await signUp(request);
  const body = { items: [{ id: 'saas-launch-checklist' }], version: 0 };
  expect((await request.put('/api/cart', { data: body })).status()).toBe(200);
  await page.goto('/product/desk-icons');
  for (let times = 0; times < 2; times++)
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(count(page)).toHaveText('2');
  await page.goto('/signin?next=%2Fcart');
  await typeCredentials(page, member.email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/cart');
  await expect(lines(page)).toHaveCount(2);
  await expect(count(page)).toHaveText('3');
  await page.getByRole('button', { name: 'Remove Desk icons' }).click();
  const inAccount = async () => ((await (await request.get('/api/cart')).json()) as typeof body).items;
  await expect.poll(inAccount).toEqual([{ id: 'saas-launch-checklist' }]);
  expect(await stored(page)).toEqual([{ id: 'saas-launch-checklist' }]);
});

test('with no room left a guest is told that the cart is on this page alone', async ({ page }) => {
  await page.goto('/store');
  await fillStorage(page);
  await add(page, 'Desk icons').click();
  await page.getByRole('banner').getByRole('link', { name: /Cart/ }).click();
  await expect(page.getByText('This browser’s storage is full')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('fill-1000000-0'));
  await lines(page).getByRole('button', { name: 'Increase' }).click();
  await expect(page.getByText('This browser’s storage is full')).toBeHidden();
  expect(await stored(page)).toMatchObject([{ id: 'desk-icons', quantity: 2 }]);
});

test('without a connection the cart shows what is known and says when the total comes', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED/);
  await keepCart(page, '[{"id":"desk-icons","title":"Desk icons","seenCents":1500}]');
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$15');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Increase' }).click();
  await expect(page.getByText('The total comes back with the connection')).toBeVisible();
  await expect(total(page)).toHaveText('Not available');
  expect(await stored(page)).toMatchObject([{ id: 'desk-icons', quantity: 2 }]);
  await context.setOffline(false);
  await expect(total(page)).toHaveText('$30');
});

test('pictures may be kept for ever, and a page that the browser has is not sent again', async ({
  page,
  request,
}) => {
  await page.goto('/store');
  const src = (await page.locator('main article img').first().getAttribute('src')) ?? '';
  const picture = await request.get(src);
  expect(picture.headers()['cache-control']).toContain('immutable');
  const html = await request.get('/store');
  expect(
    (await request.get('/store', { headers: { 'if-none-match': html.headers()['etag'] ?? '' } })).status(),
  ).toBe(304);
});

test(
  'product page, filled cart and empty search are accessible in both themes',
  { tag: '@both' },
  async ({ page, allowError }) => {
    allowError(/401/);
    await keepCart(page, '[{"id":"desk-icons","seenCents":1200},{"id":"sold-last-year"}]');
    for (const [path, shown] of [
      ['/product/invoice-proposal-pack', page.getByRole('region', { name: 'What’s inside' })],
      ['/cart', total(page)],
      ['/store?q=zzzzz', page.getByRole('button', { name: 'Clear filters' })],
      ['/store?kind=code', page.locator('main article').first()],
    ] as const) {
      await page.goto(path);
      await expect(shown).toBeVisible();
      await expectAccessibleInBothThemes(page);
    }
  },
);
