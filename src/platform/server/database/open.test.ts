import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { faultProxy } from '#testing/fault-proxy.ts';
import { postmasterOf, temporaryFolder, useMadeDatabase } from '#testing/hold-database.ts';
import type { Database } from './database.ts';
import { isPostmaster } from './embedded/postmaster.ts';
import { asProblem, openDatabase } from './open.ts';

const db = await useDatabase();
const patiently = { timeout: 40_000 };

async function opened(config: { databaseUrl: string } | { dataDir: string }): Promise<Database> {
  const another = await openDatabase({ databaseUrl: undefined, dataDir: '', ...config }, silentLog);
  onTestFinished(() => another.close());
  return another;
}

/** A connection to the test's database through a proxy, and its URL. */
async function lineTo(url: string) {
  const address = new URL(url);
  const line = await faultProxy({ path: `${address.searchParams.get('host')}/.s.PGSQL.5432` });
  onTestFinished(() => line.close());
  address.search = '';
  address.host = `127.0.0.1:${line.port}`;
  return { url: address.href, line };
}

test('counts, sums and bigints are numbers, a date is its day, an inexact number is an error', async () => {
  const { rows } = await db.pool.query(
    `select count(*) as n, sum(x) as total, max(x::bigint) as most, date '2026-03-29' as day from (values (1250), (50)) t(x)`,
  );
  expect(rows).toEqual([{ n: 2, total: 1300, most: 1250, day: '2026-03-29' }]);
  await expect(db.pool.query('select 9007199254740993::bigint')).rejects.toThrow(RangeError);
});

test('a notification reaches every process, including its own, on commit', async () => {
  const other = await opened({ databaseUrl: db.url });
  const heard: string[] = [];
  db.listen('order', (id) => heard.push(`here ${id}`));
  other.listen('order', (id) => heard.push(`there ${id}`));
  other.listen('template', (id) => heard.push(`wrong ${id}`));

  await expect(
    db.transaction(async (trx) => {
      await db.notify(trx, 'order', 'ord_rolled_back');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.transaction((trx) => db.notify(trx, 'order', 'ord_1'));
  await expect.poll(() => heard.toSorted(), patiently).toEqual(['here ord_1', 'there ord_1']);
});

test('an unsubscribed listener hears nothing, and one that throws doesn’t block the next', async () => {
  const heard: string[] = [];
  const stop = db.listen('thing', () => heard.push('stopped'));
  stop();
  db.listen('thing', () => {
    throw new Error('mine');
  });
  db.listen('thing', (id) => heard.push(id));
  await db.notify(db.tables(), 'thing', 'evt_1');
  await expect.poll(() => heard, patiently).toEqual(['evt_1']);
});

test('a listener whose connection is cut is told about the gap and reconnects', async () => {
  const heard: string[] = [];
  db.listen(
    'cut',
    (id) => heard.push(id),
    () => heard.push('gap'),
  );
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub listener' and datname = current_database()`,
  );
  await expect.poll(() => heard, patiently).toEqual(['gap']);
  expect(db.state()).toBe('up');
  await db.notify(db.tables(), 'cut', 'evt_2');
  await expect.poll(() => heard, patiently).toEqual(['gap', 'evt_2']);
});

test('an unreachable server is one line that names it, without the password', async () => {
  const attempt = openDatabase(
    { databaseUrl: 'postgres://hub:secret-word@127.0.0.1:1/hub', dataDir: '' },
    silentLog,
  );
  await expect(attempt).rejects.toThrow(
    /^DATABASE_URL: no connection to PostgreSQL at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
  );
  await expect(attempt).rejects.not.toThrow(/secret-word/);
});

test('a server other than PostgreSQL is one line, too', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(
    openDatabase({ databaseUrl: `postgres://hub:secret-word@127.0.0.1:${port}/hub`, dataDir: '' }, silentLog),
  ).rejects.toThrow(
    new RegExp(
      `^DATABASE_URL: no connection to PostgreSQL at 127\\.0\\.0\\.1:${port} \\([^)]*\\): check that it is running`,
    ),
  );
});

test('a missing database is named', async () => {
  const url = new URL(db.url);
  url.pathname = '/nowhere';
  await expect(openDatabase({ databaseUrl: url.href, dataDir: '' }, silentLog)).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at .* has no database named nowhere/,
  );
});

