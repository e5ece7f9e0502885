import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const builder = '/tools/funnel-builder';
/** What counts as a visitor. */
export const realBrowser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

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
/** On a narrow screen the lists, the page and the fields take turns. */
export const part = (page: Page, name: 'Steps' | 'Page' | 'Map' | 'Edit') =>
  page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name });
export async function fill(field: Locator, words: string): Promise<void> {
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(words);
}
export const chosen = (page: Page) => page.getByRole('complementary', { name: 'Selection' });
export const nameOf = (page: Page) => chosen(page).getByLabel('Name', { exact: true });
export const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
/** Gives the button of a block on the page in sight its address. */
export async function leadsTo(page: Page, block: RegExp, address: string): Promise<void> {
  await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: block }));
  await toAddress(page, 'Button link', address);
}
/** Chosen as an address of the web, then typed; a new block leads to the next step. */
export async function toAddress(page: Page, label: string, address: string): Promise<void> {
  const field = chosen(page).getByLabel(label);
  if (await field.evaluate((one) => one instanceof HTMLSelectElement))
    await field.selectOption('A web address');
  await fill(chosen(page).getByRole('textbox', { name: label }), address);
}
/** What a page promises is said in the owner's own words, or it is not published. */
export const ownHeadline = 'Price your next project with confidence';
/** Whoever asks for an address says who they are. */
export async function giveName(page: Page): Promise<void> {
  await view(page, 'Settings');
  await fill(page.getByLabel('Company or name'), 'Wren Studio');
  await view(page, 'Page');
}
/** The starter leaves to its owner who asks and the headline, promises a file, and leaves open where it lies. */
export async function giveGuide(page: Page): Promise<void> {
  await giveName(page);
  const steps = page.getByRole('region', { name: 'Steps' });
  await press(steps.getByRole('button', { name: /^Get the guide/ }));
  await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ }));
  await fill(chosen(page).getByLabel('Heading'), ownHeadline);
  await press(steps.getByRole('button', { name: /^Thank you/ }));
  await leadsTo(page, /^Hero: Here is your guide/, 'https://files.example.com/guide.pdf');
}
export const inAccount = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
export const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();

/** With a finger, from the middle of one to the top of another; both are brought into view first. */
export async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  const touches = await page.context().newCDPSession(page);
  await touches.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await onto.scrollIntoViewIfNeeded();
  await what.scrollIntoViewIfNeeded();
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('Nothing to be dragged, or nowhere to drag it to');
  const at = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const end = { x: to.x + to.width / 3, y: to.y + 8 };
  await at('touchStart', start.x, start.y);
  for (const far of [0.1, 0.5, 1])
    await at('touchMove', start.x + (end.x - start.x) * far, start.y + (end.y - start.y) * far);
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touches.detach();
}
