import { expectReadable, sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

test('a document is begun on a phone, told its wrong line, looked at filled in, and public at once', async ({
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  allowError(/status of (?:400|401|409)/);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/documents/-/new`);
  const text = page.getByLabel('Text');
  const blank = await text.inputValue();
  const loan = blank.replaceAll('New document', 'Bicycle loan');
  await text.fill(loan.replace('minutes: 2', 'minutes: soon'));
  // While it is written, and as saving says it.
  await expect(page.getByText('Line 5: minutes')).toBeVisible();
  await text.fill(loan);
  await expect(page.getByText('Line 5: minutes')).toBeHidden();
  await text.fill(loan.replace('minutes: 2', 'minutes: soon'));
  await page.getByRole('button', { name: 'Create document' }).click();
  await expect(page.getByText('Line 5: minutes: got "soon", expected whole minutes')).toBeVisible();
  await text.fill(loan);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opening;
  await expect(preview.getByText('Ada Moore agrees.')).toBeVisible();
  await preview.close();
  const visiting = await browser.newContext({ baseURL: hub.url, viewport: { width: 390, height: 844 } });
  const site = await visiting.newPage();
  expect((await site.goto('/documents/bicycle-loan'))?.status()).toBe(404);
  await page.getByRole('button', { name: 'Create document' }).click();
  await expect(page.getByRole('status')).toContainText('/documents/bicycle-loan');
  await expect(async () => {
    expect((await site.goto('/documents/bicycle-loan'))?.status()).toBe(200);
  }).toPass();
  await expect(site.getByRole('heading', { name: 'Bicycle loan' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Take off the site' }).click();
  await expect(page.getByRole('heading', { name: 'Take “Bicycle loan” off the site' })).toBeVisible();
  await page.getByRole('button', { name: 'Take off the site' }).click();
  await expect(async () => {
    expect((await site.goto('/documents/bicycle-loan'))?.status()).toBe(404);
  }).toPass();
  await visiting.close();

  // Left by mistake: the browser's Back has what was typed.
  await page.goto(`${origin}/desk/documents/receipt/edit`);
  await text.fill('half a thought');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await page.goBack();
  await expect(text).toHaveValue('half a thought');

  // Another operator at this tab: as if the page were theirs.
  await page.route('**/documents/receipt/edit', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /name="writer" value="[^"]*"/,
      'name="writer" value="opr_another"',
    );
    await route.fulfill({ response: answer, body });
  });
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.goBack();
  await expect(text).not.toHaveValue('half a thought');
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('half a thought');
  await page.unroute('**/documents/receipt/edit');

  // Locked: what was typed is in no page that is gone back to, and the door doesn’t hold it either.
  await text.fill('a second thought');
  await page.getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'The desk is locked' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'The desk is locked' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('a second thought');
  await page.getByRole('button', { name: 'Unlock with passkey' }).click();
  await expect(text).not.toHaveValue('a second thought');

  for (const path of ['documents', 'documents/receipt', 'documents/receipt/edit', 'templates'])
    await expectReadable(page, `${origin}/desk/${path}`);
  await context.close();
});

test('documents are put together on a phone, told a wrong name while typed, and offered to visitors', async ({
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  allowError(/status of (?:400|409)/);
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  await page.goto(`${origin}/desk/bundles/-/new`);
  await page.getByLabel('Title').fill('Lending things');
  await page.getByLabel('Whom it is for').fill('Whoever lends something.');
  const documents = page.getByLabel('Documents, in their order');
  await documents.fill('receipt\nno-such');
  await expect(page.getByText('there is no document "no-such"', { exact: false })).toBeVisible();
  await documents.fill('receipt\nmutual-nda');
  await expect(page.getByText('no-such', { exact: false })).toBeHidden();
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opening;
  await expect(preview.getByRole('heading', { name: 'Lending things' })).toBeVisible();
  await preview.close();
  await page.getByRole('button', { name: 'Create bundle' }).click();
  await expect(page.getByRole('heading', { name: 'Lending things' })).toBeVisible();
  const visiting = await browser.newContext({ baseURL: hub.url });
  const site = await visiting.newPage();
  await expect(async () => {
    await site.goto('/documents');
    await expect(site.getByRole('heading', { name: 'Lending things' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await visiting.close();
  for (const path of ['bundles', 'bundles/lending-things', 'bundles/lending-things/edit'])
    await expectReadable(page, `${origin}/desk/${path}`);
  await context.close();
});
