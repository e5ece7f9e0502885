import { Hono } from 'hono';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { movableClock } from '#base/clock.ts';
import { asProblem } from '#platform/server/database/open.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { mountRoutes } from '#platform/server/http/mount.ts';
import { openApi } from '#platform/server/http/openapi.ts';
import { route } from '#platform/server/http/route.ts';
import { guest } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { useDatabase } from '#testing/database.ts';
import type { ApiKey, KeysAnswer, NewKeyAnswer, SubscriptionAnswer } from '../rules/contract.ts';
import type { PlanId } from '../rules/plans.ts';
import { plansFeature } from './index.ts';
import { createPlans } from './plans.ts';
import { setPlan } from './subscriptions.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const platform = { db, clock } as unknown as Platform;
const feature = plansFeature(platform, { plans: createPlans(platform) });

// What a key may not do, and what needs another scope than anybody can give.
const others = [
  route({
    method: 'POST',
    path: '/api/secret-work',
    access: 'member',
    apiKey: 'work:write',
    summary: 'Needs a scope of its own.',
    body: z.object({}),
    answer: 'raw',
    handle: ({ viewer }) => Response.json(viewer.uid),
  }),
  route({
    method: 'POST',
    path: '/api/open-work',
    access: 'member',
    apiKey: 'usage:read',
    summary: 'A change by key.',
    body: z.object({}),
    answer: 'raw',
    handle: ({ viewer }) => Response.json(viewer.uid),
  }),
];

