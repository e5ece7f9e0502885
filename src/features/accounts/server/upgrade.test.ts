import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate, migrateInside } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { startOidcEmulator } from '#emulators/oidc/server.ts';
import { accountsHub } from '#testing/accounts-hub.ts';
import { freshDatabase, hubNow } from '#testing/database.ts';
import { codeAt, stepOf } from './second-step/totp.ts';
import { createHashing } from './hashing.ts';

/** Accounts as the version before wrote them, brought up to these tables. */
const url = await freshDatabase();
const client = new pg.Client(url);
await client.connect();
await client.query('begin');
await migrateInside(client, '0035_held_payments');
const rows = await readFile(new URL('../../../../testing/before/accounts-0035.sql', import.meta.url), 'utf8');
await client.query(rows.replaceAll('now()', hubNow()));
await client.query('commit');
await client.end();
const db = await openDatabase({ databaseUrl: url, dataDir: '' }, silentLog);
afterAll(() => db.close());
await migrate(db, silentLog);
const hub = accountsHub(db, { hashing: createHashing(), env: { PUBLIC_URL: 'http://localhost' } });

const password = 'meadow-lantern-otter';
const cookies = {
  ada: 'indwKr4bMkrZcriHg3Smp2vgyJ3ogD2L.67KrtKsJs2Hz4jPHTqHsVasZQQsjewXZzOTIxLuGpA8',
  grace: 'ayVBfIS7m9ONMDoAByTWvidjHB1QLehz.eCrukQdGsUFeqJWjFCL4OqMeVVQIb4t6BHPEDgXGk94',
  eve: 'bQ4C7ZGuDdKS023ss6qLb3tCtKXMMz4M.ZS44nz1JvasufyAPnOANCxfSleFeuEVUxW13ecm6fmU',
};
/** Sealed in the fixture under the key of testing/platform.ts; as its authenticator shows it: 2LAW3VNB... */
const secret = Buffer.from('d2c16dd5a124288091be4c79095644ad4fe9dcae', 'hex');
const ways = { spare: 'ceg2nd-9sp2t4-bcfax1-zrepbe', reset: 'N8yrvzT4QBFqTfkjQCqQbH9u' };

test('who was signed in before the upgrade is signed in after it', async () => {
  for (const [name, cookie] of Object.entries(cookies)) {
    const browser = hub.browser();
    browser.jar.set('hub_session', cookie);
    expect(await browser.who()).toMatchObject({ email: `${name}@example.com` });
  }
});

test('a password and a second step from before the upgrade open the account, and nothing less does', async () => {
  const signIn = (more: object) =>
    hub.browser().post('/api/auth/sign-in', { email: 'ada@example.com', ...more });
  expect((await signIn({ password: 'another-lantern-otter' })).status).toBe(401);
  expect((await signIn({ password })).status).toBe(401);
  const code = codeAt(secret, stepOf(hub.platform.clock.now()));
  expect((await signIn({ password, code })).status).toBe(200);
  expect((await signIn({ password, code: ways.spare })).status).toBe(200);
  expect((await signIn({ password, code: ways.spare })).status).toBe(401);
});

test('a person of a provider from before the upgrade is the same account after it', async () => {
  const provider = await startOidcEmulator();
  try {
    hub.platform.config.providers = [provider];
    await db.pool.query(
      `update account_login set account_id = $1 || ' test-grace' where provider_id = 'oidc'`,
      [provider.issuer],
    );
    const browser = hub.browser();
    const start = await browser.get('/api/auth/federated/start');
    const asked = new URL(start.headers.get('location') ?? '').searchParams;
    const chosen = await fetch(`${provider.issuer}/authorize`, {
      method: 'POST',
      body: new URLSearchParams([...asked, ['person', 'test-grace']]),
      redirect: 'manual',
    });
    const back = new URL(chosen.headers.get('location') ?? '');
    await browser.get(back.pathname + back.search);
    expect(await browser.who()).toMatchObject({ uid: 'usr_ev9dqdxmrm8rgn4b493c' });
  } finally {
    await provider.close();
  }
});

test('links that were mailed before the upgrade still do what they were mailed for', async () => {
  const eve = hub.browser();
  eve.jar.set('hub_session', cookies.eve);
  const confirmed = await eve.post('/api/auth/verify-email', {
    token: '36rcj54kq88tcmzqsrsr4fd1jee08fj2p8q1at96',
  });
  expect(confirmed.status).toBe(200);
  const next = 'heron-lantern-otter';
  const reset = () => hub.browser().post('/api/auth/reset-password', { token: ways.reset, password: next });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(400);
  const ada = hub.browser();
  ada.jar.set('hub_session', cookies.ada);
  expect(await ada.who()).toBeNull();
  const code = 'cc8vev-741gtk-7fd3sw-f2j7zv';
  expect(
    (await ada.post('/api/auth/sign-in', { email: 'ada@example.com', password: next, code })).status,
  ).toBe(200);
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
