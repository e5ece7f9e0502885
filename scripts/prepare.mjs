// What happens once on a fresh clone, or after a pull: by one process at a time, and never taken for whole when it was cut.
// Plain JavaScript for Node 20, no packages.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const beatMs = 1000;
const silentMs = 6000;

/**
 * Runs `work` while `mark` says so to every other process, and says whether the one before was cut off in the middle.
 * The mark is kept fresh: what is left by a killed process grows old, whoever has its number now.
 */
export async function alone(mark, waiting, work) {
  let told = false;
  let wasCut = false;
  for (;;) {
    try {
      writeFileSync(mark, '', { flag: 'wx' });
      // By our clock from the first: a disk on another machine has one of its own.
      utimesSync(mark, new Date(), new Date());
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > silentMs) {
      wasCut = true;
      rmSync(mark, { force: true });
    } else {
      if (!told) waiting();
      told = true;
      await sleep(200);
    }
  }
  const beat = setInterval(() => existsSync(mark) && utimesSync(mark, new Date(), new Date()), beatMs);
  try {
    await work(wasCut);
    rmSync(mark, { force: true });
  } catch (error) {
    // Old at once: whoever comes next need not wait to see that this one is gone.
    utimesSync(mark, 0, 0);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** A child that was stopped by a signal to us: there is nothing to say, and nothing more to do. */
export class Stopped extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a program to its end and hands it every signal that reaches this process. `watch` is given the way to stop it;
 * `patienceMs` is how long it may take over that; `told` hears whatever it sends, where it has a channel.
 */
export async function run(file, args, { watch = () => {}, patienceMs, told = () => {}, ...options }) {
  const child = spawn(file, args, options);
  child.on('message', told);
  let stopped;
  const pass = (signal) => {
    stopped = signal;
    child.kill(signal);
    if (patienceMs !== undefined) setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
  };
  for (const signal of signals) process.on(signal, pass);
  const unwatch = watch(pass);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    const code = await new Promise((done, failed) =>
      child.once('error', failed).once('close', (exit, signal) => done(exit ?? new Stopped(signal).exitCode)),
    );
    return { code, output, stopped };
  } finally {
    unwatch?.();
    for (const signal of signals) process.off(signal, pass);
  }
}

/** Once installed or built by root, a clone stays root's: how to have it back. */
export function refusal({ code }, root) {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk that holds ${root} is full: free some space, then try again`;
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return undefined;
  const folder = root.replaceAll("'", "'\\''");
  return `${root} isn’t writable by this user (${code}). Run: sudo chown -R "$(id -un)" '${folder}'`;
}
