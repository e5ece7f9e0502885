import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

/** A client that sends the beginning of a request and no more. Gives when it is told to go. */
function dawdle(port: number): { told: Promise<void> } {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  return { told: new Promise((resolve) => socket.once('close', () => resolve()).resume()) };
}

/** Starts and expects it to refuse: what it printed, and its exit code. */
async function refusedStart(env: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-refused-'));
  const start = "const { main } = await import('./src/apps/server/main.ts'); await main();";
  const child = spawn(process.execPath, ['--input-type=module', '--eval', start], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', ...env },
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await rm(dataDir, { recursive: true, force: true });
  return { code, words: words.trim() };
}

let slow: { told: Promise<void> }[] = [];

// They are there while everything else is tried, and told to go before long.
test.beforeAll(({ hub }) => {
  slow = Array.from({ length: 200 }, () => dawdle(Number(new URL(hub.url).port)));
});

test('a wrong setting stops the start with one line', async () => {
  const { code, words } = await refusedStart({ TRUST_PROXY: 'yes' });
  expect(code).toBe(1);
  expect(words).toBe('TRUST_PROXY: got "yes", expected the number of proxies in front, 0 to 10');
});

test('a data folder that is no folder stops the start with one line', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'hub-file-')), 'data');
  writeFileSync(file, 'not a folder');
  const { code, words } = await refusedStart({ DATA_DIR: file });
  expect(code).toBe(1);
  expect(words.split('\n')).toHaveLength(1);
  expect(words).toContain(file);
});

test('a database that cannot be reached stops the start with one line, without its password', async () => {
  const { code, words } = await refusedStart({ DATABASE_URL: 'postgres://me:secretword@127.0.0.1:9/hub' });
  expect(code).toBe(1);
  expect(words.split('\n')).toHaveLength(1);
  expect(words).toContain('127.0.0.1:9');
  expect(words).not.toContain('secretword');
});

test('a taken port is said in one line, with how to choose another', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const { code, words } = await refusedStart({ PORT: String(port) });
  taken.close();
  expect(code).toBe(1);
  expect(words.split('\n').at(-1)).toBe(
    `Port ${port} is in use, perhaps by a hub that is already running. Choose another: PORT=${port + 1} npm start`,
  );
});

test('a stop ends the database too, and a start after kill -9 finds everything', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-kill-'));
  const postmaster = join(dataDir, 'postgres/postmaster.pid');
  const first = await startHub({ dataDir, isAlone: true });
  expect(existsSync(postmaster)).toBe(true);
  await first.stop('SIGKILL');
  expect(existsSync(postmaster)).toBe(true);
  const second = await startHub({ dataDir, isAlone: true });
  expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  await second.stop('SIGTERM');
  expect(existsSync(postmaster)).toBe(false);
  await rm(dataDir, { recursive: true, force: true });
});

test('a database lost while running is a 503 with when to try again, and comes back without a restart', async () => {
  await using hub = await startHub({ isAlone: true });
  const ask = () => post(`${hub.url}/api/unsubscribe?t=none`, '{}');
  expect((await ask()).status).toBe(404);
  const pid = Number(readFileSync(join(hub.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  const statuses = new Set<number>();
  const withoutTime: number[] = [];
  await expect
    .poll(
      async () => {
        const response = await ask();
        statuses.add(response.status);
        const isTimeTold = /^\d+$/.test(response.headers.get('retry-after') ?? '');
        if (response.status === 503 && !isTimeTold) withoutTime.push(response.status);
        return response.status;
      },
      { timeout: 30_000, intervals: [20, 50, 100] },
    )
    .toBe(404);
  expect([...statuses].filter((status) => status !== 503 && status !== 404)).toEqual([]);
  // Pages need no database: they were there all the time.
  expect((await fetch(`${hub.url}/about`)).status).toBe(200);
  expect(withoutTime).toEqual([]);
});

test('hostile requests get a definite answer, and the hub stays', async ({ hub }) => {
  const url = `${hub.url}/api/unsubscribe`;
  expect((await post(url, '{"t":')).status).toBe(400);
  expect((await post(url, JSON.stringify({ t: 'x'.repeat(2_000_000) }))).status).toBe(413);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-header-${index}`, 'value']));
  expect((await post(url, '{}', many).catch(() => ({ status: 431 }))).status).toBe(431);
  expect((await fetch(`${hub.url}/api/nothing`)).status).toBe(404);
  expect((await fetch(`${hub.url}/about`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(`${hub.url}/..%2f..%2fetc/passwd`)).status).toBe(404);
  expect((await fetch(`${hub.url}/api/health`)).status).toBe(200);
});

test('a host name that is not ours is refused: no other site can point its name here', async ({ hub }) => {
  const { port } = new URL(hub.url);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString())).on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1.1 403/);
});

test('assets are compressed and immutable, pages revalidate, headers protect', async ({ hub }) => {
  const page = await fetch(`${hub.url}/about`, { headers: { 'accept-encoding': 'br' } });
  const html = await page.text();
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const again = await fetch(`${hub.url}/about`, {
    headers: { 'if-none-match': page.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  for (const [name, value] of [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ] as const) {
    expect(page.headers.get(name)).toBe(value);
  }
  // A paying page's script opens its window before it knows where to: under any policy WebKit cuts the two apart.
  const paying = await fetch(`${hub.url}/donate`);
  expect(paying.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  const script = /script type="module" data-start="([^"]+)"/.exec(html)?.[1];
  const asset = await fetch(`${hub.url}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect((await fetch(`${hub.url}/assets/gone-12345.js`)).status).toBe(404);
});

test('what search engines and machines read is there', async ({ hub }) => {
  const sitemap = await (await fetch(`${hub.url}/sitemap.xml`)).text();
  expect(sitemap).toContain(`<loc>${hub.url}/about</loc>`);
  expect(sitemap).not.toContain('/dashboard');
  expect(await (await fetch(`${hub.url}/robots.txt`)).text()).toContain('Disallow: /api/');
  const openApi = (await (await fetch(`${hub.url}/api/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  expect(Object.keys(openApi.paths)).toContain('/api/health');
  const health = (await (await fetch(`${hub.url}/api/health`)).json()) as {
    ok: boolean;
    services: { service: string }[];
  };
  expect(health.ok).toBe(true);
  expect(health.services.map(({ service }) => service)).toEqual(
    expect.arrayContaining(['database', 'files', 'scanner', 'mail']),
  );
  expect(await (await fetch(`${hub.direct}/metrics`)).text()).toContain('hub_database_up 1');
  const html = await (await fetch(`${hub.url}/about`)).text();
  for (const tag of [
    '<link rel="canonical"',
    'property="og:title"',
    'property="og:image"',
    'name="description"',
    'rel="manifest"',
  ])
    expect(html).toContain(tag);
});

test('slow clients hold nobody up: two hundred of them were there all the time, and are gone by now', async ({
  hub,
}) => {
  expect((await fetch(`${hub.url}/about`)).status).toBe(200);
  expect(await Promise.all(slow.map(({ told }) => told))).toHaveLength(200);
});
