import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import * as browserSdk from '@sentry/browser';
import * as nodeSdk from '@sentry/node';
import { Hono } from 'hono';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { readConfig } from '#platform/server/config.ts';
import { asProblem } from '#platform/server/database/open.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { mountRoutes } from '#platform/server/http/mount.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createReporting } from '#platform/server/reporting.ts';
import { useDatabase } from '#testing/database.ts';
import { reports } from './index.ts';
import { keepServerError } from './public.ts';
import { pruneReports } from './store.ts';

const db = await useDatabase();
beforeEach(async () => void (await db.pool.query('truncate error_event, error_group, rate_limit')));

const member: Viewer = { kind: 'member', uid: 'usr_1', email: 'Ada@birch.example', sessionId: 'ses_1' };

function hub(viewer: Viewer = guest) {
  const clock = movableClock(new Date());
  const platform = { db, clock, config: readConfig({ NODE_ENV: 'production' }) } as unknown as Platform;
  const feature = reports(platform);
  const unexpected: unknown[] = [];
  const app = new Hono();
  mountRoutes(app as never, feature.routes ?? [], {
    log: silentLog,
    metrics: createMetrics(),
    ownOrigin: () => 'http://hub.test',
    trustProxy: 1,
    resolveViewer: async () => viewer,
    countAgainst: createRateLimiter(db, clock),
    takeRead: () => {},
    asProblem,
    report: (error) => unexpected.push(error),
    checkAnswers: true,
  });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    app.request('/api/1/envelope/', { method: 'POST', body, headers: { 'x-forwarded-for': newAddress(), ...headers } });
  async function errors(...args: string[]): Promise<string> {
    const lines: string[] = [];
    await feature.commands?.[0]?.run(args, (line) => lines.push(line));
    return lines.join('\n');
  }
  return { app, clock, platform, feature, unexpected, post, errors };
}

let addresses = 0;
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`;

const envelope = (...events: unknown[]): string =>
  ['{}', ...events.flatMap((event) => [JSON.stringify({ type: (event as { type?: string }).type ?? 'event' }), JSON.stringify(event)])].join('\n');
const failure = (value: string, more: object = {}) => ({ exception: { values: [{ type: 'TypeError', value, ...more }] } });

async function listening(app: Hono): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[OBS-1] the real reporting clients for Node and for browsers deliver to the hub, and their errors are listed', async () => {
  const { app, errors, unexpected } = hub();
  const host = await listening(app);
  const node = new nodeSdk.NodeClient({
    dsn: `http://hub@${host}/1`,
    release: 'abc123',
    environment: 'production',
    transport: nodeSdk.makeNodeTransport,
    stackParser: nodeSdk.defaultStackParser,
    integrations: [],
  });
  node.init();
  node.captureException(new TypeError('lights is not a function'));
  // Large enough that the client gzips it.
  node.captureException(new Error(`the order of ${'long '.repeat(20_000)}words`));
  expect(await node.flush(20_000)).toBe(true);

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
  expect(list).toContain('Error: the order of long words'.replace('long words', 'long long'));
  const id = /^(\w+) .*lights/m.exec(list)?.[1] ?? '';
  const one = await errors(id);
  expect(one).toMatch(/^release {2}abc123$/m);
  expect(one).toMatch(/at .*reports\.test\.ts:\d+:\d+/);
  expect(unexpected).toEqual([]);
});

test('errors of one kind are one line with their number, the latest first; numbers, ids and builds do not part them', async () => {
  const { post, errors, clock } = hub();
  const at = (filename: string) => ({ stacktrace: { frames: [{ filename, function: 'draw', lineno: 1, colno: 99 }] } });
  await post(envelope(failure('took 3041 ms for order 5f3a9c21d0', at('https://hub.test/assets/app-Bq3x_9aZ.js'))));
  clock.move(60_000);
  await post(envelope(failure('took 17 ms for order 00ffee11aa', at('https://hub.test/assets/app-1234abcd.js'))));
  clock.move(60_000);
  await post(envelope(failure('something else', at('https://hub.test/assets/app-1234abcd.js'))));
  const lines = (await errors()).split('\n');
  expect(lines[0]).toMatch(/^\w{8} {7}1 x .* TypeError: something else$/);
  expect(lines[1]).toContain('draw, /assets/app-1234abcd.js:1:99');
  expect(lines[2]).toMatch(/^\w{8} {7}2 x .* TypeError: took 17 ms for order 00ffee11aa$/);
  clock.move(days(8));
  expect(await errors()).toBe('No errors in the last 7 days.');
  expect(await errors('--since', '9d')).toContain('something else');
  await expect(errors('--since', 'monday')).rejects.toThrow(/^--since: got "monday", takes a time such as/);
  await expect(errors('nothing')).rejects.toThrow(/There is no error "nothing"/);
});

