import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { encode } from 'uqr';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { hubNow, useDatabase } from '#testing/database.ts';
import { base32, codeAt, goodSteps, otpauth, stepOf } from './totp.ts';

const db = await useDatabase();
const hub = accountsHub(db);
const password = 'meadow-lantern-otter';

let people = 0;
/** A member whose authenticator is this test; every code comes from a step that was not used yet. */
async function member() {
  const browser = hub.browser();
  const email = `step${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password });
  let secret = Buffer.alloc(0);
  const forgetStep = () => db.pool.query('update account_factor set last_step = 0');
  const code = () => codeAt(secret, stepOf(systemClock.now()));
  const signIn = async (typed?: string) => {
    const other = hub.browser();
    const answer = await other.post('/api/auth/sign-in', {
      email,
      password,
      ...(typed !== undefined && { code: typed }),
    });
    return { answer, browser: other };
  };
  const begin = async () => {
    const begun = (await (await browser.post('/api/auth/second-step/begin')).json()) as {
      secret: string;
      uri: string;
    };
    secret = Buffer.from(unbase32(begun.secret));
    return begun;
  };
  const turnOn = async () => {
    await begin();
    const answer = await browser.post('/api/auth/second-step/confirm', { code: code() });
    expect(answer.status).toBe(200);
    await forgetStep();
    return ((await answer.json()) as { codes: string[] }).codes;
  };
  return { browser, email, code, signIn, begin, turnOn, forgetStep };
}

function unbase32(text: string): number[] {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %d the code of the RFC is %s', (second, code) => {
  expect(codeAt(Buffer.from('12345678901234567890'), stepOf(new Date(second * 1000)))).toBe(code);
});

test('a code is good for its thirty seconds and five more on either side', () => {
  const at = (second: number) => goodSteps(new Date(second * 1000));
  expect(at(600 + 15)).toEqual([20]);
  expect(at(600 + 3)).toEqual([19, 20]);
  expect(at(600 + 27)).toEqual([20, 21]);
});

test('with a second step the password alone is not enough, and its code counts once', async () => {
  const { browser, email, code, signIn, begin, forgetStep } = await member();
  const { uri } = await begin();
  expect(uri).toMatch(/^otpauth:\/\/totp\/Birch.*:step\d+%40example\.com\?secret=[A-Z2-7]{32}&issuer=Birch/);
  expect((await signIn()).answer.status, 'not before the first right code').toBe(200);
  expect((await browser.post('/api/auth/second-step/confirm', { code: '000000' })).status).toBe(400);
  const first = code();
  expect((await browser.post('/api/auth/second-step/confirm', { code: first })).status).toBe(200);
  expect(await (await browser.get('/api/auth/second-step')).json()).toEqual({ isOn: true, codesLeft: 8 });
  expect((await hub.mails(email)).at(-1)?.subject).toBe('Two-factor authentication at Birch & Sons is on');
  expect((await browser.post('/api/auth/second-step/begin')).status, 'a second secret').toBe(409);

  const { answer } = await signIn();
  expect(answer.status).toBe(401);
  expect((await errorOf(answer)).fields).toEqual({ code: 'Enter the code from your authenticator app.' });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await signIn(first)).answer.status, 'the code that switched it on').toBe(401);
  await forgetStep();
  const typed = code();
  const all = await Promise.all(Array.from({ length: 4 }, () => signIn(typed)));
  expect(all.map((each) => each.answer.status).sort()).toEqual([200, 401, 401, 401]);
  const { rows } = await db.pool.query(
    'select count(*)::int as n from account_session s join account_user u on u.id = s.user_id where u.email = $1',
    [email],
  );
  // The one of sign-up, the one before it was on, and the one that was let in.
  expect(rows).toEqual([{ n: 3 }]);
});

test('each spare code opens once; a wrong password tells nothing of the second step', async () => {
  const { signIn, turnOn, browser, email } = await member();
  const codes = await turnOn();
  expect(new Set(codes).size).toBe(8);
  expect((await signIn(codes[0])).answer.status).toBe(200);
  expect((await signIn(codes[0])).answer.status).toBe(401);
  expect((await signIn(codes[1]?.replaceAll('-', ' ').toUpperCase())).answer.status).toBe(200);
  expect(await (await browser.get('/api/auth/second-step')).json()).toEqual({ isOn: true, codesLeft: 6 });
  const wrong = await hub.browser().post('/api/auth/sign-in', { email, password: 'not this one' });
  expect((await errorOf(wrong)).fields).toHaveProperty('password');
});

test('a thousand guesses are ten', async () => {
  const { turnOn, email } = await member();
  await turnOn();
  const thief = hub.browser();
  const answers: number[] = [];
  for (let n = 0; n < 12; n++)
    answers.push(
      (await thief.post('/api/auth/sign-in', { email, password, code: String(100_000 + n) })).status,
    );
  expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test('who has the password and guesses codes is told to the owner, once a day', async () => {
  const { email, turnOn, signIn } = await member();
  await turnOn();
  const told = async () =>
    (await hub.mails(email)).filter(({ subject }) => subject.startsWith('Someone knows your password'));
  for (let n = 0; n < 4; n++) await signIn('000000');
  expect(await told()).toEqual([]);
  for (let n = 0; n < 4; n++) await signIn('000000');
  expect(await told()).toHaveLength(1);
});

test('it is switched on and off by who gave the password lately, and by the operator', async () => {
  const { browser, email, turnOn, signIn } = await member();
  await turnOn();
  await db.pool.query(
    `update account_session set created_at = ${hubNow()} - interval '1 hour', confirmed_at = null`,
  );
  for (const path of ['begin', 'confirm', 'remove'])
    expect((await browser.post(`/api/auth/second-step/${path}`, { code: '123456' })).status, path).toBe(400);
  expect((await signIn()).answer.status).toBe(401);
  await browser.post('/api/auth/confirm', { password });
  expect((await browser.post('/api/auth/second-step/remove')).status).toBe(200);
  expect((await hub.mails(email)).at(-1)?.subject).toBe('Two-factor authentication at Birch & Sons is off');
  expect((await signIn()).answer.status).toBe(200);

  await turnOn();
  expect((await hub.command(`user reset-second-step ${email}`)).join('')).toMatch(/password alone/);
  expect((await signIn()).answer.status).toBe(200);
  expect((await hub.command(`user reset-second-step ${email}`)).join('')).toMatch(/doesn’t use two-factor/);
});

test('the table holds neither secret nor spare code, and what is moved to another account opens nothing', async () => {
  const { turnOn, begin, email } = await member();
  const { secret } = await begin();
  const codes = await turnOn();
  const { rows } = await db.pool.query<{ all: string }>(
    `select f::text as all from account_factor f join account_user u on u.id = owner_id where email = $1`,
    [email],
  );
  expect(rows[0]?.all).not.toContain(secret);
  for (const code of codes) expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''));
  const other = await member();
  await other.turnOn();
  await db.pool.query(
    `update account_factor set sealed = (select sealed from account_factor f join account_user u on u.id = f.owner_id where u.email = $1)
     where owner_id = (select id from account_user where email = $2)`,
    [email, other.email],
  );
  expect((await other.signIn(other.code())).answer.status).toBe(500);
  hub.unexpected.length = 0;
});

test('the picture holds every address, however long, and the secret whole', () => {
  const secret = Buffer.alloc(20, 0xa5);
  for (const [issuer, account] of [
    ['Birch & Sons, Makers of Fine Things', `${'ä'.repeat(60)}@example.com`],
    ['B', 'a@b.de'],
  ] as const) {
    const uri = otpauth(secret, issuer, account);
    // Fine enough for the camera of any phone, however long the names are.
    expect(encode(uri, { ecc: 'M' }).version).toBeLessThanOrEqual(9);
    expect(new URL(uri).searchParams.get('secret')).toBe(base32(secret));
  }
});

test('nothing unexpected happened in any of these', () => {
  expect(hub.unexpected).toEqual([]);
});
