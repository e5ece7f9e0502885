import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import {
  agree,
  begin,
  contract,
  draw,
  linkFor,
  proveAddress,
  sender,
  sent,
  signer,
  signerEmail,
} from './agreement-hands.ts';

const inserted = contract
  .replace(
    '<h2 id="term">',
    '<h2 id="hiring"><span class="doc-number">1.</span> No hiring away</h2><p>Neither side hires the other’s staff.</p>\n<h2 id="term">',
  )
  .replace('<span class="doc-number">1.</span> Term', '<span class="doc-number">2.</span> Term')
  .replace('<span class="doc-number">2.</span> Law', '<span class="doc-number">3.</span> Law');

test('what both sides wrote, sent or not, stays with its clause when the text changes', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  const id = await sent(page, [{ name: 'Tom Halden', email: tom, party: 1 }]);
  const change = async (version: number, html: string) => {
    const answer = await page.request.post(`/api/agreements/${id}/text`, {
      headers: { origin: new URL(page.url()).origin },
      data: { html, version },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  const link = hand.url();
  await expect(hand.getByRole('button', { name: 'Comment on “1. Term”' })).toBeVisible();
  await hand.getByText('The law of England').click();
  await hand.getByLabel('Your comment').fill('Sent about the law.');
  await hand.getByRole('button', { name: 'Send comment' }).click();
  await expect(hand.getByRole('heading', { name: '1 open comment' })).toBeVisible();
  await hand.getByText('The law of England').click();
  await hand.getByLabel('Your comment').fill('Begun about the law.');
  await hand.getByRole('button', { name: 'Cancel' }).click();
  await hand.getByText('This agreement lasts').click();
  await hand.getByLabel('Your comment').fill('Begun about the term.');
  await hand.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/dashboard/agreements/${id}`);
  await page.getByRole('button', { name: 'Comment on “1. Term”' }).click();
  await page.getByLabel('Your comment').fill('The sender began this about the term.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You began a comment', { exact: true })).toBeVisible();
  await change(1, inserted.replace('lasts two years', 'lasts ten years'));

  await page.reload();
  const list = (side: typeof page) => side.getByRole('region', { name: '1 open comment' });
  await expect(list(page)).toContainText('3. Law (“2. Law” in version 1)');
  await expect(page.getByText('About “1. Term” in version 1, changed since: now “2. Term”')).toBeVisible();
  await expect(page.getByRole('button', { name: '1 comment on “3. Law”' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByLabel('Your comment')).toHaveValue('The sender began this about the term.');
  await page.getByRole('button', { name: 'Send comment' }).click();
  await expect(page.getByText('Added. Everyone in this agreement sees it.')).toBeVisible();
  await expect(page.getByRole('button', { name: '1 comment on “2. Term”' })).toBeVisible();

  await hand.reload();
  await expect(hand.getByText('You began comments and haven’t sent them')).toBeVisible();
  await expect(hand.getByRole('region', { name: '2 open comments' })).toContainText(
    'About “1. Term” in version 1, changed since: now “2. Term”',
  );
  await expectAccessibleInBothThemes(hand);
  expect(await hand.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const term = hand.getByRole('listitem').filter({ hasText: 'Begun about the term.' });
  await term.getByRole('button', { name: 'Go on' }).click();
  await expect(hand.getByLabel('Your comment')).toHaveValue('Begun about the term.');
  await hand.getByRole('button', { name: 'Cancel' }).click();
  await hand.getByText('This agreement lasts').click();
  const dialog = hand.getByRole('dialog');
  await expect(dialog.getByText('About “1. Term” in version 1, changed since: now “2. Term”')).toBeVisible();
  await expect(dialog.getByText('lasts two years')).toBeVisible();
  await expect(dialog.getByText('lasts ten years')).toBeVisible();
  await expectAccessibleInBothThemes(hand);
  await hand.getByRole('button', { name: 'Send comment' }).click();
  await expect(hand.getByRole('heading', { name: '3 open comments' })).toBeVisible();
  await hand.getByText('The law of England').click();
  await expect(hand.getByLabel('Your comment')).toHaveValue('Begun about the law.');
  await hand.getByRole('button', { name: 'Cancel' }).click();

  await hand.getByRole('button', { name: 'More' }).filter({ visible: true }).click();
  await hand.getByRole('menuitem', { name: 'Forward to a colleague' }).click();
  await expect(hand.getByText('haven’t sent it. Forwarding discards it.')).toBeVisible();
  await expect(hand.getByRole('button', { name: 'Forward without it' })).toBeVisible();
  await hand.getByRole('button', { name: 'Cancel' }).click();

  await begin(hand);
  await proveAddress(hand, tom);
  await expect(hand.getByText('You began a comment at “3. Law” and haven’t sent it.')).toBeVisible();
  await draw(hand);
  await agree(hand);
  await hand.getByRole('button', { name: 'Sign without it' }).click();
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();
  const left = () =>
    hand.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }));
  expect(await left()).not.toContain('Begun about the law.');
  await hand.goto(link);
  await expect(hand.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await left()).not.toContain('Begun about');
});
