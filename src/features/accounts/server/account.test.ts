// Long because: one test a route and a fault, flat, on one database.
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createHashing } from './hashing.ts';
import { createMemberData, jsonFile } from './public.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { hubNow, useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const memberData = createMemberData();
const forgotten: string[] = [];
memberData.add({
  name: 'documents',
  gather: async (uid) => [
    jsonFile('documents/one.json', { uid }),
    jsonFile('documents/../../one.json', 'climbing'),
    jsonFile('documents/ünï.json', 'x'.repeat(5000)),
  ],
  forget: async (_trx, uid) => void forgotten.push(uid),
});
const hub = accountsHub(db, { memberData });
const password = 'meadow-lantern-otter';
const another = 'violet-harbour-71-swim';

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `person${++people}@example.com`;
  expect((await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password })).status).toBe(
    200,
  );
  const signIn = async (word = password) => {
    const other = hub.browser();
    return {
      browser: other,
      status: (await other.post('/api/auth/sign-in', { email, password: word })).status,
    };
  };
  return { browser, email, uid: (await browser.who())?.uid ?? '', signIn };
}

const lastToken = async (email: string) =>
  (await hub.mails(email)).findLast(({ token }) => token !== null)?.token ?? '';
const ageSessions = (uid: string) =>
  db.pool.query(
    `update account_session set created_at = ${hubNow()} - interval '1 hour' where user_id = $1`,
    [uid],
  );

test('[AUTH-1] a forgotten password: the link from the mail sets a new one, once, and ends every session', async () => {
  const { browser, email, signIn } = await member();
  expect((await browser.post('/api/auth/forgot-password', { email })).status).toBe(200);
  await hub.deliver();
  const token = await lastToken(email);
  expect((await hub.mails(email)).map(({ subject }) => subject)).toEqual([
    'Confirm your email address at Birch & Sons',
    'Reset your password at Birch & Sons',
  ]);

  const weak = await hub.browser().post('/api/auth/reset-password', { token, password: 'Password123!' });
  expect((await errorOf(weak)).fields?.['password']).toMatch(/too common/);
  expect((await hub.browser().post('/api/auth/reset-password', { token, password: another })).status).toBe(
    200,
  );
  expect(await browser.who()).toBeNull();
  expect((await signIn()).status).toBe(401);
  const back = await signIn(another);
  expect(back.status).toBe(200);
  expect((await back.browser.who())?.emailVerified).toBe(true);
  expect(
    (await hub.browser().post('/api/auth/reset-password', { token, password: 'one-more-time-please' }))
      .status,
  ).toBe(400);
  expect((await signIn('one-more-time-please')).status).toBe(401);
  expect((await hub.mails(email)).at(-1)?.subject).toBe('Your password at Birch & Sons was changed');
});

test('a made-up reset link is refused before its password is hashed', async () => {
  let hashes = 0;
  const real = createHashing({ log2N: 4, r: 8, p: 1 });
  const counting = {
    ...real,
    hash: (...asked: Parameters<typeof real.hash>) => (hashes++, real.hash(...asked)),
  };
  const counted = accountsHub(db, { hashing: counting });
  const refused = await counted
    .browser()
    .post('/api/auth/reset-password', { token: 'x'.repeat(24), password: another });
  expect([refused.status, hashes]).toEqual([400, 0]);
});

