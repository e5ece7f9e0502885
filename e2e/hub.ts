import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

// Importing main.ts starts nothing; and no build is made here, or two workers would make it at once.
const start = "const { main } = await import('./src/apps/server/main.ts'); await main();";

export interface HubOptions {
  env?: Record<string, string>;
  /** Kept after stop(), for a hub that is started again on the same data. */
  dataDir?: string;
}

export interface Hub extends AsyncDisposable {
  /** Without a slash at the end. */
  url: string;
  dataDir: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** `npm run hub -- ...args` beside it: what that printed. */
  command(...args: string[]): Promise<string>;
  /** TERM and wait, as an operator would; `SIGKILL` for the tests of what survives. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts the built hub as its own process, on a free port and with data of its own. */
export async function startHub({ env = {}, dataDir }: HubOptions = {}): Promise<Hub> {
  const data = dataDir ?? (await mkdtemp(join(tmpdir(), 'hub-')));
  const whole = {
    // What the machine of the tester is configured for must not leak in.
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    NODE_ENV: 'production',
    HUB_READY_LINE: '1',
    PORT: '0',
    DATA_DIR: data,
    SITE_DIR: join(data, 'site'),
    ...env,
  };
  const child = spawn(nodePath(), ['--input-type=module', '--eval', start], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: whole,
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    await end(child, ended, signal);
    if (!dataDir) await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        printed += `${line}\n`;
        const ready = /^ready (http:\S+?)\/?$/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
      child.once('error', reject);
      void ended.then(() => reject(new Error(`The hub ended before it was ready:\n${printed}`)));
      setTimeout(() => reject(new Error(`The hub was not ready after 60 s:\n${printed}`)), 60_000).unref();
    });
    const command = async (...args: string[]) =>
      (await run(nodePath(), ['src/apps/server/hub.ts', ...args], { cwd: root, env: whole })).stdout;
    const output = () => printed;
    return {
      url,
      dataDir: data,
      pid: child.pid ?? 0,
      output,
      command,
      stop,
      [Symbol.asyncDispose]: () => stop(),
    };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

/**
 * Free, and never given to somebody else's connection while nobody listens there: systems take those ports from 32768 up.
 * For what is stopped in a test and comes back at the same address.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function end(child: ChildProcess, ended: Promise<void>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(force);
}

// A person may start Playwright with an older Node of the machine; the hub needs ours.
function nodePath(): string {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24 ? process.execPath : join(root, 'node_modules/.bin/node');
}
