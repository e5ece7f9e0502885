import { expect, expectAccessible, test } from './fixtures.ts';
import {
  agree,
  begin,
  contract,
  draw,
  linkFor,
  proveAddress,
  savedContract,
  sender,
  sent,
  sign,
  signer,
  signerEmail,
} from './agreement-hands.ts';
import { newEmail, submit, typeCredentials, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

test('a guest who wants to send signs up on the way, and goes on with the document saved', async ({
  page,
}) => {
  await page.goto('/tools/classic-template-generator?document=mutual-nda');
  await page.getByRole('group', { name: 'Their side' }).getByLabel('Name').fill('Wren Studio');
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  await page.getByRole('button', { name: 'Send to sign' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const why = page.getByText('Sign in or create an account, and you can send your document to sign.');
  await expect(why).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await typeCredentials(page, newEmail());
  await submit(page, 'Create account');
  await expect(page).toHaveURL(/\/dashboard\/agreements\/new\?from=/);
  await expect(page.getByRole('heading', { name: 'Send to sign' })).toBeVisible();
  await expect(page.getByLabel('Signs for').first()).toContainText('Wren Studio');
  await expect(page.getByText(/blanks left\. Fill them in/)).toBeVisible();
});

test('a saved row’s menu and the text editor lead to sending the same document', async ({ page }) => {
  await sender(page);
  const template = await savedContract(page, 'Mutual NDA, Wren');
  await page.goto('/dashboard/templates');
  await page.getByRole('button', { name: 'More for Mutual NDA, Wren' }).click();
  await page.getByRole('menuitem', { name: 'Send to sign' }).click();
  await expect(page).toHaveURL(new RegExp(`new\\?from=${template}$`));
  await page.goto(`/tools/document-editor?template=${template}`);
  await page.getByRole('textbox', { name: 'Text of the document' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Send to sign' }).click();
  await expect(page).toHaveURL(new RegExp(`new\\?from=${template}$`));
  await expect(page.getByRole('group', { name: 'Person 2' }).getByLabel('Name')).toHaveValue('Tom Halden');
});

test('what was prepared without a connection stays, is named in the list, and is sent when it is back', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED/);
  await sender(page);
  const template = await savedContract(page);
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('group', { name: 'Person 2' }).getByLabel('Email').fill(signerEmail());
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('What you filled in is saved on this device.')).toBeVisible();
  await context.setOffline(false);
  await page.goto('/dashboard/agreements');
  await expect(page.getByText('“Mutual NDA, Halden” isn’t sent yet')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/agr_/);
});

test('tabs, counts and the search find an agreement by its state and by who is asked', async ({ page }) => {
  await sender(page);
  await page.goto('/dashboard/agreements');
  await sent(page, [{ name: 'Tom Halden', email: signerEmail() }], 'Loan note');
  await sent(page, [{ name: 'Mia Wren', email: signerEmail() }], 'Statement of work');
  await page.reload();
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(2);
  await page.getByRole('tab', { name: 'Waiting for others 2' }).click();
  await expect(page).toHaveURL(/show=theirs/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox').fill('mia');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Statement of work');
  await page.getByRole('tab', { name: 'Signed' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
});

test('a damaged link says where the right one is, and a server that is away can be asked again', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 404|status of 503|response: 503/);
  await page.goto('/sign');
  await expect(page.getByText('This link is incomplete. Open it from the email again.')).toBeVisible();
  await page.goto('/sign?t=agr_nothing');
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();

  const tom = signerEmail();
  await sender(page);
  await sent(page, [{ name: 'Tom Halden', email: tom }]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await hand.route('**/api/signing?*', (route) => route.fulfill({ status: 503, body: 'away' }));
  await hand.reload();
  await expect(hand.getByRole('heading', { name: 'Couldn’t load the document' })).toBeVisible();
  await hand.unroute('**/api/signing?*');
  await hand.getByRole('button', { name: 'Try again' }).click();
  await expect(hand.getByRole('region', { name: /^Text of/ })).toContainText('lasts two years');
});

test('initials are filled in from the name, missed when they are gone, and sent as they were changed', async ({
  page,
  browser,
  watch,
}) => {
  const tom = signerEmail();
  await sender(page);
  const beside =
    '<div class="doc-signatures"><div class="doc-signature"><p>Halden AG</p><table><tr><td>Initials</td><td></td></tr></table></div></div>';
  const html = contract.replace('<h2 id="law">', `${beside}<h2 id="law">`);
  await sent(page, [{ name: 'Tom Halden', email: tom, party: 1 }], 'Mutual NDA', html);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await proveAddress(hand, tom);
  const initials = hand.getByLabel('Your initials');
  await expect(initials).toHaveValue('TH');
  await expect(hand.getByText('Signing puts them beside “1. Term”.')).toBeVisible();
  await initials.fill('');
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByText('Enter your initials.')).toBeVisible();
  await initials.fill('TvH');
  await expectAccessible(hand);
  await sign(hand);
  await expect(hand.getByRole('main')).toContainText(/You signed/);
});
