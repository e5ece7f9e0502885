import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openCluster } from '#platform/server/database/embedded/cluster.ts';
import { readPostmaster, stopPostmaster } from '#platform/server/database/embedded/postmaster.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { runFolder } from '#testing/run-folder.ts';

const program = fileURLToPath(new URL('./database-holder.ts', import.meta.url));

export interface Holder {
  /** The line that it opened with, or was refused with. */
  answer: string;
  process: ChildProcess;
  /** TERM, and the end of the process. */
  close(): Promise<void>;
  /** As a crash or the system would end it. */
  kill(): Promise<void>;
}

export interface HoldOptions {
  user?: { uid: number; gid: number };
  env?: Record<string, string>;
  args?: string[];
}

/** Starts another process that opens the embedded database of a folder; waits for what it says. */
export async function hold(dataDir: string, { user, env, args = [] }: HoldOptions = {}): Promise<Holder> {
  const child = spawn(process.execPath, [program, ...args], {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const over = new Promise<void>((done) => child.once('close', () => done()));
  let said = '';
  const answer = await new Promise<string>((done) => {
    const hear = (text: string) => {
      said += text;
      const line = /^(open|refused): .*$/m.exec(said)?.[0];
      if (line) done(line);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    void over.then(() => done(said));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await over;
  };
  onTestFinished(end('SIGKILL'));
  return { answer, process: child, close: end('SIGTERM'), kill: end('SIGKILL') };
}

/** A folder that is gone after the test, with whatever PostgreSQL still runs in one of its `databases`. */
export function temporaryFolder(...databases: string[]): string {
  const folder = mkdtempSync(join(runFolder(), 'd-'));
  onTestFinished(async () => {
    for (const name of ['', ...databases]) await stopPostmaster(join(folder, name, 'postgres'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/**
 * What a hub leaves that ran in this folder and ended: empty, or with all tables. Copied, because making it anew is the
 * dearest thing in a test that is about what comes afterwards.
 */
export async function useMadeDatabase(dataDir: string, kind: 'empty' | 'migrated' = 'empty'): Promise<void> {
  const made = join(runFolder(), `made-${kind}`);
  if (!existsSync(made)) {
    const draft = mkdtempSync(join(runFolder(), 'making-'));
    if (kind === 'empty') await openCluster({ dataDir: draft, log: silentLog });
    else {
      const db = await openDatabase({ databaseUrl: undefined, dataDir: draft }, silentLog);
      await migrate(db, silentLog).finally(() => db.close());
    }
    try {
      renameSync(draft, made);
    } catch {
      // Another file's was there before it.
      rmSync(draft, { recursive: true, force: true });
    }
  }
  mkdirSync(dataDir, { recursive: true });
  cpSync(join(made, 'postgres'), join(dataDir, 'postgres'), { recursive: true, preserveTimestamps: true });
  // PostgreSQL refuses a folder that others may enter; copies keep what a file allows, and not a folder.
  chmodSync(join(dataDir, 'postgres'), 0o700);
}

export const postmasterOf = async (dataDir: string): Promise<number | undefined> =>
  (await readPostmaster(join(dataDir, 'postgres')))?.pid;
