// Long because: what a browser may hold is read in one place, for everybody who comes and goes.
import type { Page } from '@playwright/test';
import { cacheNames, databases, declared } from '../src/platform/web/keys.ts';
import { expect, test } from './fixtures.ts';
import { builder, nameOf, saved } from './funnel-hands.ts';
import { newEmail, openUserMenu, password, signUp, submit, typeCredentials, waitLonger } from './members.ts';

const generator = '/tools/classic-template-generator';
const nda = `${generator}?document=mutual-nda`;
const side = (page: Page, name: string) => page.getByRole('group', { name }).getByLabel('Name');

test.beforeEach(({ context }) => waitLonger(context));

const known = (page: Page, name = 'Ada Lovelace') =>
  expect(page.getByRole('banner').getByRole('button', { name: `Account of ${name}` })).toBeVisible();

async function logOut(page: Page): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin?next=/about');
  await typeCredentials(page, email);
  await submit(page, 'Sign In');
  await expect(page).toHaveURL('/about');
}

/** Everything in this browser, as pieces of [place, owner or null, text]. */
const everything = (page: Page, names: readonly string[]) =>
  page.evaluate(async (databaseNames) => {
    const all: { area: string; name: string; owner: string | null; text: string }[] = [];
    for (const area of ['localStorage', 'sessionStorage'] as const)
      for (const [name, text] of Object.entries(window[area] as Record<string, string>))
        all.push({ area, name, owner: null, text });
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error as Error));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!databaseNames.includes(name))
        all.push({ area: 'undeclared database', name, owner: null, text: '' });
      const db = await open(name);
      for (const store of db.objectStoreNames) {
        const lines = await new Promise<{ owner: string }[]>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result as { owner: string }[]));
        });
        for (const line of lines)
          all.push({ area: `database ${name}`, name: store, owner: line.owner, text: JSON.stringify(line) });
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        all.push({ area: `cache ${name}`, name: request.url, owner: null, text });
      }
    }
    return all;
  }, names);

/** What is here and not locked to `uid`; and that nothing is here which the table does not know. */
async function reachableBut(page: Page, uid: string): Promise<string> {
  const pieces = await everything(page, databases);
  const undeclared = pieces.filter(({ area, name }) => {
    if (area.endsWith('Storage')) return declared(name.replace(/@[\w-]+$/, '')) === null;
    if (area.startsWith('cache ')) {
      const cache = area.slice('cache '.length);
      return !cache.startsWith('hub ') && !cacheNames.some((one) => one === cache);
    }
    return area === 'undeclared database';
  });
  expect(undeclared.map(({ area, name }) => `${area} ${name}`)).toEqual([]);
  const isLocked = ({ name, owner }: (typeof pieces)[number]) => owner === uid || name.endsWith(`@${uid}`);
  return pieces
    .filter((piece) => !isLocked(piece))
    .map(({ area, name, text }) => `${area} ${name}: ${text}`)
    .join('\n');
}

/** What somebody sees on these pages: the words, and what stands in the fields. */
async function seenOn(page: Page, paths: string[]): Promise<string> {
  const seen: string[] = [];
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(600);
    const fields = page.locator('input:not([type=file]), textarea, [contenteditable=true]');
    const values = await fields.evaluateAll((all) =>
      all.map((one) => (one as HTMLInputElement).value ?? one.textContent),
    );
    seen.push(`${path}: ${await page.locator('body').innerText()} ${values.join(' ')}`);
  }
  return seen.join('\n');
}

const paths = [
  nda,
  generator,
  '/tools/document-editor?draft=mutual-nda',
  '/tools/template-generator',
  '/contact',
  '/donate',
  '/cart',
  '/automation',
  builder,
];
const mine = /\bof-ada-\w+/;

