import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { quietPort } from '../hub-process.ts';
import { type Browser, type Engine, findWebKit } from './engine.ts';
import { endProcess, endsWithUs } from './process.ts';

/** WebKit by WebDriver, each session a browser of its own, on a screen in memory. */
export async function startWebKit(): Promise<Engine> {
  const paths = findWebKit();
  if (!paths) throw new Error('There is no WebKit here');
  const started: ChildProcess[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const stop = async () => {
    for (const child of started.reverse()) await endProcess(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = paths.screen ? await startScreen(paths.screen, started) : process.env['DISPLAY'];
    let people = 0;
    return {
      name: 'webkit',
      async open({ locale } = {}) {
        const home = join(folder, `${++people}`);
        const env = {
          ...process.env,
          DISPLAY: display,
          ...(await homeAt(home)),
          ...(locale && { LANG: locale, LC_ALL: locale }),
        };
        return sitDown(paths.driver, paths.browser, env, join(home, 'downloads'));
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The number of the screen is its own choice: it tells by a pipe. */
async function startScreen(path: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(path, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(endsWithUs(child));
  return new Promise((resolve, reject) => {
    (child.stdio[3] as Readable).once('data', (told: Buffer) => resolve(`:${told.toString().trim()}`));
    child.once('error', reject);
    child.once('close', () => reject(new Error('The screen in memory did not start')));
  });
}

async function homeAt(home: string): Promise<Record<string, string>> {
  await mkdir(join(home, 'downloads'), { recursive: true });
  await mkdir(join(home, 'config'));
  await writeFile(join(home, 'config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${join(home, 'downloads')}"\n`);
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
}

/** One driver holds one session, so each person has a driver. */
async function sitDown(
  driver: string,
  binary: string,
  env: NodeJS.ProcessEnv,
  downloads: string,
): Promise<Browser> {
  const port = await quietPort();
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  endsWithUs(child);
  const root = `http://127.0.0.1:${port}/session`;
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(root + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`${error} ${message} (${path})`);
    }
    return value as Answer;
  };
  const browserOptions = { binary, args: ['--automation', '--ignore-tls-errors'] };
  const capabilities = {
    alwaysMatch: {
      // Not eager: a script that is run right after such a load waits for an end that has been.
      pageLoadStrategy: 'normal',
      timeouts: { script: 10_000, pageLoad: 20_000 },
      unhandledPromptBehavior: 'accept',
      'webkitgtk:browserOptions': browserOptions,
    },
  };
  try {
    const { sessionId } = await again(() => ask<{ sessionId: string }>('POST', '', { capabilities }));
    const at = `/${sessionId}`;
    return {
      name: 'webkit',
      downloads,
      go: (url) => ask('POST', `${at}/url`, { url }),
      back: () => ask('POST', `${at}/back`),
      async run<Given extends unknown[], Answer>(act: (...given: Given) => Answer, ...given: Given) {
        const script = `return JSON.stringify((${act.toString()})(...JSON.parse(arguments[0])) ?? null)`;
        const told = await ask<string>('POST', `${at}/execute/sync`, {
          script,
          args: [JSON.stringify(given)],
        });
        return JSON.parse(told) as Answer;
      },
      perform: (actions) => ask('POST', `${at}/actions`, { actions }),
      windows: () => ask('GET', `${at}/window/handles`),
      enter: (handle) => ask('POST', `${at}/window`, { handle }),
      resize: (width, height) => ask('POST', `${at}/window/rect`, { x: 0, y: 0, width, height }),
      photograph: async () => Buffer.from(await ask<string>('GET', `${at}/screenshot`), 'base64'),
      async [Symbol.asyncDispose]() {
        await ask('DELETE', at).catch(() => {});
        await endProcess(child);
      },
    };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/** The driver takes a moment until it listens. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isThere = !(error instanceof TypeError);
      if (isThere || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
