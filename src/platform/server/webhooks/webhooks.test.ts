import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { newWebhookSecret, verifyWebhook, type SignedHeaders } from './signature.ts';
import { outsideOnly, type TargetPolicy } from './target.ts';
import { createWebhooks, webhookHandler, type WebhookMessage } from './webhooks.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const secret = newWebhookSecret();

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

const toLoopback: TargetPolicy = { ...outsideOnly(false), isAllowed: (address) => address === '127.0.0.1' };

function hub(policy: TargetPolicy = toLoopback, timeoutMs = 10_000, slowMs = 60_000) {
  const parts = { db, outbox: createOutbox(db, clock), clock, live: false, policy, timeoutMs };
  const webhooks = createWebhooks(parts);
  const worker = startWorker({
    db,
    handlers: [webhookHandler(parts)],
    clock,
    log: silentLog,
    pollSeconds: 3600,
    slowMs,
  });
  onTestFinished(() => worker.stop());
  return {
    webhooks,
    worker,
    async send(changes: Partial<WebhookMessage> & { url: string }) {
      await db.transaction((trx) =>
        webhooks.send(trx, {
          secret,
          type: 'order.paid',
          data: { order: 1 },
          dedupeKey: 'order 1',
          ...changes,
        }),
      );
      await worker.drain();
      return row();
    },
  };
}

const row = () =>
  db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().executeTakeFirstOrThrow();

interface Received {
  headers: SignedHeaders;
  body: string;
}

