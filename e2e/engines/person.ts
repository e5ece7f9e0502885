import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActionSource, Browser } from './engine.ts';
import { look, type Seen, type Wanted } from './in-page.ts';

// A slow machine may have much else to do; only what never comes is waited for in vain.
const patienceMs = 30_000;
const control = '\uE009';

/** Somebody at a browser, who sees, presses and types as the browser's own events do it. */
export class Person {
  readonly browser: Browser;
  readonly #root: string;

  constructor(browser: Browser, root: string) {
    this.browser = browser;
    this.#root = root;
  }

  async go(path: string): Promise<void> {
    await this.browser.go(new URL(path, this.#root).href);
    await this.hears();
    await this.waitsLonger();
  }

  /** A page that has been drawn does not hear yet. */
  async hears(): Promise<void> {
    await this.until('the page hears', () =>
      this.browser.run(
        () => document.readyState !== 'loading' && document.documentElement.dataset['alive'] !== undefined,
      ),
    );
  }

  /** Where the three seconds are not the subject: a slow machine must not send anybody offline. */
  async waitsLonger(): Promise<void> {
    await this.browser.run(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === 3000 ? 30_000 : ms);
    });
  }

  path(): Promise<string> {
    return this.browser.run(() => location.pathname + location.search);
  }

  async isAt(path: string | RegExp): Promise<void> {
    let now = '';
    await this.until(
      `the address ${String(path)}`,
      async () => {
        now = await this.path();
        return typeof path === 'string' ? now === path : path.test(now);
      },
      () => now,
    );
  }

  sees(wanted: Wanted): Promise<Extract<Seen, { state: 'there' }>> {
    return this.#find(wanted, 'see');
  }

  /** Some text of the page, as a part of a line. */
  async reads(text: string): Promise<void> {
    await this.sees({ kind: 'text', name: text });
  }

  async press(wanted: Wanted): Promise<void> {
    const place = await this.#find(wanted, 'press');
    // A window that is gone cannot say that it was pressed.
    await this.#click(place).catch((error: unknown) => {
      if (!wanted.closes) throw error;
    });
  }
  button(name: string, more: Partial<Wanted> = {}): Promise<void> {
    return this.press({ kind: 'button', name, ...more });
  }
  link(name: string, more: Partial<Wanted> = {}): Promise<void> {
    return this.press({ kind: 'link', name, ...more });
  }

  async type(label: string, words: string, more: Partial<Wanted> = {}): Promise<void> {
    const field: Wanted = { kind: 'field', name: label, ...more };
    await this.#click(await this.#find(field, 'press'));
    await this.#keys([...this.#with(control, 'a'), ...[...words].flatMap((one) => stroke(one))]);
    let value = '';
    await this.until(
      `“${words}” in the field ${label}`,
      async () => {
        value = (await this.#find(field, 'see')).value;
        return value === words;
      },
      () => `it says “${value}”`,
    );
  }

  async choose(label: string, value: string, more: Partial<Wanted> = {}): Promise<void> {
    await this.until(`${value} in the list ${label}`, async () => {
      const seen = await this.browser.run(
        look,
        { kind: 'field', name: label, ...more } as Wanted,
        'focus' as const,
        value,
      );
      return seen.state === 'there';
    });
  }

  async key(key: string): Promise<void> {
    await this.#keys(stroke(key));
  }

  /** With the pointer, held down, in steps as a hand makes them. */
  async drag(what: Wanted, onto: Wanted): Promise<void> {
    const to = await this.#find(onto, 'press');
    const from = await this.#find(what, 'press');
    const move = (x: number, y: number) => ({
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      duration: 60,
    });
    const parts = [0.1, 0.3, 0.6, 0.9, 1];
    await this.browser.perform([
      pointer([
        move(from.x, from.y),
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 120 },
        ...parts.map((part) => move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)),
        { type: 'pause', duration: 120 },
        { type: 'pointerUp', button: 0 },
      ]),
    ]);
  }

  /** What opens a window, then what is done in it; afterwards the window is gone and the person back. */
  async inWindow(open: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    const before = await this.browser.windows();
    await open();
    let opened: string | undefined;
    await this.until('a window opens', async () => {
      opened = (await this.browser.windows()).find((one) => !before.includes(one));
      return opened !== undefined;
    });
    await this.browser.enter(opened ?? '');
    await act();
    await this.until('the window closes', async () => !(await this.browser.windows()).includes(opened ?? ''));
    await this.browser.enter(before[0] ?? '');
  }

  /** The file that arrives because of the act. */
  async download(act: () => Promise<void>): Promise<Buffer> {
    const { downloads } = this.browser;
    const list = async () => (await readdir(downloads)).filter((name) => !name.endsWith('.part'));
    const before = await list();
    await act();
    let path = '';
    let size = -1;
    await this.until('a file arrives', async () => {
      const name = (await list()).find((one) => !before.includes(one));
      if (!name) return false;
      path = join(downloads, name);
      const now = (await stat(path)).size;
      const isWhole = now > 0 && now === size;
      size = now;
      return isWhole;
    });
    return readFile(path);
  }

  async until(what: string, isSo: () => Promise<boolean>, now: () => string = () => ''): Promise<void> {
    const end = Date.now() + patienceMs;
    let trouble = '';
    for (;;) {
      // While a page gives way to the next there is nobody to answer.
      const done = await isSo().catch((error: Error) => {
        trouble = error.message;
        return false;
      });
      if (done) return;
      if (Date.now() > end)
        throw new Error(`In ${this.browser.name}, waited in vain for: ${what}. ${now() || trouble}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #find(wanted: Wanted, act: 'see' | 'press'): Promise<Extract<Seen, { state: 'there' }>> {
    let seen: Seen = { state: 'missing' };
    let last = '';
    await this.until(
      `the ${wanted.kind} “${wanted.name}”`,
      async () => {
        seen = await this.browser.run(look, wanted, act);
        // What still moves is pressed when it has come to rest.
        const place = JSON.stringify(seen);
        const isStill = act === 'see' || place === last;
        last = place;
        return seen.state === 'there' && isStill;
      },
      () => (seen.state === 'covered' ? `It is covered by ${seen.by}` : `It is ${seen.state}`),
    );
    return seen as unknown as Extract<Seen, { state: 'there' }>;
  }

  async #click({ x, y }: { x: number; y: number }): Promise<void> {
    await this.browser.perform([
      pointer([
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    ]);
  }

  #with(modifier: string, key: string): Record<string, unknown>[] {
    return [{ type: 'keyDown', value: modifier }, ...stroke(key), { type: 'keyUp', value: modifier }];
  }

  async #keys(actions: Record<string, unknown>[]): Promise<void> {
    await this.browser.perform([{ type: 'key', id: 'keys', actions }]);
  }
}

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];
const pointer = (actions: Record<string, unknown>[]): ActionSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});