test('of two resets at once with one link one succeeds', async () => {
  const { email } = await member();
  await hub.browser().post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const token = await lastToken(email);
  const words = ['first-word-in-the-door', 'second-word-in-the-door'];
  const answers = await Promise.all(
    words.map((word) => hub.browser().post('/api/auth/reset-password', { token, password: word })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a reset link is over after an hour, and its token is nowhere in the database', async () => {
  const { email, uid } = await member();
  await hub.browser().post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const token = await lastToken(email);
  const { rows } = await db.pool.query<{ identifier: string; seconds: number }>(
    `select identifier, extract(epoch from expires_at - ${hubNow()})::int as seconds from account_verification where value = $1`,
    [uid],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.identifier).not.toContain(token);
  expect(rows[0]?.seconds).toBeGreaterThan(3500);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(3600);
  await db.pool.query(`update account_verification set expires_at = ${hubNow()} - interval '1 second'`);
  expect((await hub.browser().post('/api/auth/reset-password', { token, password: another })).status).toBe(
    400,
  );
});

test('asking for a reset is one answer and one row for known and unknown addresses, and one mail at most', async () => {
  const { email } = await member();
  const rows = async () =>
    (await db.pool.query(`select count(*)::int as n from outbound_message where channel = 'account-forgot'`))
      .rows[0]?.n as number;
  const before = await rows();
  const known = await hub.browser().post('/api/auth/forgot-password', { email });
  const unknown = await hub.browser().post('/api/auth/forgot-password', { email: 'nobody-here@example.com' });
  expect(await rows()).toBe(before + 2);
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  for (let n = 0; n < 20; n++) await hub.browser().post('/api/auth/forgot-password', { email });
  await hub.deliver();
  expect(
    (await hub.mails(email)).filter(({ subject }) => subject.startsWith('Reset your password')),
  ).toHaveLength(1);
  expect(await hub.mails('nobody-here@example.com')).toEqual([]);
});

test('a new password ends every other session, and this one gets a new id', async () => {
  const { browser, email, signIn } = await member();
  const other = (await signIn()).browser;
  const former = browser.jar.get('hub_session') ?? '';
  const wrong = await browser.post('/api/auth/change-password', {
    currentPassword: 'not this one',
    newPassword: another,
  });
  expect((await errorOf(wrong)).fields).toHaveProperty('currentPassword');
  const same = await browser.post('/api/auth/change-password', {
    currentPassword: password,
    newPassword: password,
  });
  expect((await errorOf(same)).fields).toHaveProperty('newPassword');

  expect(
    (await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: another }))
      .status,
  ).toBe(200);
  expect(await other.who()).toBeNull();
  expect(await browser.who()).toMatchObject({ email });
  const thief = hub.browser();
  thief.jar.set('hub_session', former);
  expect(await thief.who()).toBeNull();
  expect((await signIn()).status).toBe(401);
  expect((await signIn(another)).status).toBe(200);
});

test('a change of the password takes a link that still lies in a mailbox out of force', async () => {
  const { browser, email, signIn } = await member();
  await browser.post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const token = await lastToken(email);
  await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: another });
  expect(
    (await hub.browser().post('/api/auth/reset-password', { token, password: 'the-thief-was-here' })).status,
  ).toBe(400);
  expect((await signIn(another)).status).toBe(200);
});

test('a new address: both get a mail, and it moves when the new one is confirmed', async () => {
  const { browser, email, uid, signIn } = await member();
  const next = `moved-${email}`;
  expect(
    (await browser.post('/api/auth/change-email', { email: next, password: 'not this one' })).status,
  ).toBe(400);
  expect((await browser.post('/api/auth/change-email', { email: next, password })).status).toBe(200);
  expect((await hub.mails(email)).at(-1)?.subject).toBe(
    'Your email address at Birch & Sons is about to change',
  );
  expect((await browser.who())?.email).toBe(email);

  // The mailbox alone is not enough: whoever opened this account may have named somebody else's.
  const token = await lastToken(next);
  expect((await hub.browser().post('/api/auth/verify-email', { token })).status).toBe(403);
  expect((await browser.who())?.email).toBe(email);
  expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200);
  expect(await browser.who()).toMatchObject({ uid, email: next, emailVerified: true });
  expect((await hub.mails(email)).at(-1)?.subject).toBe('Your email address at Birch & Sons was changed');
  expect((await signIn()).status).toBe(401);
  expect((await hub.browser().post('/api/auth/sign-in', { email: next, password })).status).toBe(200);
});

