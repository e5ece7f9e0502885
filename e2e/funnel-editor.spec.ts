import { expect, expectAccessible, test } from './fixtures.ts';
import {
  builder,
  press,
  pick,
  part,
  view,
  chosen,
  drag,
  nameOf,
  preview,
  inAccount,
  giveGuide,
} from './funnel-hands.ts';
import { signUp } from './members.ts';

test('a block is dragged into a column on the page, or put there by keyboard; each width has its own look', async ({
  page,
  allowError,
}) => {
  allowError(/status of 40[04]/);
  await signUp(page.request);
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  const steps = page.getByRole('region', { name: 'Steps' });
  const blocks = page.getByRole('region', { name: 'Blocks' });
  const add = (name: string) => pick(blocks.getByRole('button', { name: 'Add block' }), name);
  await pick(steps.getByRole('button', { name: 'Add step' }), 'Page');
  await add('Columns');
  await add('FAQ');
  const columns = preview(page).locator('[data-column]');
  const faq = preview(page).locator('[data-block]', { hasText: 'What do people ask first?' }).last();
  const nested = columns.nth(1).locator('[data-block]');

  const [from, to] = await Promise.all([faq.boundingBox(), columns.nth(1).boundingBox()]);
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + (to?.height ?? 0) - 6, { steps: 6 });
  await page.mouse.up();
  await expect(nested).toContainText('What do people ask first?');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(nested).toHaveCount(0);

  // The same without a pointer.
  await press(blocks.getByRole('button', { name: /^FAQ/ }));
  const inside = chosen(page).getByLabel('Inside');
  await inside.focus();
  await inside.selectOption({ label: 'Columns, column 2' });
  await expect(nested).toContainText('What do people ask first?');
  await press(blocks.getByRole('button', { name: /^Columns/ }));
  const phones = chosen(page).getByRole('radio', { name: 'Phones' });
  await phones.focus();
  await phones.press('Space');
  await chosen(page).getByLabel('Spacing').selectOption('Large');
  const room = () =>
    preview(page)
      .locator('section', { has: page.locator('[data-column]') })
      .evaluate((section) => getComputedStyle(section).paddingBottom);
  const wide = await room();
  await page.getByRole('radio', { name: 'Phone', exact: true }).press('Space');
  await expect.poll(room).toBe('72px');
  expect(wide).not.toBe('72px');
  await expectAccessible(page);

  // Narrow: everything of the bar in one row, the rest in its menu.
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.locator('.ui-tool-bar');
  await expect(bar.getByRole('button', { name: 'Publish' })).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  await bar.getByRole('button', { name: 'Page', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  await expect.poll(room).not.toBe('72px');
  await bar.getByRole('button', { name: 'Page', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Map' }).click();
  const map = page.getByRole('group', { name: 'Funnel map' });
  await expect(map.getByText('Signed up')).toHaveCount(1);
  await expectAccessible(page);

  // A way is drawn from a dot to a step, with the finger as with the pointer.
  const ways = map.locator('svg g');
  const before = await ways.count();
  const dot = map.getByRole('button', { name: 'Thank you: where it leads' });
  await drag(page, dot, map.locator('[data-step]').nth(1));
  await expect(ways).toHaveCount(before + 1);

  // A finger takes the chosen block by its grip.
  await bar.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Page' }).click();
  await part(page, 'Steps').check();
  await press(blocks.getByRole('button', { name: /^FAQ/ }));
  await part(page, 'Page').check();
  await drag(page, preview(page).locator('[data-grip]'), preview(page).locator('section').first());
  await part(page, 'Steps').check();
  await expect(blocks.getByRole('listitem').first()).toContainText('FAQ');
});

test('a funnel is planned, taken back to an earlier version, exported, imported and copied from', async ({
  page,
  allowError,
}) => {
  allowError(/status of 40[04]/);
  await signUp(page.request);
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await giveGuide(page);
  await press(page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Get the guide/ }));
  await inAccount(page);
  const first = page.url();
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Or schedule it').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('That time has passed');
  await dialog.getByLabel('Or schedule it').fill('2099-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('It will be published on');
  // What is published stays as a version of its own, however soon it is changed.
  await dialog.getByRole('button', { name: /^Publish (now|anyway)/ }).click();
  await expect(dialog.getByRole('link', { name: /^\/f\// })).toBeVisible();
  await page.keyboard.press('Escape');

  const heading = chosen(page).getByLabel('Heading');
  const blocks = page.getByRole('region', { name: 'Blocks' });
  await blocks.getByRole('button', { name: /^Hero/ }).click();
  await heading.fill('Another promise');
  await inAccount(page);
  await view(page, 'Settings');
  const versions = page.getByRole('region', { name: 'Earlier versions' });
  const published = versions.getByRole('listitem').filter({ hasText: 'published' });
  // Slow to be read: what is taken along waits for it.
  const read = Promise.withResolvers<void>();
  await page.route(/\/versions\/\d+$/, async (route) => {
    await read.promise;
    await route.continue();
  });
  await published.getByRole('button', { name: 'Restore' }).click();
  const taken = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  read.resolve();
  const file = await taken;
  await view(page, 'Page');
  await expect(preview(page)).toContainText('Price your next project');
  const hero = blocks.getByRole('button', { name: /^Hero/ });
  await hero.focus();
  await hero.press('ControlOrMeta+c');

  await page.goto(builder);
  await expect(page.getByRole('button', { name: 'Import a JSON file' })).toBeEnabled();
  await page.getByLabel('Funnel as JSON').setInputFiles(await file.path());
  await expect(preview(page)).toContainText('Price your next project');
  expect(page.url()).not.toBe(first);
  await pick(blocks.getByRole('button', { name: 'Add block' }), 'Paste block');
  await expect(blocks.getByRole('button', { name: /^Hero: Price/ })).toHaveCount(2);
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
  test(`${storage} a funnel is built: a member’s in the account, a guest is told what is not kept`, async ({
    page,
    allowError,
  }) => {
    allowError(/this browser’s storage|IndexedDB|indexedDB|undefined/);
    await page.addInitScript(script);
    await page.goto(builder);
    const begin = page.getByRole('button', { name: 'Start from this: Waitlist' });
    await begin.click();
    await expect(preview(page)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('This browser doesn’t save data for this site')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await signUp(page.request);
    await page.goto(builder);
    await expect(page.getByText('This browser doesn’t save data for this site')).toBeVisible({
      timeout: 20_000,
    });
    await begin.click();
    await expect(preview(page)).toBeVisible({ timeout: 20_000 });
    await nameOf(page).fill('In the account');
    await page.keyboard.press('Tab');
    await inAccount(page);
    await page.reload();
    await expect(nameOf(page)).toHaveValue('In the account', { timeout: 20_000 });
  });
}
