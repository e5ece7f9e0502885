import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import type { RecurringJob } from '#platform/server/feature.ts';
import { useDatabase } from '#testing/database.ts';
import { startJobs } from './jobs.ts';

const db = await useDatabase();

/** The jobs of another process of the hub. */
async function anotherProcess(...jobs: Omit<RecurringJob, 'everySeconds'>[]) {
  const its = await openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog);
  const started = startJobs(
    { db: its, log: silentLog },
    jobs.map((job) => ({ everySeconds: 3600, ...job })),
  );
  onTestFinished(async () => {
    await started.stop();
    await its.close();
  });
  return { ...started, db: its };
}

const anHourLater = (name: string) =>
  db.pool.query(
    `update hub_meta set value = to_jsonb((value #>> '{}')::timestamptz - interval '1 hour') where key = $1`,
    [`job:${name}`],
  );

test('a job runs once per interval, however many processes check and however often one starts', async () => {
  let runs = 0;
  const job = { name: 'count', run: async () => void runs++ };
  const processes = await Promise.all([1, 2, 3].map(() => anotherProcess(job)));
  const all = () => Promise.all(processes.flatMap(({ runDue }) => [runDue(), runDue()]));
  await all();
  expect(runs).toBe(1);
  await (await anotherProcess(job)).runDue();
  expect(runs).toBe(1);
  await anHourLater('count');
  await all();
  await all();
  expect(runs).toBe(2);
});

test('moving the clock back doesn’t stop a job', async () => {
  let runs = 0;
  const { runDue } = await anotherProcess({ name: 'clock', run: async () => void runs++ });
  await runDue();
  await db.pool.query(
    `update hub_meta set value = to_jsonb(now() + interval '1 year') where key = 'job:clock'`,
  );
  await runDue();
  expect(runs).toBe(2);
});

test('no process runs a job that another is running; when that process dies, it is free', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let runs = 0;
  const first = await anotherProcess({
    name: 'long',
    run: () => {
      begin();
      return held;
    },
  });
  const second = await anotherProcess({ name: 'long', run: async () => void runs++ });
  onTestFinished(() => letGo());
  const running = first.runDue();
  await begun;
  await anHourLater('long');
  await second.runDue();
  expect(runs).toBe(0);

  // What the system does to a killed process's connections.
  const cut = await db.pool.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objid = hashtext('job:long')::bigint & 4294967295`,
  );
  expect(cut.rowCount).toBe(1);
  await expect.poll(() => second.runDue().then(() => runs), { timeout: 30_000 }).toBe(1);
  letGo();
  await running;
});

test('jobs due at the same time share one connection, and a failing one stops no other', async () => {
  const done: string[] = [];
  const names = Array.from({ length: 20 }, (_, index) => `crowd ${index}`);
  const process = await anotherProcess(
    { name: 'fails', run: () => Promise.reject(new Error('planted')) },
    ...names.map((name) => ({
      name,
      async run() {
        await process.db.pool.query('select pg_sleep(0.01)');
        done.push(name);
      },
    })),
  );
  await process.runDue();
  expect(done.toSorted()).toEqual(names.toSorted());
});
