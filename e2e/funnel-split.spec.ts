import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  builder,
  chosen,
  fill,
  giveGuide,
  inAccount,
  preview,
  press,
  realBrowser,
  view,
} from './funnel-hands.ts';
import { signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const headline = 'Charge what your work is worth';
const version = (page: Page, name: 'Version A' | 'Version B') =>
  page.getByRole('radiogroup', { name: 'Version' }).getByRole('radio', { name });

/** B of the first page, with a headline of its own; by the keys alone. */
async function makeB(page: Page): Promise<void> {
  await press(page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Get the guide/ }));
  await press(page.getByRole('button', { name: 'Test another version' }));
  await expect(version(page, 'Version B')).toBeChecked();
  await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ }));
  await fill(chosen(page).getByLabel('Heading'), headline);
  await expect(preview(page)).toContainText(headline);
}

test('a second version is made and published; visitors get one or the other, and the numbers tell', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await expect(preview(page)).toBeVisible();
  await giveGuide(page);
  await makeB(page);
  await version(page, 'Version B').press('ArrowLeft');
  await expect(version(page, 'Version A')).toBeChecked();
  await expect(preview(page)).not.toContainText(headline);
  await version(page, 'Version A').press('ArrowRight');
  await expect(preview(page)).toContainText(headline);
  await page.getByLabel('Visitors who get B').selectOption('60%');
  await expectAccessibleInBothThemes(page);

  // Either version kept, and taken back as every edit is.
  await press(page.getByRole('button', { name: 'Keep B', exact: true }));
  await expect(page.getByRole('button', { name: 'Test another version' })).toBeVisible();
  await expect(preview(page)).toContainText(headline);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(version(page, 'Version A')).toBeVisible();
  await expect(page.getByLabel('Visitors who get B')).toHaveValue('60');

  // What is wrong with one version is said of that one, and leads there.
  await version(page, 'Version B').check();
  await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ }));
  await fill(chosen(page).getByLabel('Heading'), '[Your headline]');
  await version(page, 'Version A').check();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('list', { name: 'Get the guide, version B: 1 thing to fix' })).toBeVisible();
  await press(dialog.getByRole('button', { name: /is a placeholder/ }));
  await expect(version(page, 'Version B')).toBeChecked();
  await fill(chosen(page).getByLabel('Heading'), headline);
  await inAccount(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await press(dialog.getByRole('button', { name: /^Publish/ }));
  const address = await dialog.getByLabel('Page address').inputValue();
  await page.keyboard.press('Escape');

  // Until both were seen, by people of networks of their own, without a script.
  const path = new URL(address).pathname;
  const seen = new Map<boolean, number>();
  let come = 0;
  for (; seen.size < 2 && come < 40; come++) {
    const visitor = await browser.newContext({
      baseURL: hub.url,
      javaScriptEnabled: false,
      userAgent: realBrowser,
      extraHTTPHeaders: { 'x-forwarded-for': `10.71.0.${come + 1}` },
    });
    watch(visitor);
    const tab = await visitor.newPage();
    await tab.goto(path);
    const isB = (await tab.getByRole('heading', { level: 1 }).textContent()) === headline;
    await tab.reload();
    await expect(tab.getByRole('heading', { level: 1, name: headline })).toHaveCount(isB ? 1 : 0);
    expect(await visitor.cookies()).toEqual([]);
    seen.set(isB, (seen.get(isB) ?? 0) + 1);
    await visitor.close();
  }
  expect([...seen.keys()].toSorted()).toEqual([false, true]);

  await view(page, 'Numbers');
  const table = page.getByRole('table', { name: 'Both versions of Get the guide' });
  await expect(table.getByRole('row', { name: /^A / })).toContainText(String(seen.get(false)));
  await expect(table.getByRole('row', { name: /^B / })).toContainText(String(seen.get(true)));
  await expect(
    page.getByText(/Decided by leads.*No winner yet: 0 leads; it takes at least 20\./),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await press(page.getByRole('button', { name: 'Show B to everybody' }));
  await expect(page.getByText(/Everybody has been getting B since .*, because you chose it\./)).toBeVisible();
  await press(page.getByRole('button', { name: 'Let the test go on' }));
  await expect(page.getByText(/No winner yet/)).toBeVisible();
});

test('on a phone both versions are reached, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await page.getByRole('button', { name: 'Test another version' }).click();
  await expect(version(page, 'Version B')).toBeChecked();
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Keep A', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(version(page, 'Version A')).toBeVisible();
});