test('what a member typed is nowhere for the next person at this browser, and there again for its owner', async ({
  page,
  allowError,
}) => {
  test.setTimeout(240_000);
  allowError(/ERR_FAILED|status of 40[01]/);
  const { email } = await signUp(page.request);
  await page.goto('/about');
  await known(page);
  const { uid } = (await (await page.request.get('/api/auth/session')).json()).user as { uid: string };

  // Nothing of it reaches the account: all of it is unsent.
  await page.route(/\/api\/(saved|forms|funnels|branding|recovery|cart)/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.goto(nda);
  await side(page, 'Your side').fill('of-ada-answers');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit the text' }).click();
  await page.getByLabel('Name', { exact: true }).fill('of-ada-edited');
  await page.goto(`${generator}?document=invoice`);
  await page.getByLabel('Your tax or VAT number').fill('of-ada-saved');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template saved locally (Firestore unavailable)')).toBeVisible();
  await page.goto('/tools/template-generator');
  await page.getByLabel('What do you need?').fill('of-ada-request');
  await page.goto('/contact');
  await page.getByLabel('Message', { exact: true }).fill('of-ada-message');
  await page.goto('/donate');
  await page.getByLabel('Message').fill('of-ada-donation');
  await page.goto('/dashboard/branding');
  await page.getByLabel('Company name').fill('of-ada-company');
  await page.goto('/store');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .*to cart/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Your question').fill('of-ada-chat');
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await nameOf(page).fill('of-ada-funnel');
  await page.keyboard.press('Tab');
  await saved(page);
  await page.waitForTimeout(1000);

  await page.goto('/about');
  await logOut(page);
  expect(await reachableBut(page, uid)).not.toMatch(mine);
  expect(await seenOn(page, paths)).not.toMatch(mine);

  const other = newEmail('ben');
  await page.request.post('/api/auth/sign-up', {
    data: { displayName: 'Ben Abara', email: other, password },
  });
  await page.goto('/about');
  await known(page, 'Ben Abara');
  await expect(page.getByText(/left on this device/)).toHaveCount(0);
  expect(
    await seenOn(page, [...paths, '/dashboard', '/dashboard/branding', '/dashboard/templates']),
  ).not.toMatch(mine);
  expect(await reachableBut(page, uid)).not.toMatch(mine);
  expect(await page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]');
  await page.goto('/about');
  await logOut(page);

  await page.unroute(/\/api\/(saved|forms|funnels|branding|recovery|cart)/);
  await logIn(page, email);
  const again = await seenOn(page, [...paths, '/dashboard', '/dashboard/branding', '/dashboard/templates']);
  for (const what of ['answers', 'edited', 'request', 'message', 'donation', 'company'])
    expect(again, what).toContain(`of-ada-${what}`);
  await expect
    .poll(async () => (await (await page.request.get('/api/saved/changes')).json()).heads.length)
    .toBe(1);
  await expect
    .poll(async () => {
      const { heads } = await (await page.request.get('/api/funnels?after=0')).json();
      return (await page.request.get(`/api/funnels/${heads[0]?.id}`)).text();
    })
    .toContain('of-ada-funnel');
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"id"');
});

test('what a guest wrote in this visit joins the account at once; what was there before is offered', async ({
  page,
  context,
  request,
}) => {
  const { email } = await signUp(request);
  await page.goto(nda);
  await side(page, 'Your side').fill('Wren of an earlier visit');
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await saved(page);
  await page.close();

  const later = await context.newPage();
  await later.goto(`${generator}?document=invoice`);
  await later.getByLabel('Your tax or VAT number').fill('of this visit');
  await logIn(later, email);
  const offer = later.getByText('A document and a funnel were left on this device');
  await expect(offer).toBeVisible();
  expect(await seenOn(later, [nda, builder])).not.toContain('Wren of an earlier visit');
  await later.goto(`${generator}?document=invoice`);
  await expect(later.getByLabel('Your tax or VAT number')).toHaveValue('of this visit');

  await later.getByRole('button', { name: 'Not now' }).click();
  await later.reload();
  await known(later);
  await expect(offer).toHaveCount(0);
  const third = await context.newPage();
  await third.goto(nda);
  await third.getByRole('button', { name: 'Add to my account' }).click();
  await expect(third.getByText('Added to your account.')).toBeVisible();
  await expect(side(third, 'Your side')).toHaveValue('Wren of an earlier visit');
  await expect
    .poll(async () => JSON.stringify(await (await third.request.get('/api/funnels?after=0')).json()))
    .toContain('"slug"');
});

test('what is not theirs stays on the device, is not asked about again, and can be deleted', async ({
  page,
  context,
  request,
}) => {
  const { email } = await signUp(request);
  await page.goto(nda);
  await side(page, 'Your side').fill('Wren of somebody');
  await page.close();
  const later = await context.newPage();
  await logIn(later, email);
  await later.getByRole('button', { name: 'Not mine' }).click();
  await later.reload();
  await known(later);
  await expect(later.getByText(/left on this device/)).toHaveCount(0);
  await logOut(later);
  await later.goto(nda);
  await expect(side(later, 'Your side')).toHaveValue('Wren of somebody');
});

test('everything that was made offline can be added to the account, whatever its kind', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const { email } = await signUp(request);
  await page.goto('/about');
  await page.evaluate(() => {
    const user = { uid: 'offline_1795000000000', email: 'offline@example.com', displayName: 'Offline User' };
    localStorage.setItem('offlineUser', JSON.stringify({ ...user, isOffline: true }));
  });
  await page.goto(nda);
  await side(page, 'Your side').fill('made-offline-answers');
  await page.goto(`${generator}?document=invoice`);
  await page.getByLabel('Your tax or VAT number').fill('made-offline-saved');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/saved on this device|saved locally/i).first()).toBeVisible();
  await page.goto('/dashboard/branding');
  await page.getByLabel('Company name').fill('made-offline-company');
  await page.goto('/store');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .*to cart/i })
    .first()
    .click();
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await nameOf(page).fill('made-offline-funnel');
  await page.keyboard.press('Tab');
  await saved(page);
  await page.goto('/automation');
  await page.evaluate(() => {
    const cart = { id: 'local_one', status: 'abandoned', email: 'made-offline@example.com', totalCents: 100 };
    const state = JSON.parse(localStorage.getItem('automationData') ?? '{}') as object;
    localStorage.setItem('automationData', JSON.stringify({ ...state, abandonedCarts: [cart] }));
  });
  await page.reload();
  await expect(page.getByText('made-offline@example.com')).toBeVisible();
  await page.waitForTimeout(1000);
  await page.goto('/about');
  await (await openUserMenu(page)).getByRole('menuitem', { name: /Logout|Sign Out|Leave/ }).click();
  await expect(page).toHaveURL(/\/signin/);

  await logIn(page, email);
  await page.getByRole('button', { name: 'Add to my account' }).click();
  await expect(page.getByText('Added to your account.')).toBeVisible();
  const account = async (path: string) => (await page.request.get(path)).text();
  await expect.poll(() => account('/api/cart')).toContain('"id"');
  await expect
    .poll(async () => {
      const { heads } = await (await page.request.get('/api/funnels?after=0')).json();
      return account(`/api/funnels/${heads[0]?.id}`);
    })
    .toContain('made-offline-funnel');
  await expect
    .poll(async () => (await (await page.request.get('/api/saved/changes')).json()).heads.length)
    .toBe(1);
  const seen = await seenOn(page, [nda, '/dashboard/branding', '/automation']);
  for (const what of ['answers', 'company']) expect(seen, what).toContain(`made-offline-${what}`);
  expect(seen).toContain('Only on this device: 1 cart');
  await expect.poll(() => account('/api/branding')).toContain('made-offline-company');
  await page.getByRole('button', { name: 'Add to account' }).click();
  await expect.poll(() => account('/api/recovery')).toContain('made-offline@example.com');
});

