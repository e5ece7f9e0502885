import { expect, test } from 'vitest';
import { minutes, movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { codesHub, otherThan, password } from '#testing/entry-codes.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-25T09:00:00Z');
const hub = codesHub(db, clock);
const { visitor, member, asked, newEmail } = hub;

test('what is stored names neither the address, the browser nor the code', async () => {
  const email = newEmail();
  const { code, secret } = await asked(email);
  const { rows } = await db.pool.query('select c::text as row from account_code c');
  const text = JSON.stringify(rows);
  for (const told of [email, secret, `,${code},`]) expect(text).not.toContain(told);
});

test('known, unknown and suspended addresses, and one that gets no more, are one answer', async () => {
  const known = await member();
  const suspended = await member();
  await hub.command(`user suspend ${suspended.email}`);
  const unproven = await member({ isProven: false });
  const full = newEmail();
  for (let n = 0; n < 7; n++) await visitor().ask(full);
  const addresses = [known.email, suspended.email, unproven.email, newEmail(), full];
  const answers: unknown[] = [];
  for (const email of addresses) {
    const answer = await visitor().ask(email);
    answers.push([answer.status, await answer.text(), [...answer.headers.keys()].sort().join()]);
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  const wrong: unknown[] = [];
  for (const email of addresses) {
    const at = visitor();
    await at.ask(email);
    wrong.push(await errorOf(await at.confirm(email, '999999')));
  }
  const said = wrong.map((one) => JSON.stringify({ ...(one as object), requestId: '' }));
  expect(new Set(said).size).toBe(1);
});

test('the same work is done for every address: one row to carry out, whether or not a mail goes out', async () => {
  const { email: known } = await member();
  const full = newEmail();
  for (let n = 0; n < 6; n++) await visitor().ask(full);
  await hub.deliver();
  const before = (await hub.mails(full)).length;
  const rows = async () => (await hub.codesMade()).length;
  const was = await rows();
  for (const email of [known, newEmail(), full]) await visitor().ask(email);
  expect(await rows()).toBe(was + 3);
  await hub.deliver();
  expect([before, (await hub.mails(full)).length]).toEqual([6, 6]);
});

test('a code that nobody was sent is never right', async () => {
  const email = newEmail();
  for (let n = 0; n < 6; n++) await visitor().ask(email);
  const muted = visitor();
  await muted.ask(email);
  expect((await muted.confirm(email, (await hub.codesMade(email)).at(-1) ?? '')).status).toBe(400);
});

test('strangers who ask all day keep an owner out of nothing: not of codes where known, nor of other ways', async () => {
  const { email, browser } = await member();
  for (let n = 0; n < 10; n++) await visitor().ask(email);
  const { code, confirm } = await asked(email, browser);
  expect((await confirm(email, code)).status).toBe(200);
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(200);
  await hub.browser().post('/api/auth/forgot-password', { email });
  await hub.deliver();
  expect((await hub.mails(email)).at(-1)?.subject).toMatch(/^Reset your password/);
  const causes = await db.pool.query<{ why: string }>(
    `select distinct payload->>'why' as why from outbound_message where channel = 'mail' and payload->>'to' = $1 and payload->>'subject' like '%is your code%'`,
    [email],
  );
  expect(causes.rows.map(({ why }) => why).sort()).toEqual(['code', 'knownCode']);
});

test('five wrong codes end a code, and the right one comes too late', async () => {
  const { email } = await member();
  const { browser, code, confirm } = await asked(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(email, otherThan(code))));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(await errorOf(await confirm(email, code))).toMatchObject({
    code: 'too_many',
    retryAfterSeconds: 60,
  });
  expect(await browser.who()).toBeNull();
  clock.move(minutes(1));
  const at = await asked(email, browser);
  expect((await at.confirm(email, at.code)).status).toBe(200);
});

test('the same press sent twice is one mail, and within a minute the first code stays good', async () => {
  const email = newEmail();
  const at = visitor();
  const [one, two] = await Promise.all([at.ask(email), at.ask(email)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  clock.move(20_000);
  expect(await (await at.ask(email)).json()).toEqual({ ok: true, waitSeconds: 40 });
  const code = await hub.mailedCode(email);
  expect(await hub.mails(email)).toHaveLength(1);
  clock.move(41_000);
  expect(await (await at.ask(email)).json()).toEqual({ ok: true, waitSeconds: 60 });
  const newer = await hub.mailedCode(email);
  expect((await at.confirm(email, code, { displayName: 'Ada' })).status).toBe(code === newer ? 200 : 400);
  expect((await at.confirm(email, newer, { displayName: 'Ada' })).status).toBe(code === newer ? 409 : 200);
});

test('an office asks twenty times in a quarter of an hour, a /64 counts as one, then it is told to wait', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++)
    statuses.push((await visitor(hub.browser(`2001:db8:7:8::${n.toString(16)}`)).ask(newEmail())).status);
  expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([200]), 429]);
});

test('where no email goes out there are no codes, and the form learns it', async () => {
  const silent = accountsHub(db, { clock, live: true });
  const browser = silent.browser();
  expect(await (await browser.get('/api/auth/ways')).json()).toMatchObject({ codes: false });
  const refused = await browser.post('/api/auth/code', { email: newEmail(), browser: randomText(40) });
  expect(await errorOf(refused)).toMatchObject({ code: 'not_found' });
  expect(await (await hub.browser().get('/api/auth/ways')).json()).toMatchObject({ codes: true });
});
