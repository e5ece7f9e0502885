// Long because: one test a route and a fault, flat, on one database.
import { expect, test } from 'vitest';
import { createHashing } from './hashing.ts';
import { accountsHub, errorOf, origin } from '#testing/accounts-hub.ts';
import { hubNow, useDatabase } from '#testing/database.ts';
import { createCookies } from './cookies.ts';

const db = await useDatabase();
const bought = new Map<string, string[]>();
const hub = accountsHub(db, { purchasedDocuments: async (uid) => bought.get(uid) ?? [] });
const password = 'meadow-lantern-otter';
const signUp = { displayName: 'Ada', email: 'ada@example.com', password };

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `member${++people}@example.com`;
  expect((await browser.post('/api/auth/sign-up', { ...signUp, email })).status).toBe(200);
  return { browser, email };
}

test('[AUTH-1] [AUTH-3] a new account is signed in, has its profile, and one mail to confirm the address', async () => {
  const browser = hub.browser();
  const answer = await browser.post('/api/auth/sign-up', {
    ...signUp,
    displayName: '  Ada   L. ',
    email: ' Ada@Example.com ',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { user } = (await answer.json()) as { user: { uid: string } };
  expect(user).toEqual({
    uid: expect.stringMatching(/^usr_/),
    email: 'ada@example.com',
    displayName: 'Ada L.',
    emailVerified: false,
  });
  expect(await browser.who()).toEqual(user);

  const { profile } = (await (await browser.get('/api/profile')).json()) as { profile: unknown };
  expect(profile).toEqual({
    uid: user.uid,
    email: 'ada@example.com',
    displayName: 'Ada L.',
    isSubscribed: false,
    purchasedTemplates: [],
    aiTemplateUsage: { count: 0, month: new Date().getUTCMonth() },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });

  const [mail, ...more] = await hub.mails('ada@example.com');
  expect(more).toEqual([]);
  expect(mail?.text).not.toContain('Ada L.');
  expect((await browser.post('/api/auth/verify-email', { token: mail?.token })).status).toBe(200);
  expect((await browser.who())?.emailVerified).toBe(true);
  expect((await browser.post('/api/auth/verify-email', { token: mail?.token })).status).toBe(400);
});

test('whether an account is gone is told by its ID alone, and nothing else of it', async () => {
  const { browser } = await member();
  const uid = (await browser.who())?.uid ?? '';
  const stranger = hub.browser();
  const gone = async (id: string) => (await stranger.get(`/api/auth/gone?uid=${id}`)).json();
  expect(await gone(uid)).toEqual({ isGone: false });
  expect((await browser.post('/api/account/delete', { password })).status).toBe(200);
  expect(await gone(uid)).toEqual({ isGone: true });
  expect(await gone('usr_nobody')).toEqual({ isGone: true });
  for (const wrong of ['', 'usr_', "usr_' or 1=1", 'offline_1', `usr_${'x'.repeat(61)}`])
    expect((await stranger.get(`/api/auth/gone?uid=${encodeURIComponent(wrong)}`)).status, wrong).toBe(400);
});

test('the session cookie is closed to scripts; a hint beside it is not, and both go at sign-out', async () => {
  const { browser } = await member();
  const answer = await browser.post('/api/auth/sign-in', { email: `member${people}@example.com`, password });
  const [session, hint] = answer.headers.getSetCookie();
  expect(session).toMatch(/^hub_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect(hint).toMatch(/^hub_hint=1; Path=\/; SameSite=Lax; Max-Age=2592000$/);
  await browser.post('/api/auth/sign-out');
  // Which device it is lasts: that this account was opened here keeps strangers from locking its owner out.
  expect([...browser.jar.keys()]).toEqual(['hub_device']);
});

test('behind https every cookie is secure and bound to this host', async () => {
  const secure = accountsHub(db, { env: { PUBLIC_URL: 'https://hub.test' } });
  const answer = await secure
    .browser()
    .post('/api/auth/sign-up', { ...signUp, email: 'https@example.com' }, { origin: 'http://hub.test' });
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^__Host-hub_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
  );
  expect(answer.headers.getSetCookie()[1]).toMatch(
    /^__Host-hub_hint=1; Path=\/; SameSite=Lax; Max-Age=2592000; Secure$/,
  );
  const flow = new Headers();
  createCookies(() => Buffer.alloc(32), true).setFlow(flow, 'round trip', 600);
  expect(flow.getSetCookie()[0]).toMatch(
    /^__Host-hub_oidc=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  );
});

test('a wrong password and an unknown address are one answer, at the cost of one hash', async () => {
  const { email } = await member();
  const before = { ...hub.hashing };
  const wrong = await hub.browser().post('/api/auth/sign-in', { email, password: 'something else 1' });
  expect(hub.hashing.verified - before.verified).toBe(1);
  const unknown = await hub
    .browser()
    .post('/api/auth/sign-in', { email: 'nobody@example.com', password: 'something else 1' });
  expect(hub.hashing.hashed - before.hashed).toBe(1);
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await errorOf(wrong)).toEqual({ ...(await errorOf(unknown)), requestId: expect.anything() });
  expect(unknown.headers.getSetCookie()).toEqual(wrong.headers.getSetCookie());
});

test('an address that is taken is said at the field', async () => {
  const { email } = await member();
  const answer = await hub.browser().post('/api/auth/sign-up', { ...signUp, email: email.toUpperCase() });
  expect(answer.status).toBe(409);
  expect((await errorOf(answer)).fields).toEqual({
    email: expect.stringContaining('already an account with this email address'),
  });
});

test('of twenty sign-ups at once with one address exactly one wins, and one mail goes out', async () => {
  const email = 'twins@example.com';
  // Hashing has room for eight at once: twenty come in threes.
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) {
    const answers = await Promise.all(
      [1, 2, 3].map(() => hub.browser().post('/api/auth/sign-up', { ...signUp, email })),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(20);
  expect(await hub.mails(email)).toHaveLength(1);
  const { rows } = await db.pool.query('select count(*) as n from account_user where email = $1', [email]);
  expect(rows).toEqual([{ n: 1 }]);
});

test('weak passwords are refused with words beside the field', async () => {
  for (const [weak, words] of [
    ['short-9', /at least 10/],
    ['Password123!', /too common/],
    ['qwertyuiop', /too common/],
    ['x'.repeat(129), /up to 128/],
    ['weak@example.com', /can’t be your name/],
  ] as const) {
    const answer = await hub
      .browser()
      .post('/api/auth/sign-up', { ...signUp, email: 'weak@example.com', password: weak });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).fields?.['password']).toMatch(words);
  }
  expect(await hub.mails('weak@example.com')).toEqual([]);
});

