import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signIn, signUp } from './members.ts';

interface Head {
  id: string;
  name: string;
  version: number;
  excerpt: string;
  isPurged: boolean;
}

const headsOf = async (page: Page): Promise<Head[]> =>
  ((await (await page.request.get('/api/saved/changes')).json()) as { heads: Head[] }).heads;

/** Written past the screens: what is tried here is what becomes of it. */
async function add(page: Page, name: string, content = '<p>text</p>'): Promise<string> {
  const id = `tpl_${Math.random().toString(36).slice(2)}`;
  const answer = await page.request.post('/api/saved', {
    headers: { origin: new URL(page.url()).origin },
    data: { key: `key-${id}-0000000`, id, name, content, fields: [], formData: {} },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return id;
}

const row = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Saved templates' }).getByRole('row').filter({ hasText: name });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function member(page: Page): Promise<void> {
  await signUp(page.request);
  await page.goto('/dashboard/templates');
  await expect(page.locator('[data-status="connected"]')).toBeVisible();
}

test('a template that is opened by its address is that template: saving changes it, and says so', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  const account = await signUp(page.request);
  await page.goto('/');
  const id = await add(page, 'Opened by its address');
  // A device that never had a list of them.
  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, account);
  await other.goto(`/tools/document-editor?template=${id}`);
  await editor(other).click();
  await other.keyboard.type('Changed here. ');
  await save(other);
  await expect(other.getByText('Changes saved to “Opened by its address”')).toBeVisible();
  expect(await headsOf(other)).toMatchObject([{ id, version: 2 }]);
  await elsewhere.close();
});

test('of two devices the second to save is told at once, sees both texts, and has an address of its own', async ({
  page,
  browser,
  hub,
  watch,
  allowError,
}) => {
  // Chromium says so of any frame that may run nothing and is looked into.
  allowError(/Blocked script execution in 'about:srcdoc'/);
  const account = await signUp(page.request);
  await page.goto('/');
  const id = await add(page, 'Agreement', '<p>One line.</p>');
  await page.goto(`/tools/document-editor?template=${id}`);
  await expect(editor(page)).toContainText('One line.');
  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, account);
  await other.goto(`/tools/document-editor?template=${id}`);
  await editor(other).click();
  await other.keyboard.type('From the phone. ');
  await save(other);
  await expect(other.getByText('Changes saved to “Agreement”')).toBeVisible();
  await elsewhere.close();

  await editor(page).click();
  await page.keyboard.type('From the desk. ');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Two versions of this document' });
  await expect(dialog).toBeVisible();
  await expect(page.frameLocator('iframe[title="Your version"]').getByText('From the desk.')).toBeVisible();
  await expect(
    page.frameLocator('iframe[title="The version from the other device"]').getByText('From the phone.'),
  ).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [768, 700],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog.getByRole('button', { name: 'Continue with mine' })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('link', { name: 'Open the other version' })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'Continue with mine' }).click();
  await expect(editor(page)).toContainText('From the desk.');
  expect(page.url()).not.toContain(`template=${id}`);
  expect(page.url()).toContain(`beside=${id}`);
  const heads = await headsOf(page);
  // Wherever in the line the press had put the caret.
  const excerpts = heads.map(({ excerpt }) => excerpt.replace('One line.', '').trim());
  expect(excerpts.sort()).toEqual(['From the desk.', 'From the phone.']);
});

