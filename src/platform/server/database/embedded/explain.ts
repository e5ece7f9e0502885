import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, orOwnServer } from '../cannot-start.ts';
import { nameOf, quoted } from './runner.ts';

/** One line for the operator, from the output of initdb or PostgreSQL. */
export async function explain(said: string, dataDir: string): Promise<CannotStart> {
  if (/No space left|Disk quota exceeded/.test(said) || (await isFull(dataDir))) return diskIsFull(dataDir);
  if (/could not look up effective user ID/.test(said)) {
    return new CannotStart(
      `PostgreSQL can’t run as ${nameOf(process.getuid?.() ?? 0)}, which has no entry in /etc/passwd: add one, ${orOwnServer}`,
    );
  }
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const last = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? 'no output';
  const reason = last.replace(/^.*?(FATAL|PANIC|error):\s*/i, '');
  return new CannotStart(
    `PostgreSQL doesn’t start in ${dataDir} (${reason}): fix that, choose another DATA_DIR, ${orOwnServer}`,
  );
}

/** What is wrong with one of our folders, in an operator's words. */
export function folderProblem(error: unknown, dataDir: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskIsFull(dataDir);
  if (code === undefined || syscall === undefined) return error;
  const uid = process.getuid?.() ?? 0;
  const mend =
    code === 'EACCES' || code === 'EPERM'
      ? `sudo chown -R ${uid}:${process.getgid?.() ?? 0} ${quoted(dataDir)}, or `
      : '';
  return new CannotStart(
    `DATA_DIR ${dataDir} isn’t writable by ${nameOf(uid)} (${code}): ${mend}choose another DATA_DIR, ${orOwnServer}`,
  );
}

function diskIsFull(dataDir: string): CannotStart {
  return new CannotStart(
    `The disk that holds ${dataDir} is full: free some space, choose another DATA_DIR, ${orOwnServer}`,
  );
}

// On a full disk, PostgreSQL can't even log why it stopped.
async function isFull(dataDir: string): Promise<boolean> {
  const probe = join(dataDir, `.space-${process.pid}`);
  try {
    await writeFile(probe, Buffer.alloc(256 * 1024));
    return false;
  } catch (error) {
    return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    await rm(probe, { force: true });
  }
}