test('lists, line breaks and things that are no address are refused', async () => {
  for (const email of [
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@localhost',
    '<a@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ]) {
    expect((await hub.browser().post('/api/auth/sign-up', { ...signUp, email })).status, email).toBe(400);
  }
});

test('what only the server decides is ignored, and unchanged on reread', async () => {
  const browser = hub.browser();
  const extra = {
    role: 'admin',
    plan: 'pro',
    isSubscribed: true,
    purchasedTemplates: ['x'],
    uid: 'usr_mine',
    emailVerified: true,
    aiTemplateUsage: { count: -5, month: 3 },
    createdAt: '2001-01-01',
  };
  await browser.post('/api/auth/sign-up', { ...signUp, ...extra, email: 'mass@example.com' });
  const before = await (await browser.get('/api/profile')).json();
  expect(before).toMatchObject({
    profile: { isSubscribed: false, purchasedTemplates: [], aiTemplateUsage: { count: 0 } },
  });
  expect(
    (await browser.patch('/api/profile', { ...extra, email: 'other@example.com', displayName: 'New Name' }))
      .status,
  ).toBe(200);
  await browser.post('/api/profile', { ...extra, displayName: 'Ignored' });
  const after = await (await browser.get('/api/profile')).json();
  expect(after).toEqual({ profile: { ...(before as { profile: object }).profile, displayName: 'New Name' } });
  expect(await browser.who()).toMatchObject({
    displayName: 'New Name',
    emailVerified: false,
    email: 'mass@example.com',
  });
});

test('[AUTH-4] where there is no profile the default is made once, and never over an existing one', async () => {
  const { browser } = await member();
  bought.set((await browser.who())?.uid ?? '', ['nda']);
  await db.pool.query(`delete from account_profile where owner_id = $1`, [(await browser.who())?.uid]);
  expect(await (await browser.get('/api/profile')).json()).toEqual({ profile: null });
  const made = (await (await browser.post('/api/profile')).json()) as { profile: object };
  expect(made.profile).toMatchObject({ displayName: 'Ada', isSubscribed: false });
  expect(made.profile).not.toHaveProperty('createdAt');
  await db.pool.query(
    `update account_profile set is_subscribed = true, purchased_templates = '["old"]' where owner_id = $1`,
    [(await browser.who())?.uid],
  );
  expect(await (await browser.post('/api/profile')).json()).toMatchObject({
    profile: { isSubscribed: true, purchasedTemplates: ['nda'] },
  });
});

test('a session planted before sign-in is not the one afterwards, and the former one is dead', async () => {
  const { browser, email } = await member();
  const former = browser.jar.get('hub_session');
  await browser.post('/api/auth/sign-in', { email, password });
  const now = browser.jar.get('hub_session');
  expect(now).not.toBe(former);
  const thief = hub.browser();
  thief.jar.set('hub_session', former ?? '');
  expect(await thief.who()).toBeNull();

  const planted = hub.browser();
  planted.jar.set('hub_session', 'chosen-by-somebody.AAAA');
  expect(await planted.who()).toBeNull();
  await planted.post('/api/auth/sign-in', { email, password });
  expect(planted.jar.get('hub_session')).not.toContain('chosen-by-somebody');
});

test('signing out ends the session on the server', async () => {
  const { browser } = await member();
  const copy = browser.jar.get('hub_session') ?? '';
  await browser.post('/api/auth/sign-out');
  const thief = hub.browser();
  thief.jar.set('hub_session', copy);
  expect(await thief.who()).toBeNull();
});

test('a token without our signature, or with another, is nobody', async () => {
  const { browser } = await member();
  const { rows } = await db.pool.query<{ token: string }>(
    'select token from account_session order by created_at desc limit 1',
  );
  const token = rows[0]?.token ?? '';
  for (const forged of [token, `${token}.`, `${token}.${'A'.repeat(43)}`, '.', 'x']) {
    browser.jar.set('hub_session', forged);
    expect(await browser.who()).toBeNull();
  }
});

test('a session is renewed once a day by use, and over after its time', async () => {
  const { browser } = await member();
  const uid = (await browser.who())?.uid;
  expect((await browser.get('/api/auth/session')).headers.getSetCookie()).toEqual([]);
  await db.pool.query(
    `update account_session set updated_at = ${hubNow()} - interval '2 days', expires_at = ${hubNow()} + interval '1 day' where user_id = $1`,
    [uid],
  );
  expect((await browser.get('/api/auth/session')).headers.getSetCookie()[0]).toMatch(/^hub_session=/);
  const { rows } = await db.pool.query(
    `select expires_at > ${hubNow()} + interval '29 days' as renewed from account_session where user_id = $1`,
    [uid],
  );
  expect(rows).toEqual([{ renewed: true }]);
  await db.pool.query(
    `update account_session set expires_at = ${hubNow()} - interval '1 second' where user_id = $1`,
    [uid],
  );
  expect(await browser.who()).toBeNull();
  // The cookie stays: an answer that comes after somebody has signed in here would take theirs.
  expect([...browser.jar.keys()]).toEqual(['hub_session', 'hub_device']);
});

test('[AUTH-5] a try that was given up leaves no session, whether the word comes before or after', async () => {
  const { email } = await member();
  const sessions = async () =>
    (
      await db.pool.query(
        'select id from account_session s where user_id = (select id from account_user where email = $1)',
        [email],
      )
    ).rowCount;
  const before = await sessions();

  const early = hub.browser();
  expect((await early.post('/api/auth/sign-in/abandon', { attempt: 'attempt-number-one' })).status).toBe(200);
  const refused = await early.post('/api/auth/sign-in', { email, password, attempt: 'attempt-number-one' });
  expect(refused.status).toBe(409);
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await sessions()).toBe(before);

  const late = hub.browser();
  expect(
    (await late.post('/api/auth/sign-in', { email, password, attempt: 'attempt-number-two' })).status,
  ).toBe(200);
  expect(await late.who()).not.toBeNull();
  await hub.browser().post('/api/auth/sign-in/abandon', { attempt: 'attempt-number-two' });
  expect(await late.who()).toBeNull();
  expect(await sessions()).toBe(before);
});

