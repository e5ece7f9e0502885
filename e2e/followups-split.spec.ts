import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const path = '/api/followups/sequences/seq_split';
const body = {
  name: 'News',
  trigger: { on: 'hand' },
  steps: [
    {
      id: 'mail_1',
      kind: 'mail',
      subject: 'What we make',
      body: 'Hello, this is what we make.',
      button: '',
      link: '',
    },
  ],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: false,
  version: 0,
};

test('a second wording is written, tested, ended by hand and taken back', async ({ page, allowError }) => {
  // The preview is sandboxed, and the tool that looks for faults tries to look into it.
  allowError(/Blocked script execution in 'about:srcdoc'/);
  await signUp(page.request);
  expect((await page.request.put(path, { data: body })).ok()).toBe(true);
  await page.goto('/dashboard/follow-ups/seq_split');
  await page.getByRole('button', { name: 'Email “What we make”', exact: true }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const subject = page.getByLabel('Subject', { exact: true });
  await page.getByRole('button', { name: 'Test a second wording' }).click();
  await expect(page.getByRole('radio', { name: 'Wording B' })).toBeChecked();
  await expect(page.getByText('The test begins when you save.')).toBeVisible();

  await page.getByRole('radio', { name: 'Wording A' }).check();
  await save.click();
  // What is wrong stands in B, so B is shown.
  await expect(page.getByText('B says the same as A. Change its subject or its text.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Wording B' })).toBeChecked();
  await subject.fill('Made in York');
  await page.getByLabel('People who get B (%)').fill('95');
  await save.click();
  await expect(page.getByText('Enter 90 or less.')).toBeVisible();
  await page.getByLabel('People who get B (%)').fill('40');
  await save.click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();

  await expect(page.getByText('Nobody has got either wording yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep B', exact: true }).click();
  await expect(page.getByText('The test has ended. Everybody gets B from now on.')).toBeVisible();
  await expect(page.getByText(/Everybody has been getting B since .*, because you chose it\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Nobody has got either wording yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep A', exact: true }).click();
  await expect(page.getByText(/Everybody has been getting A since/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Let the test go on' }).click();
  await expect(page.getByText('Nobody has got either wording yet.')).toBeVisible();

  await page.getByRole('radio', { name: 'Wording A' }).check();
  await expect(subject).toHaveValue('What we make');
  await page.reload();
  await page.getByRole('button', { name: /^Email “What we make”/ }).click();
  await page.getByRole('radio', { name: 'Wording B' }).check();
  await expect(subject).toHaveValue('Made in York');
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await expect(page.getByText('Email “What we make”, A and B')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.getByRole('button', { name: 'Keep B', exact: true }).click();
  await page.getByRole('button', { name: 'Make B the email' }).click();
  await expect(page.getByRole('button', { name: 'Email “Made in York”', exact: true })).toBeVisible();
  await expect(page.getByText('B is the email now. Save to use it.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Saved.', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test a second wording' })).toBeVisible();
});

test('two wordings fit on a phone @phone', async ({ page }) => {
  await signUp(page.request);
  const [step] = body.steps;
  const other = {
    subject: 'A rather long subject for so small a phone',
    body: 'Hello.',
    button: '',
    link: '',
  };
  const saved = await page.request.put(path, { data: { ...body, steps: [{ ...step, other }] } });
  expect(saved.ok()).toBe(true);
  await page.goto('/dashboard/follow-ups/seq_split');
  await page.getByRole('button', { name: /^Email “What we make”/ }).click();
  await expect(page.getByText('Nobody has got either wording yet.')).toBeVisible();
  const sticksOut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sticksOut()).toBe(0);
  await page.getByRole('radio', { name: 'Wording B' }).check();
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue(other.subject);
  expect(await sticksOut()).toBe(0);
});