test('a guest is told what was written here before their visit, and can start empty without losing it', async ({
  page,
  context,
}) => {
  const request = (of: Page) => of.getByLabel('What do you need?');
  const said = (of: Page) => of.getByText(/written earlier on this device$/);
  await page.goto(nda);
  await side(page, 'Your side').fill('Wren of somebody');
  await page.goto('/tools/template-generator');
  await request(page).fill('An NDA for Wren');
  await page.reload();
  await expect(request(page)).toHaveValue('An NDA for Wren');
  await expect(said(page)).toHaveCount(0);
  await page.close();

  const later = await context.newPage();
  await later.goto('/tools/template-generator');
  await expect(request(later)).toHaveValue('An NDA for Wren');
  await expect(said(later)).toBeVisible();
  await later.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(said(later)).toHaveCount(0);
  await later.reload();
  await expect(request(later)).toHaveValue('An NDA for Wren');
  await expect(said(later)).toHaveCount(0);
  await later.goto(nda);
  await expect(said(later)).toBeVisible();
  await later.getByRole('button', { name: 'Start empty' }).click();
  await expect(side(later, 'Your side')).toHaveValue('');
  await later.getByRole('button', { name: 'Switch to it' }).click();
  await expect(side(later, 'Your side')).toHaveValue('Wren of somebody');
});

