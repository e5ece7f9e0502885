import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomText } from '#base/id.ts';
import { CannotStart, orOwnServer } from '../cannot-start.ts';
import type { Binaries } from './binaries.ts';
import { explain, folderProblem } from './explain.ts';
import type { Runner } from './runner.ts';

/** The owner of everything in the embedded database. */
export const superuser = 'hub';

/** Creates the data folder if there is none; rejects one that these programs can't read. */
export async function ensureDataFolder(pgdata: string, binaries: Binaries, runner: Runner): Promise<void> {
  const made = await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(missingIsUndefined);
  if (made === undefined) return create(pgdata, binaries, runner);
  const major = binaries.version.split('.')[0];
  if (made.trim() !== major) {
    throw new CannotStart(
      `The data in ${pgdata} was created by PostgreSQL ${made.trim()}, but this hub comes with ${binaries.version}: ` +
        `make a backup with the hub version that created it and restore it here, ${orOwnServer}`,
    );
  }
}

// Created elsewhere and moved into place in one step, so that a second process or a kill in between never sees half
// a database.
async function create(pgdata: string, binaries: Binaries, runner: Runner): Promise<void> {
  await removeLeftovers(pgdata);
  const inside = await readdir(pgdata).catch((): string[] => []);
  // If another process has moved a database into place in the meantime, this one uses it, too.
  if (inside.includes('PG_VERSION')) return ensureDataFolder(pgdata, binaries, runner);
  if (inside.length > 0)
    throw new CannotStart(
      `${pgdata} contains something other than a PostgreSQL database: move it, choose another DATA_DIR, ${orOwnServer}`,
    );

  const draft = `${pgdata}.new-${process.pid}-${randomText(6)}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await runner.own(draft);
    await initdb(draft, binaries, runner);
    await rename(draft, pgdata).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(pgdata));
  } catch (error) {
    throw folderProblem(error, dirname(pgdata));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function initdb(folder: string, binaries: Binaries, runner: Runner): Promise<void> {
  const child = runner.spawn(
    binaries.initdb,
    [
      '--pgdata',
      folder,
      '--username',
      superuser,
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8: the same sort order and character classes on every system.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    // Ctrl+C doesn't leave half a database here: the hub stops once this is finished.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((done, failed) =>
    child.once('error', failed).once('close', done),
  );
  if (code !== 0) throw await explain(said, dirname(folder));
}

async function removeLeftovers(pgdata: string): Promise<void> {
  const prefix = `${basename(pgdata)}.new-`;
  for (const name of await readdir(dirname(pgdata))) {
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : undefined;
    // In a container, the next process often has the same ID as the previous one.
    if (maker !== undefined && (maker === process.pid || !isAlive(maker))) {
      await rm(join(dirname(pgdata), name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function missingIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
