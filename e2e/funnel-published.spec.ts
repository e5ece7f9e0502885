import { expect, expectAccessible, test } from './fixtures.ts';
import { builder, fill, giveGuide, inAccount, preview, press, view } from './funnel-hands.ts';
import { signUp } from './members.ts';

test('what stops a funnel is told by page and leads to its field; once out it can be handed on', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await expect(preview(page)).toBeVisible();
  await inAccount(page);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('list', { name: 'All pages: 1 thing to fix' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: /^Get the guide: \d+ things? to fix/ })).toBeVisible();
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: /no page says who is asking/ }));
  await expect(page.getByLabel('Company or name')).toBeFocused();
  await fill(page.getByLabel('Company or name'), 'Wren Studio');
  await view(page, 'Page');
  await giveGuide(page);
  await inAccount(page);

  await page.keyboard.press('ControlOrMeta+Enter');
  await press(dialog.getByRole('button', { name: /^Publish/ }));
  const address = dialog.getByLabel('Page address');
  await expect(address).toHaveValue(/^http.*\/f\/lead-magnet-/);
  await expect(dialog.getByRole('img', { name: 'QR code of the page’s address' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open the page' })).toHaveAttribute('href', /^\/f\//);
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Watch the numbers' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Numbers' })).toBeChecked();
});

test('numbers and leads that didn’t load say so and can be asked for again', async ({ page, allowError }) => {
  allowError(/api\/funnels|ERR_FAILED/);
  await signUp(page.request);
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await expect(preview(page)).toBeVisible();
  await giveGuide(page);
  await inAccount(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await press(page.getByRole('dialog').getByRole('button', { name: /^Publish/ }));
  await expect(page.getByRole('dialog').getByLabel('Page address')).toBeVisible();
  await page.keyboard.press('Escape');

  let isAway = true;
  for (const path of ['**/numbers?*', '**/leads'])
    await page.route(path, (route) => (isAway ? route.abort() : route.continue()));
  await view(page, 'Leads');
  await expect(page.getByRole('alert')).toContainText('Couldn’t load leads');
  await view(page, 'Numbers');
  await expect(page.getByRole('alert')).toContainText('Couldn’t load the numbers');
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Step by step' })).toBeVisible();
});