test('a link confirms an address only where its account is open, or with its password', async () => {
  const { browser, email } = await member();
  const token = await lastToken(email);
  const mailbox = hub.browser();
  const asked = await errorOf(await mailbox.post('/api/auth/verify-email', { token }));
  expect(asked).toMatchObject({ code: 'forbidden', fields: { password: expect.stringMatching(/password/) } });
  const { browser: somebody } = await member();
  expect((await somebody.post('/api/auth/verify-email', { token })).status).toBe(403);
  const wrong = await errorOf(await mailbox.post('/api/auth/verify-email', { token, password: another }));
  expect(wrong.fields?.['password']).toMatch(/password is wrong/);
  expect((await browser.who())?.emailVerified).toBe(false);
  expect((await mailbox.post('/api/auth/verify-email', { token, password })).status).toBe(200);
  expect(await mailbox.who()).toBeNull();
  expect((await browser.who())?.emailVerified).toBe(true);
});

test('whoever has the mailbox and not the password cannot try passwords there for ever', async () => {
  const { email } = await member();
  const token = await lastToken(email);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++)
    statuses.push(
      (await hub.browser().post('/api/auth/verify-email', { token, password: `guess-number-${n}` })).status,
    );
  const [mailbox] = [hub.browser()];
  for (let n = 0; n < 12; n++)
    statuses.push(
      (await mailbox.post('/api/auth/verify-email', { token, password: `guess-number-${n}` })).status,
    );
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test('an address that is taken cannot be moved to, not even when it was free at first', async () => {
  const [first, second] = [await member(), await member()];
  expect((await first.browser.post('/api/auth/change-email', { email: second.email, password })).status).toBe(
    409,
  );
  await first.browser.post('/api/auth/change-email', { email: 'contested@example.com', password });
  const token = await lastToken('contested@example.com');
  await hub
    .browser()
    .post('/api/auth/sign-up', { displayName: 'Quick', email: 'contested@example.com', password });
  expect((await first.browser.post('/api/auth/verify-email', { token })).status).toBe(409);
  expect((await first.browser.who())?.email).toBe(first.email);
});

test('the confirmation is sent again on request, not more than once in its window', async () => {
  const { browser, email } = await member();
  for (let n = 0; n < 3; n++) expect((await browser.post('/api/auth/resend-verification')).status).toBe(200);
  expect(await hub.mails(email)).toHaveLength(1);
  await db.pool.query(`delete from outbound_message where payload->>'to' = $1`, [email]);
  await browser.post('/api/auth/resend-verification');
  expect((await browser.post('/api/auth/verify-email', { token: await lastToken(email) })).status).toBe(200);
  expect(await (await browser.post('/api/auth/resend-verification')).json()).toMatchObject({
    message: expect.stringContaining('already'),
  });
});

test('sessions are listed with their device, and end one by one or all but this', async () => {
  const { browser, email, signIn } = await member();
  const phone = hub.browser();
  await phone.post(
    '/api/auth/sign-in',
    { email, password },
    { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' },
  );
  const laptop = (await signIn()).browser;
  const list = async () =>
    (
      (await (await browser.get('/api/auth/sessions')).json()) as {
        sessions: { id: string; current: boolean; device: string }[];
      }
    ).sessions;
  const sessions = await list();
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const onPhone = sessions.find(({ device }) => device === 'Firefox on Android');

  const stranger = await member();
  expect((await stranger.browser.post('/api/auth/sessions/revoke', { id: onPhone?.id })).status).toBe(404);
  expect(await phone.who()).not.toBeNull();
  expect((await browser.post('/api/auth/sessions/revoke', { id: onPhone?.id })).status).toBe(200);
  expect(await phone.who()).toBeNull();
  expect(await laptop.who()).not.toBeNull();
  await browser.post('/api/auth/sessions/revoke', { others: true });
  expect(await laptop.who()).toBeNull();
  expect(await list()).toHaveLength(1);
});

test('deleting asks for the password or a fresh session, and leaves nothing', async () => {
  const { browser, email, uid, signIn } = await member();
  const other = (await signIn()).browser;
  await ageSessions(uid);
  expect((await browser.post('/api/account/delete')).status).toBe(400);
  expect((await browser.post('/api/account/delete', { password: 'not this one' })).status).toBe(400);
  expect((await browser.post('/api/account/delete', { password })).status).toBe(200);
  expect(forgotten).toContain(uid);
  expect(await browser.who()).toBeNull();
  expect(await other.who()).toBeNull();
  for (const [table, column] of [
    ['account_user', 'id'],
    ['account_session', 'user_id'],
    ['account_login', 'user_id'],
    ['account_profile', 'owner_id'],
  ]) {
    expect((await db.pool.query(`select 1 from ${table} where ${column} = $1`, [uid])).rowCount, table).toBe(
      0,
    );
  }
  expect(
    (await db.pool.query(`select 1 from account_verification where value like $1`, [`${uid}%`])).rowCount,
  ).toBe(0);
  expect((await hub.mails(email)).at(-1)?.subject).toBe('Your account at Birch & Sons is deleted');
  const fresh = await member();
  expect((await fresh.browser.post('/api/account/delete')).status).toBe(200);
});

test('the export is a zip of everything kept, without what opens the account', async () => {
  const { browser, email, uid } = await member();
  const answer = await browser.get('/api/account/export');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="account-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()]).toEqual([
    'account.json',
    'documents/one.json',
    'documents/one (2).json',
    'documents/ünï.json',
  ]);
  const account = files.get('account.json') ?? '';
  expect(JSON.parse(account)).toMatchObject({
    account: { uid, email },
    profile: { uid },
    signIns: [{ way: 'credential' }],
  });
  expect(account).not.toMatch(/scrypt|token/);
  expect(files.get('documents/one.json')).toContain(uid);
  expect((await hub.browser().get('/api/account/export')).status).toBe(401);
});

