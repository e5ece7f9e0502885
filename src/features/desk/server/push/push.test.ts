// Long because: a push service of its own reads what the hub sends, by the standards.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { minutes } from '#base/clock.ts';
import type { DeskPage, DeskSpan } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { outsideOnly, type TargetPolicy } from '#platform/server/webhooks/target.ts';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';
import { createSender } from './envelope.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query(
    'truncate desk_operator, desk_invitation, desk_ticket, desk_record, outbound_message cascade',
  ),
);

/** On loopback, which no real push service is. */
const near: TargetPolicy = {
  ...outsideOnly(false),
  httpsOnly: false,
  isAllowed: () => true,
  glance: async () => [],
};

interface Told {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** A push service with browsers behind it: it takes what the standards allow, and each browser reads what is its own. */
async function pushService() {
  const told: { browser: string; notice: Told }[] = [];
  const refused: string[] = [];
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer; sender: string }>();
  let status = 201;
  let origin = '';

  function open(name: string, body: Buffer): Told {
    const browser = browsers.get(name);
    if (!browser) throw new Error('nobody');
    const own = browser.pair.getPublicKey();
    const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
    if (body.readUInt32BE(16) !== 4096 || idLength !== 65) throw new Error('wrong header');
    const theirs = body.subarray(21, 86);
    const hkdf = (key: Uint8Array, by: Uint8Array, info: Uint8Array, n: number) =>
      Buffer.from(hkdfSync('sha256', key, by, info, n));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
    const secret = hkdf(browser.pair.computeSecret(theirs), browser.auth, info, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]);
    const end = plain.lastIndexOf(2);
    if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding');
    return JSON.parse(plain.subarray(0, end).toString()) as Told;
  }

  function proven(header: string, sender: string): void {
    const [, text = '', by = '', proof = '', key = ''] =
      /^vapid t=(([\w-]+\.)[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
    if (key !== sender || by === '') throw new Error('another sender');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const signature = Buffer.from(proof, 'base64url');
    if (!verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature))
      throw new Error('not signed');
    const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    if (claims['aud'] !== origin || !String(claims['sub']).startsWith('https:'))
      throw new Error('wrong claims');
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = (request.url ?? '').slice('/to/'.length);
      try {
        const { headers } = request;
        if (headers['content-encoding'] !== 'aes128gcm' || !headers['ttl']) throw new Error('wrong headers');
        proven(headers.authorization ?? '', browsers.get(name)?.sender ?? '');
        if (status < 300) told.push({ browser: name, notice: open(name, Buffer.concat(chunks)) });
        response.writeHead(status).end();
      } catch (error) {
        refused.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    told,
    refused,
    origin,
    answers: (next: number) => void (status = next),
    /** What a browser says that subscribes. */
    browser(name: string, sender: string) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { pair, auth, sender });
      const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
      return {
        endpoint: `${origin}/to/${name}`,
        keys,
        key: sender,
        agent: 'Mozilla/5.0 (Android 15) Firefox/140',
      };
    },
  };
}

function pages() {
  const state = { sold: [] as { at: Date; count: number }[], problem: '' };
  const page = (path: string, right: DeskPage['right']): DeskPage => ({
    path,
    title: path,
    right,
    list: async () => ({ title: path, blocks: [] }),
    ...(right === 'money'
      ? {
          async news({ from, until }: DeskSpan) {
            const within = state.sold.filter(({ at }) => at >= from && at < until);
            const count = within.reduce((sum, each) => sum + each.count, 0);
            return [{ label: 'Paid', value: `$${count}.00`, note: `${count} orders`, isPushed: count > 0 }];
          },
        }
      : {
          glance: async () =>
            state.problem === '' ? [] : [{ label: state.problem, value: '1', waits: true }],
        }),
  });
  return { state, more: [page('sales', 'money'), page('up', 'everything')] };
}

