import { readFileSync } from 'node:fs';
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts';

const pages = JSON.parse(readFileSync(new URL('../dist/server/routes.json', import.meta.url), 'utf8')) as {
  path: string;
  archetype: string;
}[];
const plain = pages.filter((page) => !page.path.includes(':') && page.path !== '/dev/ui');

// One visitor goes through all pages of a kind: a new browser for each would take longer than looking at it.
for (const archetype of new Set(plain.map((page) => page.archetype))) {
  test(
    `every page of the kind "${archetype}" is accessible in both themes`,
    { tag: '@both' },
    async ({ page, allowError }) => {
      allowError(/401/);
      test.slow();
      for (const { path } of plain.filter((row) => row.archetype === archetype)) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.locator('main h1').first()).toBeVisible();
          await expectAccessibleInBothThemes(page);
        });
      }
    },
  );
}

test('opened menus are accessible', { tag: '@both' }, async ({ page }) => {
  await page.goto('/');
  const menu = page
    .getByRole('button', { name: /^(More|Menu)$/ })
    .filter({ visible: true })
    .first();
  await menu.click();
  await expectAccessible(page);
});