test('the operator lists, shows and deletes; a person can be exported and erased', async () => {
  const { browser, email, uid } = await member();
  expect(await hub.command(`user list ${email}`)).toEqual([
    expect.stringContaining(`${email}  unconfirmed`),
    '1 account',
  ]);
  expect((await hub.command(`user show ${email}`)).join('\n')).toContain(uid);
  expect(await hub.command('user show nobody@example.com')).toEqual([
    'There is no account with the email nobody@example.com.',
  ]);
  expect(await hub.feature.person?.export(email.toUpperCase())).toMatchObject({ account: { uid } });
  expect(await hub.feature.person?.erase(email)).toHaveLength(1);
  expect(await hub.feature.person?.export(email)).toBeNull();
  expect(await browser.who()).toBeNull();
  const next = await member();
  expect(await hub.command(`user delete ${next.email}`)).toEqual([
    `The account of ${next.email} is deleted.`,
  ]);
  expect(await next.browser.who()).toBeNull();
});

test('what is over is tidied away, what lives stays', async () => {
  const { browser, uid } = await member();
  await db.pool.query(
    `insert into account_session (id, user_id, token, expires_at) values ('ses_old', $1, 'old', ${hubNow()} - interval '1 day')`,
    [uid],
  );
  await db.pool.query(
    `insert into account_attempt (id, created_at) values ('old-attempt', ${hubNow()} - interval '2 hours')`,
  );
  for (const job of hub.feature.jobs ?? []) await job.run();
  expect(
    (
      await db.pool.query(
        `select 1 from account_session where id = 'ses_old' union select 1 from account_attempt where id = 'old-attempt'`,
      )
    ).rowCount,
  ).toBe(0);
  expect(await browser.who()).not.toBeNull();
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});

/** Read by the directory at the end, as an unzipper does. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [size, nameLength, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(bytes.subarray(start, start + size)).toString());
    at += 46 + nameLength;
  }
  return files;
}
