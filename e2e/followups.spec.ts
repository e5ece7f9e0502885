import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { builder, giveGuide, inAccount, press, preview, realBrowser } from './funnel-hands.ts';
import { newEmail, signUp, signUpSender, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

test('a stranger leaves an address in a funnel and gets the series; its member sees what, when and why', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  test.setTimeout(120_000);
  await signUpSender(page);

  // A page that collects addresses.
  await page.goto(builder);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));
  await expect(preview(page)).toBeVisible();
  await inAccount(page);
  await giveGuide(page);
  await inAccount(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  const publishing = page.getByRole('dialog');
  await press(publishing.getByRole('button', { name: /^Publish/ }));
  const address = (await publishing.getByRole('link', { name: /^\/f\// }).getAttribute('href')) ?? '';

  // The series: a starter, its wait taken away and given back, its email written, simulated, turned on.
  await page.goto('/dashboard/follow-ups');
  await expect(page.getByText('No sequences yet')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'New sequence' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
  await page.getByRole('button', { name: 'Remove: Wait 1 day' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove: Wait 1 day' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Remove: Wait 1 day' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Wait 1 day' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Not turned on: something is still to be written')).toBeVisible();
  await page.getByLabel('Subject').fill('Our workshop in March');
  await page.getByLabel('Text', { exact: true }).fill('Hello {{FirstName|there}},\n\nwe **teach** pricing.');
  await expect(page.frameLocator('iframe').first().getByText('Hello Maya,', { exact: true })).toBeVisible();
  // The starter greets her, too: only now it is what was typed, and nothing loads any more.
  await expect(
    page
      .frameLocator('iframe')
      .first()
      .getByText(/pricing/),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('tab', { name: 'Simulation' }).click();
  await expect(page.getByRole('list', { name: 'What would happen' })).toContainText('Our workshop in March');
  // A reload keeps what isn’t saved yet.
  await page.reload();
  await expect(page.getByText('Not saved').first()).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('“Welcome” is saved and on.')).toBeVisible();

  const context = await browser.newContext({ baseURL: hub.url, userAgent: realBrowser });
  watch(context);
  const visitor = await context.newPage();
  await visitor.goto(address);
  const email = newEmail('mia');
  await visitor.getByLabel('Email address').fill(email);
  await visitor.getByRole('checkbox').check();
  // Whoever sends it within a second is asked once more.
  await visitor.waitForTimeout(1200);
  await visitor.locator('form button').click();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Here is your guide');
  await context.close();

  await page.goto('/dashboard/people');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(async () => {
    await page.reload();
    await expect(main).toContainText('Email “Our workshop in March”', { timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await expect(main).toContainText('the funnel “');
  await expectAccessibleInBothThemes(page);

  await main.getByRole('button', { name: /^Stop/ }).first().click();
  const sure = page.getByRole('dialog').getByRole('button', { name: /^Stop/ });
  if (await sure.isVisible()) await sure.click();
  await expect(main).toContainText('stopped by you');
});

test('people come in by CSV and by hand, are found, and go again', async ({ page, allowError }) => {
  allowError(/status of 409/);
  await signUp(page.request);
  await page.goto('/dashboard/people');
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('textarea')
    .first()
    .fill('email,name,tags\nmia@example.com,Mia Wong,vip\nno address,,\njon@example.com,Jon,\n');
  await dialog.getByLabel(/agree/).fill('Signed up at our fair, 3 May 2026');
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(dialog).toContainText('This isn’t an email address.');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'mia@example.com' })).toBeVisible();
  await page.getByLabel(/Search/).fill('jon');
  await expect(page.getByRole('link', { name: 'mia@example.com' })).toHaveCount(0);
  await page.getByRole('link', { name: 'jon@example.com' }).click();
  await expect(page.getByRole('main')).toContainText('Signed up at our fair, 3 May 2026');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/people$/);
  await expect(page.getByRole('link', { name: 'jon@example.com' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a person' }).first().click();
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('mia@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a person' }).click();
  await expect(page.getByRole('dialog')).toContainText('in your list already');
});
