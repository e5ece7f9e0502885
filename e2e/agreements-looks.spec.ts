import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  begin,
  draw,
  linkFor,
  proveAddress,
  savedContract,
  sender,
  sent,
  signer,
  signerEmail,
} from './agreement-hands.ts';

test('the pages of a sender are accessible in every state', async ({ page }) => {
  test.slow();
  await sender(page);
  await page.goto('/dashboard/agreements');
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const template = await savedContract(page);
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('radio', { name: 'One after the other' }).check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Enter an email address.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const id = await sent(page, [{ name: 'Tom Halden', email: signerEmail() }]);
  await page.goto('/dashboard/agreements');
  await expect(page.getByText('Waiting for Tom Halden')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto(`/dashboard/agreements/${id}`);
  await expect(page.getByText('Record intact')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Correct the email address' }).click();
  await expectAccessible(page);
});

test('the page of a signer is accessible in every step, and 44 px high where a finger presses', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  await sent(page, [{ name: 'Tom Halden', email: tom, party: 1 }]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await expect(hand.getByRole('button', { name: 'Comment on “1. Term”' })).toBeVisible();
  await expectAccessibleInBothThemes(hand);
  const low = await hand.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button')]
      .map((one) => ({ name: one.ariaLabel ?? one.innerText, ...one.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => height > 0 && (height < 44 || width < 44))
      .map(({ name }) => name),
  );
  expect(low).toEqual([]);
  await hand.getByRole('button', { name: 'Comment on “1. Term”' }).click();
  await expect(hand.getByLabel('About')).toBeVisible();
  await expectAccessible(hand);
  await hand.keyboard.press('Escape');
  await begin(hand);
  await expectAccessible(hand);
  await proveAddress(hand, tom);
  await draw(hand);
  await expectAccessibleInBothThemes(hand);
  await hand.getByRole('radio', { name: 'Type' }).check();
  await expectAccessible(hand);
});

test('a document can be read and signed with 92 KB of script', async ({ page, browser, watch }) => {
  const tom = signerEmail();
  await sender(page);
  await sent(page, [{ name: 'Tom Halden', email: tom }]);
  const link = await linkFor(page.request, tom);
  const context = await browser.newContext({ baseURL: new URL(link).origin });
  watch(context);
  const hand = await context.newPage();
  // The code that reports errors comes to one visit of ten; this is one of the nine. Comments are not needed to sign.
  await hand.addInitScript(() => (Math.random = () => 0.5));
  await hand.route(/\/assets\/talk-/, () => undefined);
  await hand.goto(link);
  await begin(hand);
  await proveAddress(hand, tom);
  await expect(hand.getByTestId('signature-pad')).toBeVisible();
  const script = await hand.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js') && !/\/(?:talk|comment)/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(script).toBeLessThanOrEqual(92 * 1024);
});
