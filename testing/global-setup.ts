import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopPostmaster } from '#platform/server/database/embedded/postmaster.ts';

const prefix = 'hub-tests-';

/** Gives the run a folder: the first test that needs a PostgreSQL starts it there, the end of the run stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const name of readdirSync(tmpdir())) {
    const run = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    // What a killed run left behind.
    if (run && !isAlive(run)) await dispose(join(tmpdir(), name));
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // Tests start programs as other users, who must get to folders of theirs in here.
  chmodSync(folder, 0o711);
  project.provide('runFolder', folder);

  const atExit = () => disposeNow(folder);
  const atSignal = () => process.exit(1);
  process.once('exit', atExit).once('SIGTERM', atSignal).once('SIGHUP', atSignal);
  return async () => {
    await dispose(folder);
    process.off('exit', atExit).off('SIGTERM', atSignal).off('SIGHUP', atSignal);
  };
}

async function dispose(folder: string): Promise<void> {
  for (const note of postmasterNotes(folder)) await stopPostmaster(dirname(note));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** For a run that is interrupted: nothing can be awaited any more. */
function disposeNow(folder: string): void {
  for (const note of postmasterNotes(folder)) {
    try {
      process.kill(Number.parseInt(readFileSync(note, 'utf8'), 10), 'SIGQUIT');
    } catch {
      // It has just ended by itself.
    }
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // What is being written to this moment goes with the next run.
  }
}

/** What each PostgreSQL in the folder noted about itself. */
function postmasterNotes(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'postmaster.pid')
    .map((path) => join(folder, path));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