async function opened() {
  const service = await pushService();
  const { state, more } = pages();
  const hub = deskHub(db, { more, policy: near });
  const sender = createSender(hub.platform.secret('web push')).name;
  const turnOn = (seat: Awaited<ReturnType<typeof hub.operator>>, given: unknown) =>
    seat.act('/desk/my-notices/-/turn-on', {
      subscription: typeof given === 'string' ? given : JSON.stringify(given),
    });
  return {
    service,
    state,
    hub,
    sender,
    turnOn,
    /** A moment later it is settled. */
    sell(count: number) {
      state.sold.push({ at: hub.clock.now(), count });
      hub.clock.move(11_000);
    },
    /** The job and the worker, as every process has them. */
    async look() {
      for (const job of hub.feature.jobs ?? []) if (job.name === 'desk-push') await job.run();
      const worker = startWorker({
        db,
        handlers: hub.feature.outboxHandlers ?? [],
        clock: hub.clock,
        log: silentLog,
        pollSeconds: 3600,
      });
      await worker.drain();
      await worker.stop();
    },
  };
}

test('a device is told of sales and problems, sealed for it alone, without a buyer’s name', async () => {
  const { service, state, sell, hub, sender, turnOn, look } = await opened();
  const ada = await hub.operator('Ada');
  expect((await turnOn(ada, service.browser('phone', sender))).status).toBe(303);
  expect((await turnOn(ada, service.browser('laptop', sender))).status).toBe(303);
  expect(await ada.read('/desk/my-notices')).toContain('Firefox');
  await look();
  expect(service.told).toEqual([]);
  hub.clock.move(minutes(1));
  sell(2);
  state.problem = 'Jobs that failed';
  await look();
  expect(service.refused).toEqual([]);
  expect(service.told.map(({ browser, notice }) => [browser, notice.tag]).toSorted()).toEqual([
    ['laptop', 'problems'],
    ['laptop', 'sales'],
    ['phone', 'problems'],
    ['phone', 'sales'],
  ]);
  expect(service.told.find(({ notice }) => notice.tag === 'sales')?.notice).toEqual({
    title: 'Birch & Sons',
    body: 'Paid $2.00 (2 orders)',
    url: '/desk/sales',
    tag: 'sales',
  });
  // The same problem is told once, until it was away.
  hub.clock.move(minutes(10));
  await look();
  expect(service.told).toHaveLength(4);
  state.problem = '';
  await look();
  state.problem = 'Jobs that failed';
  await look();
  expect(service.told).toHaveLength(6);
  expect(hub.unexpected).toEqual([]);
});