const app = new Hono();
const limited: string[] = [];
mountRoutes(app as never, [...(feature.routes ?? []), ...others], {
  log: silentLog,
  metrics: createMetrics(),
  ownOrigin: () => 'http://hub.test',
  trustProxy: 0,
  resolveViewer: async (request) => {
    const uid = /session=(usr_\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    return uid ? { kind: 'member', uid, email: `${uid}@example.com`, sessionId: 'ses_1' } : guest;
  },
  resolveKey: feature.resolveKey,
  countAgainst: (limit, who) => {
    limited.push(`${limit.name}:${who}`);
    return createRateLimiter(db, clock)(limit, who);
  },
  takeRead: () => {},
  asProblem,
  report: (error) => console.error(error),
  checkAnswers: true,
});

let people = 0;
async function member(plan: PlanId = 'MULTI_CHANNEL') {
  const uid = `usr_${++people}`;
  await sql`insert into account_user (id, name, email) values (${uid}, 'Ada', ${`${uid}@example.com`})`.execute(
    db.tables(),
  );
  const onPlan = (next: PlanId) =>
    db.transaction((trx) => setPlan(trx, uid, 'granted', { plan: next }, { now: clock.now() }));
  await onPlan(plan);
  const send = (method: string, path: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: { cookie: `session=${uid}`, origin: 'http://hub.test', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const make = async (name = 'Shop') => {
    const response = await send('POST', '/api/keys', { name, scopes: ['usage:read'] });
    return { response, ...((await response.clone().json()) as NewKeyAnswer) };
  };
  return { uid, onPlan, send, make };
}

const byKey = (secret: string, path = '/api/subscription', headers: Record<string, string> = {}) =>
  app.request(path, { headers: { authorization: `Bearer ${secret}`, ...headers } });
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error;
const keysOf = async (response: Response): Promise<ApiKey[]> => ((await response.json()) as KeysAnswer).keys;

test('a key is told once, kept as a hash only, and lets its owner’s program in', async () => {
  const { uid, make, send } = await member();
  const { secret, key } = await make();
  expect(secret).toMatch(/^key_/);
  const { rows } = await sql<{
    row: string;
  }>`select api_key::text as row from api_key where owner_id = ${uid}`.execute(db.tables());
  expect(rows[0]?.row).toContain(key.id);
  expect(rows[0]?.row).not.toContain(secret.slice(key.id.length + 1));
  const response = await byKey(secret);
  expect(response.status).toBe(200);
  expect(((await response.json()) as SubscriptionAnswer).currentPlan).toBe('MULTI_CHANNEL');
  const [listed] = await keysOf(await send('GET', '/api/keys'));
  expect(listed).toEqual({ ...key, lastUsedAt: '2026-11-21T12:00:00.000Z' });
  expect(limited.at(-1)).toBe(`api-key:${key.id}`);
});

test('a key works neither as a cookie nor in an address, and nothing but a whole key works', async () => {
  const { make } = await member();
  const { secret, key } = await make();
  for (const cookie of [`hub_session=${secret}`, `session=${secret}`, `Authorization=Bearer ${secret}`])
    expect((await app.request('/api/subscription', { headers: { cookie } })).status).toBe(401);
  expect((await app.request(`/api/subscription?key=${secret}`)).status).toBe(401);
  const wrong = [
    key.id,
    `${secret}x`,
    secret.slice(0, -1),
    `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    'key_',
    "key_' or 1=1",
  ];
  for (const one of wrong) expect((await byKey(one)).status, one).toBe(401);
});

test('who comes with a key and a session acts for the key’s owner, and no session saves a bad key', async () => {
  const owner = await member();
  const victim = await member();
  const { secret } = await owner.make();
  const asVictim = { cookie: `session=${victim.uid}`, 'content-type': 'application/json' };
  const change = (authorization: string, headers: Record<string, string>) =>
    app.request('/api/open-work', { method: 'POST', body: '{}', headers: { authorization, ...headers } });
  expect(await (await change(`Bearer ${secret}`, asVictim)).json()).toBe(owner.uid);
  expect((await change('Bearer key_wrong', { ...asVictim, origin: 'http://hub.test' })).status).toBe(401);
  // Without a key of ours the other site's request is what it always was.
  expect(
    (await change('Bearer something-else', { ...asVictim, origin: 'https://evil.example' })).status,
  ).toBe(403);
});

test('a key goes only as far as its scope, and never to the keys themselves', async () => {
  const { make } = await member();
  const { secret } = await make();
  const post = (path: string) =>
    app.request(path, {
      method: 'POST',
      body: JSON.stringify({ name: 'More', scopes: ['usage:read'] }),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    });
  expect((await post('/api/secret-work')).status).toBe(403);
  const response = await post('/api/keys');
  expect(response.status).toBe(403);
  expect((await errorOf(response)).message).toBe('You can’t do this with an API key.');
  expect((await byKey(secret, '/api/keys')).status).toBe(403);
  expect((await byKey(secret, '/api/plans')).status).toBe(200);
});

test('a revoked key opens nothing from that moment on; another member’s key is not there to be revoked', async () => {
  const { make, send } = await member();
  const stranger = await member();
  const { secret, key } = await make();
  expect((await stranger.send('DELETE', `/api/keys/${key.id}`)).status).toBe(404);
  expect(await keysOf(await stranger.send('GET', '/api/keys'))).toEqual([]);
  expect((await byKey(secret)).status).toBe(200);
  const [revoked] = await keysOf(await send('DELETE', `/api/keys/${key.id}`));
  expect(revoked?.revokedAt).toBe('2026-11-21T12:00:00.000Z');
  expect((await byKey(secret)).status).toBe(401);
});

test('without API access no key is made, and one made before rests until the plan has it again', async () => {
  const { onPlan, make } = await member();
  const { secret } = await make();
  await onPlan('PRO');
  const refused = await byKey(secret);
  expect(refused.status).toBe(402);
  expect((await errorOf(refused)).message).toBe(
    'PRO doesn’t include API access; MULTI-CHANNEL includes it for $79 a month.',
  );
  expect((await make()).response.status).toBe(402);
  await onPlan('ENTERPRISE');
  expect((await byKey(secret)).status).toBe(200);
});

test('a suspended account’s keys open nothing', async () => {
  const { uid, make } = await member();
  const { secret } = await make();
  await sql`update account_user set suspended_at = now() where id = ${uid}`.execute(db.tables());
  expect((await byKey(secret)).status).toBe(401);
});

test('a key needs a name and a scope that exists, and there are twenty at most', async () => {
  const { send } = await member();
  const make = (body: unknown) => send('POST', '/api/keys', body);
  for (const body of [
    { name: '  ', scopes: ['usage:read'] },
    { name: 'x'.repeat(61), scopes: ['usage:read'] },
    { name: 'Shop', scopes: [] },
    { name: 'Shop', scopes: ['everything'] },
    { name: 'Shop' },
  ])
    expect((await make(body)).status).toBe(400);
  const made = await Promise.all(
    Array.from({ length: 25 }, (_, i) => make({ name: `Key ${i}`, scopes: ['usage:read'] })),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
});

test('a guest is told the plans, and nobody’s subscription', async () => {
  const response = await app.request('/api/plans');
  const { plans } = (await response.json()) as {
    plans: { id: string; price: number; yearlyDiscount: number }[];
  };
  expect(plans.map(({ id, price, yearlyDiscount }) => [id, price, yearlyDiscount])).toEqual([
    ['FREE', 0, 0],
    ['PRO', 29, 70],
    ['AI_CONTENT', 49, 118],
    ['MULTI_CHANNEL', 79, 190],
    ['ENTERPRISE', 199, 478],
  ]);
  expect((await app.request('/api/subscription')).status).toBe(401);
});

test('the API’s document says what a key may call, and for which scope', () => {
  const document = openApi(feature.routes ?? [], 'Hub', 'http://hub.test');
  expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  const paths = document.paths as Record<string, Record<string, { security?: unknown }>>;
  expect(paths['/api/subscription']?.['get']?.security).toEqual([{ session: [] }, { key: ['usage:read'] }]);
  expect(paths['/api/keys']?.['post']?.security).toEqual([{ session: [] }]);
});
