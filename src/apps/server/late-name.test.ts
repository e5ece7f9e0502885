import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { asProblem, openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { type LoopbackPostgres, startLoopbackPostgres } from '#testing/loopback-postgres.ts';
import { freePort } from '#testing/pgbouncer.ts';
import { startJobs } from './jobs.ts';
import { isServed, joinHub } from './join-hub.ts';

let primary: LoopbackPostgres;
let standby: LoopbackPostgres;
beforeAll(async () => {
  primary = await startLoopbackPostgres(await freePort());
  standby = await startLoopbackPostgres(await freePort(), 'standby');
}, 120_000);
afterAll(async () => {
  await primary.stop();
  await standby.stop();
});

/** The name of the database: it leads to one server or the other, and a connection stays where it went. */
async function name() {
  let port = Number(new URL(primary.url).port);
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const callee = connect(port, '127.0.0.1');
    for (const socket of [caller, callee]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => [caller, callee].forEach((one) => one.destroy()));
    }
    caller.pipe(callee).pipe(caller);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => open.forEach((socket) => socket.destroy());
  onTestFinished(async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `postgres://${new URL(primary.url).username}@127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    leadsTo(where: LoopbackPostgres) {
      port = Number(new URL(where.url).port);
      cut();
    },
  };
}

test('jobs, writes and the mark of a hub come back by themselves after a name that followed late', async () => {
  const db = await name();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-late-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const hub = await openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog);
  onTestFinished(() => hub.close());
  await migrate(hub, silentLog);
  let runs = 0;
  const jobs = startJobs({ db: hub, log: silentLog }, [
    { name: 'late', everySeconds: 3600, run: async () => void runs++ },
  ]);
  onTestFinished(() => jobs.stop());
  const config = readConfig({ DATABASE_URL: db.url, DATA_DIR: dataDir });
  const leave = await joinHub({ config, secret: () => Buffer.from('one'), log: silentLog });
  onTestFinished(leave);
  const again = () => hub.pool.query(`delete from hub_meta where key = 'job:late'`);
  await jobs.runDue();
  expect(runs).toBe(1);
  await again();

  db.leadsTo(standby);
  await jobs.runDue();
  await jobs.runDue();
  expect(runs).toBe(1);
  const refused = await again().catch((error: unknown) => error);
  expect(asProblem(refused)).toMatchObject({ status: 503 });
  await expect(openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog)).rejects.toThrow(
    /is a read-only standby: set the name that leads to the primary$/,
  );

  db.leadsTo(primary);
  await expect.poll(() => hub.state(), { timeout: 20_000 }).toBe('up');
  await again();
  await expect.poll(() => jobs.runDue().then(() => runs), { timeout: 20_000 }).toBe(2);
  await expect.poll(() => isServed(hub), { timeout: 20_000 }).toBe(true);
  const stranger = joinHub({ config, secret: () => Buffer.from('two'), log: silentLog });
  await expect(stranger).rejects.toThrow(/^AUTH_SECRET: another process/);
}, 120_000);

test('a keeper whose server turned read-only without a word is dropped at its first error', async () => {
  const hub = await openDatabase({ databaseUrl: primary.url, dataDir: '' }, silentLog);
  onTestFinished(() => hub.close());
  await migrate(hub, silentLog);
  let runs = 0;
  const jobs = startJobs({ db: hub, log: silentLog }, [
    { name: 'read-only', everySeconds: 3600, run: async () => void runs++ },
  ]);
  onTestFinished(() => jobs.stop());
  const operator = new pg.Client({ connectionString: primary.url });
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query('alter database hub set default_transaction_read_only = on');
  await operator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub' and datname = 'hub'",
  );
  await expect.poll(() => hub.pool.totalCount).toBe(0);
  await jobs.runDue();
  expect(runs).toBe(0);
  await operator.query('alter database hub reset default_transaction_read_only');
  await expect.poll(() => jobs.runDue().then(() => runs), { timeout: 20_000 }).toBe(1);
}, 60_000);