async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<{ url: string; port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as unknown as SignedHeaders, body: await text(request) });
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/in`, port, received };
}

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end('words');

test('a webhook arrives once, signed, with its type, time and data', async () => {
  const { url, received } = await receiver(answering(204));
  expect(await hub().send({ url })).toMatchObject({ state: 'done', note: 'responded with 204' });
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [Received];
  expect(JSON.parse(body)).toEqual({
    type: 'order.paid',
    timestamp: '2026-11-21T12:00:00.000Z',
    data: { order: 1 },
  });
  expect(verifyWebhook(secret, headers, body, clock.now())).toBe(true);
  expect(headers['webhook-id']).toBe((await row()).id);
});

test('a member’s receiver that never answers holds up nobody else’s, under however many names', async () => {
  const { webhooks, worker } = hub(toLoopback, 800, 500);
  const deaf = await receiver(() => {});
  const quick = await receiver(answering(204));
  const send = (owner: string, url: string, n: number) =>
    db.transaction((trx) =>
      webhooks.send(trx, { url, secret, type: 'lead', data: n, owner, dedupeKey: `${owner} ${n}` }),
    );
  for (let n = 0; n < 12; n++) await send('usr_deaf', `${deaf.url}?name=${n}`, n);
  for (let n = 0; n < 3; n++) await send('usr_quick', quick.url, n);
  await expect.poll(() => quick.received.length, { timeout: 700, interval: 20 }).toBe(3);
  expect(deaf.received).toHaveLength(1);
  // Once the others have had their time it is asked again, and that is seen at the next look.
  await worker.drain();
  expect(deaf.received).toHaveLength(1);
  clock.move(3000);
  await worker.drain();
  expect(deaf.received).toHaveLength(2);
});

test('a failing receiver gets the same message by the same id, signed anew, over 17 hours and no longer', async () => {
  const { url, received } = await receiver(answering(500));
  const birch = hub();
  const start = clock.now().getTime();
  const times: number[] = [];
  await birch.send({ url });
  for (let guard = 0; guard < 20 && (await row()).state === 'waiting'; guard++) {
    const { due_at } = await row();
    clock.move(due_at.getTime() - clock.now().getTime());
    times.push((clock.now().getTime() - start) / 1000);
    await birch.worker.drain();
  }
  expect(times).toEqual([5, 305, 2105, 9305, 27_305, 63_305]);
  expect(await row()).toMatchObject({
    state: 'failed',
    attempts: 7,
    last_error: 'responded with 500: words',
  });
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(7);
  const attempts = await birch.webhooks.attempts('order 1');
  expect(attempts).toHaveLength(7);
  expect(attempts[0]).toMatchObject({ attempt: 1, status: 500, error: 'responded with 500: words' });
});

test('a receiver that is gone gets no more webhooks', async () => {
  const { url } = await receiver(answering(410));
  expect(await hub().send({ url })).toMatchObject({ state: 'failed', attempts: 1 });
});

test('a redirect is not followed', async () => {
  const secretPlace = await receiver(answering(200));
  const { url } = await receiver(answering(302, { location: secretPlace.url }));
  expect(await hub().send({ url })).toMatchObject({
    state: 'waiting',
    last_error: 'responded with 302: redirects are not followed',
  });
  expect(secretPlace.received).toEqual([]);
});

test('a receiver that doesn’t respond in time is retried', async () => {
  const { url } = await receiver(() => {});
  expect(await hub(toLoopback, 300).send({ url })).toMatchObject({
    state: 'waiting',
    last_error: 'no response within 0.3 s',
  });
});

test('an endless response is only read up to 4 KB', async () => {
  let written = 0;
  const { url } = await receiver((response, request) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
    };
    response.on('drain', pour);
    request.socket.on('error', () => {});
    pour();
  });
  expect(await hub().send({ url })).toMatchObject({ state: 'done' });
  expect(written).toBeLessThan(20_000_000);
});

test('an unreachable receiver is retried', async () => {
  const { url, port } = await receiver(answering(200));
  const free = url.replace(String(port), '1');
  const birch = hub();
  expect(await birch.send({ url: free })).toMatchObject({ state: 'waiting', last_error: 'ECONNREFUSED' });
  expect(await birch.webhooks.attempts('order 1')).toMatchObject([{ status: null, error: 'ECONNREFUSED' }]);
});

test('an internal address is rejected when it is queued', async () => {
  const birch = hub(outsideOnly(true));
  for (const url of [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[fd00::1]/',
    'https://169.254.169.254/',
    'http://hooks.example/',
  ]) {
    await expect(birch.send({ url })).rejects.toMatchObject({ code: 'bad_request' });
  }
  await expect(birch.send({ url: 'https://hooks.example/', secret: 'guess me' })).rejects.toMatchObject({
    code: 'bad_request',
  });
  expect(await db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().execute()).toEqual([]);
});

test('a name that resolves internally is rejected on lookup and not retried', async () => {
  const { port, received } = await receiver(answering(200));
  const policy = { ...outsideOnly(false), resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
  expect(await hub(policy).send({ url: `http://hooks.example:${port}/` })).toMatchObject({
    state: 'failed',
    last_error: 'refused: points to a private network',
  });
  expect(received).toEqual([]);
});

test('one internal address among public ones is rejected', async () => {
  const { port, received } = await receiver(answering(200));
  const policy = {
    ...toLoopback,
    resolve: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ],
  };
  expect(await hub(policy).send({ url: `http://hooks.example:${port}/` })).toMatchObject({ state: 'failed' });
  expect(received).toEqual([]);
});

test('a name that resolves differently a moment later is connected where it was checked', async () => {
  const allowed = await receiver(answering(200));
  let lookups = 0;
  const policy: TargetPolicy = {
    ...toLoopback,
    // The second lookup would point to another port of this machine.
    resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  };
  expect(await hub(policy).send({ url: `http://hooks.example:${allowed.port}/` })).toMatchObject({
    state: 'done',
  });
  expect(allowed.received).toHaveLength(1);
  expect(lookups).toBe(1);
});

test('every attempt looks the name up and checks it again', async () => {
  const { port, received } = await receiver(answering(500));
  let lookups = 0;
  const policy: TargetPolicy = {
    ...toLoopback,
    resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
  };
  const birch = hub(policy);
  expect(await birch.send({ url: `http://hooks.example:${port}/` })).toMatchObject({ state: 'waiting' });
  clock.move(hours(1));
  await birch.worker.drain();
  expect(await row()).toMatchObject({ state: 'failed', last_error: 'refused: points to a private network' });
  expect(received).toHaveLength(1);
});
