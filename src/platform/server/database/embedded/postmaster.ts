import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { port } from './socket.ts';

/** What PostgreSQL records about itself in its data folder. */
export interface Postmaster {
  pid: number;
  /** Missing until it has opened its socket. */
  socketFolder: string | undefined;
}

export async function readPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 1
    ? { pid, socketFolder: lines[4]?.trim() || undefined }
    : undefined;
}

/** Whether that process is still PostgreSQL on this folder: process IDs are reused. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // PostgreSQL runs in its data folder. Paths may differ between mounts; the folder itself doesn't.
    const [lives, data] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(pgdata)]);
    return lives.ino === data.ino && lives.dev === data.dev;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** PostgreSQL doesn't start while its postmaster.pid names a running process, whatever that process is. */
export async function forgetPostmaster(pgdata: string, socketFolder: string, pid: number): Promise<void> {
  const stillThere = await readPostmaster(pgdata);
  if (stillThere?.pid !== pid) return;
  await rm(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true });
  await rm(join(pgdata, 'postmaster.pid'), { force: true });
}

/** Fast shutdown: open transactions are rolled back, committed ones are on disk. False if it isn't ours to stop. */
export async function stopPostmaster(pgdata: string): Promise<boolean> {
  const postmaster = await readPostmaster(pgdata);
  if (!postmaster || !(await isPostmaster(postmaster.pid, pgdata))) return false;
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ];
  for (const [signal, patience] of signals) {
    const until = performance.now() + patience;
    if (!send(postmaster.pid, signal)) return true;
    while (performance.now() < until) {
      await sleep(10);
      if (!(await isPostmaster(postmaster.pid, pgdata))) return true;
    }
  }
  return false;
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // It exited a moment earlier.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
