import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import * as browserSdk from '@sentry/react';
import type { Hono } from 'hono';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { silentLog } from '#platform/server/log.ts';
import { createReporting } from '#platform/server/reporting.ts';
import { useDatabase } from '#testing/database.ts';
import { envelope, failure, reportsHub } from '#testing/reports-hub.ts';
import { keepServerError } from './public.ts';

const db = await useDatabase();
const still = movableClock('2026-11-21T12:00:00Z');
beforeEach(async () => void (await db.pool.query('truncate error_event, error_group, rate_limit')));

async function listening(app: Hono): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[OBS-1] the server’s own reports and the real client of browsers reach a hub, and are listed', async () => {
  const { app, errors, unexpected } = reportsHub(db);
  const host = await listening(app);
  const server = createReporting({
    dsn: `http://hub@${host}/1`,
    release: 'abc123',
    production: true,
    clock: still,
    log: silentLog,
    keep: async () => {},
  });
  server.report(new TypeError('lights is not a function'), newId('request'));
  await server.close();

  const browser = new browserSdk.BrowserClient({
    dsn: `http://hub@${host}/1`,
    environment: 'production',
    transport: browserSdk.makeFetchTransport,
    stackParser: browserSdk.defaultStackParser,
    integrations: [],
  });
  browser.init();
  browser.captureException(new RangeError('in a browser'));
  expect(await browser.flush(20_000)).toBe(true);

  const list = await errors();
  expect(list).toContain('TypeError: lights is not a function');
  expect(list).toContain('RangeError: in a browser');
  const id = /^(\w+) .*lights/m.exec(list)?.[1] ?? '';
  const one = await errors(id);
  expect(one).toMatch(/^release {2}abc123$/m);
  expect(one).toMatch(/at .*reports\.test\.ts:\d+:\d+/);
  expect(unexpected).toEqual([]);
});

test('a reporting service is posted to as its protocol says, and is left alone while it wants no more', async () => {
  const seen: { path: string; auth: string | undefined; lines: Record<string, unknown>[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    seen.push({ path: request.url ?? '', auth: request.headers['x-sentry-auth']?.toString(), lines });
    response.writeHead(429, { 'retry-after': '60' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dsn = `http://publickey@127.0.0.1:${port}/behind/proxy/42`;
  const reporting = createReporting({
    dsn,
    release: 'r1',
    production: true,
    clock: still,
    log: silentLog,
    keep: async () => {},
  });
  reporting.report(new TypeError('first'), newId('request'));
  await reporting.close();
  reporting.report(new TypeError('second'), newId('request'));
  await reporting.close();
  const [{ path, auth, lines } = { path: '', auth: '', lines: [] }] = seen;
  expect([seen.length, path]).toEqual([1, '/behind/proxy/api/42/envelope/']);
  expect(auth).toMatch(/^Sentry sentry_version=7, sentry_client=\S+, sentry_key=publickey$/);
  expect(lines[0]?.['event_id']).toBe(lines[2]?.['event_id']);
  expect(lines[1]).toEqual({ type: 'event' });
  expect(lines[2]).toMatchObject({ environment: 'production', release: 'r1', platform: 'node' });
});

test('errors of one kind are one numbered line, the latest first; numbers and builds do not part them', async () => {
  const { post, errors, clock } = reportsHub(db);
  const at = (filename: string) => ({
    stacktrace: { frames: [{ filename, function: 'draw', lineno: 1, colno: 99 }] },
  });
  await post(
    envelope(failure('took 3041 ms for order 5f3a9c21d0', at('https://hub.test/assets/app-Bq3x_9aZ.js'))),
  );
  clock.move(60_000);
  await post(
    envelope(failure('took 17 ms for order 00ffee11aa', at('https://hub.test/assets/app-1234abcd.js'))),
  );
  clock.move(60_000);
  await post(envelope(failure('something else', at('https://hub.test/assets/app-1234abcd.js'))));
  const lines = (await errors()).split('\n');
  expect(lines[0]).toMatch(/^\w{8} {7}1 x .* TypeError: something else$/);
  expect(lines[1]).toContain('draw, /assets/app-1234abcd.js:1:99');
  expect(lines[2]).toMatch(/^\w{8} {7}2 x .* TypeError: took 17 ms for order 00ffee11aa$/);
  clock.move(days(8));
  expect(await errors()).toBe('No errors in the last 7 days.');
  expect(await errors('--since', '9d')).toContain('something else');
  await expect(errors('--since', 'monday')).rejects.toThrow(
    /^--since: got "monday", expected a time such as/,
  );
  await expect(errors('nothing')).rejects.toThrow(/There is no error "nothing"/);
});

test('how long pages took is listed apart from errors', async () => {
  const { post, errors } = reportsHub(db);
  for (const seconds of [0.1, 0.2, 0.3, 4]) {
    await post(
      envelope({
        type: 'transaction',
        transaction: '/store',
        start_timestamp: 1000,
        timestamp: 1000 + seconds,
        contexts: { trace: { op: 'pageload' } },
      }),
    );
  }
  expect(await errors()).toBe('No errors in the last 7 days.');
  expect(await errors('--slow')).toMatch(/^ +1225 ms +4 {2}\/store \(pageload\)$/m);
});

test("[OBS-1] the server's own error is found by the request that failed, without anything personal", async () => {
  const { platform, errors } = reportsHub(db);
  const reporting = createReporting({
    dsn: undefined,
    release: 'abc',
    production: true,
    clock: still,
    log: silentLog,
    keep: keepServerError(platform),
  });
  const requestId = newId('request');
  const refused = await db.pool
    .query("insert into account_user (id, name, email) values ('usr_9', 'Ada', 'ADA@birch.example')")
    .catch((error: unknown) => error);
  reporting.report(new Error('Could not store ada@birch.example', { cause: refused }), requestId);
  await reporting.close();
  const one = await errors(requestId);
  expect(one).toContain('Error: Could not store (address)');
  expect(one).toContain('error: code 23514');
  expect(one).toContain(`request  ${requestId}`);
  expect(one).toMatch(/at .*\(src\/features\/reports\/server\/reports\.test\.ts:\d+:\d+\)/);
  expect((await db.pool.query('select sample::text as text from error_event')).rows[0]?.text).not.toMatch(
    /ada@|birch/i,
  );
});

test('an error storm in the server reports the first 30 of a minute, and outside of production nothing', async () => {
  const { platform } = reportsHub(db);
  const storm = createReporting({
    dsn: undefined,
    release: '',
    production: true,
    clock: still,
    log: silentLog,
    keep: keepServerError(platform),
  });
  for (let n = 0; n < 100; n++) storm.report(new Error('again'), 'req_1');
  await storm.close();
  const { rows } = await db.pool.query<{ count: number }>('select count from error_group');
  // The minute may turn in between.
  expect([30, 60]).toContain(rows[0]?.count);
  const silent = createReporting({
    dsn: undefined,
    release: '',
    production: false,
    clock: still,
    log: silentLog,
    keep: keepServerError(platform),
  });
  silent.report(new Error('in development'), 'req_2');
  await silent.close();
  expect((await db.pool.query("select from error_group where title like '%development%'")).rowCount).toBe(0);
});
