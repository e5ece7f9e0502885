import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  agree,
  draw,
  phone,
  proveAddress,
  savedContract,
  sender,
  sign,
  signerEmail,
} from './agreement-hands.ts';

test('a sender makes a link on the send page, and a stranger signs by it on a phone', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  const template = await savedContract(page);
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('radio', { name: 'Anybody with a link' }).check();
  await page.getByLabel('Message').fill('Please sign this before the demo.');
  await page.getByLabel('Signatures at most').fill('0');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Enter a number from 1 to 500.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Signatures at most').fill('2');
  await page.getByRole('checkbox', { name: 'I sign each one, too' }).uncheck();
  await page.getByLabel('They sign for').selectOption('Halden AG');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Your link is ready.')).toBeVisible();
  await expect(page.getByText(/^0 of 2 signed, open until/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  const context = await browser.newContext({ ...phone, baseURL: new URL(link).origin });
  watch(context);
  const hand = await context.newPage();
  await hand.goto(link);
  await expect(hand.getByText('Please sign this before the demo.')).toBeVisible();
  await expect(hand.getByRole('region', { name: /^Text of/ })).toContainText('lasts two years');
  await expectAccessibleInBothThemes(hand);
  const start = hand.getByRole('button', { name: 'Sign this' }).filter({ visible: true });
  await start.click();
  await hand.getByRole('button', { name: 'Continue' }).click();
  await expect(hand.getByText('Enter your email address.')).toBeVisible();
  await expectAccessibleInBothThemes(hand);
  await hand.getByLabel('Your name').fill('Tom Halden');
  await hand.getByLabel('Your email address').fill(tom);
  await hand.getByRole('button', { name: 'Continue' }).click();
  await proveAddress(hand, tom);
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();

  await hand.goto(link);
  await start.click();
  await hand.getByLabel('Your name').fill('Somebody');
  await hand.getByLabel('Your email address').fill(tom);
  await hand.getByRole('button', { name: 'Continue' }).click();
  await expect(hand.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(hand.getByText(tom)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^1 of 2 signed, open until/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mutual NDA, Halden' })).toBeVisible();
  await page.getByRole('link', { name: 'All agreements' }).click();
  const open = page.getByRole('group', { name: 'Open link: Mutual NDA, Halden' });
  await open.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(link);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await open.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close the link' }).click();
  await expect(open.getByText('1 of 2 signed, closed')).toBeVisible();

  await hand.goto(link);
  await expect(hand.getByText('The sender has closed this link.')).toBeVisible();
  await expect(hand.getByRole('button', { name: 'Sign this' })).toHaveCount(0);
  await open.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Link deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mutual NDA, Halden' })).toBeVisible();
  allowError(/404 \(Not Found\).*signing\/open/);
  await hand.reload();
  await expect(hand.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});
