import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate desk_operator, desk_invitation, desk_ticket, desk_record cascade');
});

test('no page of the desk answers a script, a frame or a link from elsewhere with what it shows', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  for (const mode of ['cors', 'no-cors', 'same-origin']) {
    const answer = await ada.browser.get('/desk/tills', {
      'sec-fetch-mode': mode,
      'sec-fetch-site': 'same-origin',
    });
    expect(answer.status, mode).toBe(403);
  }
  const fromMail = await hub
    .sit()
    .browser.get('/desk/tills?find=%22%3E', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  expect(fromMail.status).toBe(200);
  expect(await fromMail.text()).toContain('content="0; url=/desk/tills?find=%22%3E"');
  const { headers } = await ada.browser.get('/desk/tills');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('off, over plain HTTP, from another network, at an address in numbers: no desk, or words', async () => {
  expect(deskHub(db, { env: { DESK: 'off' } }).feature.routes ?? []).toEqual([]);
  const plain = deskHub(db, { env: { PUBLIC_URL: 'http://hub.example' } });
  const refused = await plain.sit().browser.get('/desk');
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('over HTTPS only')]);

  const fenced = deskHub(db, { env: { DESK_NETWORKS: '10.9.0.0/16, 2001:db8::/32' } });
  const ask = async (address: string) =>
    (await fenced.sit().browser.get('/desk', { 'x-forwarded-for': address })).status;
  for (const address of ['10.9.3.4', '2001:db8:1::5']) expect(await ask(address), address).toBe(401);
  for (const address of ['10.10.0.1', '2001:db9::1', '203.0.113.7'])
    expect(await ask(address), address).toBe(404);

  const first = deskHub(db, { env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  const moved = await first.sit().browser.get('/desk/join');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'http://localhost:3000/desk/join']);
});

test('a first start greets with a link; with an operator, and on a live hub, it holds no secret', async () => {
  const local = deskHub(db, { env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  expect((await local.feature.greeting?.())?.[0]).toMatch(
    /^http:\/\/localhost:3000\/desk\/join#[a-z0-9]{40} /,
  );
  const live = deskHub(db);
  expect((await live.feature.greeting?.())?.join()).not.toContain('#');
  await live.operator('Ada');
  expect(await local.feature.greeting?.()).toEqual(['http://localhost:3000/desk']);
});

test('who lost every passkey gets in again by the machine alone, as the same operator', async () => {
  const hub = deskHub(db);
  await hub.operator('Ada');
  await hub.operator('Ben', 'people');
  const again = hub.sit();
  expect((await again.join(await hub.invite('ben'), 'Somebody else')).status).toBe(200);
  expect(await again.read('/desk')).toContain('Ben');
  expect((await again.browser.get('/desk/tills')).status).toBe(403);
  expect(await hub.command('desk list')).toHaveLength(2);
  // At the desk nobody takes another's name.
  const ada = hub.sit();
  await ada.join(await hub.invite('Ada'));
  const taken = await ada.act('/desk/operators/-/invite', { name: 'BEN', people: 'yes' });
  expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining('an operator already')]);
});

test('[law] wrong passkeys are counted by address, and never shut out the right one', async () => {
  await db.pool.query('truncate rate_limit');
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const stranger = hub.sit();
  const passkey = ada.device.use(await challenge());
  const statuses = [];
  for (let n = 0; n < 70; n++)
    statuses.push(
      (await stranger.browser.post('/desk/api/enter', { passkey: { ...passkey, id: 'nobody' } })).status,
    );
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.slice(60).every((status) => status === 429)).toBe(true);
  expect((await hub.sit(ada.device).enter()).status).toBe(200);

  async function challenge(): Promise<never> {
    const begun = await stranger.browser.post('/desk/api/begin', {});
    return ((await begun.json()) as { options: never }).options;
  }
});
