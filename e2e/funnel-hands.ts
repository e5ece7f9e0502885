import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const builder = '/tools/funnel-builder';

/** As somebody without a pointer does it. */
export async function press(what: Locator): Promise<void> {
  await what.focus();
  await what.press('Enter');
}
export async function pick(menu: Locator, name: string): Promise<void> {
  await press(menu);
  await press(menu.page().getByRole('menuitem', { name: new RegExp(`^${name}`) }));
}
export async function view(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name });
  await radio.focus();
  await radio.press('Space');
}
export async function fill(field: Locator, words: string): Promise<void> {
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(words);
}
export const chosen = (page: Page) => page.getByRole('complementary', { name: 'What is chosen' });
export const nameOf = (page: Page) => chosen(page).getByLabel('Name', { exact: true });
export const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
export const inAccount = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
export const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
