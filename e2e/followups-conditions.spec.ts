import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { nameSender, signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

test('a sequence for some people only: conditions in the editor, the simulation and on people @both', async ({
  page,
}) => {
  await signUp(page.request);
  await nameSender(page.request);
  const csv = ['email,plan,age', 'a@one.example,pro,40', 'b@two.example,pro,9', 'c@two.example,free,50'];
  await page.request.post('/api/followups/people/import', {
    data: { csv: csv.join('\n'), proof: 'Signed up at the fair', tag: '' },
  });
  const steps = [{ id: 'wait_1', kind: 'wait', hours: 24 }];
  const sequence = { name: 'For adults', trigger: { on: 'hand' }, steps, isOn: true, version: 0 };
  const kept = await page.request.put('/api/followups/sequences/seq_adults', { data: sequence });
  expect(kept.status(), await kept.text()).toBe(200);

  await page.goto('/dashboard/people');
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();
  const conditions = page.getByRole('group', { name: 'More conditions' });
  await conditions.getByRole('button', { name: 'Add a condition' }).click();
  // Not filled in yet, it asks nothing.
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();
  await conditions.getByLabel('Only if they').selectOption('have a field that');
  await conditions.getByLabel('Field', { exact: true }).fill('plan');
  await conditions.getByLabel('Value').fill('Pro');
  await expect(page.getByText('2 people fit')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(page.getByText('2 people fit')).toBeVisible();
  await expect(conditions.getByLabel('Value')).toHaveValue('Pro');

  await page.goto('/dashboard/follow-ups/seq_adults');
  const forWhom = page.getByRole('group', { name: 'Who it is for' });
  await expect(forWhom).toContainText('For everybody to whom this happens.');
  await forWhom.getByRole('button', { name: 'Add a condition' }).click();
  await forWhom.getByLabel('Only if they').selectOption('have a field that');
  await forWhom.getByLabel('How').selectOption('is more or later than');
  await forWhom.getByLabel('Field', { exact: true }).fill('age');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(forWhom.getByText('Enter a number, or a date such as 2026-05-31.')).toBeVisible();
  await forWhom.getByLabel('Value').fill('17');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('tab', { name: 'Simulation' }).click();
  const would = page.getByRole('list', { name: 'What would happen' });
  await expect(would).toContainText('It doesn’t start');
  await page.getByLabel('Their field “age”').fill('18');
  await expect(would).not.toContainText('It doesn’t start');

  await page.getByRole('button', { name: 'More for this sequence' }).click();
  await page.getByRole('menuitem', { name: 'Start for people…' }).click();
  const starting = page.getByRole('dialog', { name: 'Start for people' });
  await starting.getByRole('radio', { name: 'Everyone who fits' }).check();
  await starting.getByRole('button', { name: 'Start for 3 people' }).click();
  await expect(page.getByText(/“For adults” started for 2 people. 1 person left out/)).toBeVisible();
  await page.goto('/dashboard/follow-ups');
  await expect(page.getByText('is picked by you, if they have more than 17 in age')).toBeVisible();
});
