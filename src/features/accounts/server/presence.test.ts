import { expect, test } from 'vitest';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { hubNow, useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const hub = accountsHub(db);
const password = 'meadow-lantern-otter';

let people = 0;
async function member(at = hub) {
  const browser = at.browser();
  const email = `present${++people}@example.com`;
  const answer = await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password });
  expect(answer.status).toBe(200);
  const uid = (await browser.who())?.uid ?? '';
  const signedIn = (ago: string) =>
    db.pool.query(
      `update account_session set created_at = ${hubNow()} - $2::interval, updated_at = ${hubNow()} - interval '2 days',
         confirmed_at = null where user_id = $1`,
      [uid, ago],
    );
  return { browser, email, uid, signedIn };
}

test('an hour-old session changes nothing that matters until the password is given, for ten minutes', async () => {
  const { browser, email, signedIn } = await member();
  await hub.browser().post('/api/auth/sign-in', { email, password });
  await signedIn('1 hour');
  const matters = [
    () => browser.get('/api/account/export'),
    () => browser.post('/api/auth/sessions/revoke', { others: true }),
    () => browser.post('/api/auth/change-email', { email: `new-${email}` }),
    () => browser.post('/api/account/delete'),
    () => browser.post('/api/auth/confirm'),
  ];
  for (const act of matters) {
    const refused = await act();
    expect(refused.status).toBe(400);
    expect((await errorOf(refused)).fields?.['password']).toMatch(/Confirm your password/);
  }
  expect((await browser.post('/api/auth/confirm', { password: 'not this one' })).status).toBe(400);
  expect((await browser.get('/api/account/export')).status).toBe(400);

  expect((await browser.post('/api/auth/confirm', { password })).status).toBe(200);
  for (const act of matters.slice(0, 3)) expect((await act()).status).toBe(200);
  await db.pool.query(`update account_session set confirmed_at = ${hubNow()} - interval '11 minutes'`);
  expect((await browser.get('/api/account/export')).status).toBe(400);
});

test('the password is asked for in the very session: another one is not opened by it', async () => {
  const { browser, email, signedIn } = await member();
  const thief = hub.browser();
  await thief.post('/api/auth/sign-in', { email, password });
  await signedIn('1 hour');
  await browser.post('/api/auth/confirm', { password });
  expect((await thief.get('/api/account/export')).status).toBe(400);
});

test('who sits at somebody’s open browser has twenty tries', async () => {
  const { browser, signedIn } = await member();
  await signedIn('1 hour');
  for (let n = 0; n < 20; n++)
    expect((await browser.post('/api/auth/confirm', { password: `guess ${n}` })).status).toBe(400);
  expect((await browser.post('/api/auth/confirm', { password })).status).toBe(429);
  expect((await browser.post('/api/auth/sessions/revoke', { others: true, password })).status).toBe(429);
});

test('a stolen session uses up nothing that the owner needs against it in another one', async () => {
  const { browser: thief, email, signedIn } = await member();
  const owner = hub.browser();
  await signedIn('1 hour');
  await owner.post('/api/auth/sign-in', { email, password });
  const wrong = { password: 'no', currentPassword: 'no', newPassword: 'violet-harbour-71-swim' };
  const defences = ['/api/auth/sessions/revoke', '/api/auth/confirm', '/api/auth/change-password'];
  for (const path of defences)
    for (let n = 0; n < 25; n++) await thief.post(path, { others: true, ...wrong });
  for (const path of defences) expect((await thief.post(path, { others: true, ...wrong })).status).toBe(429);
  expect((await owner.post('/api/auth/confirm', { password })).status).toBe(200);
  expect((await owner.post('/api/auth/sessions/revoke', { others: true })).status).toBe(200);
  const change = { currentPassword: password, newPassword: 'violet-harbour-71-swim' };
  expect((await owner.post('/api/auth/change-password', change)).status).toBe(200);
  expect(await thief.who()).toBeNull();
});

test('a session in daily use ends on its last day, is told three days before, and its cookie with it', async () => {
  const { browser, email, signedIn } = await member();
  const session = async () => {
    const answer = await browser.get('/api/auth/session');
    return {
      ...((await answer.json()) as { user: object | null; endsAt?: string }),
      cookie: answer.headers.getSetCookie()[0] ?? '',
    };
  };
  await signedIn('86 days');
  expect(await session()).not.toHaveProperty('endsAt');
  await signedIn('88 days');
  const { endsAt = '', cookie } = await session();
  const left = new Date(endsAt).getTime() - Date.now();
  expect(left / 86_400_000).toBeCloseTo(2, 2);
  expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(2 * 86_400);
  await signedIn('91 days');
  await session();
  expect((await session()).user).toBeNull();
  expect((await browser.post('/api/auth/sign-in', { email, password })).status).toBe(200);
  expect(await session()).not.toHaveProperty('endsAt');
});

test('the operator says how long a session lives', async () => {
  const strict = accountsHub(db, { env: { SESSION_IDLE_DAYS: '2', SESSION_MAX_DAYS: '1' } });
  const browser = strict.browser();
  const answer = await browser.post('/api/auth/sign-up', {
    displayName: 'Person',
    email: 'strict@example.com',
    password,
  });
  expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=86400;|Max-Age=86400$/);
  expect(await (await browser.get('/api/auth/session')).json()).toHaveProperty('endsAt');
});

test('a password must not be what this hub is called, nor one that leaked', async () => {
  const browser = hub.browser();
  const said = async (word: string) => {
    const answer = await browser.post('/api/auth/sign-up', {
      displayName: 'Person',
      email: 'words@example.com',
      password: word,
    });
    return (await errorOf(answer)).fields?.['password'];
  };
  expect(await said('Birch&Sons2026!')).toMatch(/name of this site/);
  expect(await said('L1mited-birch-26')).toMatch(/name of this site/);
  expect(await said('bismillah786')).toMatch(/too common/);
});
