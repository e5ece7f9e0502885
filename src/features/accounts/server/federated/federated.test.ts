// Long because: every answer and every lie of a provider, flat, against one stand-in.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { SignInProvider } from '#platform/server/config.ts';
import { startOidcEmulator } from '#emulators/oidc/server.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { letsChoose } from './flow.ts';

const db = await useDatabase();
const provider = await startOidcEmulator();
afterAll(() => provider.close());
const local = 'http://localhost';
const hub = accountsHub(db, { env: { PUBLIC_URL: local } });
hub.platform.config.providers = [provider];
const password = 'meadow-lantern-otter';

const at = (issuer: string): SignInProvider => ({
  id: 'oidc',
  kind: 'openid',
  issuer,
  clientId: 'hub',
  clientSecret: 's',
});

type Browser = ReturnType<typeof hub.browser>;

/** Through the popup as somebody: to the provider, a choice there, and back. */
async function walk(browser: Browser, person: string, attempt = ''): Promise<Response> {
  const start = await browser.get(`/api/auth/federated/start${attempt && `?attempt=${attempt}`}`);
  expect(start.status).toBe(302);
  return browser.get(await choose(start.headers.get('location') ?? '', person));
}

async function choose(authorize: string, person: string): Promise<string> {
  const asked = new URL(authorize);
  expect((await fetch(asked)).status).toBe(200);
  const form = new URLSearchParams([...asked.searchParams, ['person', person]]);
  const chosen = await fetch(`${provider.issuer}/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const back = new URL(chosen.headers.get('location') ?? '');
  return back.pathname + back.search;
}

const resultOf = async (page: Response) =>
  JSON.parse(/id="result">([^<]+)</.exec(await page.text())?.[1] ?? 'null') as {
    ok: boolean;
    code?: string;
    message?: string;
    attempt: string | null;
  };
const fresh = async () => void (await db.pool.query('delete from account_user'));

test('[AUTH-1] signing in through a provider opens an account, and the next time finds it', async () => {
  await fresh();
  const browser = hub.browser();
  const page = await walk(browser, 'test-ada', 'attempt-by-a-popup');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  expect(await resultOf(page)).toEqual({ type: 'hub-sign-in', ok: true, attempt: 'attempt-by-a-popup' });
  const user = await browser.who();
  expect(user).toMatchObject({ email: 'ada@example.com', displayName: 'Ada Test', emailVerified: true });
  expect(await (await browser.get('/api/profile')).json()).toEqual({ profile: null });

  const again = hub.browser();
  expect(await resultOf(await walk(again, 'test-ada'))).toMatchObject({ ok: true });
  expect((await again.who())?.uid).toBe(user?.uid);
});

test('a session that the browser gave up on does not come out of a popup', async () => {
  await fresh();
  const browser = hub.browser();
  await browser.post('/api/auth/sign-in/abandon', { attempt: 'attempt-given-up-on' });
  expect(await resultOf(await walk(browser, 'test-ada', 'attempt-given-up-on'))).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(await browser.who()).toBeNull();
});

test('an address joins an account that was confirmed on both sides, and its owner hears of it', async () => {
  await fresh();
  const owner = hub.browser();
  await owner.post('/api/auth/sign-up', { displayName: 'Grace', email: 'grace@example.com', password });
  const uid = (await owner.who())?.uid;

  const early = hub.browser();
  expect(await resultOf(await walk(early, 'test-grace'))).toMatchObject({ ok: false, code: 'conflict' });
  expect(await early.who()).toBeNull();

  await owner.post('/api/auth/verify-email', { token: (await hub.mails('grace@example.com')).at(-1)?.token });
  const later = hub.browser();
  expect(await resultOf(await walk(later, 'test-grace'))).toMatchObject({ ok: true });
  expect((await later.who())?.uid).toBe(uid);
  expect((await hub.mails('grace@example.com')).at(-1)?.subject).toMatch(/^A new way to sign in/);
  expect(
    (await hub.browser().post('/api/auth/sign-in', { email: 'grace@example.com', password })).status,
  ).toBe(200);
});

test('an address that the provider did not confirm joins nobody', async () => {
  await fresh();
  const owner = hub.browser();
  await owner.post('/api/auth/sign-up', { displayName: 'M', email: 'mallory@example.com', password });
  await owner.post('/api/auth/verify-email', {
    token: (await hub.mails('mallory@example.com')).at(-1)?.token,
  });
  expect((await owner.who())?.emailVerified).toBe(true);
  const intruder = hub.browser();
  expect(await resultOf(await walk(intruder, 'test-mallory'))).toMatchObject({
    ok: false,
    code: 'conflict',
    message: expect.stringContaining('isn’t confirmed'),
  });
  expect(await intruder.who()).toBeNull();
  const { rowCount } = await db.pool.query(`select 1 from account_login where provider_id = 'oidc'`);
  expect(rowCount).toBe(0);
});

test('an account opened with an unconfirmed address is asked to confirm it', async () => {
  await fresh();
  await db.pool.query(`delete from outbound_message`);
  const browser = hub.browser();
  await walk(browser, 'test-mallory');
  expect(await browser.who()).toMatchObject({ email: 'mallory@example.com', emailVerified: false });
  await browser.post('/api/auth/verify-email', {
    token: (await hub.mails('mallory@example.com')).at(-1)?.token,
  });
  expect((await browser.who())?.emailVerified).toBe(true);
});

test('who comes by a provider only sets a first password by mail', async () => {
  await fresh();
  await db.pool.query(`delete from outbound_message`);
  const browser = hub.browser();
  await walk(browser, 'test-ada');
  const refused = await browser.post('/api/auth/change-password', {
    currentPassword: 'whatever this is',
    newPassword: password,
  });
  expect((await errorOf(refused)).message).toMatch(/no password yet/);
  await browser.post('/api/auth/forgot-password', { email: 'ada@example.com' });
  await hub.deliver();
  await hub.browser().post('/api/auth/reset-password', {
    token: (await hub.mails('ada@example.com')).at(-1)?.token,
    password,
  });
  expect((await hub.browser().post('/api/auth/sign-in', { email: 'ada@example.com', password })).status).toBe(
    200,
  );
});

test('a suspended account stays out, whichever way it comes', async () => {
  await fresh();
  await walk(hub.browser(), 'test-ada');
  await hub.command('user suspend ada@example.com');
  const browser = hub.browser();
  expect(await resultOf(await walk(browser, 'test-ada'))).toMatchObject({
    ok: false,
    code: 'forbidden',
    message: 'This account is suspended.',
  });
  expect(await browser.who()).toBeNull();
});

test.each([
  ['access_denied', 'forbidden', 'didn’t allow sign-in'],
  ['server_error', 'unavailable', 'isn’t responding'],
  ['temporarily_unavailable', 'unavailable', 'isn’t responding'],
  ['login_required', 'forbidden', 'Sign in or choose'],
  ['account_selection_required', 'forbidden', 'Sign in or choose'],
  ['invalid_request', 'bad_request', 'invalid_request'],
  ['invalid_scope', 'bad_request', 'isn’t set up correctly here'],
  ['<b>anything</b>', 'bad_request', 'an error of its own'],
])('what a provider answers is told as what it is: %s', async (error, code, words) => {
  const browser = hub.browser();
  const start = await browser.get('/api/auth/federated/start');
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const query = new URLSearchParams({ state, error, error_description: 'Words of the provider' });
  const result = await resultOf(await browser.get(`/api/auth/callback/oidc?${query}`));
  expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(words) });
  expect(result.message).not.toContain('Words of the provider');
});

test('people are asked to choose an account only where the provider knows how', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const prompts: Record<string, string | null> = {};
  for (const [name, discovery] of Object.entries({
    silent: {},
    without: { prompt_values_supported: ['none', 'login'] },
    with: { prompt_values_supported: ['select_account'] },
  })) {
    const other = await startLiar(
      keys.publicKey,
      { alg: 'RS256', key: keys.privateKey, claims: {} },
      discovery,
    );
    const asking = accountsHub(db, { env: { PUBLIC_URL: local } });
    asking.platform.config.providers = [at(other.issuer)];
    const start = await asking.browser().get('/api/auth/federated/start');
    prompts[name] = new URL(start.headers.get('location') ?? '').searchParams.get('prompt');
  }
  expect(prompts).toEqual({ silent: null, without: null, with: 'select_account' });
  expect(letsChoose({ issuer: 'https://accounts.google.com' } as never)).toBe(true);
});

test('a new key under an old name is found at once, and a forger does not make the hub ask again', async () => {
  await fresh();
  const [old, next, forger] = [0, 1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (!old || !next || !forger) throw new Error('No keys');
  const lie = { alg: 'RS256', key: old.privateKey, claims: {} as Record<string, unknown> };
  const other = await startLiar(old.publicKey, lie);
  const changing = accountsHub(db, { env: { PUBLIC_URL: local } });
  changing.platform.config.providers = [at(other.issuer)];
  const enter = async () => {
    const browser = changing.browser();
    const start = await browser.get('/api/auth/federated/start');
    const asked = new URL(start.headers.get('location') ?? '').searchParams;
    other.nonce = asked.get('nonce') ?? '';
    return (await resultOf(await browser.get(`/api/auth/callback/oidc?code=any&state=${asked.get('state')}`)))
      .ok;
  };
  expect(await enter()).toBe(true);
  lie.key = next.privateKey;
  other.publicKey = next.publicKey;
  expect(await enter()).toBe(true);
  expect(other.keysAsked).toBe(2);
  lie.key = forger.privateKey;
  for (let n = 0; n < 5; n++) expect(await enter()).toBe(false);
  expect(other.keysAsked).toBe(2);
});

test('refusing at the provider is told to the page that opened the popup', async () => {
  const browser = hub.browser();
  expect(await resultOf(await walk(browser, ''))).toMatchObject({
    ok: false,
    code: 'forbidden',
    message: expect.stringContaining('didn’t allow sign-in'),
  });
});

test('an answer in another browser, with another state, a second time or too late is refused', async () => {
  await fresh();
  const [started, other] = [hub.browser(), hub.browser()];
  const start = await started.get('/api/auth/federated/start');
  const back = await choose(start.headers.get('location') ?? '', 'test-ada');
  const flow = started.jar.get('hub_oidc') ?? '';

  expect(await resultOf(await other.get(back))).toMatchObject({
    ok: false,
    message: expect.stringContaining('started elsewhere'),
  });
  other.jar.set('hub_oidc', `${Buffer.from('{}').toString('base64url')}.${flow.split('.')[1]}`);
  expect(await resultOf(await other.get(back))).toMatchObject({ ok: false });
  other.jar.set('hub_oidc', flow);
  expect(await resultOf(await other.get(back.replace(/state=[^&]+/, 'state=another')))).toMatchObject({
    ok: false,
  });
  expect(await resultOf(await started.get(back))).toMatchObject({ ok: true });
  started.jar.set('hub_oidc', flow);
  expect(await resultOf(await started.get(back))).toMatchObject({ ok: false });
  expect(await other.who()).toBeNull();
});

test('another site cannot start it, and without a provider there is none', async () => {
  expect(
    (await hub.browser().get('/api/auth/federated/start', { 'sec-fetch-site': 'cross-site' })).status,
  ).toBe(200);
  expect(
    await resultOf(await hub.browser().get('/api/auth/federated/start', { 'sec-fetch-site': 'cross-site' })),
  ).toMatchObject({ ok: false, code: 'forbidden' });
  expect(await (await hub.browser().get('/api/auth/ways')).json()).toEqual({
    providers: [{ id: 'oidc', name: 'the test provider', isTest: true }],
    codes: true,
  });
  const without = accountsHub(db);
  expect(await (await without.browser().get('/api/auth/ways')).json()).toEqual({
    providers: [],
    codes: true,
  });
  expect(await resultOf(await without.browser().get('/api/auth/federated/start'))).toMatchObject({
    ok: false,
    code: 'not_found',
  });
});

test('a provider that is away or lies is no way in', async () => {
  await fresh();
  const away = accountsHub(db, { env: { PUBLIC_URL: local } });
  away.platform.config.providers = [at('http://127.0.0.1:9')];
  expect(await resultOf(await away.browser().get('/api/auth/federated/start'))).toMatchObject({
    ok: false,
    code: 'unavailable',
  });

  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const truth = { alg: 'RS256', key: keys.privateKey, claims: {} as Record<string, unknown> };
  for (const [name, lie] of Object.entries({
    truth: {},
    'a key that is not published': { key: stranger.privateKey },
    'another issuer': { claims: { iss: 'https://accounts.google.com' } },
    'for another client': { claims: { aud: 'another' } },
    'to another client': { claims: { azp: 'another' } },
    'another nonce': { claims: { nonce: 'another' } },
    'long over': { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
    'no signature': { alg: 'none' },
    'the public key as a shared secret': { alg: 'HS256' },
  })) {
    const liar = await startLiar(keys.publicKey, { ...truth, ...lie });
    const lied = accountsHub(db, { env: { PUBLIC_URL: local } });
    lied.platform.config.providers = [at(liar.issuer)];
    const browser = lied.browser();
    const start = await browser.get('/api/auth/federated/start');
    const asked = new URL(start.headers.get('location') ?? '').searchParams;
    liar.nonce = asked.get('nonce') ?? '';
    const page = await browser.get(`/api/auth/callback/oidc?code=any&state=${asked.get('state')}`);
    expect((await resultOf(page)).ok, name).toBe(name === 'truth');
    expect((await browser.who()) !== null, name).toBe(name === 'truth');
  }
});

async function startLiar(
  publicKey: KeyObject,
  lie: { alg: string; key: KeyObject; claims: Record<string, unknown> },
  discovery: object = {},
) {
  const state = { issuer: '', nonce: '', publicKey, keysAsked: 0 };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const server: Server = createServer((request, response) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: state.issuer,
      aud: 'hub',
      sub: 'liar',
      nonce: state.nonce,
      email: 'liar@example.com',
      email_verified: true,
      iat: now,
      exp: now + 60,
      ...lie.claims,
    };
    const content = `${part({ alg: lie.alg, kid: state.issuer })}.${part(claims)}`;
    const signature =
      lie.alg === 'RS256' ? createSign('RSA-SHA256').update(content).sign(lie.key, 'base64url') : '';
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: state.issuer,
        authorization_endpoint: `${state.issuer}/a`,
        token_endpoint: `${state.issuer}/token`,
        jwks_uri: `${state.issuer}/jwks`,
        ...discovery,
      },
      '/jwks': { keys: [{ ...state.publicKey.export({ format: 'jwk' }), kid: state.issuer }] },
      '/token': { id_token: `${content}.${signature}`, access_token: 'x', token_type: 'bearer' },
    };
    if (request.url === '/jwks') state.keysAsked++;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? '']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
