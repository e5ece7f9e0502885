import { beforeEach, expect, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementDetail, AgreementList } from '../rules/contract.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, {
  clock,
  hasLimits: false,
  live: true,
  env: { ACCOUNT_MEGABYTES: '10' },
});
beforeEach(async () => {
  await db.pool.query('truncate outbound_message, agreement, account_user, rate_limit cascade');
});

type Browser = ReturnType<typeof hub.browser>;

const html =
  '<h1>Terms</h1><h2>1. One</h2><p>First words.</p><p>By <mark class="doc-blank" data-field="them">[their name]</mark> alone.</p>';
const jonas = { name: 'Jonas Keller', email: 'jonas@halden.example', role: 'signs', turn: 1, party: null };
const sender = 'ada@wren.example';

let keys = 0;
const key = () => `key-of-this-act-${++keys}`;

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}
const words = async (answer: Promise<Response>, status: number): Promise<string> =>
  (await done<{ error: { message: string } }>(answer, status)).error.message;

async function member(email = sender): Promise<Browser> {
  const browser = hub.browser();
  await done(
    browser.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' }),
  );
  await db.pool.query('update account_user set email_verified = true where email = $1', [email]);
  return browser;
}
const send = async (browser: Browser, people: object[] = [jonas]): Promise<string> =>
  (
    await done<{ id: string }>(
      browser.post('/api/agreements', { key: key(), title: 'Terms of work', html, people }),
    )
  ).id;

