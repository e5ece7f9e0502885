import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  begin,
  linkFor,
  proveAddress,
  savedContract,
  sender,
  signer,
  signerEmail,
} from './agreement-hands.ts';

test('the sender changes the text while it is out, and the other side sees what changed', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  const template = await savedContract(page);
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('group', { name: 'Person 2' }).getByLabel('Email').fill(tom);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/agr_/);
  const address = page.url();
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await proveAddress(hand, tom);
  await hand.getByRole('button', { name: 'Back to the text' }).click();

  await page.getByRole('link', { name: 'Change the document' }).click();
  await expect(page.getByText('Nothing is different yet')).toBeVisible();
  await page.getByRole('link', { name: 'Change the saved document' }).click();
  const text = page.locator('[contenteditable="true"]').first();
  await text.getByText('This agreement lasts two years').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' It ends by itself.');
  const saving = page.waitForResponse(
    (answer) => /\/api\/saved/.test(answer.url()) && answer.request().method() !== 'GET',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saving;

  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await expect(page.getByText('Out to sign with Ada Lovelace and Tom Halden')).toBeVisible();
  await page.getByRole('link', { name: 'Change that one' }).click();
  await expect(page.getByRole('region', { name: 'What changes' }).locator('ins')).toHaveText(
    'It ends by itself.',
  );
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Why').fill('As we said on the phone.');
  await page.getByRole('button', { name: 'Send the new version' }).click();
  await expect(page.getByText('Sent. Everyone who was asked gets the new version.')).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'See what changed in version 2' }).click();
  const compared = page.getByRole('dialog', { name: 'From version 1 to version 2' });
  await expect(compared.locator('ins')).toHaveText('It ends by itself.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await hand.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(hand.getByText('The sender changed this since you last looked')).toBeVisible();
  await expect(hand.getByText('As we said on the phone.')).toBeVisible();
  await hand.getByRole('button', { name: 'See what changed' }).click();
  await expect(hand.getByRole('dialog').locator('ins')).toHaveText('It ends by itself.');
  await page.goto(
    `${address.replace(/\/agr_.*/, '')}/new?from=${template}&change=${address.split('/').at(-1)}`,
  );
  await expect(page.getByText('Nothing is different yet')).toBeVisible();
});
