import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { nameSender, signUp, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

test('people are found, saved as a segment, started together and taken back @both', async ({
  page,
  allowError,
}) => {
  allowError(/status of 400.*segments/);
  await signUp(page.request);
  await nameSender(page.request);
  const csv = ['email,name,tags', 'a@one.example,Ada,fair', 'b@two.example,Bo,fair', 'c@two.example,Cy,'];
  await page.request.post('/api/followups/people/import', {
    data: { csv: csv.join('\n'), proof: 'Signed up at the fair', tag: '' },
  });
  const steps = [
    {
      id: 'choice_1',
      kind: 'branch',
      when: { is: 'field', name: 'plan', value: 'team' },
      yes: [{ id: 'tag_1', kind: 'tag', add: true, tag: 'team' }],
      no: [{ id: 'wait_1', kind: 'wait', hours: 24 }],
    },
    { id: 'wait_2', kind: 'wait', hours: 24 },
  ];
  const sequence = { name: 'News', trigger: { on: 'hand' }, steps, isOn: true, version: 0 };
  const kept = await page.request.put('/api/followups/sequences/seq_news', { data: sequence });
  expect(kept.status(), await kept.text()).toBe(200);

  await page.goto('/dashboard/people');
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();
  const saved = page.getByRole('group', { name: 'Saved segments' });
  await expect(saved).toHaveCount(0);
  await page.getByLabel('Tag').selectOption('fair');
  await expect(page.getByText('2 people fit')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export these as CSV' })).toHaveAttribute(
    'href',
    /\?tag=fair$/,
  );
  await page.getByRole('button', { name: 'Save as a segment' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as a segment' });
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming.getByText('Enter a name.')).toBeVisible();
  await naming.getByLabel('Name').fill('From the fair');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Segment “From the fair” saved. It stands above the list.')).toBeVisible();
  await expect(saved.getByRole('button', { name: 'From the fair' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await saved.getByRole('button', { name: 'From the fair' }).click();
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();

  await saved.getByRole('button', { name: 'From the fair' }).click();
  await saved.getByRole('button', { name: 'Delete segment' }).click();
  await expect(page.getByText('Segment “From the fair” deleted. The people in it stay.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(saved.getByRole('button', { name: 'From the fair' })).toBeVisible();
  await saved.getByRole('button', { name: 'Rename segment' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Fair 2026');
  await page.keyboard.press('Enter');
  await expect(saved.getByRole('button', { name: 'Fair 2026' })).toBeVisible();

  // The made-up person answers what its choice asks.
  await page.goto('/dashboard/follow-ups/seq_news');
  await page.getByRole('tab', { name: 'Simulation' }).click();
  await page.getByLabel('Their field “plan”').fill('team');
  await expect(page.getByRole('list', { name: 'What would happen' })).toContainText('team');

  await page.getByRole('button', { name: 'More for this sequence' }).click();
  await page.getByRole('menuitem', { name: 'Start for people…' }).click();
  const starting = page.getByRole('dialog', { name: 'Start for people' });
  await starting.getByRole('radio', { name: 'Everyone who fits' }).check();
  await starting.getByLabel('Saved segment').selectOption('Fair 2026');
  await expect(starting.getByText('2 people fit.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await starting.getByRole('button', { name: 'Start for 2 people' }).click();
  await expect(page.getByText('“News” started for 2 people.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('“News” taken back for 2 people.')).toBeVisible();
  const left = await (await page.request.get('/api/followups/people?sequenceId=seq_news')).json();
  expect(left).toMatchObject({ total: 0 });
});
