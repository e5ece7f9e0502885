import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { useDatabase } from '#testing/database.ts';
import { envelope, failure, reportsHub } from '#testing/reports-hub.ts';
import { pruneReports } from './store.ts';

const db = await useDatabase();
beforeEach(async () => void (await db.pool.query('truncate error_event, error_group, rate_limit')));

const member: Viewer = { kind: 'member', uid: 'usr_1', email: 'Ada@birch.example', sessionId: 'ses_1' };

test('nothing that names a person is kept but who is signed in, and no envelope is believed about that', async () => {
  const event = {
    ...failure('No account for mallory@birch.example', {
      stacktrace: {
        frames: [
          { filename: 'https://hub.test/x.js?key=SECRET-1', function: 'f', vars: { card: 'SECRET-2' } },
        ],
      },
    }),
    user: { id: 'usr_victim', email: 'victim@birch.example', ip_address: '203.0.113.7' },
    request: {
      url: 'https://hub.test/unsubscribe?t=SECRET-3#SECRET-4',
      headers: { cookie: 'SECRET-5', 'user-agent': 'SECRET-6' },
      cookies: { a: 'SECRET-7' },
      data: 'SECRET-8',
    },
    breadcrumbs: [{ message: 'SECRET-9' }],
    extra: { typed: 'SECRET-10' },
    server_name: 'SECRET-11',
    contexts: { device: { name: 'SECRET-12' } },
  };
  const { post, feature } = reportsHub(db, member);
  expect((await post(envelope(event))).status).toBe(200);
  expect((await reportsHub(db).post(envelope(event))).status).toBe(200);
  const { rows } = await db.pool.query(
    'select to_jsonb(e)::text || to_jsonb(g)::text as kept, user_id as id, user_email as email from error_event e join error_group g using (fingerprint) order by user_id',
  );
  expect(rows.map(({ id, email }) => [id, email])).toEqual([
    ['usr_1', 'ada@birch.example'],
    [null, null],
  ]);
  for (const { kept } of rows) expect(kept).not.toMatch(/SECRET|mallory|victim|203\.0\.113/);
  expect(rows[0]?.kept).toContain('https://hub.test/unsubscribe"');

  expect(await feature.person?.export('ADA@birch.example')).toMatchObject({
    errorReports: [{ title: 'TypeError: No account for (address)' }],
  });
  expect(await feature.person?.erase('ada@birch.example')).toEqual([
    'removed the person from 1 error reports',
  ]);
  expect(await feature.person?.export('ada@birch.example')).toBe(null);
});

test('what is no envelope is refused, and what is hostile in one breaks nothing', async () => {
  const { post, app, errors, unexpected } = reportsHub(db);
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
    [`{}\n{"type":"event"}\n{"exception":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [envelope({ exception: { values: Array.from({ length: 100_000 }, () => 1) } })],
    ['{}', { origin: 'https://other.example' }],
  ];
  for (const [body, headers] of refused) {
    const { status } = await post(body, headers);
    expect([400, 403, 413, 415], JSON.stringify(String(body).slice(0, 40))).toContain(status);
  }
  expect((await app.request('/api/x/envelope/', { method: 'POST', body: '{}' })).status).toBe(404);

  const hostile: (object | string)[] = [
    failure('\u0000\ud800 \u001b[31mred\u001b]0;title\u0007 \u202eesrever'),
    {
      exception: { values: [{ type: 5, value: {}, stacktrace: 'x' }] },
      message: [],
      tags: [['a']],
      release: 7,
      timestamp: 'now',
      request: null,
    },
    {
      __proto__: { polluted: true },
      constructor: 1,
      tags: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`tag${n}`, 'x'])),
    },
    {
      exception: {
        values: Array.from({ length: 9 }, () => ({
          type: '€'.repeat(999),
          value: '€'.repeat(5000),
          stacktrace: {
            frames: Array.from({ length: 60 }, () => ({
              filename: '€'.repeat(300),
              function: '€'.repeat(150),
            })),
          },
        })),
      },
    },
    { type: 'transaction', transaction: '/store?t=1', start_timestamp: -1e300, timestamp: 1e300 },
  ];
  for (const event of hostile) {
    // The lone half of a pair survives JSON as an escape.
    const body = typeof event === 'string' ? `{}\n{"type":"event"}\n${event}` : envelope(event);
    expect((await post(body)).status, body.slice(0, 60)).toBe(200);
  }
  const { rows } = await db.pool.query(
    'select max(octet_length(sample::text)) as largest, count(*) as n from error_event',
  );
  expect(rows[0]?.n).toBe(hostile.length);
  expect(rows[0]?.largest).toBeLessThanOrEqual(60_000);
  expect(await errors()).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  expect(unexpected).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
});

test('sessions, replays and attachments are taken and forgotten', async () => {
  const { post } = reportsHub(db);
  const response = await post(
    '{}\n{"type":"session"}\n{"sid":1}\n{"type":"attachment","length":5}\na\nb\n\n\n{"type":"event"}\n{"message":"kept"}\n',
  );
  expect([response.status, await response.json()]).toEqual([200, { kept: 1 }]);
});

test('a loop of 1,000 reports is limited: 60 a minute from one address, the rest told when to come again', async () => {
  const { post, errors } = reportsHub(db);
  const statuses: number[] = [];
  for (let n = 0; n < 1000; n++)
    statuses.push((await post(envelope(failure('in a loop')), { 'x-forwarded-for': '10.9.9.9' })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(940);
  expect(
    (await post(envelope(failure('x')), { 'x-forwarded-for': '10.9.9.9' })).headers.get('retry-after'),
  ).toMatch(/^\d+$/);
  expect(await errors()).toMatch(/ 60 x .*in a loop/);
});

test('[law] however many reports one address puts into an envelope, others’ of that minute are kept', async () => {
  const { post, errors } = reportsHub(db);
  const [head = '', ...item] = envelope(failure('made up')).split('\n');
  const full = [head, ...Array.from({ length: 20 }, () => item.join('\n').trimEnd())].join('\n');
  for (let n = 0; n < 60; n++) await post(full, { 'x-forwarded-for': '10.9.9.9' });
  expect(await errors()).toMatch(/ 60 x .*made up/);
  expect((await post(envelope(failure('real')), { 'x-forwarded-for': '10.8.8.8' })).status).toBe(200);
});

test('from many addresses at most 300 a minute are kept; a group keeps its number and its latest reports', async () => {
  const { post, clock, platform, errors } = reportsHub(db);
  for (let n = 0; n < 310; n++) await post(envelope(failure('from everywhere')));
  expect(await errors()).toMatch(/ 300 x .*from everywhere/);
  clock.move(61_000);
  expect((await post(envelope(failure('from everywhere')))).status).toBe(200);
  await pruneReports(platform);
  expect((await db.pool.query('select count(*) as n from error_event')).rows).toEqual([{ n: 200 }]);
  expect(await errors()).toMatch(/ 301 x .*from everywhere/);
  clock.move(days(31));
  await pruneReports(platform);
  expect(
    (
      await db.pool.query(
        'select (select count(*) from error_event) as events, (select count(*) from error_group) as groups',
      )
    ).rows,
  ).toEqual([{ events: 0, groups: 0 }]);
});
