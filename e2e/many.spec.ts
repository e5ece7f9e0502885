import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import pg from 'pg';
import { expect, test } from './fixtures.ts';
import { type Hubs, startHubs } from './hubs.ts';
import { signUp } from './members.ts';

// Several processes on one PostgreSQL and one bucket, behind a proxy that sends each request to the next of them.
let hubs: Hubs;
test.beforeAll(async () => {
  hubs = await startHubs({ count: 2, env: { TRUST_PROXY: '1' } });
});
test.afterAll(() => hubs.stop());

const browserOf = (
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string,
  like?: APIRequestContext,
) =>
  like
    ? like.storageState().then((storageState) => playwright.request.newContext({ baseURL, storageState }))
    : playwright.request.newContext({ baseURL });

const save = (request: APIRequestContext, name: string, text: object = { content: '<p>text</p>' }) =>
  request.post('/api/saved', {
    data: { key: `key-${name}-0000000`, id: `tpl_${name}`, name, ...text, fields: [], formData: {} },
  });

const change = (request: APIRequestContext, name: string, version: number) =>
  request.patch(`/api/saved/tpl_${name}`, {
    data: { key: `key-${name}-${version}-000000`, base: version, name: `${name} ${version}` },
  });

async function headsOf(request: APIRequestContext): Promise<{ name: string; version: number }[]> {
  const answer = await (await request.get('/api/saved/changes')).json();
  const heads: { name: string; version: number }[] = answer.heads;
  return heads.map(({ name, version }) => ({ name, version })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads a stream until it says that. */
async function heard(stream: ReadableStream<Uint8Array>, words: string): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(words)) return;
  }
  throw new Error(`The stream ended without ${words}: ${text}`);
}

test('two processes are one hub: sessions, live updates, files and limits cross between them', async ({
  playwright,
}) => {
  const [first, second] = hubs.processes;
  const here = await browserOf(playwright, first?.url ?? '');
  await signUp(here);
  const there = await browserOf(playwright, second?.url ?? '', here);
  expect((await there.get('/api/saved/changes')).status()).toBe(200);

  const { cookies } = await there.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const live = await fetch(`${first?.url}/api/saved/events?after=0`, { headers: { cookie } });
  // Uploaded here, saved there, and read here again: it lies on no process's disk.
  const long = `<p>${'A long contract. '.repeat(25_000)}</p>`;
  const uploaded = await here.put('/api/saved/tpl_Long/upload/content', {
    data: long,
    headers: { 'content-type': 'text/html' },
  });
  const { upload } = await uploaded.json();
  expect((await save(there, 'Long', { upload })).status()).toBe(200);
  const { template } = await (await here.get('/api/saved/tpl_Long')).json();
  expect(await (await here.get(template.contentURL)).text()).toBe(long);
  await heard(live.body as ReadableStream<Uint8Array>, '"name":"Long"');

  const asked: number[] = [];
  for (let n = 0; n < 12; n++) {
    const answer = await (n % 2 === 0 ? here : there).post('/api/auth/forgot-password', {
      data: { email: 'nobody@example.com' },
      headers: { 'x-forwarded-for': '10.9.9.9, 127.0.0.1' },
    });
    asked.push(answer.status());
  }
  expect(asked.filter((status) => status === 200)).toHaveLength(10);
  expect(asked.slice(10)).toEqual([429, 429]);
});

test('a process with another secret, or another place for files, is refused beside them, in one line', async () => {
  const stranger = (env: Record<string, string>) => hubs.add({ env });
  await expect(stranger({ AUTH_SECRET: 'another secret, of thirty-two letters' })).rejects.toThrow(
    /\nAUTH_SECRET: another process of this hub uses this database with a different secret/,
  );
  await expect(stranger({ S3_URL: '' })).rejects.toThrow(
    /\nS3_URL: another process of this hub uses this database and stores its files elsewhere/,
  );
  expect((await fetch(`${hubs.url}/api/health`)).status).toBe(200);
});

test('a process that is killed in use loses nothing, and nobody sees more than a moment', async ({
  playwright,
  browser,
  watch,
  allowError,
}) => {
  allowError(/ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|status of 502/);
  const context = await browser.newContext({ baseURL: hubs.url });
  watch(context);
  const page = await context.newPage();
  await signUp(context.request);
  await page.goto('/dashboard/templates');
  await expect(page.locator('[data-status="connected"]')).toBeVisible();

  const request = await browserOf(playwright, hubs.url, context.request);
  const names = ['Ada', 'Grace', 'Hedy'];
  for (const name of names) expect((await save(request, name)).status()).toBe(200);
  const [doomed, survivor] = hubs.processes;
  const reads: number[] = [];
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const writer = async (name: string) => {
    for (let version = 1; version <= 20; version++) {
      // Tried again as the outbox of a browser does: under the same key it is saved once.
      for (;;) {
        const answer = await change(request, name, version);
        if (answer.status() === 200) break;
        expect(answer.status()).toBe(502);
      }
      if (++acknowledged === 20) killed = doomed?.stop('SIGKILL');
      reads.push((await request.get('/about')).status());
    }
  };
  await Promise.all(names.map(writer));
  expect(killed).toBeDefined();
  await killed;
  const all = names.map((name) => ({ name: `${name} 20`, version: 21 }));
  expect(await headsOf(request)).toEqual(all);
  expect(reads.filter((status) => status !== 200)).toEqual([]);
  expect(hubs.proxy.lost.filter((what) => what.startsWith('GET '))).toEqual([]);

  // The page heard of everything, whichever process it listened to.
  for (const { name } of all) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  if (survivor) hubs.lead([survivor, await hubs.add()]);
  expect((await save(request, 'After')).status()).toBe(200);
  await expect(page.getByRole('row').filter({ hasText: 'After' })).toBeVisible();
  await context.close();
});

test('an upgrade goes process by process: older code works beside newer tables, unless a step takes away', async ({
  playwright,
}) => {
  const client = new pg.Client(hubs.databaseUrl);
  await client.connect();
  const upgrade = (step: string, statement: string) =>
    client.query(`${statement}; insert into kysely_migration values ('${step}', now()::text)`);
  await upgrade('9001_color', "alter table saved_template add column color text not null default 'red'");
  const running = hubs.processes.at(-1);
  const started = await hubs.add();
  expect(started.output()).toContain('newer than this version, which still works with them');
  for (const [index, older] of [running, started].entries()) {
    const request = await browserOf(playwright, older?.url ?? '');
    await signUp(request);
    expect((await save(request, `Older-${index}`)).status()).toBe(200);
    expect(await headsOf(request)).toEqual([{ name: `Older-${index}`, version: 1 }]);
  }

  await upgrade('9002_contract_color', 'alter table saved_template drop column color');
  await expect(hubs.add()).rejects.toThrow(
    'The database is newer than this version of the hub, which doesn’t know 9001_color, 9002_contract_color',
  );
  expect((await fetch(`${started.url}/api/health`)).status).toBe(200);
  await client.end();
});
