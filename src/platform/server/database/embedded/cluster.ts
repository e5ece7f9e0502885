import { access, constants, mkdir, open, readFile, rename, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { CannotStart } from '../cannot-start.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { explain, folderProblem } from './explain.ts';
import { ensureDataFolder, superuser } from './init.ts';
import { forgetPostmaster, isPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseRunner, type Runner } from './runner.ts';
import { hubSettings } from './settings.ts';
import { port, prepareSocketFolder, socketFolderFor } from './socket.ts';

export interface ClusterOptions {
  dataDir: string;
  log: Log;
  /** Overrides the hub's own settings. */
  settings?: Record<string, string>;
  /** Where the programs are, if not in the bundled package. */
  packageFolder?: string;
}

export interface Address {
  host: string;
  port: number;
  user: string;
}

/** A PostgreSQL on one data folder, shared by every process that asks for it. */
export interface Cluster {
  version: string;
  /** Finds it running or starts it; resolves when it accepts connections. */
  bringUp(): Promise<Address>;
  /** Stops it for everyone; false if it isn't running here. */
  stop(): Promise<boolean>;
}

const recoveryMayTake = 10 * 60_000;
const silenceMayTake = 20_000;

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir } = options;
  const pgdata = join(dataDir, 'postgres');
  try {
    await mkdir(dataDir, { recursive: true });
    const binaries = await findBinaries(options.packageFolder);
    const runner = await chooseRunner(dataDir, pgdata, binaries.postgres);
    await access(dataDir, constants.W_OK | constants.X_OK);
    await ensureDataFolder(pgdata, binaries, runner);
    const socketFolder = await socketFolderFor(pgdata);
    return {
      version: binaries.version,
      bringUp: () => bringUp({ ...options, pgdata, socketFolder, binaries, runner }),
      async stop() {
        const sockets = (await readPostmaster(pgdata))?.socketFolder ?? pgdata;
        const stopped = await stopPostmaster(pgdata);
        if (stopped && sockets !== pgdata) await rmdir(sockets).catch(() => {});
        return stopped;
      },
    };
  } catch (error) {
    throw folderProblem(error, dataDir);
  }
}

interface Ground extends ClusterOptions {
  pgdata: string;
  socketFolder: string;
  binaries: Binaries;
  runner: Runner;
}

async function bringUp(ground: Ground): Promise<Address> {
  const { pgdata, log } = ground;
  const began = performance.now();
  let spoke = began;
  let told = began;
  for (let wait = 5; ; wait = Math.min(wait * 1.5, 200)) {
    const postmaster = await readPostmaster(pgdata);
    // Another process with a different temp folder may have started it; its postmaster.pid says where.
    const host = postmaster?.socketFolder ?? ground.socketFolder;
    const answer = await knock(host);
    if (answer === 'ready') return { host, port, user: superuser };
    if (answer === 'busy') spoke = performance.now();

    if (answer === 'nobody' && !(postmaster && (await isPostmaster(postmaster.pid, pgdata)))) {
      if (postmaster) await forgetPostmaster(pgdata, host, postmaster.pid);
      if (await start(ground)) return { host: ground.socketFolder, port, user: superuser };
    }
    if (performance.now() - told > 10_000) {
      told = performance.now();
      log.info('waiting for PostgreSQL, which is starting, recovering or stopping');
    }
    if (performance.now() - spoke > silenceMayTake || performance.now() - began > recoveryMayTake) {
      throw new CannotStart(
        `PostgreSQL (process ${postmaster?.pid}) is using ${pgdata} and isn’t responding: stop that process, then start the hub again`,
      );
    }
    await sleep(wait);
  }
}

async function knock(host: string): Promise<'ready' | 'busy' | 'nobody'> {
  const client = new pg.Client({
    host,
    port,
    user: superuser,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    if ((error as pg.DatabaseError).code === '57P03') return 'busy';
    return error instanceof pg.DatabaseError ? 'ready' : 'nobody';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts PostgreSQL: true when it accepts connections, false if another process started it first. */
async function start(ground: Ground): Promise<boolean> {
  const { pgdata, socketFolder, runner, binaries } = ground;
  await prepareSocketFolder(socketFolder, pgdata, runner);
  const settings = {
    ...hubSettings,
    ...ground.settings,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  };
  const args = [
    '-D',
    pgdata,
    '-p',
    String(port),
    ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
  ];

  const logFile = join(pgdata, 'server.log');
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > 1_000_000) await rename(logFile, `${logFile}.old`);
  const output = await open(logFile, 'a', 0o600);
  const from = (await output.stat()).size;
  let gone: Error | 'exit' | undefined;
  try {
    await runner.own(logFile);
    // In its own session: a Ctrl+C in the terminal must not reach the database before the hub has disconnected.
    const child = runner.spawn(binaries.postgres, args, {
      stdio: ['ignore', output.fd, output.fd],
      detached: true,
    });
    // Read right away: on a full disk it exits before the log is flushed, and there is no second message.
    child.once('error', (error) => (gone = error)).once('exit', () => (gone = 'exit'));
    child.unref();
  } finally {
    await output.close();
  }
  while (gone === undefined) {
    if ((await knock(socketFolder)) === 'ready') return true;
    await sleep(10);
  }
  if (gone !== 'exit') throw folderProblem(gone, ground.dataDir);
  const said = (await readFile(logFile)).subarray(from).toString('utf8');
  // Another process was first, or a killed one isn't quite gone: check again.
  if (/lock file ".*" (already exists|is empty)|shared memory block .* is still in use/.test(said))
    return false;
  throw await explain(said, ground.dataDir);
}
