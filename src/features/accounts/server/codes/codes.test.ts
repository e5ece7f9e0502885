import { expect, test } from 'vitest';
import { minutes, movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { codesHub, password, shownBy } from '#testing/entry-codes.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-25T09:00:00Z');
const another = 'violet-harbour-71-swim';
const hub = codesHub(db, clock);
const { visitor, member, asked, accountsOf, newEmail } = hub;

test('a new address: the code asks for a name, then opens a confirmed account without a password', async () => {
  const email = newEmail();
  const { browser, code, confirm } = await asked(email);
  expect(await (await confirm(email, code)).json()).toEqual({ user: null, missing: 'displayName' });
  expect(await accountsOf(email)).toEqual([]);

  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect((await confirm(email, spaced, { displayName: 'Ada Lovelace' })).status).toBe(200);
  expect(await browser.who()).toMatchObject({ email, displayName: 'Ada Lovelace', emailVerified: true });
  expect((await browser.get('/api/profile').then((answer) => answer.json())) as object).toMatchObject({
    profile: { email, createdAt: clock.now().toISOString() },
  });
  const { rows } = await db.pool.query(
    'select 1 from account_login l join account_user u on u.id = l.user_id where u.email = $1',
    [email],
  );
  expect(rows).toEqual([]);
  expect(await hub.command(`user show ${email}`)).toContain('signs in   code by email');
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(401);
});

test('a password for such an account comes by the link for a forgotten one, and its work stays', async () => {
  const email = newEmail();
  const { browser, code, confirm } = await asked(email);
  await confirm(email, code, { displayName: 'Ada' });
  const uid = (await browser.who())?.uid;
  await browser.post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const token = (await hub.mails(email)).at(-1)?.token;
  expect((await hub.browser().post('/api/auth/reset-password', { token, password })).status).toBe(200);
  const back = hub.browser();
  expect((await back.post('/api/auth/sign-in', { email, password })).status).toBe(200);
  expect((await back.who())?.uid).toBe(uid);
});

test('a code signs in to the account that is there, keeps its password and its name, and works once', async () => {
  const { email, uid } = await member();
  const { browser, code, confirm, secret } = await asked(email);
  expect((await confirm(email, code, { displayName: 'Somebody else' })).status).toBe(200);
  expect(await browser.who()).toMatchObject({ uid, displayName: 'Person' });
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(200);
  expect(await errorOf(await confirm(email, code))).toMatchObject({
    code: 'conflict',
    fields: { code: expect.stringContaining('used or has expired') },
  });
  const { rows } = await db.pool.query('select account_code::text from account_code');
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a code is worth nothing in another browser, for another address, or after ten minutes', async () => {
  const { email } = await member();
  const { code, confirm } = await asked(email);
  expect((await visitor().confirm(email, code)).status).toBe(409);
  const elsewhere = visitor();
  await elsewhere.ask(email);
  const theirs = await hub.mailedCode(email);
  expect((await confirm(email, theirs)).status).toBe(theirs === code ? 200 : 400);
  expect((await confirm((await member()).email, code)).status).toBe(400);
  clock.move(minutes(10) + 1000);
  expect((await confirm(email, code)).status).toBe(409);
});

test('of ten confirmations at once one opens the one account; two browsers at once come to the same', async () => {
  const email = newEmail();
  const { code, confirm } = await asked(email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => confirm(email, code, { displayName: 'Ada' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const shared = newEmail();
  const [a, b] = [await asked(shared), await asked(shared)];
  const both = await Promise.all([a, b].map((at) => at.confirm(shared, at.code, { displayName: 'Ada' })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect([(await accountsOf(email)).length, (await accountsOf(shared)).length]).toEqual([1, 1]);
  expect((await a.browser.who())?.uid).toBe((await b.browser.who())?.uid);
});

test('a suspended account is refused in the words of every other way', async () => {
  const { email } = await member();
  await hub.command(`user suspend ${email}`);
  const { browser, code, confirm } = await asked(email);
  const refused = await errorOf(await confirm(email, code));
  expect(refused).toMatchObject({ code: 'forbidden', message: 'This account is suspended.' });
  expect(await browser.who()).toBeNull();
});

test('two-factor authentication is asked for after the code, and guesses at it end the code', async () => {
  const { browser: own, email } = await member();
  const begun = (await (await own.post('/api/auth/second-step/begin')).json()) as { secret: string };
  const first = shownBy(begun.secret, clock.now());
  expect((await own.post('/api/auth/second-step/confirm', { code: first })).status).toBe(200);
  clock.move(minutes(2));

  const { browser, code, confirm } = await asked(email);
  expect(await (await confirm(email, code)).json()).toEqual({ user: null, missing: 'second' });
  expect((await errorOf(await confirm(email, code, { second: '1' }))).fields).toHaveProperty('second');
  const right = shownBy(begun.secret, clock.now());
  expect((await confirm(email, code, { second: right })).status).toBe(200);
  expect((await browser.who())?.email).toBe(email);

  clock.move(minutes(2));
  const thief = await asked(email);
  for (let n = 0; n < 5; n++) await thief.confirm(email, thief.code, { second: '1' });
  const late = { second: shownBy(begun.secret, clock.now()) };
  expect((await thief.confirm(email, thief.code, late)).status).toBe(429);
  expect((await hub.mails(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Someone may be reading your email/),
  );
});

test('an account that nobody had proven starts empty, only after that was said, without its password', async () => {
  const { browser: squatter, email, uid } = await member({ isProven: false });
  const { browser, code, confirm } = await asked(email);
  expect((await hub.mails(email)).at(-1)?.text).toContain('was never confirmed');
  expect(await (await confirm(email, code)).json()).toEqual({ user: null, missing: 'anew' });
  expect(await squatter.who()).not.toBeNull();

  expect((await confirm(email, code, { anew: true })).status).toBe(200);
  const { uid: now, emailVerified } = (await browser.who()) ?? {};
  expect([now === uid, emailVerified]).toEqual([false, true]);
  expect(await squatter.who()).toBeNull();
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(401);
});

test('whoever is signed in to the unproven account and reads its mail keeps it as it is', async () => {
  const { browser, email, uid } = await member({ isProven: false });
  const { code, confirm } = await asked(email, browser);
  expect((await confirm(email, code)).status).toBe(200);
  expect(await browser.who()).toMatchObject({ uid, emailVerified: true });
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(200);
});

test('a new password ends the codes that lie in the mailbox', async () => {
  const { email, browser } = await member();
  const before = await asked(email);
  await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: another });
  expect((await before.confirm(email, before.code)).status).toBe(409);
  const again = await asked(email);
  await browser.post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const token = (await hub.mails(email)).findLast((mail) => mail.token !== null)?.token;
  expect((await hub.browser().post('/api/auth/reset-password', { token, password })).status).toBe(200);
  expect((await again.confirm(email, again.code)).status).toBe(409);
});

test('a try that was taken back leaves no session, and the account is there for the next code', async () => {
  const email = newEmail();
  const { browser, code, confirm } = await asked(email);
  const attempt = randomText(24);
  await hub.browser().post('/api/auth/sign-in/abandon', { attempt });
  expect((await confirm(email, code, { displayName: 'Ada', attempt })).status).toBe(409);
  expect(await browser.who()).toBeNull();
  clock.move(minutes(2));
  const again = await asked(email, browser);
  expect((await again.confirm(email, again.code)).status).toBe(200);
  expect(await accountsOf(email)).toHaveLength(1);
});
