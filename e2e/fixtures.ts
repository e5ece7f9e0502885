import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { startHub, type Hub } from './hub.ts';

export { expect };

export interface TestFixtures {
  /** Declares that this test provokes an error: `allowError(/status of 401/)`. Call it before the error can happen. */
  allowError: (pattern: RegExp) => void;
  /** Watches a context that the test opened itself, as the one it was given. */
  watch: (context: BrowserContext) => void;
  /** Watches the test's own context, in every test. */
  quiet: void;
}

export const test = base.extend<TestFixtures & { errors: ErrorBook }, { hub: Hub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
    async ({}, use) => {
      // As behind a proxy, so that a test can say from which address somebody signs up; and passwords are hashed at a
      // thirtieth of the cost, because most tests sign somebody up and the real cost is the point of none.
      await using hub = await startHub({ env: { TRUST_PROXY: '1', HASHING_LOG2N: '10' } });
      await use(hub);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ hub }, use) => use(hub.url),

  errors: async ({ hub }, use) => {
    const errors = new ErrorBook(new URL(hub.url).origin);
    await use(errors);
    expect(errors.unexpected(), 'errors that this test did not declare with allowError').toEqual([]);
  },
  allowError: async ({ errors }, use) => use((pattern) => errors.allowed.push(pattern)),
  watch: async ({ errors }, use) => use((context) => errors.watch(context)),
  quiet: [
    async ({ context, errors }, use) => {
      errors.watch(context);
      await use();
    },
    { auto: true },
  ],
});

/** What went wrong in the browser while a test ran, in its own words. */
class ErrorBook {
  // Without a network the code that reports errors cannot come, to one visit of ten or when something is to be reported.
  readonly allowed: RegExp[] = [
    /ERR_(?:FAILED|INTERNET_DISCONNECTED|CONNECTION_\w+).*\/assets\/(?:sentry|reporting|trace)-/,
  ];
  readonly #seen: string[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  watch(context: BrowserContext): void {
    for (const page of context.pages()) waitUntilItHears(page);
    context.on('page', waitUntilItHears);
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => this.#seen.push(`page error: ${describe(failure.error())}`));
    context.on('response', (response) => {
      if (response.status() >= 500 && response.url().startsWith(`${this.#origin}/`)) {
        this.#seen.push(`response: ${response.status()} ${response.request().method()} ${response.url()}`);
      }
    });
    // The hub must work where there is no internet; only its stand-ins on this machine may be asked.
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const leaves = /^(?:https?|wss?):$/.test(protocol) && !/^(?:127\.|localhost$|\[::1\]$)/.test(hostname);
      if (leaves) this.#seen.push(`left this machine: ${request.url()}`);
    });
  }

  unexpected(): string[] {
    return this.#seen.filter((error) => !this.allowed.some((pattern) => pattern.test(error)));
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const isAlive = () =>
  document.documentElement.dataset['alive'] !== undefined || !document.getElementById('page-state');

/** A page that has been drawn does not hear yet; a person takes longer than a test to press something. */
function waitUntilItHears(page: Page): void {
  const settle = async <T>(opening: Promise<T>, waitUntil?: string): Promise<T> => {
    const response = await opening;
    // Some tests want a page that never comes alive, or not to wait for it.
    if (waitUntil !== 'commit')
      await page.waitForFunction(isAlive, undefined, { timeout: 5000 }).catch(() => {});
    return response;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (url, options) => settle(goto(url, options), options?.waitUntil);
  page.reload = (options) => settle(reload(options), options?.waitUntil);
}

const describe = (error: Error): string => error.stack ?? error.message;

/** WCAG 2.2 AA, as far as a machine can tell; or only these rules of it. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // In the midst of a change of theme a colour is neither of both; a page behind another one never gets to its end.
  await page.evaluate(async () => {
    const isDrawn = new Promise((done) => requestAnimationFrame(done));
    await Promise.race([isDrawn, new Promise((done) => setTimeout(done, 200))]);
    const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    // What inherits a colour starts to change when that one has.
    for (let running = changes(); running.length > 0; running = changes())
      for (const change of running) change.finish();
  });
  // Half a megabyte of rules stays on a page that is looked at again.
  for (const frame of page.frames())
    // A preview may be drawn anew meanwhile.
    await expect(async () => {
      if (frame.isDetached()) return;
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
    }).toPass({ timeout: 10_000 });
  const { found, looked } = await page.evaluate(
    async ({ only, tags }) => {
      const { axe } = window as unknown as {
        axe: { run(on: ElementContext, how: RunOptions): Promise<AxeResults> };
      };
      // Where no script runs, none answers, and it would be waited for a minute each.
      const where = { include: document, exclude: 'iframe[sandbox=""]' };
      const { violations, passes } = await axe.run(where, {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // Reads every style sheet again, for rules that are about them.
        preload: !only,
      });
      const nodesOf = ({ id, help, nodes }: (typeof violations)[number]) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
        );
      return { found: violations.flatMap(nodesOf), looked: passes.length };
    },
    { only: rules, tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  );
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
  // A page that shows nothing has no violations either.
  expect(looked, `axe looked at ${page.url()}`).toBeGreaterThan(0);
}

/** In both themes, on the page as it stands: nothing of it changes but the colours, so only they are looked at again. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await setTheme(page, 'light');
  await test.step('light theme', () => expectAccessible(page));
  await setTheme(page, 'dark');
  await test.step('dark theme', () => expectAccessible(page, ['color-contrast', 'link-in-text-block']));
}

/** The theme that the visitor's system asks for, which the hub follows. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
}