test('names from the home page replace nobody’s earlier answers for good', async ({ page, context }) => {
  await page.goto(nda);
  await side(page, 'Your side').fill('Wren of somebody');
  await page.close();

  const later = await context.newPage();
  await later.goto('/');
  await later.getByLabel('Your company').fill('Halden');
  await later.getByRole('link', { name: 'Continue in the generator' }).click();
  await expect(side(later, 'Your side')).toHaveValue('Halden');
  for (const name of ['Wren of somebody', 'Halden']) {
    await later.getByRole('button', { name: 'Switch to it' }).click();
    await expect(side(later, 'Your side')).toHaveValue(name);
  }
});

test('a guest who types another name on the home page replaces their own', async ({ page }) => {
  for (const name of ['Halden', 'Halden Analytics']) {
    await page.goto('/');
    await page.getByLabel('Your company').fill(name);
    await page.getByRole('link', { name: 'Continue in the generator' }).click();
    await expect(side(page, 'Your side')).toHaveValue(name);
  }
  await expect(page.getByRole('button', { name: 'Switch to it' })).toHaveCount(0);
});

test('a member’s order is closed to whoever comes after their logout, in another tab and by Back', async ({
  page,
  hub,
}) => {
  await hub.command('coupons', 'add', 'LEAVES100', '100%');
  const { email } = await signUp(page.request);
  await page.goto('/checkout?buy=invoice-proposal-pack');
  await page.getByLabel('Country').selectOption('US');
  await page.getByText('Coupon, or a name on the invoice').click();
  await page.getByLabel(/^Coupon/).fill('LEAVES100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(page).toHaveURL(/\/thank-you\?order=ord_\w+$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('main').getByText(email)).toBeVisible();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/signin/);
    await tab.goBack();
    await expect(tab).not.toHaveURL(/thank-you/);
    await expect(tab.locator('body')).not.toContainText(email);
  }
});

test('Back fills in nothing that somebody typed who has left, and for whoever stays it is still there', async ({
  page,
}) => {
  const places: [path: string, label: string][] = [
    ['/contact', 'Message'],
    ['/tools/template-generator', 'What do you need?'],
    ['/newslettersignup', 'Your email'],
  ];
  const field = (label: string) => page.getByRole('main').getByLabel(label).first();
  const footer = page.getByRole('contentinfo').locator('input[type="email"]');
  await signUp(page.request);
  await page.goto('/contact');
  await field('Message').fill('Meadow lantern');
  await page.goto('/about');
  await page.goBack();
  await expect(field('Message')).toHaveValue('Meadow lantern');
  for (const [path, label] of places) {
    await page.goto(path);
    await field(label).fill(`meadow-${label.length}@example.com`);
    await footer.fill('meadow-foot@example.com');
    await page.waitForTimeout(700);
  }
  await page.goto('/about');
  await logOut(page);
  for (const [path, label] of places.toReversed()) {
    while (new URL(page.url()).pathname !== path) await page.goBack();
    await page.waitForTimeout(1000);
    await expect(field(label)).toHaveValue('');
    await expect(footer).toHaveValue('');
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('"hub.contactDraft":"{');
  }
});