test('a session that is made after its browser hung up ends at once', async () => {
  const { email } = await member();
  const count = async () =>
    (
      await db.pool.query(
        'select id from account_session where user_id = (select id from account_user where email = $1)',
        [email],
      )
    ).rowCount;
  const before = await count();
  const hangUp = new AbortController();
  const request = new Request(`${origin}/api/auth/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', origin },
    signal: hangUp.signal,
  });
  const answer = hub.app.request(request);
  hangUp.abort();
  expect((await answer).headers.getSetCookie()).toEqual([]);
  expect(await count()).toBe(before);
});

test('a request from another site changes nothing', async () => {
  const { browser } = await member();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    for (const path of [
      '/api/auth/sign-in',
      '/api/auth/sign-out',
      '/api/auth/sign-up',
      '/api/account/delete',
      '/api/auth/change-email',
    ]) {
      expect((await browser.post(path, {}, headers)).status, path).toBe(403);
    }
  }
  expect((await browser.post('/api/auth/sign-in', 'email=a', { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
  expect(await browser.who()).not.toBeNull();
});

test('ten tries at an account from one place, then 429 with a time to come back; known or unknown', async () => {
  const { email } = await member();
  for (const target of [email, 'unknown-to-all@example.com']) {
    const browser = hub.browser();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await browser.post('/api/auth/sign-in', { email: target, password: `wrong wrong ${n}` })).status,
      );
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const answer = await browser.post('/api/auth/sign-in', { email: target, password });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(200);
});

test('200 sign-ins at once: each is let in or told to wait, none fails', async () => {
  const busy = accountsHub(db, { hashing: createHashing({ log2N: 10, r: 8, p: 1 }) });
  const email = 'crowd@example.com';
  await busy.browser().post('/api/auth/sign-up', { ...signUp, email });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => busy.browser().post('/api/auth/sign-in', { email, password })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statuses.has(200)).toBe(true);
  const waits = answers
    .filter(({ status }) => status === 429)
    .map(({ headers }) => Number(headers.get('retry-after')));
  expect(waits.length).toBeGreaterThan(0);
  expect(waits.every((wait) => wait > 0)).toBe(true);
  expect(busy.unexpected).toEqual([]);
});

test('a suspended account is signed out, meets "suspended" with the right password only, and comes back', async () => {
  const { browser, email } = await member();
  expect(await hub.command(`user suspend ${email}`)).toEqual([`${email} is suspended.`]);
  expect(await browser.who()).toBeNull();
  const right = await hub.browser().post('/api/auth/sign-in', { email, password });
  expect(right.status).toBe(403);
  expect(await errorOf(right)).toMatchObject({ code: 'forbidden', message: 'This account is suspended.' });
  expect(
    (await hub.browser().post('/api/auth/sign-in', { email, password: 'wrong wrong wrong' })).status,
  ).toBe(401);
  await hub.command(`user unsuspend ${email}`);
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(200);
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
