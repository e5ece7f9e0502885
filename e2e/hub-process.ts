import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

// Importing main.ts starts nothing; and no build is made here, or two workers would make it at once.
// Shared stand-ins have one time for all processes, which comes by messages and must keep none of them alive.
const start = `
  const { main } = await import('./src/apps/server/main.ts');
  if (process.env.HASHING_LOG2N) {
    const { owaspCost } = await import('./src/features/accounts/server/hashing.ts');
    owaspCost.log2N = Number(process.env.HASHING_LOG2N);
  }
  const standIns = JSON.parse(process.env.STAND_INS ?? '{}');
  let ahead = 0;
  process.on('message', (ms) => process.send(ahead = ms));
  // Whoever tests is gone, however they went: nobody stays behind.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  if (standIns.paypal) standIns.clock = { now: () => new Date(Date.now() + ahead) };
  await main(process.env, standIns);`;

export interface HubProcess {
  /** Where it listens itself, past any proxy. Without a slash at the end. */
  url: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** `npm run hub -- ...args` beside it: what that printed. */
  command(...args: string[]): Promise<string>;
  /** One that stays, such as `console`: what it printed first, until it is disposed of. */
  staying(...args: string[]): Promise<AsyncDisposable & { line: string }>;
  /** How far the time of the shared stand-ins is ahead: told when the process lives in it. */
  tellTime(ms: number): Promise<void>;
  /** TERM and wait, as an operator would; `SIGKILL` for the tests of what survives. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts the built hub as its own process; `folder` is another state of the code than this one. */
export async function startProcess(env: Record<string, string>, folder = root): Promise<HubProcess> {
  const whole = {
    // What the machine of the tester is configured for must not leak in.
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    NODE_ENV: 'production',
    HUB_READY_LINE: '1',
    PORT: '0',
    ...env,
  };
  const child = spawn(nodePath(), ['--input-type=module', '--eval', start], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: whole,
  });
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => end(child, ended, signal);

  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout as Readable }).on('line', (line) => {
        printed += `${line}\n`;
        const ready = /^ready (http:\S+?)\/?$/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
      child.once('error', reject);
      void ended.then(() => reject(new Error(`The hub ended before it was ready:\n${printed}`)));
      setTimeout(() => reject(new Error(`The hub was not ready after 150 s:\n${printed}`)), 150_000).unref();
    });
    const command = async (...args: string[]) =>
      (await run(nodePath(), ['src/apps/server/command-line.ts', ...args], { cwd: folder, env: whole }))
        .stdout;
    const staying = (...args: string[]) =>
      firstLineOf(
        spawn(nodePath(), ['src/apps/server/command-line.ts', ...args], { cwd: folder, env: whole }),
      );
    const tellTime = (ms: number) =>
      new Promise<void>((resolve) => {
        const done = () => {
          child.off('message', heard);
          resolve();
        };
        const heard = (told: unknown) => told === ms && done();
        child.on('message', heard);
        void ended.then(done);
        if (child.connected) child.send(ms);
        else done();
      });
    return { url, pid: child.pid ?? 0, output: () => printed, command, staying, tellTime, stop };
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

async function firstLineOf(child: ChildProcess): Promise<AsyncDisposable & { line: string }> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).once('line', resolve);
    void ended.then(() => reject(new Error(`It ended at once:\n${said}`)));
  });
  return { line, [Symbol.asyncDispose]: () => end(child, ended, 'SIGTERM') };
}

// A person may start Playwright with an older Node of the machine; the hub needs ours.
function nodePath(): string {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24 ? process.execPath : join(root, 'node_modules/.bin/node');
}
