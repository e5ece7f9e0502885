import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticator, type Odd } from '#testing/authenticator.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { hubNow, useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const origin = 'https://hub.example';
const hub = accountsHub(db, { env: { PUBLIC_URL: origin } });
const password = 'meadow-lantern-otter';
const session = '__Host-hub_session';

type Browser = ReturnType<typeof hub.browser>;
const optionsOf = async (answer: Response) =>
  ((await answer.json()) as { options: Parameters<ReturnType<typeof createAuthenticator>['make']>[0] })
    .options;
const begin = async (browser: Browser, path: string) => {
  const answer = await browser.post(path);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return optionsOf(answer);
};

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `key${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password });
  const uid = (await browser.who())?.uid ?? '';
  const device = createAuthenticator(origin);
  const add = async (odd: Odd = {}) =>
    browser.post(
      '/api/auth/passkeys/add',
      device.make(await begin(browser, '/api/auth/passkeys/begin'), odd),
    );
  return { browser, email, uid, device, add };
}

async function enter(device: ReturnType<typeof createAuthenticator>, odd: Odd = {}) {
  const browser = hub.browser();
  const passkey = device.use(await begin(browser, '/api/auth/passkey/begin'), odd);
  const answer = await browser.post('/api/auth/passkey/sign-in', { passkey });
  return { answer, browser, passkey };
}

test('a passkey opens the account that it was made in, without an address, a password or a code', async () => {
  const { uid, email, device, add } = await member();
  const added = await add();
  expect(added.status).toBe(200);
  expect(await added.json()).toMatchObject({ passkeys: [{ id: device.id, usedAt: null, isSynced: false }] });
  expect((await hub.mails(email)).at(-1)?.subject).toMatch(/^A passkey was added/);
  await db.pool.query(
    `insert into account_factor (owner_id, sealed, confirmed_at, recovery, created_at)
     values ($1, 'x', ${hubNow()}, array['x'], ${hubNow()})`,
    [uid],
  );
  const { answer, browser } = await enter(device);
  expect(answer.status).toBe(200);
  expect(await browser.who()).toMatchObject({ uid });
  const { rows } = await db.pool.query('select counter, used_at from account_passkey where id = $1', [
    device.id,
  ]);
  expect(Number(rows[0]?.counter)).toBe(2);
  expect(rows[0]?.used_at).not.toBeNull();
});

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const lies: [string, Odd][] = [
  ['another key', { key: stranger }],
  ['another site', { origin: 'https://hub.example.evil.example' }],
  ['made for another site', { rpId: 'evil.example' }],
  ['a challenge of its own', { challenge: Buffer.from('0'.repeat(40)).toString('base64url') }],
  ['nobody there', { flags: 0x00 }],
  ['somebody there who was not recognised', { flags: 0x01 }],
  ['the answer to another question', { type: 'webauthn.create' }],
  ['a count from before: a copy', { counter: 1 }],
  ['another person', { userHandle: Buffer.from('usr_somebody_else').toString('base64url') }],
];

test.each(lies)('a passkey opens nothing with %s', async (_, odd) => {
  const { device, add } = await member();
  await add();
  expect((await enter(device)).answer.status).toBe(200);
  const { answer, browser } = await enter(device, odd);
  expect(answer.status).toBe(401);
  expect(browser.jar.has(session)).toBe(false);
});

test.each(lies.filter(([, odd]) => !('key' in odd || 'counter' in odd || 'userHandle' in odd)))(
  'no passkey is kept with %s',
  async (_, { type, ...odd }) => {
    const { add, browser } = await member();
    const added = await add({
      ...odd,
      ...(type && { type: 'webauthn.get' }),
      ...('flags' in odd && { flags: odd.flags! | 0x40 }),
    });
    expect(added.status).toBe(401);
    expect(await (await browser.get('/api/auth/passkeys')).json()).toEqual({ passkeys: [] });
  },
);

test('a challenge counts once, within a quarter of an hour, and for whom it was given out', async () => {
  const { device, add, browser } = await member();
  await add();
  const { passkey } = await enter(device);
  const again = await hub.browser().post('/api/auth/passkey/sign-in', { passkey });
  expect(again.status).toBe(401);

  const late = hub.browser();
  const options = await begin(late, '/api/auth/passkey/begin');
  await db.pool.query(`update account_verification set expires_at = ${hubNow()} - interval '1 second'`);
  expect((await late.post('/api/auth/passkey/sign-in', { passkey: device.use(options) })).status).toBe(401);

  const other = await member();
  const theirs = await begin(browser, '/api/auth/passkeys/begin');
  expect((await other.browser.post('/api/auth/passkeys/add', other.device.make(theirs))).status).toBe(401);
  const forUse = await begin(browser, '/api/auth/passkey/begin');
  expect(
    (await browser.post('/api/auth/passkeys/add', createAuthenticator(origin).make(forUse))).status,
  ).toBe(401);
});

test('adding and removing one wants the password of a session of an hour ago, or a passkey', async () => {
  const { browser, uid, email, device, add } = await member();
  await add();
  const old = () =>
    db.pool.query(
      `update account_session set created_at = ${hubNow()} - interval '1 hour', confirmed_at = null where user_id = $1`,
      [uid],
    );
  await old();
  const acts = [
    () => browser.post('/api/auth/passkeys/begin'),
    () => browser.post('/api/auth/passkeys/add', createAuthenticator(origin).make({ challenge: 'x' })),
    () => browser.post('/api/auth/passkeys/remove', { id: device.id }),
  ];
  for (const act of acts)
    expect((await errorOf(await act())).fields?.['password']).toMatch(/Confirm your password/);

  const visitor = await member();
  await visitor.add();
  const wrong = visitor.device.use(await begin(browser, '/api/auth/passkey/begin'));
  expect((await browser.post('/api/auth/passkey/confirm', wrong)).status).toBe(403);
  expect((await acts[2]?.())?.status).toBe(400);

  const right = device.use(await begin(browser, '/api/auth/passkey/begin'));
  expect((await browser.post('/api/auth/passkey/confirm', right)).status).toBe(200);
  expect((await browser.post('/api/auth/passkeys/remove', { id: device.id })).status).toBe(200);
  expect((await hub.mails(email)).at(-1)?.subject).toMatch(/^A passkey was removed/);
  expect((await enter(device)).answer.status).toBe(401);
});

test('nobody renames or removes what is another’s; a suspended account stays out', async () => {
  const { device, add, browser, email } = await member();
  await add();
  const other = await member();
  const id = device.id;
  expect((await other.browser.post('/api/auth/passkeys/rename', { id, name: 'Mine' })).status).toBe(404);
  expect((await other.browser.post('/api/auth/passkeys/remove', { id })).status).toBe(404);
  expect(
    await (await browser.post('/api/auth/passkeys/rename', { id, name: '  The   phone ' })).json(),
  ).toMatchObject({ passkeys: [{ name: 'The phone' }] });
  expect((await browser.post('/api/auth/passkeys/rename', { id, name: ' ' })).status).toBe(400);
  await hub.command(`user suspend ${email}`);
  expect((await enter(device)).answer.status).toBe(403);
});

test('one takes the names of one’s passkeys along, and they go with the account', async () => {
  const { device, add, email } = await member();
  await add();
  expect(await hub.feature.person?.export(email)).toMatchObject({ passkeys: [{ isSynced: false }] });
  expect(JSON.stringify(await hub.feature.person?.export(email))).not.toContain(device.id);
  expect(await hub.command(`user show ${email}`)).toContain('passkeys   1');
  await hub.feature.person?.erase(email);
  const { rowCount } = await db.pool.query('select from account_passkey where id = $1', [device.id]);
  expect(rowCount).toBe(0);
  expect((await enter(device)).answer.status).toBe(401);
});

test('twenty are enough, and one is kept once', async () => {
  const { browser, uid, add } = await member();
  await add();
  expect((await add()).status).toBe(409);
  await db.pool.query(
    `insert into account_passkey (owner_id, id, name, public_key, counter, transports, backed_up, created_at)
     select $1, $1 || n, 'More', 'x', 0, '{}', false, ${hubNow()} from generate_series(1, 19) n`,
    [uid],
  );
  expect((await errorOf(await browser.post('/api/auth/passkeys/begin'))).message).toMatch(
    /up to 20 passkeys/,
  );
});

test('an address in numbers has no passkeys, and says so', async () => {
  const numbers = accountsHub(db, { env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  const refused = await numbers.browser().post('/api/auth/passkey/begin');
  expect((await errorOf(refused)).message).toMatch(/need a domain name/);
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