test('what is saved of a document that was deleted elsewhere is a new one, and that is said', async ({
  page,
  allowError,
}) => {
  allowError(/status of 404/);
  await member(page);
  const id = await add(page, 'Agreement');
  await page.goto(`/tools/document-editor?template=${id}`);
  await editor(page).click();
  await page.keyboard.type('From the desk. ');
  const heads = await headsOf(page);
  const gone = await page.request.delete(`/api/saved/${id}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { key: `gone-${id}-0000000`, base: heads[0]?.version ?? 1, forGood: true },
  });
  expect(gone.status()).toBe(200);
  await save(page);
  await expect(page.getByText('The document you had open was deleted on another device')).toBeVisible();
  await expect(editor(page)).toContainText('From the desk.');
});

test('deleting for good asks first, goes from every place, and the plan’s count follows', async ({
  page,
}) => {
  await member(page);
  await add(page, 'Invoice');
  await add(page, 'Contract');
  await expect(row(page, 'Contract')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 of 5 saved templates used')).toBeVisible();
  await row(page, 'Invoice').getByRole('button', { name: 'More for Invoice' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('1 of 5 saved templates used')).toBeVisible();
  await page.getByRole('button', { name: 'Bin' }).click();
  await row(page, 'Invoice').getByRole('button', { name: 'More for Invoice' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  const dialog = page.getByRole('dialog', { name: 'Permanently delete “Invoice”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Invoice')).toBeVisible();
  await row(page, 'Invoice').getByRole('button', { name: 'More for Invoice' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('The bin is empty')).toBeVisible();
  await expect.poll(async () => (await headsOf(page)).filter((head) => head.isPurged).length).toBe(1);
});

test('a template in local storage alone opens online and is sent; one deleted for good does not come back', async ({
  page,
  allowError,
}) => {
  // The account is asked first, and does not have it.
  allowError(/status of 404 .*tpl_only_here/);
  await member(page);
  const gone = await add(page, 'Deleted elsewhere');
  const removed = await page.request.delete(`/api/saved/${gone}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { key: 'key-deleted-elsewhere', base: 1, forGood: true },
  });
  expect(removed.ok(), await removed.text()).toBe(true);
  await page.evaluate(async (deleted) => {
    const { user } = (await (await fetch('/api/auth/session')).json()) as { user: { uid: string } };
    const at = new Date().toISOString();
    const record = (id: string, name: string) => ({
      id,
      userId: user.uid,
      name,
      content: `<p>Text of ${name}</p>`,
      fields: [],
      formData: {},
      createdAt: at,
      updatedAt: at,
    });
    localStorage.setItem(
      'localSavedTemplates',
      JSON.stringify([record('tpl_only_here', 'Only here'), record(deleted, 'Deleted elsewhere')]),
    );
  }, gone);
  await page.goto('/tools/document-editor?template=tpl_only_here');
  await expect(editor(page)).toContainText('Text of Only here');
  await expect
    .poll(async () => (await headsOf(page)).filter((head) => !head.isPurged).map(({ id }) => id))
    .toEqual(['tpl_only_here']);
  await page.goto('/dashboard/templates');
  await expect(page.locator('[data-status="connected"]')).toBeVisible();
  await expect(row(page, 'Only here')).toBeVisible();
  await expect(row(page, 'Deleted elsewhere')).toHaveCount(0);
});

for (const [storage, script] of [
  ['without IndexedDB', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  [
    'with an IndexedDB that never answers',
    () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  ],
] as const) {
  test(`[LIST-3] ${storage} the list says how it stands, goes live, and a save comes to its end`, async ({
    page,
    allowError,
  }) => {
    allowError(/this browser’s storage isn’t responding|IndexedDB|indexedDB|undefined/);
    await signUp(page.request);
    await page.addInitScript(script);
    await page.goto('/dashboard/templates');
    await expect(page.locator('[data-status="disconnected"]')).toHaveCount(0);
    const id = await add(page, 'In the account');
    await expect(page.locator('[data-status="connected"]')).toBeVisible({ timeout: 20_000 });
    await expect(row(page, 'In the account')).toBeVisible();
    await page.goto(`/tools/document-editor?template=${id}`);
    await editor(page).click({ timeout: 20_000 });
    await page.keyboard.type('Saved all the same. ');
    await save(page);
    await expect(page.getByText('Changes saved to “In the account”')).toBeVisible({ timeout: 20_000 });
    expect(await headsOf(page)).toMatchObject([{ id, version: 2 }]);
  });
}
