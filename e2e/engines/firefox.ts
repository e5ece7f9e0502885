import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, type Engine, findFirefox } from './engine.ts';
import { endProcess, endsWithUs } from './process.ts';

/** What a tester's Firefox must not do of itself: ask, update, call home. */
const settings = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'extensions.update.enabled': false,
  'services.settings.server': 'data:,#',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
  'pdfjs.disabled': true,
  'ui.prefersReducedMotion': 1,
  'privacy.userContext.enabled': true,
};

/** Firefox by WebDriver BiDi, which it speaks itself: one process, and everybody in a container of their own. */
export async function startFirefox(): Promise<Engine> {
  const path = findFirefox();
  if (!path) throw new Error('There is no Firefox here');
  const folder = await mkdtemp(join(tmpdir(), 'firefox-'));
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const prefs = { ...settings, 'browser.download.dir': join(folder, 'downloads') };
  await mkdir(join(folder, 'downloads'));
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(prefs)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1', HOME: folder },
    },
  );
  endsWithUs(child);
  const stop = async () => {
    await endProcess(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = await connect(`${await addressOf(child)}/session`);
    await bidi.send('session.new', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
    });
    return {
      name: 'firefox',
      open: ({ locale } = {}) => sitDown(bidi, join(folder, 'downloads'), locale),
      [Symbol.asyncDispose]: async () => {
        bidi.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    createInterface({ input: child.stderr as Readable }).on('line', (line) => {
      said += `${line}\n`;
      const address = /BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`Firefox ended before it listened:\n${said}`)));
    setTimeout(() => reject(new Error(`Firefox did not listen after 60 s:\n${said}`)), 60_000).unref();
  });
}

interface Connection {
  send<Answer = unknown>(method: string, params: unknown): Promise<Answer>;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`Prefer not to say at ${address}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      result?: unknown;
      message?: string;
    };
    const asked = told.id === undefined ? undefined : waiting.get(told.id);
    if (!asked) return;
    waiting.delete(told.id ?? 0);
    if (told.type === 'success') asked.resolve(told.result);
    else asked.reject(new Error(told.message ?? 'Firefox refused'));
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox is gone'));
  });
  let last = 0;
  return {
    send<Answer>(method: string, params: unknown) {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      socket.send(JSON.stringify({ id: last, method, params }));
      return asked.promise as Promise<Answer>;
    },
    close: () => socket.close(),
  };
}

type Scripted =
  | { type: 'success'; result: { type: string; value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

async function sitDown(bidi: Connection, downloads: string, locale?: string): Promise<Browser> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const created = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'window',
    userContext,
  });
  let context = created.context;
  if (locale) await bidi.send('emulation.setLocaleOverride', { locale, userContexts: [userContext] });
  const windows = async () => {
    const { contexts } = await bidi.send<{ contexts: { context: string; userContext: string }[] }>(
      'browsingContext.getTree',
      { maxDepth: 0 },
    );
    return contexts.filter((one) => one.userContext === userContext).map((one) => one.context);
  };
  return {
    name: 'firefox',
    downloads,
    async go(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    async back() {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    async run<Given extends unknown[], Answer>(act: (...given: Given) => Answer, ...given: Given) {
      const told = await bidi.send<Scripted>('script.callFunction', {
        functionDeclaration: `(given) => JSON.stringify((${act.toString()})(...JSON.parse(given)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        target: { context },
        awaitPromise: false,
      });
      if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
      return JSON.parse(told.result.value ?? 'null') as Answer;
    },
    async perform(actions) {
      await bidi.send('input.performActions', { context, actions });
    },
    windows,
    async enter(window) {
      context = window;
    },
    async resize(width, height) {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async photograph() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async [Symbol.asyncDispose]() {
      await bidi.send('browser.removeUserContext', { userContext }).catch(() => {});
    },
  };
}
