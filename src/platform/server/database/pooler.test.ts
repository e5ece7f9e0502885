import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { type LoopbackPostgres, startLoopbackPostgres } from '#testing/loopback-postgres.ts';
import { freePort, pgbouncerProgram, type PoolMode, startPgBouncer } from '#testing/pgbouncer.ts';
import { takeSnapshot } from '../backup/snapshot.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const reason = pgbouncerProgram === null ? ' (left out: PgBouncer is not installed here)' : '';

describe.skipIf(pgbouncerProgram === null)(`behind PgBouncer${reason}`, () => {
  let postgres: LoopbackPostgres;
  beforeAll(async () => (postgres = await startLoopbackPostgres(await freePort())), 60_000);
  afterAll(() => postgres.stop());

  async function pooled(mode: PoolMode, settings?: Record<string, string | number>): Promise<string> {
    const pooler = await startPgBouncer(postgres.url, mode, settings);
    onTestFinished(() => pooler.stop());
    return pooler.url;
  }

  /** As other clients leave the pooler's connections: open, and free for the next client. */
  async function leaveConnections(connectionString: string, count: number): Promise<void> {
    const clients = Array.from({ length: count }, () => new pg.Client({ connectionString }));
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('select pg_sleep(0.2)')));
    await Promise.all(clients.map((client) => client.end()));
  }

  const opening = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' }, silentLog);

  test('session mode as documented: migrations, notifications, a backup and limits work', async () => {
    const db = await opening(await pooled('session'));
    onTestFinished(() => db.close());
    expect(await migrate(db, silentLog)).toEqual([]);

    const heard: string[] = [];
    db.listen('order', (id) => heard.push(id));
    await db.notify(db.tables(), 'order', 'ord_1');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['ord_1']);

    const { rows } = await db.pool.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    const idle = await db.pool.query('show idle_in_transaction_session_timeout');
    expect(idle.rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);

    const snapshot = await takeSnapshot(db);
    expect(snapshot?.tables.length).toBeGreaterThan(50);
    await snapshot?.close();
  }, 60_000);

  test.each([
    ['transaction', {}],
    ['transaction', { server_round_robin: 1 }],
    ['statement', {}],
  ] as const)(
    '%s mode is rejected by name, whichever open connection comes next %o',
    async (mode, settings) => {
      const url = await pooled(mode, settings);
      await leaveConnections(url, 3);
      const words = new RegExp(
        `^DATABASE_URL: the connection pooler at 127\\.0\\.0\\.1:\\d+ is in ${mode} mode, but the hub needs session mode.*pool_mode = session`,
      );
      for (let start = 0; start < 4; start++) await expect(opening(url)).rejects.toThrow(words);
    },
    60_000,
  );
});
