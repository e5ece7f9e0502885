import { expect, expectAccessible, test } from './fixtures.ts';
import {
  agree,
  begin,
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
import { arrive, openUserMenu } from './members.ts';

test('a signed agreement is amended by a document that already has its name and its day', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  await sender(page);
  const tom = signerEmail();
  const id = await sent(page, [{ name: 'Tom Halden', email: tom, party: 1 }]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await proveAddress(hand, tom);
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();

  await page.goto(`/dashboard/agreements/${id}`);
  const next = page.getByRole('group', { name: 'Change or end it' });
  await expect(next).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await next.getByRole('button', { name: 'Write an amendment' }).click();
  await expect(page).toHaveURL(/document=amendment&template=/);
  await page.getByRole('button', { name: /^2\. The contract/ }).click();
  await expect(page.getByLabel('Title of the contract')).toHaveValue('Mutual NDA');
  await page.goto('/dashboard/templates');
  await expect(page.getByText('Amendment: Mutual NDA, Halden', { exact: true })).toBeVisible();
});

test('a comment that its sender began outlives a reload; what has ended is deleted after one question', async ({
  page,
}) => {
  await sender(page);
  const id = await sent(page, [{ name: 'Tom Halden', email: signerEmail() }]);
  await page.goto(`/dashboard/agreements/${id}`);
  const more = page.getByRole('main').getByRole('button', { name: 'More' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Comment on the document' }).click();
  await page.getByLabel('Your comment').fill('Is the second year needed?');
  await page.reload();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Comment on the document' }).click();
  await expect(page.getByLabel('Your comment')).toHaveValue('Is the second year needed?');
  await page.getByRole('button', { name: 'Send comment' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await more.click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('can’t be undone');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/dashboard\/agreements$/);
  await expect(page.getByText(/was deleted\./)).toBeVisible();
});

test('a member’s page to sign in a second tab is closed by their logout, and Back does not open it', async ({
  page,
  context,
}) => {
  await sender(page);
  const tom = signerEmail();
  await sent(page, [{ name: 'Tom Halden', email: tom }]);
  const other = await context.newPage();
  await other.goto(await linkFor(page.request, tom));
  const text = other.getByRole('region', { name: /^Text of/ });
  await expect(text).toContainText('lasts two years');
  await expect(other).toHaveURL(/\/sign\?id=/);
  await other.reload();
  await expect(text).toBeVisible();
  await other.goto('/about');
  await other.goBack();
  await expect(text).toBeVisible();
  await arrive(page);
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(other.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expect(text).toBeHidden();
});

test('two tabs that prepare the same document take nothing back of each other', async ({ page, context }) => {
  await sender(page);
  const template = await savedContract(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/dashboard/agreements/new?from=${template}`);
    await tab.getByLabel('Message').waitFor();
  }
  await page.getByLabel('Message').fill('Please sign.');
  await expect(other.getByLabel('Message')).toHaveValue('Please sign.');
  await other.getByLabel('Title', { exact: true }).fill('Our NDA');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Our NDA');
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Please sign.');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Our NDA');
});
