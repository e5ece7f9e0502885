import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** How somebody works: with a mouse at a desk, with fingers on a phone, or with keys alone on either. */
export interface Hands {
  press(what: Locator): Promise<void>;
  type(field: Locator, words: string): Promise<void>;
  choose(list: Locator, value: string): Promise<void>;
  tick(box: Locator): Promise<void>;
}

const mouse: Hands = {
  press: (what) => what.click(),
  type: (field, words) => field.fill(words),
  choose: async (list, value) => void (await list.selectOption(value)),
  tick: (box) => box.check(),
};

const fingers: Hands = {
  ...mouse,
  press: (what) => what.tap(),
  async type(field, words) {
    await field.tap();
    await field.fill(words);
  },
  async tick(box) {
    await box.tap();
    await expect(box).toBeChecked();
  },
};

const keys: Hands = {
  async press(what) {
    await reach(what);
    const page = what.page();
    // A window that closes at the press never hears the key come up again.
    await page.keyboard.press('Enter').catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  },
  async type(field, words) {
    await reach(field);
    const { keyboard } = field.page();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.insertText(words);
    await expect(field).toHaveValue(words);
  },
  async choose(list, value) {
    const { keyboard } = list.page();
    const option = list.locator(`option[value="${value}"]`);
    await option.waitFor({ state: 'attached' });
    await reach(list);
    const away = () =>
      option.evaluate((one: HTMLOptionElement) => one.index - (one.closest('select')?.selectedIndex ?? 0));
    // Walking through all countries of the world would take a person long as well: they press a letter first.
    if (Math.abs(await away()) > 10) await keyboard.press((await option.innerText()).slice(0, 1));
    for (let left = await away(); left !== 0; left = await away())
      await keyboard.press(left > 0 ? 'ArrowDown' : 'ArrowUp');
  },
  async tick(box) {
    await reach(box);
    if (!(await box.isChecked())) await box.page().keyboard.press('Space');
    await expect(box).toBeChecked();
  },
};

const leading = { 'in a menu': 'ArrowDown', beside: 'ArrowRight', before: 'Shift+Tab', after: 'Tab' };

/** By Tab from wherever the focus is, or by the arrows of what has them: never by asking for the focus itself. */
async function reach(what: Locator): Promise<void> {
  await expect(what).toBeVisible();
  await expect(what).toBeEnabled();
  const { keyboard } = what.page();
  // The whole of a long page twice: there and, from an end of it, around.
  for (let steps = 0; steps < 400; steps++) {
    const where = await what.evaluateAll(([element]) => {
      // A long list has only the rows in sight: on the way to one it may be out of it.
      if (!element) return 'after';
      const focused = document.activeElement;
      // The words of a button are pressed where the button is.
      if (
        focused &&
        focused !== document.body &&
        (focused === element || element.closest('a, button, summary, label') === focused)
      )
        return 'here';
      if (element.getAttribute('role') === 'menuitem') return 'in a menu';
      if (!focused || focused === document.body) return 'after';
      // Tab leads to the chosen one of a group; the arrows go on from there.
      if (element instanceof HTMLInputElement && focused instanceof HTMLInputElement)
        if (element.type === 'radio' && element.name !== '' && element.name === focused.name) return 'beside';
      return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after';
    });
    if (where === 'here') return;
    await keyboard.press(leading[where]);
  }
  throw new Error(`No key leads to ${String(what)}`);
}

export interface Form {
  name: string;
  hands: Hands;
  /** As `test.use` takes it. */
  device: { viewport: { width: number; height: number }; hasTouch?: boolean; isMobile?: boolean };
}

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const forms = {
  mouse: { name: 'at a desk, with a mouse', hands: mouse, device: desk },
  deskKeys: { name: 'at a desk, with keys alone', hands: keys, device: desk },
  fingers: { name: 'on a phone, with fingers', hands: fingers, device: phone },
  phoneKeys: { name: 'on a phone, with keys alone', hands: keys, device: phone },
} satisfies Record<string, Form>;
