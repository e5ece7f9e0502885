import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startGitHubEmulator } from '#emulators/github/server.ts';
import { startOidcEmulator } from '#emulators/oidc/server.ts';
import { testPeople } from '#emulators/oidc/people.ts';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { readProviders } from '#platform/server/sign-in-providers.ts';
import { beginFlow } from './flow.ts';
import { identify } from './person.ts';
import { wayOf } from './ways.ts';

const db = await useDatabase();
const [openid, second, github] = await Promise.all([
  startOidcEmulator(),
  startOidcEmulator(),
  startGitHubEmulator(),
]);
afterAll(() => Promise.all([openid.close(), second.close(), github.close()]));
const hub = accountsHub(db, { env: { PUBLIC_URL: 'http://localhost' } });
const providers = [openid, { ...second, id: 'oidc-2', name: 'The other one' }, github];
hub.platform.config.providers = providers;

type Browser = ReturnType<typeof hub.browser>;

async function begin(browser: Browser, provider: string): Promise<URL> {
  const start = await browser.get(`/api/auth/federated/start?provider=${provider}`);
  expect(start.status, await start.clone().text()).toBe(302);
  return new URL(start.headers.get('location') ?? '');
}

async function choose(asked: URL, person: string): Promise<string> {
  const chosen = await fetch(asked.origin + asked.pathname, {
    method: 'POST',
    body: new URLSearchParams([...asked.searchParams, ['person', person]]),
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
  };

const walk = async (browser: Browser, provider: string, person: string) =>
  resultOf(await browser.get(await choose(await begin(browser, provider), person)));

const fresh = async () => void (await db.pool.query('delete from account_user'));

test('[AUTH-1] several providers at once, each by its name and with an address of its own to come back to', async () => {
  expect(await (await hub.browser().get('/api/auth/ways')).json()).toEqual({
    providers: [
      { id: 'oidc', name: 'the test provider', isTest: true },
      { id: 'oidc-2', name: 'The other one', isTest: true },
      { id: 'github', name: 'the test GitHub', isTest: true },
    ],
    codes: true,
  });
  for (const { id } of providers) {
    await fresh();
    const browser = hub.browser();
    const asked = await begin(browser, id);
    expect(asked.searchParams.get('redirect_uri')).toBe(`http://localhost/api/auth/callback/${id}`);
    expect(await resultOf(await browser.get(await choose(asked, 'test-ada')))).toMatchObject({ ok: true });
    expect(await browser.who()).toMatchObject({
      email: 'ada@example.com',
      displayName: 'Ada Test',
      emailVerified: true,
    });
  }
});

test('one person with a proven address is one account, whichever provider they come by', async () => {
  await fresh();
  const uids = [];
  for (const { id } of providers) {
    const browser = hub.browser();
    expect(await walk(browser, id, 'test-grace')).toMatchObject({ ok: true });
    uids.push((await browser.who())?.uid);
  }
  expect(new Set(uids).size).toBe(1);
  const { rowCount } = await db.pool.query('select from account_login');
  expect(rowCount).toBe(3);
});

test('an address that GitHub has not confirmed joins nobody', async () => {
  await fresh();
  const browser = hub.browser();
  expect(await walk(browser, 'github', 'test-mallory')).toMatchObject({ ok: true });
  expect(await browser.who()).toMatchObject({ emailVerified: false });
  const other = await walk(hub.browser(), 'oidc', 'test-mallory');
  expect(other).toMatchObject({ ok: false, code: 'conflict' });
});

test('at GitHub the number is the person: who took over a name and an address is somebody else', async () => {
  await fresh();
  const first = hub.browser();
  await walk(first, 'github', 'test-ada');
  const ada = testPeople[0];
  if (!ada) throw new Error('Nobody there');
  const { email } = ada;
  ada.email = 'ada.moved@example.com';
  try {
    const again = hub.browser();
    await walk(again, 'github', 'test-ada');
    expect((await again.who())?.uid).toBe((await first.who())?.uid);
  } finally {
    ada.email = email;
  }
});

test('the answer of one provider is none of another’s, whose code is never asked for with it', async () => {
  await fresh();
  for (const [from, to] of [
    ['oidc', 'oidc-2'],
    ['github', 'oidc'],
    ['oidc', 'github'],
  ] as const) {
    const browser = hub.browser();
    const back = await choose(await begin(browser, from), 'test-ada');
    const result = await resultOf(await browser.get(back.replace(`/callback/${from}`, `/callback/${to}`)));
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('started elsewhere') });
    expect(await browser.who()).toBeNull();
  }
  expect(await resultOf(await hub.browser().get('/api/auth/federated/start?provider=none'))).toMatchObject({
    ok: false,
    code: 'not_found',
  });
});