async function mailsTo(email: string): Promise<{ key: string; body: string; file: unknown }[]> {
  const { rows } = await db.pool.query(
    `select dedupe_key as key, payload->>'body' as body, payload->'file' as file from outbound_message
     where payload->>'to' = $1 and dedupe_key like 'agreement:%' order by created_at, id`,
    [email],
  );
  return rows;
}
async function linkOf(email: string): Promise<string> {
  const found = (await mailsTo(email))
    .map(({ body }) => /\/sign\?t=([^"]+)/.exec(body)?.[1])
    .findLast(Boolean);
  return decodeURIComponent(found ?? '');
}
const tick = async () => {
  for (const job of hub.features.flatMap((feature) => feature.jobs ?? []))
    if (job.name === 'agreements-upkeep') await job.run();
};
async function sign(email: string): Promise<void> {
  const t = await linkOf(email);
  const by = hub.browser();
  await done(by.post('/api/signing/code', { t }));
  const code = (await mailsTo(email)).map(({ body }) => /"(\d{6})"/.exec(body)?.[1]).findLast(Boolean);
  const { rows } = await db.pool.query('select version, sha256 from agreement_version order by version desc');
  const signature = { kind: 'typed', text: 'Jonas Keller' };
  const body = { t, key: key(), ...rows[0], consent: true, name: 'Jonas Keller', signature, code };
  await done(by.post('/api/signing/sign', body));
}

test('an agreement is deleted once it has ended, with all that belongs to it, and by its sender only', async () => {
  const ada = await member();
  const id = await send(ada);
  expect(await words(ada.delete(`/api/agreements/${id}`), 409)).toContain('Withdraw it first');
  await done((await member('eve@x.example')).delete(`/api/agreements/${id}`), 404);
  await done(ada.post(`/api/agreements/${id}/withdraw`));
  await done(ada.delete(`/api/agreements/${id}`));
  await done(ada.get(`/api/agreements/${id}`), 404);
  await done(hub.browser().get(`/api/signing?t=${encodeURIComponent(await linkOf(jonas.email))}`), 404);
  for (const part of ['version', 'file', 'person', 'event', 'comment'])
    expect((await db.pool.query(`select 1 from agreement_${part}`)).rows).toEqual([]);
});

test('what was signed can be deleted when its file is sealed: everybody has it in a mail', async () => {
  const ada = await member();
  const id = await send(ada);
  await sign(jonas.email);
  expect(await words(ada.delete(`/api/agreements/${id}`), 409)).toContain('being made');
  await hub.deliver();
  for (const email of [jonas.email, sender]) {
    const finished = (await mailsTo(email)).find(({ key: sent }) => sent.includes('finished'));
    expect(finished?.file).toEqual({ of: 'agreement', ref: id, name: 'terms-of-work-signed.pdf' });
  }
  const bytes = await hub.platform.mail.read({ of: 'agreement', ref: id, name: '' });
  expect(
    Buffer.from(bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await done(ada.delete(`/api/agreements/${id}`));
  expect(await hub.platform.mail.read({ of: 'agreement', ref: id, name: '' })).toBeNull();
});

test('corrected and forwarded addresses count among the people of a day', async () => {
  const ada = await member();
  const id = await send(ada);
  await db.pool.query(
    `insert into agreement_event (owner_id, agreement_id, seq, at, kind, data, hash)
     select owner_id, id, n, $1, 'address changed', '{}', '' from agreement, generate_series(1000, 1298) n`,
    [clock.now()],
  );
  const change = (n: number) =>
    ada.post(`/api/agreements/${id}/people/0/address`, { email: `tom${n}@x.example` });
  expect(await words(change(1), 429)).toContain('300 people');
  const t = await linkOf(jonas.email);
  await done(
    hub.browser().post('/api/signing/forward', { t, name: 'Mia', email: 'mia@halden.example' }),
    429,
  );
  clock.move(hours(25));
  await done(ada.post('/api/auth/sign-in', { email: sender, password: 'meadow-lantern-otter' }));
  await done(change(2));
});

test('who was asked counts for a day, also once the agreement is withdrawn and deleted', async () => {
  const ada = await member();
  const id = await send(ada);
  await db.pool.query(
    `insert into agreement_event (owner_id, agreement_id, seq, at, kind, data, hash)
     select owner_id, id, n, $1, 'address changed', '{}', '' from agreement, generate_series(1000, 1298) n`,
    [clock.now()],
  );
  await done(ada.post(`/api/agreements/${id}/withdraw`));
  await done(ada.delete(`/api/agreements/${id}`));
  const next = { key: 'key-of-the-next-one', title: 'Terms', html: '<p>Words.</p>' };
  const people = [{ name: 'Mia', email: 'mia@halden.example', role: 'signs', turn: 1, party: null }];
  expect(await words(ada.post('/api/agreements', { ...next, people }), 429)).toContain('300 people');
  clock.move(hours(25));
  await done(ada.post('/api/auth/sign-in', { email: sender, password: 'meadow-lantern-otter' }));
  await done(ada.post('/api/agreements', { ...next, people }));
});

test('texts without words and names that can’t be seen are refused, and nothing is signed once declined', async () => {
  const ada = await member();
  const letter = { key: 'key-of-nothing-1', title: 'Terms', html: '<p>Words.</p>' };
  const mia = { name: 'Mia ❤️', email: 'mia@halden.example', role: 'signs', turn: 1, party: null };
  for (const empty of [' ', '<script>x</script>', '<p>\u00a0</p>'])
    expect(
      await words(ada.post('/api/agreements', { ...letter, html: empty, people: [mia] }), 400),
    ).toContain('no text');
  for (const unseen of ['\u3164', '\u00ad', 'A\u061cB', 'A\u{e0041}', '\u0301\u0301']) {
    await done(ada.post('/api/agreements', { ...letter, title: unseen, people: [mia] }), 400);
    await done(ada.post('/api/agreements', { ...letter, people: [{ ...mia, name: unseen }] }), 400);
  }
  await done(ada.post('/api/agreements', { ...letter, people: [mia] }));
  const t = await linkOf(mia.email);
  await done(hub.browser().post('/api/signing/decline', { t, reason: '' }));
  const late = { t, key: 'key-of-late-sign', version: 1, sha256: '0'.repeat(64), consent: true, name: 'Mia' };
  const signature = { kind: 'typed', text: 'Mia' };
  const answer = hub.browser().post('/api/signing/sign', { ...late, signature, code: '000000' });
  expect(await words(answer, 409)).toBe('You declined this agreement.');
});

test('a suspended sender asks nobody: no reminder, no next person, no passing on', async () => {
  const ada = await member();
  const mia = { ...jonas, name: 'Mia', email: 'mia@halden.example', turn: 2 };
  await send(ada, [jonas, mia]);
  await db.pool.query('update account_user set suspended_at = $1', [clock.now()]);
  const before = (await mailsTo(jonas.email)).length;
  clock.move(hours(24 * 4));
  await tick();
  expect(await mailsTo(jonas.email)).toHaveLength(before);
  await sign(jonas.email);
  expect(await mailsTo(mia.email)).toEqual([]);
});

test('a full account’s own words stand before it; the other side hears that the sender’s account is full', async () => {
  const ada = await member();
  const id = await send(ada);
  await db.pool.query('update agreement set bytes = $1', [10 * 1024 * 1024]);
  const said = { key: key(), version: 1, place: '', text: 'Is this final?' };
  const t = await linkOf(jonas.email);
  const full = 'The sender’s account is full, so this can’t be saved. Tell them by email.';
  expect(await words(hub.browser().post('/api/signing/comment', { t, ...said }), 409)).toBe(full);
  const fill = { t, key: key(), version: 1, answers: { them: 'Halden GmbH' } };
  expect(await words(hub.browser().post('/api/signing/fill', fill), 409)).toBe(full);
  expect(await words(ada.post(`/api/agreements/${id}/comments`, said), 402)).toContain('10 MB');
  await done(ada.post(`/api/agreements/${id}/withdraw`));
  await done(ada.delete(`/api/agreements/${id}`));
  await send(ada);
});

test('comments count in the room of the sender', async () => {
  const ada = await member();
  const id = await send(ada);
  const bytes = async () => Number((await db.pool.query('select bytes from agreement')).rows[0].bytes);
  const before = await bytes();
  await done(ada.post(`/api/agreements/${id}/comments`, { key: key(), version: 1, text: 'é'.repeat(1000) }));
  expect(await bytes()).toBe(before + 2000);
});

test('asking for a code twice at once doesn’t use up the codes of a day', async () => {
  await send(await member());
  const t = await linkOf(jonas.email);
  for (let n = 0; n < 20; n++) await done(hub.browser().post('/api/signing/code', { t }));
  clock.move(hours(1));
  const { waitSeconds } = await done<{ waitSeconds: number }>(hub.browser().post('/api/signing/code', { t }));
  expect(waitSeconds).toBe(60);
  expect((await mailsTo(jonas.email)).filter(({ key: sent }) => sent.includes(':code:'))).toHaveLength(2);
});

test('what the sender does is no news to them', async () => {
  const ada = await member();
  const id = await send(ada);
  await done(ada.post(`/api/agreements/${id}/extend`, { days: 20 }));
  await done(ada.post(`/api/agreements/${id}/people/0/remind`));
  expect((await done<AgreementList>(ada.get('/api/agreements'))).agreements[0]?.unread).toBe(0);
  await done(hub.browser().post('/api/signing/seen', { t: await linkOf(jonas.email) }));
  expect((await done<AgreementList>(ada.get('/api/agreements'))).agreements[0]?.unread).toBe(1);
});

test('somebody who is erased is named nowhere, and takes along what they wrote before', async () => {
  const ada = await member();
  const id = await send(ada);
  const t = await linkOf(jonas.email);
  const by = hub.browser();
  await done(by.post('/api/signing/comment', { t, key: key(), version: 1, text: 'I am Jonas Keller.' }));
  await done(by.post('/api/signing/fill', { t, key: key(), version: 1, answers: { them: 'Halden' } }));
  const person = hub.features.find(({ name }) => name === 'agreements')?.person;
  expect(JSON.stringify(await person?.export(jonas.email))).toContain('I am Jonas Keller.');
  await person?.erase(jonas.email);
  const after = await done<AgreementDetail>(ada.get(`/api/agreements/${id}`));
  expect(after.isIntact).toBe(true);
  expect(after.agreement.state).toBe('declined');
  const { doc: _text, ...around } = after;
  expect(JSON.stringify(around)).not.toMatch(/jonas|keller/i);
});