test('nothing that names a person is kept but who is signed in; an envelope that claims to be somebody is not believed', async () => {
  const event = {
    ...failure('No account for mallory@birch.example', { stacktrace: { frames: [{ filename: 'https://hub.test/x.js?key=SECRET-1', function: 'f', vars: { card: 'SECRET-2' } }] } }),
    user: { id: 'usr_victim', email: 'victim@birch.example', ip_address: '203.0.113.7' },
    request: { url: 'https://hub.test/unsubscribe?t=SECRET-3#SECRET-4', headers: { cookie: 'SECRET-5', 'user-agent': 'SECRET-6' }, cookies: { a: 'SECRET-7' }, data: 'SECRET-8' },
    breadcrumbs: [{ message: 'SECRET-9' }],
    extra: { typed: 'SECRET-10' },
    server_name: 'SECRET-11',
    contexts: { device: { name: 'SECRET-12' } },
  };
  const { post, feature } = hub(member);
  expect((await post(envelope(event))).status).toBe(200);
  expect((await hub().post(envelope(event))).status).toBe(200);
  const { rows } = await db.pool.query('select to_jsonb(e)::text || to_jsonb(g)::text as kept, user_id as id, user_email as email from error_event e join error_group g using (fingerprint) order by user_id');
  expect(rows.map(({ id, email }) => [id, email])).toEqual([['usr_1', 'ada@birch.example'], [null, null]]);
  for (const { kept } of rows) expect(kept).not.toMatch(/SECRET|mallory|victim|203\.0\.113/);
  expect(rows[0]?.kept).toContain('https://hub.test/unsubscribe"');

  expect(await feature.person?.export('ADA@birch.example')).toMatchObject({ errorReports: [{ title: 'TypeError: No account for (address)' }] });
  expect(await feature.person?.erase('ada@birch.example')).toEqual(['1 error reports no longer name the person']);
  expect(await feature.person?.export('ada@birch.example')).toBe(null);
});