test('what GitHub refuses is told as what it is', async () => {
  await fresh();
  expect(await walk(hub.browser(), 'github', '')).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('didn’t allow sign-in'),
  });
  const stale = hub.browser();
  const back = await choose(await begin(stale, 'github'), 'test-ada');
  expect(await resultOf(await stale.get(back.replace(/code=[^&]+/, 'code=another')))).toMatchObject({
    message: expect.stringContaining('took too long'),
  });
  hub.platform.config.providers = [{ ...github, clientSecret: 'wrong' }];
  expect(await walk(hub.browser(), 'github', 'test-ada')).toMatchObject({
    message: expect.stringContaining('incorrect_client_credentials'),
  });
  hub.platform.config.providers = [{ ...openid, clientSecret: 'wrong' }];
  expect(await walk(hub.browser(), 'oidc', 'test-ada')).toMatchObject({
    message: expect.stringContaining('invalid_client'),
  });
  hub.platform.config.providers = [{ ...github, issuer: 'http://127.0.0.1:9' }];
  const away = hub.browser();
  const { searchParams } = await begin(away, 'github');
  expect(
    await resultOf(await away.get(`/api/auth/callback/github?code=x&state=${searchParams.get('state')}`)),
  ).toMatchObject({ code: 'unavailable' });
  hub.platform.config.providers = providers;
});

test('providers are read from their settings, in the order of their buttons', () => {
  const both = (prefix: string) => ({ [`${prefix}_CLIENT_ID`]: 'i', [`${prefix}_CLIENT_SECRET`]: 's' });
  const read = (env: Record<string, string>, live = true) =>
    readProviders(env, live).map((each) => [each.id, each.issuer, wayOf(each, live).name]);
  expect(
    read({
      ...both('OIDC_2'),
      OIDC_2_ISSUER: 'https://id.example.com/realms/a/',
      OIDC_2_NAME: 'Acme',
      ...both('OIDC'),
      OIDC_ISSUER: 'https://accounts.google.com',
      ...both('GITHUB'),
      ...both('MICROSOFT'),
      ...both('GOOGLE'),
    }),
  ).toEqual([
    ['google', 'https://accounts.google.com', 'Google'],
    ['microsoft', 'https://login.microsoftonline.com/common/v2.0', 'Microsoft'],
    ['github', 'https://github.com', 'GitHub'],
    ['oidc', 'https://accounts.google.com', 'Google'],
    ['oidc-2', 'https://id.example.com/realms/a', 'Acme'],
  ]);
  for (const issuer of ['http://id.example.com', 'http://127.0.0.1:8080', 'ftp://a.example'])
    expect(() => read({ ...both('OIDC'), OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER: got/);
  expect(read({ ...both('OIDC'), OIDC_ISSUER: 'http://127.0.0.1:8080/' }, false)).toEqual([
    ['oidc', 'http://127.0.0.1:8080', 'the test provider'],
  ]);
  expect(() => read({ GITHUB_CLIENT_ID: 'i' })).toThrow(/but GITHUB_CLIENT_SECRET is missing/);
});

test('Microsoft’s tenants are each their own issuer, and an address there is proven by its own word only', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const base = 'https://login.microsoftonline.com';
  const flow = beginFlow('microsoft', 'https://hub.example/api/auth/callback/microsoft', null, new Date());
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const told = async (claims: object, iss = `${base}/tenant-1/v2.0`) => {
    const now = Math.floor(Date.now() / 1000);
    const content = `${part({ alg: 'RS256', kid: 'k' })}.${part({
      iss,
      tid: 'tenant-1',
      aud: 'hub',
      sub: 'person',
      nonce: flow.nonce,
      email: 'ada@example.com',
      iat: now,
      exp: now + 60,
      ...claims,
    })}`;
    const signature = createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url');
    const answers: Record<string, unknown> = {
      [`${base}/common/v2.0/.well-known/openid-configuration`]: {
        issuer: `${base}/{tenantid}/v2.0`,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/keys`,
      },
      [`${base}/token`]: { access_token: 'a', token_type: 'Bearer', id_token: `${content}.${signature}` },
      [`${base}/keys`]: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] },
    };
    return identify(
      { id: 'microsoft', kind: 'openid', issuer: `${base}/common/v2.0`, clientId: 'hub', clientSecret: 's' },
      { fetch: async (url) => Response.json(answers[url]), mayLookAgain: () => false },
      flow,
      new URL(`${flow.redirectUri}?code=c&state=${flow.state}`),
    );
  };
  expect(await told({ email_verified: true })).toMatchObject({
    accountId: `${base}/tenant-1/v2.0 person`,
    emailVerified: false,
  });
  expect(await told({ xms_edov: '1' })).toMatchObject({ emailVerified: true });
  await expect(told({ xms_edov: true }, `${base}/tenant-2/v2.0`)).rejects.toThrow();
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
