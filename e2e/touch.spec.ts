import { devices } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { builder, part, preview } from './funnel-hands.ts';
import { signUp } from './members.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 5'];
test.use({ ...phone, viewport: { width: 390, height: 844 } });

/** What a finger cannot hit well: every control that stands by itself, and is under 44 px wide or high. */
const smallOnes = (): string[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, select, summary, [role=tab], label:has(input)',
    ),
  ]
    .filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      const isShown = width > 2 && height > 2 && control.checkVisibility({ visibilityProperty: true });
      const words = (control.textContent ?? '').trim();
      const around = (control.parentElement?.textContent ?? '').trim();
      // A link in a sentence, and a blank in a document, are as high as their words.
      const isInText = control.tagName === 'A' && around.length > words.length + 4;
      const isForNobody =
        control.getBoundingClientRect().bottom < 0 || control.closest('[aria-hidden=true], [inert]') !== null;
      return isShown && !isInText && !isForNobody && Math.min(width, height) < 43.5;
    })
    .map(
      (control) =>
        `${control.tagName} ${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim()}`,
    );

const reading = [
  '/',
  '/store',
  '/product/desk-icons',
  '/plans',
  '/tools',
  '/contact',
  '/portfolio',
  '/signin',
];
const working = [
  '/documents',
  '/cart',
  '/checkout/guest?buy=desk-icons',
  '/donate',
  '/tools/template-generator',
  '/tools/classic-template-generator',
  '/tools/classic-template-generator?document=mutual-nda',
  '/automation',
  '/tools/funnel-builder',
];
const mine = [
  '/dashboard',
  '/dashboard/templates',
  '/dashboard/agreements',
  '/dashboard/funnels',
  '/dashboard/follow-ups',
  '/dashboard/people',
  '/dashboard/branding',
  '/dashboard/plan',
  '/dashboard/billing',
  '/dashboard/api-keys',
  '/dashboard/account',
  '/my-purchases',
];

test('a finger hits every control, and letters of twice the size push nothing off a phone', async ({
  page,
}) => {
  test.slow();
  const small: Record<string, string[]> = {};
  const wide: Record<string, number> = {};
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toHaveAttribute('id', 'main');
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(smallOnes);
    if (found.length > 0) small[path] = found;
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 1) wide[path] = over;
  };
  for (const path of [...reading, ...working]) await look(path);
  await signUp(page.request);
  for (const path of mine) await look(path);
  expect(small).toEqual({});
  expect(wide).toEqual({});
});

test('a finger hits every control of the funnel builder, and large letters push nothing off a phone', async ({
  page,
}) => {
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Product launch' }).click();
  await preview(page).getByRole('heading', { level: 1 }).tap();
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    const small = await page.evaluate(smallOnes);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    const faults = over > 1 ? [...small, `scrolls sideways by ${over}`] : small;
    if (faults.length > 0) found[name] = faults;
  };
  for (const name of ['Page', 'Steps', 'Edit'] as const) {
    await part(page, name).check();
    await look(name);
  }
  const views = page.locator('.ui-tool-bar').getByRole('button');
  for (const name of ['Map', 'Numbers', 'Leads', 'Settings']) {
    await views.first().tap();
    await page.getByRole('menuitem', { name, exact: true }).tap();
    await look(name);
  }
  expect(found).toEqual({});
});
