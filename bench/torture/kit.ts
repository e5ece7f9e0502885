import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser, launchArgs } from '../../scripts/browser.mjs';
import type { Figure } from '../kit.ts';

export { randomOf } from '#testing/random.ts';

export interface Plan {
  seed: number;
  /** A tenth of it, to see that it runs. */
  isShort: boolean;
  /** For parts that go on for a time, when it was said. */
  minutes?: number;
  say(words: string): void;
}

export interface Member {
  cookie: string;
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

let people = 0;
/** A new account of a hub, each from an address of its own. */
export async function signUp(url: string): Promise<Member> {
  people += 1;
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${people >> 8}.${people & 255}` },
    body: JSON.stringify({
      displayName: 'Ada',
      email: `torture.${process.pid}.${people}@example.com`,
      password: 'seven quiet herons',
    }),
  });
  if (!response.ok) throw new Error(`Nobody could sign up: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    cookie,
    async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await fetch(url + path, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

/** One after the other: of a crowd at the door some are asked to come again. */
export async function signUpMany(url: string, count: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < count) members.push(await signUp(url));
  return members;
}

export interface Head {
  id: string;
  name: string;
  version: number;
}
export const headsOf = async (member: Member): Promise<Head[]> =>
  (await member.ask<{ heads: Head[] }>('GET', '/api/saved/changes')).heads;

export async function addTemplate(member: Member, id: string, name: string): Promise<void> {
  const body = { key: `key-${id}-0000000`, id, name, content: '<p>text</p>', fields: [], formData: {} };
  await member.ask('POST', '/api/saved', body);
}

/** A browser whose profile outlives it, signed in as that member if there is one. */
export async function openBrowser(folder: string, url: string, member?: Member): Promise<BrowserContext> {
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(folder, {
    baseURL: url,
    args: launchArgs,
    serviceWorkers: 'block',
    ...(executablePath && { executablePath }),
  });
  const cookies = member?.cookie.split('; ') ?? [];
  await context.addCookies(
    cookies.map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  return context;
}

/** Killed with everything that it runs, without a word before. */
export async function crash(context: BrowserContext): Promise<void> {
  const died = new Promise((resolve) => context.once('close', resolve));
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await Promise.race([session.send('Browser.crash').catch(() => {}), died]);
  await died;
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Saved templates' }).getByRole('row').filter({ hasText: name });

/** Resolves once the screen shows it, which it does when it is in the browser's durable store. */
export async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.bringToFront();
  await rowOf(page, from)
    .getByRole('button', { name: `More for ${from}` })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(to);
  await page.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, to).waitFor();
}

export const isWaiting = (page: Page) => page.getByText(/not synced yet/);

export async function until(what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<void> {
  const last = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > last) throw new Error(`Not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A test at its long figures, as a row: it fails at the first thing that is otherwise, and says what on the screen. */
export function testsHold(
  what: string,
  aim: string,
  which: string[],
  env: Record<string, string | number> = {},
): Figure {
  const long = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const report = join(mkdtempSync(join(tmpdir(), 'torture-')), 'report.json');
  const args = [
    'run',
    ...which,
    '--testTimeout=3600000',
    '--retry=0',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...long },
  });
  const passed = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number }).numPassedTests
    : 0;
  rmSync(dirname(report), { recursive: true, force: true });
  // A test whose name has changed would pass without having run.
  const reached = status === 0 && passed > 0;
  const measured = reached ? aim : passed === 0 && status === 0 ? 'no such test' : 'otherwise, see above';
  return { what, measured, aim, reached };
}

/** The same of tests in a browser, over the built hub. */
export function journeysHold(what: string, aim: string, which: string[]): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  const report = join(folder, 'report.json');
  const browser = findBrowser();
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...which], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      E2E_REPORT: report,
      ...(browser && { CHROME_PATH: browser }),
    },
  });
  const { expected, unexpected, flaky } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> }).stats
    : {};
  rmSync(folder, { recursive: true, force: true });
  const reached = (expected ?? 0) > 0 && unexpected === 0 && flaky === 0;
  const measured = reached
    ? aim
    : `otherwise in ${(unexpected ?? 0) + (flaky ?? 0)} of ${expected ?? 0} tests`;
  return { what, measured, aim, reached };
}
