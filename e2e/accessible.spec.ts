import { readFileSync } from 'node:fs';
import { expectAccessible, setTheme, test } from './fixtures.ts';

const pages = JSON.parse(readFileSync(new URL('../dist/server/routes.json', import.meta.url), 'utf8')) as {
  path: string;
}[];
const plain = pages.filter((page) => !page.path.includes(':') && page.path !== '/dev/ui');

for (const theme of ['light', 'dark'] as const) {
  for (const { path } of plain) {
    test(`${path} is accessible in the ${theme} theme`, { tag: '@both' }, async ({ page, allowError }) => {
      allowError(/401/);
      await setTheme(page, theme);
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectAccessible(page);
    });
  }
}

test('opened menus are accessible', { tag: '@both' }, async ({ page, isMobile }) => {
  void isMobile;
  await page.goto('/');
  const menu = page
    .getByRole('button', { name: /^(More|Menu)$/ })
    .filter({ visible: true })
    .first();
  await menu.click();
  await expectAccessible(page);
});
