import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from './metrics.ts';
import { mountRoutes, type MountTools } from './mount.ts';
import { type Route, route } from './route.ts';
import { guest } from './viewer.ts';

const member = { kind: 'member', uid: 'usr_1', email: 'a@b.example', sessionId: 's' } as const;

function appWith(routes: Route[], tools: Partial<MountTools> = {}) {
  const reported: unknown[] = [];
  const metrics = createMetrics();
  const app = new Hono();
  mountRoutes(app as never, routes, {
    log: silentLog,
    metrics,
    ownOrigin: () => 'http://hub.test',
    trustProxy: 0,
    resolveViewer: async (request) => (request.headers.get('cookie') === 'member' ? member : guest),
    countAgainst: async () => {},
    takeRead: () => {},
    asProblem: () => undefined,
    report: (error) => reported.push(error),
    checkAnswers: true,
    ...tools,
  });
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  return { app, post, reported, metrics };
}

const echo = route({
  method: 'POST',
  path: '/api/echo',
  access: 'anyone',
  summary: 'Says it back.',
  body: z.object({ text: z.string() }),
  answer: z.object({ text: z.string() }),
  maxBody: 1000,
  handle: ({ body }) => ({ text: body.text }),
});

const errorOf = async (response: Response) =>
  (
    (await response.json()) as {
      error: { code: string; message: string; requestId: string; fields?: Record<string, string> };
    }
  ).error;

test('every response carries its request ID, and errors have one format', async () => {
  const { post } = appWith([echo]);
  const good = await post('/api/echo', '{"text":"hi"}');
  expect(await good.json()).toEqual({ text: 'hi' });
  expect(good.headers.get('x-request-id')).toMatch(/^req_/);
  const bad = await post('/api/echo', '{"text":5}');
  expect(bad.status).toBe(400);
  const error = await errorOf(bad);
  expect(error.code).toBe('bad_request');
  expect(error.requestId).toBe(bad.headers.get('x-request-id'));
  expect(Object.keys(error.fields ?? {})).toEqual(['text']);
});

test('malformed JSON, a missing body and another content type are rejected with a message', async () => {
  const { post } = appWith([echo]);
  expect((await post('/api/echo', '{"text":')).status).toBe(400);
  expect((await post('/api/echo', '')).status).toBe(400);
  expect((await post('/api/echo', '{"text":"hi"}', { 'content-type': 'text/plain' })).status).toBe(415);
});

