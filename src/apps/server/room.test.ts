import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { movableClock, days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { funnelBytes } from '#features/funnels/server/public.ts';
import { savedBytes } from '#features/saved/server/public.ts';
import { errorOf, origin } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel } from '#testing/funnels-hub.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const clock = movableClock(new Date().toISOString());
const hub = await openWholeHub(db, { env: { ACCOUNT_MEGABYTES: '10' }, hasLimits: false, clock });
const most = 10 * 1024 * 1024;
/** Each one different: the same text twice is one file. */
const megabyte = (n: number) => `${n} `.padEnd(1024 * 1024, 'm');

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `roomy${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' });
  const uid = (await browser.who())?.uid ?? '';
  const send = (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/octet-stream',
  ) =>
    hub.app.request(new URL(path, origin), {
      method,
      body,
      headers: {
        origin,
        'content-type': type,
        cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
  return { browser, uid, send };
}
type Member = Awaited<ReturnType<typeof member>>;

const held = async (uid: string) =>
  (await savedBytes(db.tables(), uid)) + (await funnelBytes(db.tables(), uid));
const key = () => randomText(24);

/** A PNG by its first bytes, each one different. */
function picture(bytes: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes);
  made.set([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 9, 0, 0, 0,
    9,
  ]);
  made.set(crypto.getRandomValues(new Uint8Array(16)), 100);
  return made;
}
const long = (text: string) =>
  Array.from({ length: 90 }, (_, n) => ({
    id: `b${n}`,
    type: 'text',
    show: 'all',
    tone: 'plain',
    align: 'start',
    alignPhone: null,
    values: { body: `${n}${text}` },
    items: [],
  }));
function largeFunnel(id: string) {
  const funnel = aFunnel(id);
  const [step] = funnel.steps;
  return { ...funnel, slug: `s-${id}`, steps: [{ ...step, blocks: long('w'.repeat(7900)) }] };
}
const put = ({ send }: Member, path: string, body: object, method = 'PUT') =>
  send(method, path, JSON.stringify(body), 'application/json');
const template = (content: string) => ({ content, fields: [], formData: {}, name: 'A' });

/** Everything a member can write without limit. */
const writers: Record<string, (ada: Member, n: number) => Response | Promise<Response>> = {
  'uploads for templates that never come': ({ send }, n) =>
    send('PUT', `/api/saved/never${n}/upload/content`, megabyte(n)),
  'logos for templates that never come': ({ send }, n) =>
    send('PUT', `/api/saved/never${n}/upload/logo`, picture(1_000_000)),
  'pictures for pages': ({ send }) => send('POST', '/api/funnels/pictures', picture(1_000_000)),
  funnels: (ada, n) =>
    put(ada, `/api/funnels/fun_${ada.uid.slice(-6)}${n}`, {
      key: key(),
      base: 0,
      funnel: largeFunnel(`f${n}`),
    }),
  'versions of one funnel': async (ada, n) => {
    clock.move(6 * 60_000);
    return put(ada, `/api/funnels/one_${ada.uid.slice(-6)}`, {
      key: key(),
      base: n,
      funnel: largeFunnel('one'),
    });
  },
  'copies of one funnel': (ada) =>
    put(ada, `/api/funnels/copy_${ada.uid.slice(-6)}`, { key: key(), base: 0, funnel: largeFunnel('copy') }),
  'templates that go into the bin': async (ada, n) => {
    const made = await put(
      ada,
      '/api/saved',
      { key: key(), id: `bin${n}`, ...template('b'.repeat(400_000)) },
      'POST',
    );
    if (made.ok) await put(ada, `/api/saved/bin${n}`, { key: key(), base: 9 }, 'DELETE');
    return made;
  },
  'templates that are gone for good': async (ada, n) => {
    const body = { key: key(), id: `made${n}`, ...template('m'.repeat(10_000)) };
    const made = await put(ada, '/api/saved', body, 'POST');
    // Years of someone who saves and deletes with a program.
    if (made.ok && n === 0)
      await sql`insert into saved_template
        (owner_id, id, version, content_version, seq, name, created_at, updated_at, deleted_at, is_purged, rest,
          content_length, bytes, excerpt)
        select ${ada.uid}, 'gone' || i, 1, 1, 1000 + i, '', now(), now(), now(), true, '{}', 0, 0, ''
        from generate_series(1, 20940) i`.execute(db.tables());
    return made;
  },
  'copies of one template': async (ada, n) => {
    if (n === 0) await put(ada, '/api/saved', { key: key(), id: 'tpl', ...template('first') }, 'POST');
    const body = { key: key(), base: 0, ...template('c'.repeat(400_000)) };
    const made = await put(ada, '/api/saved/tpl', body, 'PATCH');
    if (!made.ok) return made;
    // Bypasses the plan's limit of ten.
    const { head, version } = (await made.clone().json()) as { head: { id: string }; version: number };
    if (head.id !== 'tpl') await put(ada, `/api/saved/${head.id}`, { key: key(), base: version }, 'DELETE');
    return made;
  },
  'forms of any name': (ada, n) =>
    put(ada, `/api/saved-forms/form${n}`, {
      data: { content: randomText(700_000) },
      timestamp: new Date().toISOString(),
    }),
};

test.each(Object.keys(writers))('an account holds up to its limit, whatever fills it: %s', async (name) => {
  const ada = await member();
  let refused: Response | undefined;
  for (let n = 0; n < 60 && !refused; n++) {
    const response = await writers[name]?.(ada, n);
    if (!response?.ok) refused = response;
  }
  expect(await errorOf(refused ?? Response.json({ error: {} }))).toMatchObject({
    code: 'limit_reached',
    message: expect.stringMatching(/full \(10 MB\)\. Delete funnels/),
  });
  expect(await held(ada.uid)).toBeLessThanOrEqual(most);
  expect(await held(ada.uid)).toBeGreaterThan(most / 2);
  expect(hub.unexpected).toEqual([]);
});

test('of many concurrent writes, only as many succeed as there is room for', async () => {
  const ada = await member();
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 2
        ? ada.send('PUT', `/api/saved/at-once${n}/upload/content`, megabyte(n))
        : ada.send('POST', '/api/funnels/pictures', picture(1_000_000)),
    ),
  );
  expect(all.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(9);
  expect(all.filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(20);
  expect(await held(ada.uid)).toBeLessThanOrEqual(most);
});

test('a full account accepts what makes it smaller, and unused uploads free their room', async () => {
  const ada = await member();
  const path = `/api/funnels/mine_${ada.uid.slice(-6)}`;
  const funnel = largeFunnel('mine');
  expect((await put(ada, path, { key: key(), base: 0, funnel })).status).toBe(200);
  let n = 0;
  while ((await ada.send('PUT', `/api/saved/up${n}/upload/content`, megabyte(n++))).ok);
  while ((await ada.send('PUT', `/api/saved/small${n}/upload/content`, `${n++} `.padEnd(20_000, 'm'))).ok);
  const smaller = { ...funnel, steps: [{ ...funnel.steps[0], blocks: [] }] };
  expect((await put(ada, path, { key: key(), base: 1, funnel: smaller })).status).toBe(200);
  clock.move(days(8));
  for (const job of hub.features
    .flatMap((feature) => feature.jobs ?? [])
    .filter((one) => one.name === 'saved-tidy'))
    await job.run();
  expect(await held(ada.uid)).toBeLessThan(1_000_000);
});
