import { beforeEach, expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import { useDatabase } from '#testing/database.ts';
import { deskHub, deskOrigin } from '#testing/desk-hub.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate desk_operator, desk_invitation, desk_ticket, desk_record, rate_limit cascade'),
);

type Hub = ReturnType<typeof deskHub>;
type Seat = Awaited<ReturnType<Hub['operator']>>;

async function keyOf(seat: Seat, name: string, rights: string[], until = '2026-12-31'): Promise<string> {
  const form = { name, until, ...Object.fromEntries(rights.map((right) => [right, 'yes'])) };
  const answer = await seat.act('/desk/my-keys/-/make', form);
  return /desk_[a-z0-9]{40}/.exec(await answer.text())?.[0] ?? '';
}

let calls = 0;
const asker =
  (hub: Hub) =>
  (key: string, path: string, body?: Record<string, unknown>, headers: Record<string, string> = {}) =>
    hub.app.request(new URL(`/api/desk${path}`, deskOrigin), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': `call ${++calls}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

test('a key reads pages and acts as its operator, on the record under its own name', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const key = await keyOf(ada, 'Bookkeeping', ['money']);
  const ask = asker(hub);
  const page = await ask(key, '/tills');
  expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(await page.json()).toMatchObject({ title: 'tills' });
  expect(await (await ask(key, '/tills/a')).json()).toMatchObject({ title: 'a' });
  const done = await ask(key, '/tills/a/note', { text: 'hello' });
  expect([done.status, await done.json()]).toEqual([200, { words: 'Noted.' }]);
  expect(hub.done).toEqual(['Ada, key Bookkeeping noted hello on a']);
  expect((await hub.record()).at(-1)).toMatchObject({
    operator: 'Ada, key Bookkeeping',
    act: 'tills note',
    outcome: 'done',
    after: { text: 'hello' },
  });
  const grave = await ask(key, '/tills/a/end', {});
  expect([grave.status, await grave.text()]).toEqual([403, expect.stringContaining('passkey')]);
  const wrong = await ask(key, '/tills/a/seal', { secretWord: 'short' });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { message: 'Too short.' } }]);
  expect(hub.done).toHaveLength(1);
  // Only a hash of it is kept.
  const { rows } = await db.pool.query<{ all: string }>(`select k::text as all from desk_api_key k`);
  expect(rows[0]?.all).not.toContain(key.slice(5));
  expect(hub.unexpected).toEqual([]);
});

test('[law] what a program leaves out stays as the form has it; a field that isn’t there is refused', async () => {
  const got: unknown[] = [];
  const filled: DeskPage = {
    path: 'filled',
    title: 'Filled',
    right: 'money',
    list: async () => ({ title: 'Filled', blocks: [] }),
    acts: [
      {
        name: 'edit',
        label: 'Edit',
        ask: async (id) => ({
          words: `Of ${id}`,
          fields: [
            { name: 'was', label: '', kind: 'hidden', value: 'v1' },
            { name: 'title', label: 'Title', value: 'Ada & Sons' },
            {
              name: 'unit',
              label: 'Unit',
              options: [
                { value: 'a', label: 'A' },
                { value: 'b', label: 'B' },
              ],
            },
            { name: 'isOn', label: 'On', kind: 'check', value: 'yes' },
            { name: 'secretWord', label: 'Word', kind: 'secret', value: 'never told' },
          ],
        }),
        act: async (id, form) => {
          got.push([id, form]);
          return { words: 'Done.', after: { id } };
        },
      },
    ],
  };
  const hub = deskHub(db, { more: [filled] });
  const key = await keyOf(await hub.operator('Ada'), 'A', ['money']);
  const ask = asker(hub);
  const form = await (await ask(key, '/filled/x/edit')).text();
  expect(JSON.parse(form)).toMatchObject({
    title: 'Edit',
    fields: [
      { name: 'was', value: 'v1' },
      { name: 'title', value: 'Ada & Sons' },
      { name: 'unit', value: 'a' },
      {},
      {},
    ],
  });
  expect(form).not.toContain('never told');
  const before = { was: 'v1', title: 'Ada & Sons', unit: 'a', isOn: 'yes', secretWord: '' };
  for (const sent of [{}, { title: '' }, { isOn: '' }, { was: 'v0', unit: 'b' }]) {
    expect((await ask(key, '/filled/x/edit', sent)).status).toBe(200);
    expect(got.pop()).toEqual(['x', { ...before, ...sent }]);
  }
  for (const sent of [{ from: '2027-01-01' }, { Title: 'x' }, { __proto__x: '1' }, { token: 'x' }]) {
    const refused = await ask(key, '/filled/x/edit', sent);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('has no field')]);
  }
  expect(got).toEqual([]);
  const grave = await ask(key, '/tills/a/end');
  expect([grave.status, await grave.text()]).toEqual([403, expect.stringContaining('passkey')]);
  expect(hub.unexpected).toEqual([]);
});

test('[law] one Idempotency-Key does one thing once: repeated, at once, and for something else', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const key = await keyOf(ada, 'A', ['money']);
  const ask = asker(hub);
  const same = { 'idempotency-key': 'one' };
  const all = await Promise.all(
    Array.from({ length: 10 }, () => ask(key, '/tills/a/note', { text: 'x' }, same)),
  );
  expect(hub.done).toHaveLength(1);
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(all.every(({ status }) => [200, 409].includes(status))).toBe(true);
  expect(await (await ask(key, '/tills/a/note', { text: 'x' }, same)).json()).toEqual({ words: 'Noted.' });
  for (const [path, body] of [
    ['/tills/a/note', { text: 'y' }],
    ['/tills/b/note', { text: 'x' }],
  ] as const)
    expect((await ask(key, path, body, same)).status).toBe(409);
  for (const missing of ['', 'x'.repeat(201)])
    expect((await ask(key, '/tills/a/note', { text: 'x' }, { 'idempotency-key': missing })).status).toBe(400);
  expect(hub.done).toHaveLength(1);
  // Another key's word of the same name is another one.
  const other = await keyOf(ada, 'B', ['money']);
  expect((await ask(other, '/tills/a/note', { text: 'x' }, same)).status).toBe(200);
  // Cut off in the middle: nobody says that it was done, or does it again.
  await db.pool.query('update desk_api_call set status = null, answer = null');
  expect((await ask(key, '/tills/a/note', { text: 'x' }, same)).status).toBe(409);
  expect(hub.done).toHaveLength(2);
});