test('a body nested a thousand deep is rejected unparsed; brackets in strings don’t nest', async () => {
  const { post } = appWith([{ ...echo, maxBody: 50_000 }]);
  const deep = `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  expect((await errorOf(await post('/api/echo', deep))).message).toMatch(/nested/);
  const words = await post('/api/echo', JSON.stringify({ text: '"\\[{'.repeat(200) }));
  expect(await words.json()).toEqual({ text: '"\\[{'.repeat(200) });
  const much = `{"text":"x","more":[${Array.from({ length: 500 }, () => '{"a":[1]}').join()}]}`;
  expect((await post('/api/echo', much)).status).toBe(200);
});

test('a body with too many values is rejected unparsed; commas in strings don’t count', async () => {
  const { post } = appWith([{ ...echo, maxBody: 5_000_000 }]);
  const many = (count: number, one: (n: number) => string) =>
    post('/api/echo', `{"text":"x","more":{${Array.from({ length: count }, (_, n) => one(n)).join()}}}`);
  for (const one of [
    (n: number) => `"${n}":1`,
    (n: number) => `"${n}":[]`,
    (n: number) => `"${n}":{"a":{}}`,
  ]) {
    expect((await many(20_001, one)).status).toBe(413);
    expect((await many(5_000, one)).status).toBe(200);
  }
  expect((await post('/api/echo', JSON.stringify({ text: ','.repeat(40_000) }))).status).not.toBe(413);
});

test('a body over its limit is rejected, even if its Content-Length is wrong or missing', async () => {
  const { app, post } = appWith([echo]);
  const large = JSON.stringify({ text: 'x'.repeat(2000) });
  expect((await post('/api/echo', large)).status).toBe(413);
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('x'.repeat(600)));
    },
  });
  const streamed = await app.request('/api/echo', {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect(streamed.headers.get('connection')).toBe('close');
});

test('a client that disconnects mid-body isn’t a server error, with a length or without', async () => {
  const { app, reported } = appWith([echo]);
  for (const length of [{}, { 'content-length': '500' }]) {
    const cut = new ReadableStream({
      start: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    });
    const answer = await app.request('/api/echo', {
      method: 'POST',
      body: cut,
      duplex: 'half',
      headers: { 'content-type': 'application/json', ...length },
    } as RequestInit);
    expect([answer.status, reported.length]).toEqual([400, 0]);
  }
});

test('a request from another site changes nothing', async () => {
  let calls = 0;
  const change = route({
    method: 'POST',
    path: '/api/change',
    access: 'anyone',
    summary: 'Counts.',
    answer: 'raw',
    handle: () => Response.json(++calls),
  });
  const { post, app } = appWith([change]);
  expect((await post('/api/change', '{}', { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post('/api/change', '{}', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post('/api/change', '{}', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await post('/api/change', '{}', { 'content-type': 'text/plain', origin: 'null' })).status).toBe(
    403,
  );
  expect((await app.request('/api/change')).status).toBe(404);
  expect(calls).toBe(0);
  expect(
    (await post('/api/change', '{}', { origin: 'http://hub.test', 'sec-fetch-site': 'same-origin' })).status,
  ).toBe(200);
});

test('a member route returns 401 to a guest, and a cross-origin route never sees a session', async () => {
  const mine = route({
    method: 'GET',
    path: '/api/mine',
    access: 'member',
    summary: 'Mine.',
    answer: 'raw',
    handle: ({ viewer }) => Response.json(viewer.uid),
  });
  const hook = route({
    method: 'POST',
    path: '/api/hook',
    access: 'anyone',
    crossOrigin: true,
    summary: 'A hook.',
    answer: 'raw',
    handle: ({ viewer }) => Response.json(viewer.kind),
  });
  const { app, post } = appWith([mine, hook]);
  expect((await app.request('/api/mine')).status).toBe(401);
  expect(await (await app.request('/api/mine', { headers: { cookie: 'member' } })).json()).toBe('usr_1');
  expect(
    await (await post('/api/hook', '{}', { cookie: 'member', origin: 'https://shop.example' })).json(),
  ).toBe('guest');
});

test('a loopback route doesn’t exist for a caller behind a proxy', async () => {
  const inside = route({
    method: 'GET',
    path: '/inside',
    access: 'loopback',
    summary: 'Inside.',
    answer: 'raw',
    handle: () => new Response('in'),
  });
  const { app } = appWith([inside]);
  expect((await app.request('/inside')).status).toBe(200);
  expect((await app.request('/inside', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
});

test('an unexpected error is reported, logged under its ID, and reveals nothing', async () => {
  const broken = route({
    method: 'GET',
    path: '/api/broken',
    access: 'anyone',
    summary: 'Breaks.',
    answer: 'raw',
    handle: () => {
      throw new Error('password=hunter2 at /secret/path');
    },
  });
  const { app, reported } = appWith([broken]);
  const response = await app.request('/api/broken');
  expect(response.status).toBe(500);
  expect(await response.clone().text()).not.toMatch(/hunter2|secret|at /);
  expect(reported).toHaveLength(1);
});

test('a limit returns 429 with the time to retry', async () => {
  const limited = route({
    method: 'POST',
    path: '/api/limited',
    access: 'anyone',
    summary: 'Limited.',
    limit: { name: 'x', max: 1, perSeconds: 60, by: 'address' },
    answer: 'raw',
    handle: () => new Response('ok'),
  });
  const { post } = appWith([limited], {
    countAgainst: async () => {
      throw new Problem('too_many', undefined, { retryAfterSeconds: 41.2 });
    },
  });
  const response = await post('/api/limited', '{}');
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('42');
});

test('an unavailable service says when to retry, with a default if no one knows', async () => {
  const away = route({
    method: 'POST',
    path: '/api/away',
    access: 'anyone',
    summary: 'Away.',
    limit: { name: 'x', max: 1, perSeconds: 60, by: 'address' },
    answer: 'raw',
    handle: () => {
      throw new Problem('unavailable', 'The bucket does not answer.');
    },
  });
  const response = await appWith([away]).post('/api/away', '{}');
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ error: { retryAfterSeconds: 5 } });
});

test('a response that doesn’t match its schema is caught before it is sent', async () => {
  const wrong = route({
    method: 'GET',
    path: '/api/wrong',
    access: 'anyone',
    summary: 'Wrong.',
    answer: z.object({ n: z.number() }),
    handle: () => ({ n: 'one' }) as unknown as { n: number },
  });
  const { app } = appWith([wrong]);
  expect((await app.request('/api/wrong')).status).toBe(500);
});

test('requests are counted by route, not by URL', async () => {
  const one = route({
    method: 'GET',
    path: '/api/one/:id',
    access: 'anyone',
    summary: 'One.',
    answer: 'raw',
    handle: () => new Response('1'),
  });
  const { app, metrics } = appWith([one]);
  await app.request('/api/one/a');
  await app.request('/api/one/b');
  expect(await metrics.text()).toContain(
    'hub_requests_total{route="/api/one/:id",method="GET",status="200"} 2',
  );
});
