import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '#platform/server/database/embedded/binaries.ts';
import { ensureDataFolder, superuser } from '#platform/server/database/embedded/init.ts';
import { chooseRunner } from '#platform/server/database/embedded/runner.ts';
import { hubSettings } from '#platform/server/database/embedded/settings.ts';

export interface LoopbackPostgres {
  /** As DATABASE_URL. */
  url: string;
  stop(): Promise<void>;
  /** For the end of this process, where nothing can be awaited. */
  kill(): void;
}

/** A PostgreSQL as an operator has one: on TCP, for several hub processes, no part of any of them. */
export async function startLoopbackPostgres(
  port: number,
  as: 'primary' | 'standby' = 'primary',
): Promise<LoopbackPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-postgres-'));
  const data = join(folder, 'postgres');
  const binaries = await findBinaries();
  const runner = await chooseRunner(folder, data, binaries.postgres);
  await runner.own(folder);
  await ensureDataFolder(data, binaries, runner);
  // Over the file that is there, so that it stays its owner's.
  await writeFile(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const settings = {
    ...hubSettings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(as === 'standby' && { wal_level: 'replica', max_wal_senders: '1' }),
  };
  const start = () =>
    runner.spawn(
      binaries.postgres,
      [
        '-D',
        data,
        '-p',
        String(port),
        ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  if (as === 'standby') {
    const before = start();
    const over = new Promise((resolve) => before.once('close', resolve));
    await untilItAnswers(port, () => {});
    before.kill('SIGINT');
    await over;
    // Waits for a primary that never comes: whoever is led here can read, and write nothing.
    await writeFile(join(data, 'standby.signal'), '');
  }
  const child = start();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => void child.kill('SIGQUIT');
  process.once('exit', kill);
  try {
    await untilItAnswers(port, () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${said}`);
    });
  } catch (error) {
    kill();
    throw error;
  }
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/hub`,
    kill,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGINT');
      await over;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function untilItAnswers(port: number, assertItRuns: () => void): Promise<void> {
  for (;;) {
    assertItRuns();
    const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('create database hub');
      return;
    } catch (error) {
      if ((error as { code?: string }).code === '25006') return;
      // Not there yet, or on its way up.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED' && code !== '57P03') throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
