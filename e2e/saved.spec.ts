// Long because: every way in which a template could be lost is tried here, with what they share above them.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { quietPort, startHub } from './hub.ts';
import { fillStorage } from './members.ts';

const password = 'correct horse battery';
let people = 0;

async function signUp(page: Page, hubUrl = ''): Promise<void> {
  await page.goto(`${hubUrl}/signup`);
  const answer = await page.request.post(`${hubUrl}/api/auth/sign-up`, {
    headers: { origin: new URL(page.url()).origin },
    data: {
      email: `saved-${Date.now()}-${++people}@example.com`,
      password,
      displayName: 'Ada',
      attempt: `attempt${Date.now()}${people}abcdef`.slice(0, 24),
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Templates of one's own, written past the screens: what is tried here is what becomes of them. */
async function add(page: Page, name: string, content = '<p>text</p>'): Promise<string> {
  const id = `tpl_${Math.random().toString(36).slice(2)}`;
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`${origin}/api/saved`, {
    headers: { origin },
    data: { key: `key-${id}-0000000`, id, name, content, fields: [], formData: {} },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return id;
}

/** By hand, as often as it takes, or by itself where that is quicker. */
async function arrives(page: Page): Promise<void> {
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => {});
    await expect(page.getByText(/not synced yet/)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Saved templates' }).getByRole('row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/templates');
  await expect(page.locator('[data-status="connected"]')).toBeVisible();
}

test('on a phone a long name has two lines, in the list and under its page @phone', async ({ page }) => {
  await signUp(page);
  const name = 'Contractor agreement, Halden Analytics GmbH';
  await add(page, name);
  await open(page);
  const isWhole = () =>
    row(page, name)
      .getByRole('button', { name, exact: true })
      .evaluate((button) => button.scrollHeight <= button.clientHeight + 1 && button.clientHeight > 40);
  await expect.poll(isWhole).toBe(true);
  await page.getByRole('radio', { name: 'Pages' }).check({ force: true });
  await expect(row(page, name).getByRole('button', { name, exact: true })).toHaveCSS(
    '-webkit-line-clamp',
    '2',
  );
});

test('in forced colors the bar of a plan that is used up and the place one is at are still seen', async ({
  page,
}) => {
  await signUp(page);
  for (let at = 0; at < 5; at++) await add(page, `Template ${at}`);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const bar = page.getByRole('meter', { name: /^5 of 5 saved templates/ });
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(bar.locator('i')).not.toHaveCSS('background-color', canvas);
  await expect(bar.locator('i')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const here = page.getByRole('navigation').locator('[aria-current]').filter({ hasText: 'Saved templates' });
  await expect(here.first()).toHaveCSS('outline-style', 'solid');
});
async function rename(page: Page, from: string, to: string): Promise<void> {
  await row(page, from)
    .getByRole('button', { name: `More for ${from}` })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(to);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, to)).toBeVisible();
}

test('Tab comes to one row of the list, the one that somebody is at, then to its menu, then out', async ({
  page,
}) => {
  await signUp(page);
  for (const name of ['One', 'Two', 'Three', 'Four']) await add(page, name);
  await open(page);
  await expect(rows(page)).toHaveCount(4);
  const at = (index: number) => page.locator(`[role="row"][data-index="${index}"]`);
  await at(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(at(2)).toBeFocused();
  const menu = at(2).getByRole('button', { name: /^More for / });
  await page.keyboard.press('Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(at(2)).toBeFocused();
});

test('[LIST-1] a template that is saved elsewhere shows at once, and one of somebody else never', async ({
  page,
  browser,
  watch,
}) => {
  await signUp(page);
  await open(page);
  await add(page, 'Mutual NDA');
  await expect(row(page, 'Mutual NDA')).toBeVisible();
  const context = await browser.newContext();
  watch(context);
  const other = await context.newPage();
  await signUp(other, new URL(page.url()).origin);
  await other.goto(new URL('/dashboard/templates', page.url()).href);
  await expect(other.getByText('No templates yet')).toBeVisible();
  await context.close();
});

test('a change from elsewhere moves its row, and leaves alone the menu and the focus of who is at another', async ({
  page,
}) => {
  await signUp(page);
  const first = await add(page, 'First');
  await add(page, 'Second');
  await add(page, 'Third');
  await open(page);
  const change = async (name: string, key: string) => {
    const origin = new URL(page.url()).origin;
    const answer = await page.request.patch(`${origin}/api/saved/${first}`, {
      headers: { origin },
      data: { key, base: 1, name },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    await expect(row(page, name)).toHaveAttribute('aria-rowindex', '1');
  };
  await row(page, 'Second').focus();
  await change('First, changed', 'key-moved-0000001');
  await expect(row(page, 'Second')).toBeFocused();
  await row(page, 'Second').getByRole('button', { name: 'More for Second' }).click();
  await row(page, 'Third').getByRole('button', { name: 'Star Third' }).dispatchEvent('click');
  await expect(row(page, 'Third')).toHaveAttribute('aria-rowindex', '1');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Second');
});

test('[LIST-5] deleting says so, and undo brings it back', async ({ page }) => {
  await signUp(page);
  await add(page, 'Invoice');
  await open(page);
  await row(page, 'Invoice').getByRole('button', { name: 'More for Invoice' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Template deleted successfully!')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Invoice')).toBeVisible();
  await page.reload();
  await expect(row(page, 'Invoice')).toBeVisible();
});

test('what is changed without a network waits on this device, survives a reload, and arrives later', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signUp(page);
  await add(page, 'Draft');
  await open(page);
  await context.route('**/api/saved/tpl_*', (route) => route.abort('internetdisconnected'));
  await rename(page, 'Draft', 'Written on the train');
  await expect(page.getByText('1 change not synced yet')).toBeVisible();
  await page.reload();
  await expect(row(page, 'Written on the train')).toBeVisible();
  await expect(page.getByText('1 change not synced yet')).toBeVisible();
  await context.unroute('**/api/saved/tpl_*');
  await arrives(page);
  const changes = await (await page.request.get(new URL('/api/saved/changes', page.url()).href)).json();
  expect(changes.heads.map(({ name }: { name: string }) => name)).toEqual(['Written on the train']);
});

test('what a browser keeps from before lists had an order in it is listed, and what waits there is sent', async ({
  page,
}) => {
  await signUp(page);
  const id = await add(page, 'As it was');
  await page.evaluate(
    async (its) => {
      const { user } = await (await fetch('/api/auth/session')).json();
      const [head] = (await (await fetch('/api/saved/changes')).json()).heads;
      const opening = indexedDB.open('hub', 1);
      opening.addEventListener('upgradeneeded', () => {
        const { result: db } = opening;
        for (const store of ['kept', 'bodies'])
          db.createObjectStore(store, { keyPath: ['owner', 'kind', 'id'] });
        db.createObjectStore('waiting', { keyPath: ['owner', 'seq'] });
        db.createObjectStore('asides', { keyPath: ['owner', 'kind', 'id', 'at'] });
        db.createObjectStore('places', { keyPath: ['owner', 'name'] });
      });
      await new Promise((resolve, reject) => {
        opening.addEventListener('success', resolve);
        opening.addEventListener('error', reject);
      });
      const tx = opening.result.transaction(['kept', 'waiting'], 'readwrite');
      const key = { owner: user.uid, kind: 'saved', id: its.id };
      tx.objectStore('kept').put({ ...key, remote: head, local: { ...head, name: 'Renamed before' } });
      const op = { what: 'change', key: 'key-before-00000001', base: 1, payload: { name: 'Renamed before' } };
      const rest = { at: head.updatedAt, tries: 0, refusal: null, isFork: false, hasText: false };
      tx.objectStore('waiting').put({ ...key, seq: 1, op, ...rest });
      await new Promise((resolve) => tx.addEventListener('complete', resolve));
      opening.result.close();
    },
    { id },
  );
  await open(page);
  await expect(row(page, 'Renamed before')).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get('/api/saved/changes')).json()).heads[0].name)
    .toBe('Renamed before');
});

test('what was saved offline without an account is offered to who signs in, and goes there when wanted', async ({
  page,
}) => {
  await page.goto('/about');
  await page.evaluate(() => {
    const user = {
      uid: 'offline_1795000000000',
      email: 'offline@devpreneur.local',
      displayName: 'Offline User',
    };
    localStorage.setItem('offlineUser', JSON.stringify({ ...user, isOffline: true }));
  });
  await page.goto('/tools/classic-template-generator?document=invoice');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template saved locally (Firestore unavailable)')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('offlineUser'));
  await signUp(page);
  await open(page);
  await expect(page.getByText(/left on this device/)).toBeVisible();
  await expect(row(page, 'Invoice')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to my account' }).click();
  await expect(row(page, 'Invoice')).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get('/api/saved/changes')).json()).heads.length)
    .toBe(1);
  const local = await page.evaluate(() => localStorage.getItem('localSavedTemplates'));
  expect(local).not.toContain('offline_');
});

test('a hub that is killed in the middle of saving loses nothing that waits', async ({
  browser,
  watch,
  allowError,
}) => {
  allowError(
    /ERR_CONNECTION_REFUSED|Failed to fetch|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED/,
  );
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-'));
  const env = { PORT: String(await quietPort()) };
  const first = await startHub({ dataDir, env });
  const context: BrowserContext = await browser.newContext({ baseURL: first.url });
  watch(context);
  const page = await context.newPage();
  await signUp(page, first.url);
  await add(page, 'Before');
  await open(page);
  await first.stop('SIGKILL');
  await rename(page, 'Before', 'While it was dead');
  await expect(page.getByText('1 change not synced yet')).toBeVisible();
  const second = await startHub({ dataDir, env });
  await arrives(page);
  const changes = await (await page.request.get(`${second.url}/api/saved/changes`)).json();
  expect(changes.heads[0].name).toBe('While it was dead');
  await context.close();
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('two tabs show the same, and a tab that is closed in the middle leaves its work to the other', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_FAILED|Failed to fetch/);
  await signUp(page);
  await add(page, 'Shared');
  await open(page);
  const second = await context.newPage();
  await open(second);
  // A tab in the background draws once a second.
  await page.bringToFront();
  await rename(page, 'Shared', 'Renamed in the first');
  await expect(row(second, 'Renamed in the first')).toBeVisible();
  await context.route('**/api/saved/tpl_*', (route) => route.abort());
  await rename(page, 'Renamed in the first', 'Closed before it was sent');
  await page.close();
  await context.unroute('**/api/saved/tpl_*');
  await expect(row(second, 'Closed before it was sent')).toBeVisible();
  await arrives(second);
});

test('the saved screen is accessible in both themes, with templates, its dialog and nothing @both', async ({
  page,
}) => {
  await signUp(page);
  await open(page);
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await add(page, 'Mutual NDA');
  await add(page, 'Invoice');
  await expect(row(page, 'Invoice')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await row(page, 'Invoice').getByRole('button', { name: 'More for Invoice' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a press anywhere on a row opens it on paper, and it leaves as Word, Markdown and HTML, too', async ({
  page,
}) => {
  await signUp(page);
  await add(page, 'Mutual NDA', '<h1>Mutual NDA</h1><p>Between {{ClientName}} and us.</p>');
  await open(page);
  const box = await row(page, 'Mutual NDA').boundingBox();
  // Far from its name, where there are only words about it and the row itself.
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  const dialog = page.getByRole('dialog', { name: 'Mutual NDA' });
  await expect(dialog.getByRole('region', { name: 'Page of Mutual NDA' })).toContainText('and us.');
  await expectAccessibleInBothThemes(page);
  for (const [name, ending] of [
    ['PDF', 'pdf'],
    ['Word', 'docx'],
    ['Markdown', 'md'],
    ['HTML', 'html'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^mutual-nda[-\\d]*\\.${ending}$`));
  }
  // A control in the row does its own work and opens nothing.
  await page.keyboard.press('Escape');
  await row(page, 'Mutual NDA').getByRole('button', { name: 'Star Mutual NDA' }).click();
  await expect(row(page, 'Mutual NDA').getByRole('button', { name: 'Unstar Mutual NDA' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('5,000 templates open and scroll, with only those near the screen in the page', async ({ page }) => {
  await signUp(page);
  // As the account would tell it; writing so many takes longer than the test is about.
  const heads = Array.from({ length: 5000 }, (_, n) => ({
    id: `many_${n}`,
    version: 1,
    contentVersion: 1,
    seq: n + 1,
    name: `Template ${n}`,
    folder: '',
    starred: false,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    deletedAt: null,
    isPurged: false,
    contentLength: 1,
    bytes: 100,
    isStoredInStorage: false,
    contentURL: null,
    isCompressed: false,
    isEmergencySaved: false,
    isBranded: false,
    branding: null,
    excerpt: 'text',
  }));
  const body = `id: 5000\nevent: change\ndata: ${JSON.stringify(heads)}\n\nevent: live\ndata: 5000\n\n`;
  await page.route('**/api/saved/events*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  );
  await page.goto('/dashboard/templates');
  await expect(page.getByText('5000 of 5000')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('End');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
  expect(await rows(page).count()).toBeLessThan(60);
});

test('with local storage full to the last byte a change is kept all the same, and nothing breaks', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_FAILED|Failed to fetch/);
  await signUp(page);
  await add(page, 'Draft');
  await open(page);
  await fillStorage(page);
  await context.route('**/api/saved/tpl_*', (route) => route.abort());
  await rename(page, 'Draft', 'Kept though full');
  await page.reload();
  await expect(row(page, 'Kept though full')).toBeVisible();
  await context.unroute('**/api/saved/tpl_*');
  await arrives(page);
});

test('a browser that dies right after it said "saved on this device" has it when it is started again', async ({
  hub,
}) => {
  const { chromium } = await import('@playwright/test');
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { findBrowser, launchArgs } = await import('../scripts/browser.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const executablePath = findBrowser();
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      baseURL: hub.url,
      args: launchArgs,
      ...(executablePath ? { executablePath } : {}),
    });
  try {
    const first = await launch();
    const page = first.pages()[0] ?? (await first.newPage());
    await signUp(page, hub.url);
    await add(page, 'Draft');
    await open(page);
    const state = await first.storageState();
    await first.route('**/api/saved/tpl_*', (route) => route.abort());
    await rename(page, 'Draft', 'Survivor');
    await expect(page.getByText('1 change not synced yet')).toBeVisible();
    const died = new Promise((resolve) => first.once('close', resolve));
    const session = await first.newCDPSession(page);
    await Promise.race([session.send('Browser.crash').catch(() => {}), died]);
    await died;

    const second = await launch();
    await second.addCookies(state.cookies);
    const again = second.pages()[0] ?? (await second.newPage());
    await again.goto('/dashboard/templates');
    await expect(row(again, 'Survivor')).toBeVisible();
    await expect(again.getByText(/not synced yet/)).toHaveCount(0);
    const changes = await (await again.request.get(`${hub.url}/api/saved/changes`)).json();
    expect(changes.heads[0].name).toBe('Survivor');
    await second.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
