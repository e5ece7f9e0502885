import { startSmsEmulator } from '../emulators/sms/server.ts';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { startHub } from './hub.ts';
import { signUpSender } from './members.ts';

test('a number and consent by hand, a text message, STOP, and why the next isn’t sent', async ({
  browser,
  watch,
  allowError,
}) => {
  // A number without its country code is refused.
  allowError(/status of 400/);
  test.setTimeout(240_000);
  const provider = await startSmsEmulator();
  await using hub = await startHub({
    isAlone: true,
    env: {
      TRUST_PROXY: '1',
      HASHING_LOG2N: '10',
      SMS_PROVIDER: 'twilio',
      SMS_URL: provider.url,
      SMS_ACCOUNT: provider.account,
      SMS_TOKEN: provider.token,
      SMS_FROM: provider.from,
    },
  });
  const context = await browser.newContext({ baseURL: hub.url, viewport: { width: 390, height: 844 } });
  watch(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { email: me } = await signUpSender(page, { capHours: 1 });
  await hub.command('plan', 'grant', me, 'ENTERPRISE');

  // A person, their number, and how they agreed.
  await page.goto('/dashboard/people');
  await page.getByRole('button', { name: 'Add a person' }).first().click();
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('bea@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a person' }).click();
  await expect(page).toHaveURL(/people\/./);
  const texts = page.getByRole('region', { name: 'Text messages', exact: true });
  await texts.getByRole('button', { name: 'Add a number' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Number').fill('0664 123');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Write the number with its country code');
  // Whoever owns such a number is paid for each text message to it.
  await dialog.getByLabel('Number').fill('+43 900 123456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('This number can’t get text messages here: it isn’t a mobile number.');
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('Number').fill('+43 664 123 45 67');
  await dialog.getByLabel(/agree to text messages/).fill('On paper, at our stand in Graz');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(texts).toContainText('+436641234567');
  await expect(texts).toContainText('On paper, at our stand in Graz');
  await expectAccessibleInBothThemes(page);
  const person = page.url();

  // A sequence of two text messages, the second one written beside how it arrives.
  const body = {
    name: 'Ready',
    trigger: { on: 'hand' },
    steps: [{ id: 'text1', kind: 'text', text: 'Your order is ready.' }],
    again: true,
    isOn: false,
    version: 0,
  };
  const put = await page.request.put('/api/followups/sequences/seq_ready', { data: body });
  expect(put.ok()).toBe(true);
  await page.goto('/dashboard/follow-ups/seq_ready');
  const add = page.getByRole('button', { name: 'Add a step', exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Text message' }).press('Enter');
  await expect(page.getByLabel('Text message', { exact: true })).toBeFocused();
  await page.keyboard.type('It waits until Friday, ');
  await page.getByRole('button', { name: 'First name' }).press('Enter');
  const preview = page.getByRole('region', { name: 'As it arrives' });
  await expect(preview).toContainText('Birch Press: It waits until Friday, Maya');
  await expect(preview).toContainText('1 part of at most 4');
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('tab', { name: 'Simulation' }).click();
  await expect(page.getByRole('list', { name: 'What would happen' })).toContainText('It waits until Friday');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('“Ready” is saved and on.')).toBeVisible();
  const id = person.split('/').at(-1) ?? '';
  await page.request.post('/api/followups/sequences/seq_ready/start', {
    data: { people: [id] },
  });
  await expect.poll(() => provider.texts.length, { timeout: 40_000 }).toBe(1);
  expect(provider.texts[0]?.text).toBe('Birch Press: Your order is ready.\nReply STOP to end.');

  // They have had enough.
  expect((await provider.write(hub.url, '+436641234567', 'Stop')).status).toBe(200);
  await page.request.post(`/api/followups/people/${id}/stop`, { data: {} });
  await page.request.post('/api/followups/sequences/seq_ready/start', {
    data: { people: [id] },
  });
  await page.goto(person);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Not sent', { timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByRole('main')).toContainText('they replied STOP');
  await expect(texts).toContainText('Only they can change that, by sending START.');
  await expectAccessibleInBothThemes(page);
  expect(provider.texts).toHaveLength(1);
  expect(provider.faults).toEqual([]);
  await context.close();
  await provider.close();
});
