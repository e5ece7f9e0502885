import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { signUp, signUpSender, waitLonger } from './members.ts';

test.beforeEach(({ context }) => waitLonger(context));

const mail = (id: string, subject: string) => ({
  id,
  kind: 'mail',
  subject,
  body: 'Hello {{FirstName|there}}, this is what we make.',
  button: '',
  link: '',
});
const wait = (id: string) => ({ id, kind: 'wait', hours: 24 });
const body = (steps: object[], more: object = {}) => ({
  name: 'News',
  trigger: { on: 'hand' },
  steps,
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: false,
  version: 0,
  ...more,
});
const path = '/api/followups/sequences/seq_news';

async function save(request: APIRequestContext, data: object): Promise<void> {
  const answer = await request.put(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const sentences = (page: Page) => page.locator('[data-step] > div > h3 span:first-child');

test('a sequence is written, moved about and put right by keyboard alone', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/dashboard/follow-ups');
  const enter = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };
  await enter('New sequence');
  await page.getByRole('radio', { name: 'Empty' }).focus();
  await page.keyboard.press('Space');
  await enter('Continue');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New sequence');

  await enter('Add a step');
  await expect(page.getByRole('menuitem', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Subject', { exact: true })).toBeFocused();
  await page.keyboard.type('What we make');
  await enter('Add a step before: Email “What we make”');
  await expect(page.getByRole('menuitem', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('w');
  await expect(page.getByRole('menuitem', { name: /^Wait/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('How long')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await expect(sentences(page)).toHaveText(['Wait 2 days', 'Email “What we make”']);

  await enter('Move down: Wait 2 days');
  await expect(sentences(page)).toHaveText(['Email “What we make”', 'Wait 2 days']);
  await expect(page.getByRole('button', { name: 'Move down: Wait 2 days' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It’s the last step already.')).toBeAttached();
  await enter('Move up: Wait 2 days');
  await expect(page.getByRole('button', { name: 'Move up: Wait 2 days' })).toBeFocused();

  await enter('Add a step');
  await expect(page.getByRole('menuitem', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('If', { exact: true })).toBeFocused();
  await enter('Move down: Email “What we make”');
  await expect(page.getByRole('list', { name: 'Then' })).toContainText('Email “What we make”');
  await expect(page.getByText('Moved down, to “then”')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move down: Email “What we make”' })).toBeFocused();
  await expectAccessibleInBothThemes(page);

  await enter(/^Remove: If they/);
  await expect(page.getByRole('button', { name: 'Wait 2 days', exact: true })).toBeFocused();
  await expect(page.getByText(/^Removed: If they bought since this began, with the 1 in it/)).toBeVisible();
  await enter('Undo');
  await expect(page.getByRole('list', { name: 'Then' })).toContainText('Email “What we make”');

  await page.getByLabel('Name', { exact: true }).fill('Autumn news');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn news');
  await page.getByRole('button', { name: 'Wait 2 days', exact: true }).click();
  await page.getByLabel('How long').fill('');
  await enter('Save');
  await expect(page.getByText('1 field needs another look: it’s marked below.')).toBeVisible();
  await expect(page.getByLabel('How long')).toBeFocused();
  await page.getByLabel('How long').fill('3');
  await expect(page.getByText('1 field needs another look')).toHaveCount(0);
  await enter('Save');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('Not saved')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Then' })).toContainText('Email “What we make”');
});

test('what was changed elsewhere is told, and neither version is lost', async ({ page, allowError }) => {
  allowError(/status of 409/);
  await signUp(page.request);
  await save(page.request, body([mail('mail_1', 'First')]));
  await page.goto('/dashboard/follow-ups/seq_news');
  const title = page.getByRole('heading', { level: 1 });
  await page.getByLabel('Name', { exact: true }).fill('My news');
  await save(page.request, body([mail('mail_1', 'First')], { name: 'Their news', version: 1 }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This sequence was changed elsewhere')).toBeVisible();
  await expect(title).toHaveText('My news');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Load the other version' }).click();
  await expect(title).toHaveText('Their news');
  await page.getByRole('button', { name: 'Put them back' }).click();
  await expect(title).toHaveText('My news');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('This sequence was changed elsewhere')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Look at version 2' }).click();
  const look = page.getByRole('dialog');
  await expect(look).toContainText('Their news');
  await expectAccessibleInBothThemes(page);
  await look.getByRole('button', { name: 'Put back' }).click();
  await expect(title).toHaveText('Their news');
  await expect(page.getByText('Not saved')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(title).toHaveText('My news');

  await page.getByLabel('Name', { exact: true }).fill('My other news');
  expect((await page.request.delete(path)).ok()).toBe(true);
  allowError(/status of 404/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This sequence was deleted on another device')).toBeVisible();
  await page.getByRole('button', { name: 'Keep as a new sequence' }).click();
  await expect(title).toHaveText('My other news');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved')).toHaveCount(0);
});

test('a save says what becomes of the people in it; they are started by hand and found by it', async ({
  page,
}) => {
  await signUpSender(page);
  await save(page.request, body([wait('wait_1'), mail('mail_1', 'First')], { isOn: true }));
  for (const email of ['mia@example.com', 'jon@example.com']) {
    const data = {
      email,
      name: '',
      tags: ['fair'],
      fields: {},
      timeZone: '',
      proof: 'At the fair, May 2026',
    };
    expect((await page.request.post('/api/followups/people', { data })).ok()).toBe(true);
  }
  await page.goto('/dashboard/follow-ups/seq_news');
  await page.getByRole('button', { name: 'More for this sequence' }).click();
  await page.getByRole('menuitem', { name: 'Start for people…' }).click();
  const starting = page.getByRole('dialog');
  await starting.getByRole('checkbox', { name: 'mia@example.com' }).check();
  await expect(starting.getByRole('button', { name: 'Start for 1 person' })).toBeVisible();
  await starting.getByRole('radio', { name: 'Everyone who fits' }).check();
  await starting.getByLabel('Tag').selectOption('fair');
  await expectAccessibleInBothThemes(page);
  await starting.getByRole('button', { name: 'Start for 2 people' }).click();
  await expect(page.getByText('“News” started for 2 people.')).toBeVisible();
  await expect(page.getByText('2 waiting here')).toBeVisible();

  await page.getByRole('button', { name: 'Remove: Email “First”' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Save while people are in it?' });
  await expect(asked).toContainText('2 people are in this sequence.');
  await expectAccessibleInBothThemes(page);
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  for (const tab of ['Simulation', 'Settings', 'Numbers']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessibleInBothThemes(page);
  }

  await page.goto('/dashboard/people?sequenceId=seq_news');
  await expect(page.getByText('2 people fit')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/dashboard/follow-ups');
  await page.getByRole('switch', { name: /News/ }).click();
  await expect(page.getByText('“News” is off. Everyone in it waits where they are.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('“News” is on.')).toBeVisible();
  await expect(page.getByRole('switch', { name: /News/ })).toBeChecked();
  await page.getByRole('button', { name: 'Actions for News' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const leaving = page.getByRole('dialog', { name: 'Delete “News”?' });
  await expect(leaving).toContainText('2 people are in it right now.');
  await leaving.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No sequences yet')).toBeVisible();
});

test('on a phone nothing sticks out, and what a person is is kept until it is saved @phone', async ({
  page,
}) => {
  await signUp(page.request);
  const data = { email: 'mia@example.com', name: 'Mia', tags: [], fields: {}, timeZone: '', proof: '' };
  const added = (await (await page.request.post('/api/followups/people', { data })).json()) as { id: string };
  const choice = (id: string, yes: object[]) => ({
    id,
    kind: 'branch',
    when: { is: 'clicked' },
    yes,
    no: [wait(`${id}_no`)],
  });
  await save(
    page.request,
    body([
      choice('one_1', [
        choice('two_2', [choice('three_3', [mail('mail_1', 'A rather long subject for a phone')])]),
      ]),
    ]),
  );
  await page.goto('/dashboard/follow-ups/seq_news');
  await page.getByRole('button', { name: 'Email “A rather long subject for a phone”', exact: true }).click();
  await expect(page.locator('iframe')).toBeVisible();
  const sticksOut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sticksOut()).toBe(0);
  await page.getByRole('radio', { name: 'Computer' }).check();
  expect(await sticksOut()).toBe(0);
  await expectAccessibleInBothThemes(page);

  await page.goto(`/dashboard/people/${added.id}`);
  await page.getByLabel('Name', { exact: true }).fill('Mia Wong');
  await page.getByLabel('New tag').fill('vip');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mia Wong');
  expect(await sticksOut()).toBe(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Wong');
  await page.goto('/dashboard/people');
  await expect(page.getByRole('table', { name: 'People' })).toContainText('vip');
  expect(await sticksOut()).toBe(0);
});

test('what was typed into a sequence or about a person that another device deletes is named in the list', async ({
  page,
  allowError,
}) => {
  allowError(/status of 404/);
  const { request } = page;
  await signUp(request);
  await save(request, body([mail('stp_hello', 'Hello'), wait('stp_wait')]));
  const added = await request.post('/api/followups/people', {
    data: { email: 'ann@example.com', name: 'Ann', timeZone: '', tags: [], fields: {}, proof: 'Met her' },
  });
  expect(added.status(), await added.text()).toBe(200);
  const { id } = (await added.json()) as { id: string };

  await page.goto('/dashboard/follow-ups/seq_news');
  await page.getByLabel('Name', { exact: true }).fill('Autumn news');
  await expect(page.getByText('Not saved')).toBeVisible();
  await page.goto(`/dashboard/people/${id}`);
  await page.getByLabel('Name', { exact: true }).fill('Ann of York');
  expect((await request.delete(path)).ok()).toBe(true);
  expect((await request.delete(`/api/followups/people/${id}`)).ok()).toBe(true);

  await page.goto('/dashboard/follow-ups');
  await expect(page.getByText('was deleted on another device.')).toBeVisible();
  await page.getByRole('link', { name: 'Autumn news' }).click();
  await page.getByRole('button', { name: 'Keep as a new sequence' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn news');

  await page.goto('/dashboard/people');
  await expect(page.getByText('Unsaved changes on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Ann of York' }).click();
  await expect(page.getByText('This person was deleted')).toBeVisible();
});
