import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signIn, signUp } from './members.ts';

const generator = '/tools/classic-template-generator';
const preview = (page: Page) =>
  page.getByRole('region', { name: 'Preview of Mutual non-disclosure agreement' });
/** On a phone the questions and the paper take turns. */
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024;
async function show(page: Page, part: 'Questions' | 'Paper'): Promise<void> {
  if (!isWide(page)) await page.getByRole('radio', { name: part }).check();
}
const nameOf = (page: Page, side: string) => page.getByRole('group', { name: side }).getByLabel('Name');

test('[GEN-1] a guest picks a document, fills it in, has it as a PDF, and finds the answers again', async ({
  page,
}) => {
  await page.goto(generator);
  await page.getByRole('searchbox', { name: 'Search' }).fill('mutual secret');
  await page.getByRole('link', { name: 'Mutual non-disclosure agreement' }).click();

  await nameOf(page, 'Your side').fill('Wren Studio');
  await nameOf(page, 'Their side').fill('Halden Analytics');
  await expect(preview(page)).toContainText('Wren Studio');
  await expect(preview(page)).toContainText('Halden Analytics');

  await page.getByRole('button', { name: 'Download PDF' }).click();
  const gate = page.getByRole('dialog');
  await expect(gate).toContainText('Your side: the address is still blank.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    gate.getByRole('button', { name: 'Download anyway' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mutual-nda.*\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');

  await page.reload();
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Studio');
  await expect(preview(page)).toContainText('Halden Analytics');
});

test('[GEN-1] a click on what is missing leads to its question, in whichever step it is @both', async ({
  page,
}) => {
  // Pressed in the first moment, when the page is drawn and its scripts are still on their way: that counts.
  let arrive = () => {};
  const pressed = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/entry-browser*.js', (route) => pressed.then(() => route.continue()));
  await page.goto(`${generator}?document=mutual-nda`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  arrive();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Governing law: still blank/ })
    .click();
  const law = page.getByLabel('Governing law');
  await expect(law).toBeFocused();
  await law.selectOption('Ireland');
  // The place in the text leads to its question, too, and on a wide screen what was answered is in view.
  const changed = preview(page).locator('[data-state="changed"]').first();
  await expect(isWide(page) ? changed : law).toBeInViewport();
  await show(page, 'Paper');
  await expect(preview(page)).toContainText('Ireland');
  await preview(page).getByRole('button', { name: 'your company', exact: true }).first().click();
  await expect(page.getByRole('group', { name: 'Your side' }).getByLabel('Name')).toBeFocused();
});

test('[SAVE-13] answers follow a member to another device; saving after a reload changes what was saved', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  const member = await signUp(page.request);
  const heads = async () => {
    const { heads: all } = (await (await page.request.get('/api/saved/changes')).json()) as {
      heads: { id: string; version: number }[];
    };
    return all.map(({ id, version }) => ({ id, version }));
  };
  const isKept = (of: Page) =>
    of.waitForResponse(
      (answer) => answer.url().includes('/api/saved-forms/mutual-nda') && answer.request().method() === 'PUT',
    );
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Your side').fill('Wren Studio');
  const kept = isKept(page);
  await nameOf(page, 'Their side').fill('Halden Analytics');
  expect((await kept).status()).toBe(200);

  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  await signIn(other.request, member);
  await other.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(other, 'Their side')).toHaveValue('Halden Analytics');
  // Both go on: what only one of them changed is on both, and of what both did neither is lost.
  const keptThere = isKept(other);
  await nameOf(other, 'Their side').fill('Halden Labs');
  await keptThere;
  const keptHere = isKept(page);
  await nameOf(page, 'Their side').fill('Halden Group');
  await nameOf(page, 'Your side').fill('Wren Ltd');
  await keptHere;
  await expect(page.getByText('The other answer was “Halden Labs”.')).toBeVisible();
  await other.reload();
  await expect(nameOf(other, 'Their side')).toHaveValue('Halden Group');
  await expect(nameOf(other, 'Your side')).toHaveValue('Wren Ltd');
  await other.getByRole('button', { name: 'Use the other' }).click();
  await expect(nameOf(other, 'Their side')).toHaveValue('Halden Labs');
  await expect(other.getByText('The other answer was')).toHaveCount(0);
  await elsewhere.close();
  await page.getByRole('button', { name: 'Keep this one' }).click();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Saved as a new document/)).toBeVisible();
  await expect(page).toHaveURL(/[?&]template=tpl_/);
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Ltd');
  const [first] = await heads();
  await page.reload();
  await expect(nameOf(page, 'Your side')).toHaveValue('Wren Ltd');
  for (const version of [2, 3]) {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(heads).toEqual([{ id: first?.id, version }]);
  }
});