test('what is no envelope is refused, and what is hostile in one breaks nothing', async () => {
  const { post, app, errors, unexpected } = hub();
  const refused: [string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
    [''],
    ['not json'],
    ['[]'],
    ['{}\n{"type":5}\n{}'],
    ['{}\n{"type":"event"}\n[1]'],
    ['{}\n{"type":"event","length":99999}\n{}'],
    ['{}\n{"type":"event"}\n{"a":'],
    [randomBytes(2000)],
    [randomBytes(2000), { 'content-encoding': 'gzip' }],
    [gzipSync(Buffer.alloc(50 * 1_048_576)), { 'content-encoding': 'gzip' }],
    ['{}', { 'content-encoding': 'br' }],
    ['x'.repeat(1_100_000)],
    [`{}\n${'{"type":"event"}\n{}\n'.repeat(30)}`],
    ['{}', { origin: 'https://other.example' }],
  ];
  for (const [body, headers] of refused) {
    const { status } = await post(body, headers);
    expect([400, 403, 413, 415], JSON.stringify(String(body).slice(0, 40))).toContain(status);
  }
  expect((await app.request('/api/x/envelope/', { method: 'POST', body: '{}' })).status).toBe(404);

  const hostile: (object | string)[] = [
    failure('\u0000\ud800 \u001b[31mred\u001b]0;title\u0007 \u202eesrever'),
    `{"exception":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    { exception: { values: Array.from({ length: 100_000 }, () => 1) } },
    { exception: { values: [{ type: 5, value: {}, stacktrace: 'x' }] }, message: [], tags: [['a']], release: 7, timestamp: 'now', request: null },
    { __proto__: { polluted: true }, constructor: 1, tags: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`tag${n}`, 'x'])) },
    { exception: { values: Array.from({ length: 9 }, () => ({ type: '€'.repeat(999), value: '€'.repeat(5000), stacktrace: { frames: Array.from({ length: 60 }, () => ({ filename: '€'.repeat(300), function: '€'.repeat(150) })) } })) } },
    { type: 'transaction', transaction: '/store?t=1', start_timestamp: -1e300, timestamp: 1e300 },
  ];
  for (const event of hostile) {
    // The lone half of a pair survives JSON as an escape.
    const body = typeof event === 'string' ? `{}\n{"type":"event"}\n${event}` : envelope(event);
    expect((await post(body)).status, body.slice(0, 60)).toBe(200);
  }
  const { rows } = await db.pool.query('select max(octet_length(sample::text)) as largest, count(*) as n from error_event');
  expect(rows[0]?.n).toBe(hostile.length);
  expect(rows[0]?.largest).toBeLessThanOrEqual(60_000);
  expect(await errors()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(unexpected).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
});

test('sessions, replays and attachments are taken and forgotten', async () => {
  const { post } = hub();
  const response = await post('{}\n{"type":"session"}\n{"sid":1}\n{"type":"attachment","length":5}\na\nb\n\n\n{"type":"event"}\n{"message":"kept"}\n');
  expect([response.status, await response.json()]).toEqual([200, { kept: 1 }]);
});

test('a loop of 1,000 reports is limited: 60 a minute from one address, and the rest is told when to come again', async () => {
  const { post, errors } = hub();
  const statuses: number[] = [];
  for (let n = 0; n < 1000; n++) statuses.push((await post(envelope(failure('in a loop')), { 'x-forwarded-for': '10.9.9.9' })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(940);
  expect((await post(envelope(failure('x')), { 'x-forwarded-for': '10.9.9.9' })).headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await errors()).toMatch(/ 60 x .*in a loop/);
});

test('from many addresses no more than 300 a minute are kept; a group keeps its number and its latest reports', async () => {
  const { post, clock, platform, errors } = hub();
  for (let n = 0; n < 310; n++) await post(envelope(failure('from everywhere')));
  expect(await errors()).toMatch(/ 300 x .*from everywhere/);
  clock.move(61_000);
  expect((await post(envelope(failure('from everywhere')))).status).toBe(200);
  await pruneReports(platform);
  expect((await db.pool.query('select count(*) as n from error_event')).rows).toEqual([{ n: 200 }]);
  expect(await errors()).toMatch(/ 301 x .*from everywhere/);
  clock.move(days(31));
  await pruneReports(platform);
  expect((await db.pool.query('select (select count(*) from error_event) as events, (select count(*) from error_group) as groups')).rows).toEqual([{ events: 0, groups: 0 }]);
});

test('how long pages took is listed apart from errors', async () => {
  const { post, errors } = hub();
  for (const seconds of [0.1, 0.2, 0.3, 4]) {
    await post(envelope({ type: 'transaction', transaction: '/store', start_timestamp: 1000, timestamp: 1000 + seconds, contexts: { trace: { op: 'pageload' } } }));
  }
  expect(await errors()).toBe('No errors in the last 7 days.');
  expect(await errors('--slow')).toMatch(/^ +1225 ms +4 {2}\/store \(pageload\)$/m);
});

test("[OBS-1] the server's own error is found by the request that failed, without anything personal", async () => {
  const { platform, errors } = hub();
  const reporting = createReporting({ dsn: undefined, release: 'abc', production: true, log: silentLog, keep: keepServerError(platform) });
  const requestId = newId('request');
  const refused = await db.pool.query("insert into account_user (id, name, email) values ('usr_9', 'Ada', 'ADA@birch.example')").catch((error: unknown) => error);
  reporting.report(new Error('Could not store ada@birch.example', { cause: refused }), requestId);
  await reporting.close();
  const one = await errors(requestId);
  expect(one).toContain('Error: Could not store (address)');
  expect(one).toContain('error: code 23514');
  expect(one).toContain(`request  ${requestId}`);
  expect(one).toMatch(/at .*\(src\/features\/reports\/server\/reports\.test\.ts:\d+:\d+\)/);
  expect((await db.pool.query('select sample::text as text from error_event')).rows[0]?.text).not.toMatch(/ada@|birch/i);
});

test('an error storm in the server reports the first 30 of a minute, and outside of production nothing', async () => {
  const { platform } = hub();
  const storm = createReporting({ dsn: undefined, release: '', production: true, log: silentLog, keep: keepServerError(platform) });
  for (let n = 0; n < 100; n++) storm.report(new Error('again'), 'req_1');
  await storm.close();
  const { rows } = await db.pool.query<{ count: number }>('select count from error_group');
  // The minute may turn in between.
  expect([30, 60]).toContain(rows[0]?.count);
  const silent = createReporting({ dsn: undefined, release: '', production: false, log: silentLog, keep: keepServerError(platform) });
  silent.report(new Error('in development'), 'req_2');
  await silent.close();
  expect((await db.pool.query("select from error_group where title like '%development%'")).rowCount).toBe(0);
});
