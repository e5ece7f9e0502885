import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type PoolMode = 'session' | 'transaction' | 'statement';

export interface PgBouncer {
  /** As DATABASE_URL. */
  url: string;
  stop(): Promise<void>;
}

/** Null where PgBouncer is not installed. Debian keeps it out of a user's own path. */
export const pgbouncerProgram = ((): string | null => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'pgbouncer')).find(canRun);
  return found ?? null;
})();

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The pooler as its package sets it up, in front of the PostgreSQL of a DATABASE_URL. */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  if (pgbouncerProgram === null) throw new Error('PgBouncer is not installed');
  const to = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'hub-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 30,
    ...settings,
  };
  const target = `host=${to.hostname} port=${to.port} dbname=${to.pathname.slice(1)} user=${to.username}`;
  await writeFile(
    file,
    [
      '[databases]',
      `hub = ${target}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  // It refuses to run as root, and then reads its settings as nobody.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(folder, 0o755);
  const child = spawn(pgbouncerProgram, ['-q', file], {
    ...nobody,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await over;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilItListens(port, child, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://${to.username}@127.0.0.1:${port}/hub`, stop };
}

async function untilItListens(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${said()}`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await sleep(20);
  }
}
