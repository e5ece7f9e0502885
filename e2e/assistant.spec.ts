import { startOpenAiEmulator } from '../emulators/openai/server.ts';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import { startHub } from './hub.ts';

for (const [width, height, theme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const) {
  test(`[CHAT-1] [CHAT-5] at ${width} px: opened, asked, answered with links, cut off, closed`, async ({
    page,
    allowError,
  }) => {
    allowError(/ERR_FAILED|ai-chat/);
    await page.setViewportSize({ width, height });
    await setTheme(page, theme);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/store', { waitUntil: 'networkidle' });
    expect(fetched.filter((url) => url.includes('chat-panel'))).toEqual([]);

    const button = page.getByRole('button', { name: 'Chat', exact: true });
    await button.click();
    const panel = page.getByRole('dialog', { name: 'Devpreneur AI' });
    await expect(panel.getByText(/^Hello\./)).toBeVisible();
    for (const name of ['Templates', 'Project ideas', 'Business advice', 'Platform tips'])
      await expect(panel.getByRole('button', { name })).toBeVisible();
    const box = await panel.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(350);
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    const field = panel.getByLabel('Your question');
    await expect(field).toBeFocused();

    // Thinking... stands there while the answer is on its way, then the answer does.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/ai-chat/chat', async (route) => {
      await held;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/ai-chat/chat');
    await field.fill('do you sell icons for my app?');
    await field.press('Enter');
    expect((await sent).postDataJSON()).toEqual({ message: 'do you sell icons for my app?' });
    await expect(panel.getByText('Thinking...', { exact: true })).toBeVisible();
    release();
    await expect(panel.getByRole('link', { name: 'Desk icons' })).toBeVisible();
    await expect(panel.getByText('Thinking...', { exact: true })).toHaveCount(0);
    await expectAccessible(page);

    // Words of a hostile answer are words.
    await page.unroute('**/api/ai-chat/chat');
    const answerWith = (json: object) =>
      page.route('**/api/ai-chat/chat', (route) => route.fulfill({ json }));
    await answerWith({ reply: '<img src="https://evil.example/x"> [here](https://evil.example) **bold**' });
    await field.fill('hostile');
    await field.press('Enter');
    await expect(
      panel.getByText('<img src="https://evil.example/x"> [here](https://evil.example)'),
    ).toBeVisible();

    await page.unroute('**/api/ai-chat/chat');
    await answerWith({});
    await field.fill('nothing');
    await field.press('Enter');
    await expect(panel.getByText('Sorry, I could not get a response.', { exact: true })).toBeVisible();

    await page.unroute('**/api/ai-chat/chat');
    await page.route('**/api/ai-chat/chat', (route) => route.abort());
    await field.fill('cut off');
    await field.press('Enter');
    const noConnection = 'Sorry, there was an error connecting to Devpreneur AI.';
    await expect(panel.getByText(noConnection, { exact: true })).toBeVisible();
    await page.unroute('**/api/ai-chat/chat');
    await panel.getByRole('button', { name: 'Ask again' }).click();
    await expect(panel.getByText(noConnection)).toHaveCount(0);
    await expect(field).toBeFocused();

    // Closing loses nothing that was typed or answered; a reload loses nothing that was answered.
    await field.fill('half a question');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('half a question');
    await page.reload();
    await button.click();
    await expect(field).toHaveValue('half a question');
    await panel.getByRole('link', { name: 'Desk icons' }).click();
    await expect(page).toHaveURL(/\/product\/desk-icons$/);
    if (width < 768) await button.click();
    await panel.getByRole('button', { name: 'Clear the conversation' }).click();
    await expect(panel.getByRole('link')).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close the chat' }).click();
    await expect(panel).toHaveCount(0);
  });
}

test('[CHAT-1] the button is quiet, and lies over no field that is typed in and on no form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/store');
  const button = page.getByRole('button', { name: 'Chat', exact: true });
  await expect(button).toBeVisible();
  const colors = await button.evaluate((at) => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = 'var(--pen)';
    document.body.append(probe);
    return [at, probe].map((each) => getComputedStyle(each).backgroundColor);
  });
  expect(colors[0]).not.toBe(colors[1]);
  await page.getByRole('main').getByRole('searchbox').first().focus();
  await expect(button).toBeHidden();
  // Where something is filled in or pressed it waits at the end of the page, below all of that.
  const bottomOf = async (at: typeof button) => {
    const { y, height } = (await at.boundingBox()) ?? { y: 0, height: 0 };
    return [y, y + height] as const;
  };
  for (const path of ['/contact', '/donate', '/plans', '/automation', '/cart']) {
    await page.goto(path);
    await expect(page.locator('main :is(input, .ui-sheet, [data-variant="primary"])').first()).toBeAttached();
    const [, end] = await bottomOf(page.getByRole('main'));
    const [top] = await bottomOf(button);
    expect(top, path).toBeGreaterThan(end);
  }
});

