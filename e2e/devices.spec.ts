import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { builder, inAccount, nameOf as funnelName } from './funnel-hands.ts';
import { fillStorage, signIn, signUp } from './members.ts';

/** What one device does is right, and said, on the other one of the same person. */

const generator = '/tools/classic-template-generator';
const nameOf = (page: Page, side: string) => page.getByRole('group', { name: side }).getByLabel('Name');
const isKept = (of: Page) =>
  of.waitForResponse(
    (answer) => answer.url().includes('/api/saved-forms/mutual-nda') && answer.request().method() === 'PUT',
  );

test('what one device saved is gone from the other’s form at its next look; what was typed since stays', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  const member = await signUp(page.request);
  await page.goto(`${generator}?document=mutual-nda`);
  const kept = isKept(page);
  await nameOf(page, 'Their side').fill('First Client');
  await nameOf(page, 'Your side').fill('Wren Studio');
  await kept;

  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, member);
  await other.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(other, 'Their side')).toHaveValue('First Client');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/[?&]template=tpl_/);
  const typed = isKept(other);
  await nameOf(other, 'Their side').fill('Second Client');
  await typed;
  await expect(nameOf(other, 'Your side')).toHaveValue('');
  await expect(nameOf(other, 'Their side')).toHaveValue('Second Client');

  // The first device looks at the form again: nothing of the second client goes, nothing is asked.
  await page.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(page, 'Their side')).toHaveValue('Second Client');
  await other.reload();
  await expect(nameOf(other, 'Their side')).toHaveValue('Second Client');
  await expect(other.getByText('The other answer was')).toHaveCount(0);
  await elsewhere.close();
});

test('a save without a line empties the form for the other devices from whichever page has one again', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED.*saved-forms/);
  await signUp(page.request);
  await page.goto(`${generator}?document=mutual-nda`);
  const kept = isKept(page);
  await nameOf(page, 'Their side').fill('First Client');
  await kept;
  const content = async () => {
    const answer = await page.request.get('/api/saved-forms/mutual-nda');
    return ((await answer.json()) as { record: { data: { content: string } } }).record.data.content;
  };
  await expect.poll(content).toContain('First Client');
  await page.route('**/api/saved-forms/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/[?&]template=tpl_/);
  expect(await content()).toContain('First Client');
  await page.unroute('**/api/saved-forms/**');
  await page.goto('/about');
  await expect.poll(content).not.toContain('First Client');
});

test('what was typed in the second before leaving the page or signing out is on the other device', async ({
  page,
  browser,
  hub,
  watch,
  allowError,
}) => {
  allowError(/ERR_FAILED.*saved-forms|status of 401/);
  const member = await signUp(page.request);
  await page.goto(`${generator}?document=mutual-nda`);
  // The page goes, and nothing that it sends on its way arrives.
  await page.route('**/api/saved-forms/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await nameOf(page, 'Your side').fill('Wren Studio');
  await page.waitForTimeout(300);
  await page.goto('/about');
  await page.unroute('**/api/saved-forms/**');
  const kept = isKept(page);
  await page.reload();
  await kept;
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Their side').fill('Last Second');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of / })
    .click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/signin/);

  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, member);
  await other.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(other, 'Your side')).toHaveValue('Wren Studio');
  await expect(nameOf(other, 'Their side')).toHaveValue('Last Second');
  await elsewhere.close();
});

test('where a device has no room left, cart and branding are in the account all the same', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/dashboard/branding');
  const branding = page.getByRole('main');
  const sent = (path: string) =>
    page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() === 'PUT');
  const first = sent('/api/branding');
  await branding.getByLabel('Phone').fill('1');
  await first;
  await expect(branding.getByText('Saved to your account')).toBeVisible();
  await fillStorage(page);
  const second = sent('/api/branding');
  await branding.getByLabel('Phone').fill('+353 1 555 0100 to be sure');
  await second;
  await page.reload();
  await expect(branding.getByLabel('Phone')).toHaveValue('+353 1 555 0100 to be sure');
  await page.goto('/store');
  const cart = sent('/api/cart');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .*to cart/i })
    .first()
    .click();
  await cart;
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
});

test('what another device put in the bin is brought back by a save with a word, and can go there again', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Their side').fill('First Client');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Saved as a new document/)).toBeVisible();
  const head = async () => {
    const answer = await page.request.get('/api/saved/changes');
    type Head = { id: string; contentVersion: number; deletedAt: string | null };
    return ((await answer.json()) as { heads: [Head] }).heads[0];
  };
  const { id, contentVersion: base } = await head();
  const removed = await page.request.delete(`/api/saved/${id}`, { data: { key: 'other-device-1', base } });
  expect(removed.status()).toBe(200);
  await nameOf(page, 'Their side').fill('First Client Ltd');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/was in the bin\. Saving it restored it/)).toBeVisible();
  await expect.poll(async () => (await head()).deletedAt).toBeNull();
  await page.getByRole('button', { name: 'Move to Bin' }).click();
  await expect.poll(async () => (await head()).deletedAt).not.toBeNull();
});

test('an edit of a funnel that came second is said on the page it is sent from, and leads to its copy', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED.*\/api\/funnels/);
  await signUp(page.request);
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Waitlist' }).click();
  await inAccount(page);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const there = await page.request.get(`/api/funnels/${id}`);
  const { funnel, head } = (await there.json()) as { funnel: object; head: { contentVersion: number } };
  await page.route(`**/api/funnels/${id}`, (route) => route.abort());
  await funnelName(page).fill('From this device');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: /^Saved on this device$/ })).toBeVisible();
  await page.goto('/about');
  const data = { key: 'other-device-1', base: head.contentVersion, funnel: { ...funnel, name: 'Theirs' } };
  expect((await page.request.put(`/api/funnels/${id}`, { data })).status()).toBe(200);
  await page.unroute(`**/api/funnels/${id}`);
  await page.reload();
  await expect(page.getByText(/A funnel was changed on two devices\. Both are saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page).toHaveURL(/funnel-builder\?id=/);
  expect(new URL(page.url()).searchParams.get('id')).not.toBe(id);
  await expect(funnelName(page)).toHaveValue('From this device');
});

async function saveWhatIs(page: Page, theirs: string): Promise<void> {
  await expect(nameOf(page, 'Their side')).toHaveValue(theirs);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/&template=/);
}

for (const isSavedAgain of [false, true])
  test(`saved and reloaded in one moment${isSavedAgain ? ', and saved again,' : ''}: in the list, once`, async ({
    page,
  }) => {
    await signUp(page.request);
    await page.goto(`${generator}?document=mutual-nda`);
    await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible();
    await nameOf(page, 'Their side').fill('First Client');
    await page.waitForLoadState('networkidle');
    const reloaded = page.waitForEvent('load');
    await page
      .getByRole('button', { name: 'Save', exact: true })
      .evaluate((button: HTMLElement) => (button.click(), window.location.reload()));
    await reloaded;
    if (isSavedAgain) await saveWhatIs(page, 'First Client');
    await page.goto('/dashboard/templates');
    const rows = page.getByRole('grid', { name: 'Saved templates' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Mutual non-disclosure agreement' })).toHaveCount(1);
    const heads = async () =>
      ((await (await page.request.get('/api/saved/changes')).json()) as { heads: object[] }).heads.length;
    await expect.poll(heads).toBe(1);
  });