test('a silently dead connection releases those who wait, and works again later', async () => {
  const { url, line } = await lineTo(db.url);
  const far = await opened({ databaseUrl: url });
  expect(far.runsOn()).toMatch(/^PostgreSQL 18\.\d+, at 127\.0\.0\.1:\d+$/);
  await far.pool.query('select 1');
  line.set({ silent: true });
  const error = await far.pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(asProblem(error)?.code).toBe('unavailable');
  expect(far.state()).toBe('down');
  line.set({});
  await expect.poll(() => far.state(), patiently).toBe('up');
  expect((await far.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

test('a server that is cut off and returns: unavailable, then available again', async () => {
  const { url, line } = await lineTo(db.url);
  const far = await opened({ databaseUrl: url });
  await far.pool.query('select 1');
  line.set({ down: true });
  await expect.poll(() => far.state(), patiently).toBe('down');
  const error = await far.pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(asProblem(error)?.code).toBe('unavailable');
  line.set({});
  await expect.poll(() => far.state(), patiently).toBe('up');
  expect((await far.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

test('the embedded database killed in a transaction: briefly unavailable, then nothing half done', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const hub = await opened({ dataDir });
  const gaps: string[] = [];
  hub.listen(
    'order',
    () => {},
    () => gaps.push('gap'),
  );
  await sql`create table kept (n int)`.execute(hub.tables());
  await sql`insert into kept values (1)`.execute(hub.tables());
  const postmaster = (await postmasterOf(dataDir)) ?? 0;

  const error = await hub
    .transaction(async (trx) => {
      await sql`insert into kept values (2)`.execute(trx);
      process.kill(postmaster, 'SIGKILL');
      // Idle in its transaction: here pg emits an error that a pool alone doesn't catch.
      await expect.poll(() => hub.state(), { ...patiently, interval: 1 }).toBe('down');
      await sql`insert into kept values (3)`.execute(trx);
    })
    .catch((thrown: unknown) => thrown);
  expect(asProblem(error)?.code).toBe('unavailable');

  await expect.poll(() => hub.state(), patiently).toBe('up');
  expect((await sql`select n from kept`.execute(hub.tables())).rows).toEqual([{ n: 1 }]);
  expect(gaps).toEqual(['gap']);
});

test('closing stops the embedded database, also when called twice or while it is down', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const hub = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL');
  await Promise.all([hub.close(), hub.close()]);
  const left = await postmasterOf(dataDir);
  expect(left !== undefined && (await isPostmaster(left, join(dataDir, 'postgres')))).toBe(false);
  await expect(hub.pool.query('select 1').catch((error: unknown) => asProblem(error)?.code)).resolves.toBe(
    'unavailable',
  );
});

test('while the database is known to be away, each question is refused at once', async () => {
  const { url, line } = await lineTo(db.url);
  const far = await opened({ databaseUrl: url });
  await far.pool.query('select 1');
  line.set({ down: true });
  await expect.poll(() => far.state(), patiently).toBe('down');
  // As a cut cable: nobody refuses, nobody answers.
  line.set({ silent: true });
  const began = performance.now();
  for (const ask of [
    () => far.pool.query('select 1'),
    () => far.pool.connect(),
    () => far.transaction(async (trx) => sql`select 1`.execute(trx)),
  ]) {
    const refused = await Promise.resolve(ask()).catch((error: unknown) => error);
    expect(asProblem(refused)).toMatchObject({ status: 503 });
  }
  expect(performance.now() - began).toBeLessThan(1000);
  line.set({});
  await expect.poll(() => far.state(), patiently).toBe('up');
  expect((await far.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

test('a process takes as many connections as it is allowed to', async () => {
  const narrow = await openDatabase({ databaseUrl: db.url, dataDir: '', databaseConnections: 2 }, silentLog);
  onTestFinished(() => narrow.close());
  await Promise.all(Array.from({ length: 6 }, () => narrow.pool.query('select pg_sleep(0.05)')));
  expect(narrow.pool.totalCount).toBe(2);
});