test('from the catalogue a new document is begun, and the one saved from there before stays as it was', async ({
  page,
}) => {
  await signUp(page.request);
  const saved = async () => {
    const { heads } = (await (await page.request.get('/api/saved/changes')).json()) as {
      heads: { id: string; version: number; excerpt: string }[];
    };
    return heads;
  };
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Their side').fill('First Client');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Saved as a new document/)).toBeVisible();
  await expect(page.getByText(/You are editing “/)).toBeVisible();
  await page.getByRole('button', { name: 'New document with these answers' }).click();
  await expect(nameOf(page, 'Their side')).toHaveValue('First Client');
  await nameOf(page, 'Their side').fill('Second Client');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await saved()).map(({ version }) => version)).toEqual([1, 1]);
  // In the catalogue nothing of the former client stands.
  await page.goto(`${generator}?document=mutual-nda`);
  await expect(nameOf(page, 'Their side')).toHaveValue('');
});

test('[GEN-1] gallery and generator are accessible in both themes @both', async ({ page }) => {
  await page.goto(generator);
  await expectAccessibleInBothThemes(page);
  await page.goto(`${generator}?document=invoice`);
  await expect(page.getByRole('heading', { name: 'Invoice', level: 1 })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Your document' })).toContainText(/[12] pages?, A4/);
  await expectAccessibleInBothThemes(page);
  await show(page, 'Paper');
  await expect(page.getByRole('region', { name: 'Preview of Invoice' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('[GEN-1] the interview ends where the document is: what is blank leads to its question @both', async ({
  page,
}) => {
  await page.goto(`${generator}?document=mutual-nda`);
  await nameOf(page, 'Your side').fill('Wren Studio');
  await page.getByRole('group', { name: 'Your side' }).getByLabel('Address').fill('12 Quay Street, Cork');
  await nameOf(page, 'Their side').fill('Halden Analytics');
  // Nothing but "Next" leads there.
  const next = page.getByRole('button', { name: /^Next/ });
  const steps = page.getByRole('navigation', { name: 'Questions' }).getByRole('button', { name: /^\d\. / });
  for (let left = await steps.count(); left > 0; left--) await next.click();
  await expect(next).toHaveCount(0);
  const card = page.getByRole('group', { name: 'Your document' });
  await expect(card).toContainText('Mutual non-disclosure agreement · Halden Analytics');
  await expect(card).toContainText('5 pages, A4');
  await expect(card).toContainText('3 blanks left');
  await card.getByRole('button', { name: /Their side: the address is still blank/ }).click();
  const theirs = page.getByRole('group', { name: 'Their side' }).getByLabel('Address');
  await expect(theirs).toBeFocused();
  await theirs.fill('Lindenallee 4, Hamburg');

  // What is blank stands in the card: nothing asks again.
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(card).toContainText('2 blanks left');
  const [unfinished] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download anyway' }).click(),
  ]);
  expect(unfinished.suggestedFilename()).toMatch(/\.pdf$/);
  await expect(card.getByRole('status')).toContainText('Downloaded.');

  await card.getByRole('button', { name: 'Fill them in' }).click();
  await expect(page.getByLabel('Governing law')).toBeFocused();
  await page.getByLabel('Governing law').selectOption('Ireland');
  await page.getByLabel('Which city').fill('Cork');
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(card).not.toContainText('blank');
  await expect(card).toContainText('Ready');
  await expect(card.getByRole('status')).toBeEmpty();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');
  await card.getByRole('button', { name: 'Other formats' }).click();
  const [text] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download Markdown' }).click(),
  ]);
  expect((await readFile(await text.path())).toString()).toContain('Lindenallee 4, Hamburg');
});

test('[GEN-1] [CHAT-1] on a phone questions and paper take turns, and no button covers a field @phone', async ({
  page,
}) => {
  const chat = page.getByRole('button', { name: 'Chat', exact: true });
  const tall = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.goto(`${generator}?document=mutual-nda`);
  await expect(preview(page)).toBeHidden();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  // Wherever one has scrolled to, the foot is there; the chat lies on it and beside what is pressed there.
  for (let at = 0; at < (await tall()); at += 600) {
    await page.evaluate((y) => window.scrollTo(0, y), at);
    await expect(next).toBeInViewport({ ratio: 1 });
    const [place, foot, pressed] = await Promise.all([
      chat.boundingBox(),
      page.getByRole('group', { name: 'Views and next step' }).boundingBox(),
      next.boundingBox(),
    ]);
    if (!place || !foot || !pressed) throw new Error('not drawn');
    expect(place.y).toBeGreaterThanOrEqual(foot.y);
    expect(place.x).toBeGreaterThanOrEqual(pressed.x + pressed.width);
  }
  expect(await tall()).toBeLessThan(4000);
  await expect(page.getByText('Step 1 of 5 · 6 blanks left')).toBeVisible();
  // What nobody has looked at is not done, whatever its usual answers are.
  const rail = page.getByRole('main').getByRole('list').first();
  await expect(rail.getByText('Done', { exact: true })).toHaveCount(0);
  await next.click();
  await expect(page.getByText('Step 2 of 5 · 6 blanks left')).toBeVisible();
  await expect(page.getByRole('button', { name: /^2\. / })).toBeInViewport();
  await page.getByRole('radio', { name: 'Paper' }).check();
  await expect(preview(page)).toBeVisible();
  await expect(page.getByLabel('Governing law')).toBeHidden();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Governing law: still blank/ })
    .click();
  await expect(page.getByLabel('Governing law')).toBeFocused();
  await expect(preview(page)).toBeHidden();
});

