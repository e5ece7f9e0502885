import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { startLoopbackPostgres } from '#testing/loopback-postgres.ts';
import { freePort } from '#testing/pgbouncer.ts';
import type { Database } from './database.ts';
import { epochOf } from './epoch.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

test('each promotion of a standby begins another history, which a process sees when it reconnects', async () => {
  const postgres = await startLoopbackPostgres(await freePort(), 'standby');
  onTestFinished(() => postgres.stop());
  const operator = new pg.Client({ connectionString: postgres.url });
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query('select pg_promote()');
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, silentLog);
  onTestFinished(() => db.close());
  await migrate(db, silentLog);
  const promoted = await epochOf(db);
  expect(promoted).toMatch(/^[a-z0-9]{20}\.2$/);
  expect(await epochOf(db)).toBe(promoted);

  // Another server answers from now on.
  await operator.query(`update hub_meta set value = '"of another server"' where key = 'epoch'`);
  await operator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hub%'",
  );
  await expect.poll(() => epochOf(db).catch(() => 'away'), { timeout: 20_000 }).toBe('of another server.2');
}, 60_000);

test('where the server doesn’t say how often it was promoted, the epoch is the stored one', async () => {
  const pool = {
    query: async (text: string) => {
      if (text.includes('pg_walfile_name')) throw Object.assign(new Error('not here'), { code: '42883' });
      return { rows: [{ value: 'stored' }] };
    },
  };
  expect(await epochOf({ pool, listen: () => () => {} } as unknown as Database)).toBe('stored');
});
