import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart, orOwnServer } from '../cannot-start.ts';
import type { Runner } from './runner.ts';

/** The port is only part of the socket's name: nothing listens on TCP. */
export const port = 5432;

// A socket address may be 103 bytes long on macOS, 107 on Linux.
const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 103;

/** The data folder itself; if its path is too long, a folder in the temp folder that every process finds. */
export async function socketFolderFor(pgdata: string): Promise<string> {
  if (fits(pgdata)) return pgdata;
  const mark = createHash('sha256')
    .update(await realpath(pgdata))
    .digest('hex')
    .slice(0, 16);
  const folder = [tmpdir(), '/tmp'].map((temp) => join(temp, `hub-${mark}`)).find(fits);
  if (folder === undefined)
    throw new CannotStart(
      `The path of DATA_DIR is too long for a socket: choose a shorter one, ${orOwnServer}`,
    );
  return folder;
}

/** Creates the folder if necessary; in a temp folder, someone else may have created it first. */
export async function prepareSocketFolder(folder: string, pgdata: string, runner: Runner): Promise<void> {
  if (folder === pgdata) return;
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made) await runner.own(folder);
  const info = await lstat(folder).catch(() => undefined);
  if (!info?.isDirectory() || info.uid !== runner.uid || (info.mode & 0o077) !== 0) {
    throw new CannotStart(
      `${folder} must belong to user ${runner.uid} and be closed to everyone else: remove it, choose a shorter DATA_DIR, ${orOwnServer}`,
    );
  }
}