test('[GEN-1] of documents that go together the next knows the answers, and keeps what was typed there', async ({
  page,
}) => {
  await page.goto('/tools/classic-template-generator');
  await page.getByRole('link', { name: 'Start with: Mutual NDA' }).click();
  await nameOf(page, 'Your side').fill('Wren Studio');
  await nameOf(page, 'Their side').fill('Halden Analytics');
  const steps = page.getByRole('navigation', { name: 'Questions' }).getByRole('button', { name: /^\d\. / });
  const toTheEnd = async () => {
    for (let left = await steps.count(); left > 0; left--)
      await page.getByRole('button', { name: /^Next/ }).click();
  };
  await toTheEnd();
  const together = page.getByRole('group', { name: 'Documents that go with it' });
  await expect(together.getByRole('link', { name: 'Next: Proposal' })).toBeVisible();
  await expect(together).toContainText('2 answers go along');
  await together.getByRole('link', { name: 'Next: Proposal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/proposal/i);
  const client = page.getByRole('group', { name: /client/i }).first();
  await expect(client.getByLabel('Name')).toHaveValue('Halden Analytics');
  await client.getByLabel('Name').fill('Oak & Ash');
  await page.goBack();
  await expect(nameOf(page, 'Their side')).toHaveValue('Halden Analytics');
  await toTheEnd();
  await together.getByRole('link', { name: 'Proposal', exact: true }).click();
  await expect(client.getByLabel('Name')).toHaveValue('Oak & Ash');
});