test('[law] a key never may more than its operator, at any moment: less, revoked, ended, removed', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money,content');
  const ask = asker(hub);
  expect(await keyOf(ben, 'Too much', ['people'])).toBe('');
  expect(await keyOf(ben, 'Everything', ['everything'])).toBe('');
  for (const until of ['', '2026-11-27', '2028-01-01', 'soon'])
    expect(await keyOf(ben, 'x', ['money'], until)).toBe('');
  const key = await keyOf(ben, 'Both', ['money', 'content'], '2026-11-30');
  const money = await keyOf(ben, 'Money', ['money']);
  const all = await keyOf(ada, 'All', ['everything']);
  const statuses = async (one: string) =>
    Promise.all(
      ['/tills', '/words', '/operators', '/my-keys'].map(async (path) => (await ask(one, path)).status),
    );
  expect(await statuses(key)).toEqual([200, 200, 403, 404]);
  expect(await statuses(money)).toEqual([200, 403, 403, 404]);
  expect(await statuses(all)).toEqual([200, 200, 200, 404]);
  expect((await ask(money, '/words/a/note', { text: 'x' })).status).toBe(403);
  await hub.command('desk rights Ben --rights content');
  expect(await statuses(key)).toEqual([403, 200, 403, 404]);
  expect(await statuses(money)).toEqual([403, 403, 403, 404]);
  await hub.command('desk rights Ben --rights everything');
  expect(await statuses(money)).toEqual([200, 403, 403, 404]);
  const id =
    /value="(dky_\w+)">Money/.exec(
      (await ben.read('/desk/my-keys/-/revoke'))
        .replace(/\s+/g, ' ')
        .replace(/" >/g, '">')
        .replace(/> (\w)/g, '>$1'),
    )?.[1] ?? '';
  // Somebody else's key can't be revoked by its name alone.
  expect((await ada.act('/desk/my-keys/-/revoke', { key: id })).status).toBe(404);
  expect((await ben.act('/desk/my-keys/-/revoke', { key: id })).status).toBe(303);
  expect(await statuses(money)).toEqual([401, 401, 401, 404]);
  hub.clock.move(days(3));
  expect(await statuses(key)).toEqual([401, 401, 401, 404]);
  await hub.command('desk remove Ada');
  expect(await statuses(all)).toEqual([401, 401, 401, 404]);
  expect((await db.pool.query('select from desk_api_key where name = $1', ['All'])).rowCount).toBe(0);
  expect(hub.done).toEqual([]);
});

test('[law] a cookie of the desk opens nothing there, a key nothing at the desk, and no form gets in', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const key = await keyOf(ada, 'All', ['everything']);
  expect((await ada.browser.get('/api/desk/tills')).status).toBe(401);
  expect((await ada.browser.post('/api/desk/tills/a/note', { text: 'x' })).status).toBe(401);
  const bare = hub.sit().browser;
  expect((await bare.get('/desk/tills', { authorization: `Bearer ${key}` })).status).toBe(401);
  for (const wrong of [
    '',
    'desk_',
    `desk_${'a'.repeat(40)}`,
    key.slice(0, -1),
    `${key}x`,
    key.replace('desk_', 'key_'),
  ])
    expect((await asker(hub)(wrong, '/tills')).status, wrong).toBe(401);
  const form = await hub.app.request(new URL('/api/desk/tills/a/note', deskOrigin), {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    body: '{"text":"x"}',
  });
  expect(form.status).toBeGreaterThanOrEqual(400);
  expect(hub.done).toEqual([]);
  const far = deskHub(db, { env: { DESK_NETWORKS: '10.0.0.0/8' } });
  expect((await asker(far)(key, '/tills')).status).toBe(404);
  expect((await asker(deskHub(db, { env: { DESK: 'off' } }))(key, '/tills')).status).toBe(404);
});

test('a key is told to wait when its program runs wild, and others aren’t', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const [wild, calm] = [await keyOf(ada, 'Wild', ['money']), await keyOf(ada, 'Calm', ['money'])];
  const ask = asker(hub);
  for (let n = 0; n < 120; n++) await ask(wild, '/tills/a/note', { text: 'x' });
  const answer = await ask(wild, '/tills/a/note', { text: 'x' });
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await ask(calm, '/tills/a/note', { text: 'x' })).status).toBe(200);
});

test('the description is of the same pages and acts, by rights, without what takes a passkey', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const described = async (rights: string[]) =>
    (await (await asker(hub)(await keyOf(ada, rights.join(' '), rights), '')).json()) as {
      paths: Record<string, unknown>;
    };
  const { paths } = await described(['money']);
  expect(Object.keys(paths)).toEqual([
    '/api/desk/tills',
    '/api/desk/tills/{id}',
    '/api/desk/tills/{id}/note',
    '/api/desk/tills/{id}/seal',
    '/api/desk/tills/{id}/hand-in',
  ]);
  expect(Object.keys((await described(['everything'])).paths)).toContain('/api/desk/operators');
});
