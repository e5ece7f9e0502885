import { expect, expectAccessible, setTheme, test } from './fixtures.ts';

for (const [width, height, theme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const) {
  test(`[CHAT-1] [CHAT-2] [CHAT-3] [CHAT-4] [CHAT-5] at ${width} px: opened, asked, answered with links, without a connection, closed`, async ({
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