test('[CHAT-1] the panel is 350 px wide at most, and never wider than the screen of a small phone', async ({
  page,
}) => {
  for (const [width, wide] of [
    [320, 304],
    [360, 344],
    [390, 350],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/about');
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    const box = await page.getByRole('dialog', { name: 'Devpreneur AI' }).boundingBox();
    expect(box?.width).toBe(wide);
    expect(box?.x).toBe((width - wide) / 2);
  }
});

test('[CHAT-3] [CHAT-4] with a model: streamed, stopped, hostile, silent, hurried; nothing leaves the hub', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_|status of (?:400|429)/);
  test.slow();
  const emulator = await startOpenAiEmulator();
  await using hub = await startHub({ env: { AI_BASE_URL: emulator.baseUrl, AI_MODEL: 'emulated' } });
  const outside: string[] = [];
  page.on('request', (request) => !request.url().startsWith(hub.url) && outside.push(request.url()));
  await page.goto(`${hub.url}/about`);
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Devpreneur AI' });
  const field = panel.getByLabel('Your question');
  const ask = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };

  // It stands there while it grows; stopped, what has come stays.
  emulator.behave({ text: 'Begin with the price. '.repeat(200), delayMs: 60 });
  await ask('How do I begin?');
  await expect(panel.getByText(/^Begin with the price\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible();
  const kept = await panel.getByText(/^Begin with the price\./).textContent();
  expect(kept?.length).toBeLessThan(4000);
  await expect(field).toBeFocused();

  // Whatever a model writes is words: no picture, no script, no way out of the hub, nothing fetched.
  const evil = 'http://127.0.0.1:9';
  emulator.behave({
    text: `Look at <img src="${evil}/a.png" onerror="document.title='taken'"> <script>document.title='taken'</script> <b>bold</b> ![x](${evil}/b.png) [elsewhere](${evil}/c) [run](javascript:alert(1)) [mail](mailto:x@example.com) [the store](/store) <a href="${evil}/d">d</a>`,
  });
  await ask('hostile');
  await expect(panel.getByRole('link', { name: 'the store' })).toHaveAttribute('href', '/store');
  await expect(panel.getByText(`<img src="${evil}/a.png"`)).toBeVisible();
  await expect(panel.getByText('<b>bold</b>')).toBeVisible();
  expect(await panel.locator('img, script, iframe, b').count()).toBe(0);
  expect(await panel.getByRole('log').getByRole('link').count()).toBe(1);
  expect(await page.title()).not.toBe('taken');

  // A model that says nothing leaves the answer to the library, which says so.
  emulator.behave({ text: '' });
  await ask('do you sell icons?');
  await expect(panel.getByText('This answer comes from our library of written answers.')).toBeVisible();

  // Nothing that was pasted is cut, and it is not sent either.
  const long = 'long '.repeat(20_000);
  await ask(long);
  await expect(panel.getByText('98,000 characters over the limit of 2,000')).toBeVisible();
  await expect(field).toHaveValue(long);

  // A hundred in a minute: words that say to wait, and the question can be asked again.
  const statuses = await page.evaluate(async () => {
    const send = () =>
      fetch('/api/ai-chat/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'icons' }),
      });
    return (await Promise.all(Array.from({ length: 100 }, send))).map(({ status }) => status);
  });
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  await ask('one more');
  await expect(panel.getByText('Too many tries. Wait a moment, then try again.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Ask again' })).toBeVisible();

  await hub.stop();
  await ask('is anybody there?');
  await expect(
    panel.getByText('Sorry, there was an error connecting to Devpreneur AI.', { exact: true }),
  ).toBeVisible();
  expect(outside).toEqual([]);
  await emulator.close();
});
