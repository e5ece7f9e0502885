import { expect, test } from './fixtures.ts';
import {
  agree,
  begin,
  codeFor,
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

test('a contract goes from a desk to a phone, is changed in between, and signed by both', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const tom = signerEmail();
  await sender(page);
  const template = await savedContract(page);

  await page.goto(`/dashboard/templates?open=${template}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Send to sign' }).click();
  const second = page.getByRole('group', { name: 'Person 2' });
  await expect(second.getByLabel('Name')).toHaveValue('Tom Halden');
  await expect(page.getByRole('group', { name: 'Person 1' }).getByLabel('Name')).toHaveValue('Ada Lovelace');
  await second.getByLabel('Email').fill(tom);
  await page.getByRole('radio', { name: 'One after the other' }).check();
  await second.getByRole('button', { name: 'Move Tom Halden up' }).click();
  await page.getByLabel('Message').fill('The NDA that we spoke about.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to Tom Halden. The others follow in turn.')).toBeVisible();
  await expect(page.getByText(/^Waiting for Tom Halden/)).toBeVisible();

  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await expect(hand.getByText('The NDA that we spoke about.')).toBeVisible();
  await expect(hand.getByRole('button', { name: 'Comment on “1. Term”' })).toBeVisible();
  await hand.getByText('This agreement lasts two years').click();
  await hand.getByRole('radio', { name: 'Propose other words' }).check();
  await hand
    .getByLabel('What it should say')
    .fill('This agreement lasts three years from the day of signing.');
  await hand.getByRole('button', { name: 'Send proposal' }).click();
  await expect(hand.getByRole('heading', { name: '1 open comment' })).toBeVisible();
  await hand.getByText('The law of England').click();
  await hand.getByLabel('Your comment').fill('Fine with us.');
  await hand.getByRole('button', { name: 'Send comment' }).click();

  await page.reload();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Accepted. Everyone gets the new version to sign.')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible();

  await hand.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(hand.getByText('The sender changed this since you last looked')).toBeVisible();
  await expect(hand.getByRole('region', { name: /^Text of/ })).toContainText('lasts three years');
  await begin(hand);
  await proveAddress(hand, tom);
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();
  await expect(hand.getByText('Ada Lovelace still has to sign.')).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await begin(page);
  await page.getByRole('radio', { name: 'Type' }).check();
  await page.getByLabel('Type your name as your signature').fill('A. Lovelace');
  await agree(page);
  await sign(page);
  await expect(page.getByRole('heading', { name: 'You signed this.' })).toBeVisible();

  await page.goto('/dashboard/agreements?show=signed');
  await page.getByRole('link', { name: 'Mutual NDA, Halden' }).click();
  await expect(page.getByText('Record intact')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: 'Download signed PDF' })).toBeVisible({ timeout: 3000 });
  }).toPass();
  const href = await page.getByRole('link', { name: 'Download signed PDF' }).getAttribute('href');
  const file = await page.request.get(href ?? '');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an answer that is lost, and two presses at once, send a document once', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await sender(page);
  const template = await savedContract(page);
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('group', { name: 'Person 2' }).getByLabel('Email').fill(signerEmail());
  let isLost = false;
  await page.route('**/api/agreements', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(page.getByText('Not sent yet')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Person 2' }).getByLabel('Email')).toHaveValue(/halden/);
  await send.dblclick();
  await expect(page).toHaveURL(/agr_/);
  await page.goto('/dashboard/agreements');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByText('isn’t sent yet')).toHaveCount(0);
});

test('blanks are sent only after a plain yes, and the other side fills them in before it signs', async ({
  page,
  browser,
  watch,
}) => {
  const tom = signerEmail();
  await sender(page);
  const template = await savedContract(page, 'NDA', '<h1>NDA</h1><p>With {{ClientName}}.</p>');
  await page.goto(`/dashboard/agreements/new?from=${template}`);
  await page.getByRole('main').getByLabel('Name').fill('Tom Halden');
  await page.getByRole('main').getByLabel('Email').fill(tom);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '1 blank left' })).toBeVisible();
  await expect(page).toHaveURL(/new\?from/);
  await page.getByRole('button', { name: 'Yes, send it as it is' }).click();
  await expect(page).toHaveURL(/agr_/);

  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await hand.getByLabel('Client name').fill('Halden AG');
  await hand.getByRole('button', { name: 'Continue' }).click();
  await proveAddress(hand, tom);
  await expect(hand.getByText(', version 2')).toBeVisible();
  await hand.getByRole('radio', { name: 'Type' }).check();
  await agree(hand);
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();
  await expect(hand.getByRole('region', { name: /^Text of/ })).toContainText('With Halden AG.');
  await expect(hand.getByText('The sender changed this')).toHaveCount(0);
});

test('a wrong code signs nothing, and what was drawn is still there after it and after a reload', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 400/);
  const tom = signerEmail();
  await sender(page);
  await sent(page, [{ name: 'Tom Halden', email: tom, party: 1 }]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await hand.getByRole('button', { name: 'Email me a code' }).click();
  const code = await codeFor(hand.request, tom);
  await hand.getByLabel('Code from the email').fill(code === '000000' ? '111111' : '000000');
  await hand.getByRole('button', { name: 'Continue' }).click();
  await draw(hand);
  await agree(hand);
  await sign(hand);
  await expect(hand.getByText('This isn’t the code we sent.')).toBeVisible();
  await hand.getByLabel('Code from the email').fill(code);
  await hand.getByRole('button', { name: 'Continue' }).click();
  await expect(hand.getByRole('img', { name: 'Your signature, drawn in 1 stroke' })).toBeVisible();
  await hand.reload();
  await begin(hand);
  await hand.getByRole('button', { name: 'Email me a code' }).click();
  await hand.getByLabel('Code from the email').fill(code);
  await hand.getByRole('button', { name: 'Continue' }).click();
  await expect(hand.getByRole('img', { name: 'Your signature, drawn in 1 stroke' })).toBeVisible();
  await agree(hand);
  await sign(hand);
  await expect(hand.getByText('Everyone has signed.', { exact: false }).first()).toBeVisible();
});

test('a signature whose answer is lost is given once, and a press again says that it stands', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  const tom = signerEmail();
  await sender(page);
  const id = await sent(page, [
    { name: 'Tom Halden', email: tom },
    { name: 'Mia Wren', email: signerEmail() },
  ]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  let isLost = false;
  await hand.route('**/api/signing/sign', async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await begin(hand);
  await proveAddress(hand, tom);
  await hand.getByRole('radio', { name: 'Type' }).check();
  await agree(hand);
  await sign(hand);
  await expect(hand.getByText('What you filled in is still here.')).toBeVisible();
  await sign(hand);
  await expect(hand.getByRole('heading', { name: 'You signed this.' })).toBeVisible();
  await page.goto(`/dashboard/agreements/${id}`);
  await expect(page.getByText('Tom Halden signed')).toHaveCount(1);
});

test('whoever declines says why, and the others and the sender see that it is over', async ({
  page,
  browser,
  watch,
}) => {
  const [tom, mia] = [signerEmail(), signerEmail()];
  await sender(page);
  const id = await sent(page, [
    { name: 'Tom Halden', email: tom },
    { name: 'Mia Wren', email: mia },
  ]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await hand.getByRole('button', { name: 'More' }).filter({ visible: true }).click();
  await hand.getByRole('menuitem', { name: 'Decline' }).click();
  await hand.getByLabel('Reason').fill('We sign with somebody else.');
  await hand.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(hand.getByText('You declined this agreement.')).toBeVisible();
  await page.goto(`/dashboard/agreements/${id}`);
  await expect(page.getByText('“We sign with somebody else.”')).toBeVisible();
  const other = await signer(browser, watch, await linkFor(page.request, mia));
  await expect(other.getByText('declined this agreement')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Review and sign' })).toHaveCount(0);
});

test('what is withdrawn can be signed by nobody, also on a page that is still open', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 409/);
  const tom = signerEmail();
  await sender(page);
  const id = await sent(page, [{ name: 'Tom Halden', email: tom }]);
  const hand = await signer(browser, watch, await linkFor(page.request, tom));
  await begin(hand);
  await proveAddress(hand, tom);
  await draw(hand);
  await agree(hand);
  await page.goto(`/dashboard/agreements/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn. Everyone asked was told.')).toBeVisible();
  await sign(hand);
  await expect(hand.getByText('The sender has withdrawn this agreement.')).toBeVisible();
  await expect(hand.getByRole('dialog')).toHaveCount(0);
});

test('a link that was forwarded works for the colleague and no longer for who passed it on', async ({
  page,
  browser,
  watch,
  allowError,
}) => {
  allowError(/status of 404/);
  const [tom, mia] = [signerEmail(), signerEmail()];
  await sender(page);
  await sent(page, [{ name: 'Tom Halden', email: tom }]);
  const link = await linkFor(page.request, tom);
  const hand = await signer(browser, watch, link);
  await hand.getByRole('button', { name: 'More' }).filter({ visible: true }).click();
  await hand.getByRole('menuitem', { name: 'Forward to a colleague' }).click();
  await hand.getByLabel('Their name').fill('Mia Wren');
  await hand.getByLabel('Their email address').fill(mia);
  await hand.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(hand.getByText('Forwarded to Mia Wren')).toBeVisible();
  await hand.goto(link);
  await expect(hand.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  const other = await signer(browser, watch, await linkFor(page.request, mia));
  await expect(other.getByText('Mia Wren (you)')).toBeVisible();
});