test('[law] a burst is one notice with a number, twelve an hour are the most, and none comes twice', async () => {
  const { service, sell, hub, sender, turnOn, look } = await opened();
  const ada = await hub.operator('Ada');
  await turnOn(ada, service.browser('phone', sender));
  hub.clock.move(minutes(1));
  sell(500);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(service.told.map(({ notice }) => notice.body)).toEqual(['Paid $500.00 (500 orders)']);
  for (let second = 0; second < 3600; second += 20) {
    sell(3);
    hub.clock.move(9000);
    await look();
  }
  expect(service.told.length).toBeLessThanOrEqual(13);
  expect(service.told.length).toBeGreaterThan(8);
  hub.clock.move(minutes(6));
  await look();
  const counted = service.told.reduce((sum, { notice }) => sum + Number(/\((\d+)/.exec(notice.body)?.[1]), 0);
  expect(counted).toBe(500 + 3 * 180);
});

test('[law] rights taken, an operator removed or a device turned off in between: nothing is told', async () => {
  const { service, state, sell, hub, sender, turnOn, look } = await opened();
  const queue = async () => {
    for (const job of hub.feature.jobs ?? []) if (job.name === 'desk-push') await job.run();
    return (await db.pool.query(`select from outbound_message where state = 'waiting'`)).rowCount;
  };
  await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  await turnOn(ben, service.browser('phone', sender));
  hub.clock.move(minutes(1));
  // Of problems he sees nothing.
  state.problem = 'Jobs that failed';
  expect(await queue()).toBe(0);
  hub.clock.move(minutes(1));
  sell(1);
  expect(await queue()).toBe(1);
  await hub.command('desk rights Ben --rights content');
  await look();
  await hub.command('desk rights Ben --rights money');
  hub.clock.move(minutes(6));
  sell(1);
  expect(await queue()).toBe(1);
  const id = /value="(dev_\w+)"/.exec(await ben.read('/desk/my-notices/-/turn-off'))?.[1] ?? '';
  expect((await ben.act('/desk/my-notices/-/turn-off', { device: id })).status).toBe(303);
  await look();
  await turnOn(ben, service.browser('phone', sender));
  hub.clock.move(minutes(6));
  sell(1);
  expect(await queue()).toBe(1);
  await hub.command('desk remove Ben');
  await look();
  expect([service.told, service.refused]).toEqual([[], []]);
  for (const table of ['desk_push', 'desk_notice'])
    expect((await db.pool.query(`select from ${table}`)).rowCount, table).toBe(0);
});

test('what the push service says is gone is removed; what it can’t take now is tried again, once', async () => {
  const { service, sell, hub, sender, turnOn, look } = await opened();
  const ada = await hub.operator('Ada');
  await turnOn(ada, service.browser('phone', sender));
  hub.clock.move(minutes(1));
  sell(1);
  service.answers(503);
  await look();
  service.answers(201);
  hub.clock.move(minutes(2));
  await look();
  await look();
  expect(service.told).toHaveLength(1);
  for (const gone of [410, 404]) {
    hub.clock.move(minutes(6));
    await ada.enter();
    await turnOn(ada, service.browser(`phone ${gone}`.replace(' ', '-'), sender));
    service.answers(gone);
    hub.clock.move(minutes(6));
    sell(1);
    await look();
    expect((await db.pool.query('select from desk_push')).rowCount).toBe(0);
  }
});

test('[law] no address inside, no key off the curve and nobody else’s words make a device', async () => {
  const service = await pushService();
  const hub = deskHub(db);
  const sender = createSender(hub.platform.secret('web push')).name;
  const ada = await hub.operator('Ada');
  const good = service.browser('phone', sender);
  const at = (endpoint: string) => ({ ...good, endpoint });
  const off = Buffer.from(good.keys.p256dh, 'base64url');
  off[40] = (off[40] ?? 0) ^ 1;
  for (const wrong of [
    good,
    at('https://127.0.0.1/x'),
    at('https://[::1]/x'),
    at('https://10.0.0.1/x'),
    at('https://169.254.169.254/latest'),
    at('https://localhost/x'),
    at('https://push.internal/x'),
    at('http://93.184.216.34/x'),
    at('https://93.184.216.34:8443/x'),
    at('https://user:word@93.184.216.34/x'),
    at('file:///etc/passwd'),
    at(`https://93.184.216.34/${'x'.repeat(1000)}`),
    { ...at('https://93.184.216.34/x'), keys: { ...good.keys, p256dh: off.toString('base64url') } },
    { ...at('https://93.184.216.34/x'), keys: { ...good.keys, auth: 'AAAA' } },
    { ...at('https://93.184.216.34/x'), key: 'another' },
    '',
    'null',
    '[]',
    '{"endpoint":{}}',
  ]) {
    const answer = await ada.act('/desk/my-notices/-/turn-on', {
      subscription: typeof wrong === 'string' ? wrong : JSON.stringify(wrong),
    });
    expect(answer.status, JSON.stringify(wrong)).toBe(400);
  }
  expect((await db.pool.query('select from desk_push')).rowCount).toBe(0);
  const outside = at('https://93.184.216.34/x');
  expect(
    (await ada.act('/desk/my-notices/-/turn-on', { subscription: JSON.stringify(outside) })).status,
  ).toBe(303);
  // The same browser is whose who turned it on last.
  const ben = await hub.operator('Ben', 'money');
  await ben.act('/desk/my-notices/-/turn-on', { subscription: JSON.stringify(outside) });
  expect(await ada.read('/desk/my-notices')).toContain('None yet');
  expect(hub.unexpected).toEqual([]);
});
