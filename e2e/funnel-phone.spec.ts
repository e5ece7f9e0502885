import { expect, expectAccessible, test } from './fixtures.ts';
import { builder, chosen, part, preview, press } from './funnel-hands.ts';

/** What has the focus, inside of the page as well, and what of it is selected. */
const caret = () => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const field = at instanceof HTMLTextAreaElement ? at : null;
  return {
    name: at?.getAttribute('aria-label') ?? null,
    from: field?.selectionStart,
    to: field?.selectionEnd,
  };
};

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('on a phone the lists, the page and the fields take turns, and the bar that turns them stays', async ({
    page,
  }) => {
    await page.goto(builder);
    await page.getByRole('button', { name: 'Start from this: Webinar' }).click();
    const title = preview(page).getByRole('heading', { level: 1 });
    const steps = page.getByRole('region', { name: 'Steps' });
    const bar = page.getByRole('group', { name: 'Views and next step' });
    const turns = [steps, preview(page), chosen(page)];
    for (const [name, seen] of [
      ['Page', 1],
      ['Steps', 0],
      ['Edit', 2],
    ] as const) {
      await part(page, name).check();
      for (const [at, one] of turns.entries()) await expect(one).toBeVisible({ visible: at === seen });
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
    }

    // The first tap chooses and says what the second does.
    await part(page, 'Page').check();
    await title.tap();
    await expect(bar).toContainText('Hero selected. Tap a text to edit it');
    await expect(preview(page).getByRole('textbox', { name: 'Heading' })).toHaveCount(0);
    await title.tap();
    await expect(preview(page).getByRole('textbox', { name: 'Heading' })).toBeFocused();
    await page.keyboard.type('x');
    await bar.getByRole('button', { name: 'Undo' }).tap();
    await expect(title).toHaveText('Write a proposal that gets a yes this week');

    // The theme in one press, whatever is chosen.
    await page.getByRole('button', { name: 'Theme: Studio' }).tap();
    await expect(page.getByRole('radio', { name: 'Studio' })).toBeChecked();
    await expectAccessible(page);
  });
});

test('one click chooses a block, the next on a text puts the caret there, a double one selects it all', async ({
  page,
}) => {
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Webinar' }).click();
  const title = preview(page).getByRole('heading', { level: 1 });
  const field = preview(page).getByRole('textbox', { name: 'Heading' });
  const tools = page.getByRole('group', { name: 'Hero on the page' });
  await title.click();
  await expect(chosen(page).getByRole('radio', { name: 'Block' })).toBeChecked();
  await expect(tools).toContainText('Click a text to edit it');
  await expect(field).toHaveCount(0);
  // At the beginning of its second line, not at an end.
  const { x, y, height } = (await title.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + 4, y + height * 0.4);
  await expect(field).toBeFocused();
  const { from, to } = await page.evaluate(caret);
  expect(from).toBe(to);
  expect(from).toBeGreaterThan(0);
  expect(from).toBeLessThan('Write a proposal that gets a yes this week'.length);

  // From text to text by Tab, and back where it began by Escape.
  const hero = page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ });
  await page.keyboard.press('Escape');
  await press(hero);
  await expect(preview(page).getByRole('textbox', { name: 'Kicker' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(caret)).toEqual({ name: 'Heading', from: 0, to: 42 });
  await page.keyboard.press('Shift+Tab');
  await expect(preview(page).getByRole('textbox', { name: 'Kicker' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hero).toBeFocused();

  await title.dblclick();
  await expect.poll(() => page.evaluate(caret)).toEqual({ name: 'Heading', from: 0, to: 42 });
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: 'Edit text' }).click();
  await expect(preview(page).getByRole('textbox', { name: 'Kicker' })).toBeFocused();

  // The theme in one press, with a block chosen.
  await chosen(page).getByRole('radio', { name: 'Theme' }).check();
  await expect(page.getByRole('radio', { name: 'Studio' })).toBeChecked();
  await expectAccessible(page);
});
