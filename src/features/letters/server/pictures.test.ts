import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { createMemberData } from '#features/accounts/server/public.ts';
import { createRoom } from '#features/plans/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { outsideOnly } from '#platform/server/webhooks/target.ts';
import { useDatabase } from '#testing/database.ts';
import { mounted, testPlatform } from '#testing/platform.ts';
import type { LinksAnswer, PicturesAnswer, PictureView } from '../rules/contract.ts';
import { letters } from './index.ts';
import { letterBytes } from './public.ts';

const db = await useDatabase();
const origin = 'https://hub.example';

async function lettersHub({ toLoopback = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-letters-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { NODE_ENV: 'test', PUBLIC_URL: origin, ACCOUNT_MEGABYTES: '10' };
  const clock = movableClock('2026-11-21T12:00:00Z');
  const files = openDiskFiles(folder);
  const platform = testPlatform({ db, clock, config: readConfig(env), origin, files });
  const memberData = createMemberData();
  const feature = letters(platform, {
    room: createRoom(platform, [letterBytes]),
    memberData,
    ...(toLoopback && {
      policy: { ...outsideOnly(false), isAllowed: (address: string) => address === '127.0.0.1' },
    }),
  });
  const resolveViewer = async (request: Request): Promise<Viewer> => {
    const uid = request.headers.get('x-user');
    return uid ? { kind: 'member', uid, email: `${uid}@example.com`, sessionId: 's' } : guest;
  };
  const app = mounted(feature.routes ?? [], {
    ownOrigin: () => origin,
    resolveViewer,
    countAgainst: createRateLimiter(db, platform.clock),
  });
  const ask = (uid: string, method: string, path: string, body?: Uint8Array<ArrayBuffer> | object) =>
    app.request(new URL(path, origin), {
      method,
      headers: {
        origin,
        ...(uid !== '' && { 'x-user': uid }),
        'content-type': body instanceof Uint8Array ? 'image/png' : 'application/json',
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
  return {
    ask,
    memberData,
    member: () => `ada${randomText(10)}`,
    upload: (uid: string, body: Uint8Array<ArrayBuffer>) => ask(uid, 'POST', '/api/letters/pictures', body),
    tidy: async () => {
      for (const job of feature.jobs ?? []) await job.run();
    },
  };
}

/** A PNG by its first bytes, no two alike. */
function picture(bytes = 300, width = 9, height = 9): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes);
  made.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(made.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  made.set(crypto.getRandomValues(new Uint8Array(16)), 100);
  return made;
}

test('an uploaded picture is shown to anybody by an address that nobody guesses, and the same one is one', async () => {
  const hub = await lettersHub();
  const [ada, bea] = [hub.member(), hub.member()];
  const bytes = picture();
  const first = (await (await hub.upload(ada, bytes)).json()) as PictureView;
  expect(first.picture).toMatch(/^\/pictures\/[a-z0-9]{32}\.png$/);
  expect(first).toMatchObject({ bytes: 300, width: 9, height: 9 });
  expect(((await (await hub.upload(ada, bytes)).json()) as PictureView).name).toBe(first.name);
  // What somebody else uploads says nothing about what is here already.
  const theirs = (await (await hub.upload(bea, bytes)).json()) as PictureView;
  expect(theirs.name).not.toBe(first.name);
  const shown = await hub.ask('', 'GET', first.picture);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
  expect((await hub.ask('', 'GET', `/pictures/${'a'.repeat(32)}.png`)).status).toBe(404);
  const { pictures } = (await (await hub.ask(ada, 'GET', '/api/letters/pictures')).json()) as PicturesAnswer;
  expect(pictures.map(({ name }) => name)).toEqual([first.name]);
});

test('what is no picture, lies about itself, or is too large is refused in words', async () => {
  const hub = await lettersHub();
  const ada = hub.member();
  const text = (words: string) => new Uint8Array(new TextEncoder().encode(words));
  const refused = async (bytes: Uint8Array<ArrayBuffer>) => {
    const answer = await hub.upload(ada, bytes);
    return [answer.status, ((await answer.json()) as { error: { message: string } }).error.message];
  };
  const unsupported = 'This file type isn’t supported. Use a PNG, JPEG, GIF or WebP file.';
  expect(await refused(text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toEqual([
    415,
    unsupported,
  ]);
  expect(await refused(text('<html><script>alert(1)</script>'))).toEqual([415, unsupported]);
  expect(await refused(new Uint8Array(0))).toEqual([415, unsupported]);
  // A PNG by its first bytes that says nothing of its size.
  expect((await refused(picture(300, 0, 0)))[0]).toBe(415);
  expect((await refused(picture(300, 30_000, 30_000)))[1]).toContain('30000 × 30000 pixels');
  expect((await refused(picture(300, 4000, 4000)))[0]).toBe(413);
  expect((await refused(picture(2 * 1024 * 1024 + 1)))[0]).toBe(413);
  expect((await hub.ask('', 'POST', '/api/letters/pictures', picture())).status).toBe(401);
  const { rows } = await db.pool.query('select from letter_picture where owner_id = $1', [ada]);
  expect(rows).toHaveLength(0);
});

test('pictures count in the member’s room, and what is full says so until one is deleted', async () => {
  const hub = await lettersHub();
  const ada = hub.member();
  const big = () => picture(2_000_000);
  const kept: PictureView[] = [];
  for (let n = 0; n < 5; n += 1) kept.push((await (await hub.upload(ada, big())).json()) as PictureView);
  const full = await hub.upload(ada, big());
  expect(await full.json()).toMatchObject({ error: { code: 'limit_reached' } });
  expect(await letterBytes(db.tables(), ada)).toBe(10_000_000);
  expect((await hub.ask(ada, 'DELETE', `/api/letters/pictures/${kept[0]?.name}`)).status).toBe(200);
  expect((await hub.upload(ada, big())).status).toBe(200);
});

test('nobody else deletes a picture, and with its owner it goes from the disk', async () => {
  const hub = await lettersHub();
  const [ada, bea] = [hub.member(), hub.member()];
  const one = (await (await hub.upload(ada, picture())).json()) as PictureView;
  const other = (await (await hub.upload(bea, picture())).json()) as PictureView;
  expect((await hub.ask(bea, 'DELETE', `/api/letters/pictures/${one.name}`)).status).toBe(404);
  await hub.tidy();
  expect((await hub.ask('', 'GET', one.picture)).status).toBe(200);
  const files: string[] = [];
  for await (const { path } of hub.memberData.gather(ada)) files.push(path);
  expect(files).toEqual([`email-pictures/${one.name}`]);
  await db.transaction((trx) => hub.memberData.forget(trx, ada));
  await hub.tidy();
  expect((await hub.ask('', 'GET', one.picture)).status).toBe(404);
  expect((await hub.ask('', 'GET', other.picture)).status).toBe(200);
  const { rows } = await db.pool.query('select from letter_picture where name = $1', [one.name]);
  expect(rows).toHaveLength(0);
});

const mailTo = (links: string[]) => ({
  subject: 'S',
  blocks: links.map((link, index) => ({ id: `b${index}`, kind: 'button', label: 'Go', link })),
});
const statesOf = async (answer: Response) =>
  Object.fromEntries(
    ((await answer.json()) as LinksAnswer).links.map(({ link, state }) => [new URL(link).pathname, state]),
  );

test('links are looked at: what is gone is told, redirects are followed, and each is asked once', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/moved') response.writeHead(302, { location: '/gone' });
    else response.writeHead({ '/gone': 404, '/shy': 403, '/broken': 500 }[path] ?? 200);
    response.end('x');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const hub = await lettersHub({ toLoopback: true });
  const paths = ['/ok', '/gone', '/moved', '/shy', '/broken', '/ok'];
  const answer = await hub.ask(hub.member(), 'POST', '/api/letters/links', mailTo(paths.map(at)));
  expect(await statesOf(answer)).toEqual({
    '/ok': 'works',
    '/gone': 'broken',
    '/moved': 'broken',
    '/shy': 'unknown',
    '/broken': 'broken',
  });
  expect(asked.filter((path) => path === '/ok')).toHaveLength(1);
});

test('nothing private and no port is reached by a link, and looks are counted', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('secret');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const hub = await lettersHub();
  const ada = hub.member();
  const inside = [
    `http://127.0.0.1:${port}/a`,
    `http://localhost:${port}/b`,
    'http://169.254.169.254/c',
    'http://[::1]/d',
    'http://2130706433/e',
    'https://example.com:22/f',
  ];
  const answer = await hub.ask(ada, 'POST', '/api/letters/links', mailTo(inside));
  const states = Object.values(await statesOf(answer));
  expect(states).toHaveLength(inside.length);
  expect(states).not.toContain('works');
  expect(asked).toEqual([]);
  const own = await hub.ask(ada, 'POST', '/api/letters/links', mailTo([`${origin}/store`]));
  expect(await statesOf(own)).toEqual({ '/store': 'works' });
  let last = 200;
  for (let n = 0; n < 40 && last === 200; n += 1)
    last = (await hub.ask(ada, 'POST', '/api/letters/links', mailTo([`${origin}/`]))).status;
  expect(last).toBe(429);
});
