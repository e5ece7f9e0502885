// Long because: each way through an open link needs the same member, strangers and mails.
import { beforeEach, expect, test } from 'vitest';
import { days, hours, minutes, movableClock } from '#base/clock.ts';
import { limitKey } from '#platform/server/http/limits.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementDetail, AgreementList, SigningView } from '../../rules/contract.ts';
import type { Begun, OpenHead, OpenView } from '../../rules/open-contract.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, {
  clock,
  hasLimits: false,
  live: true,
  env: { ACCOUNT_MEGABYTES: '50' },
});
beforeEach(async () => {
  await db.pool.query('truncate outbound_message, agreement, account_user, rate_limit cascade');
});

type Browser = ReturnType<typeof hub.browser>;
const sender = 'ada@wren.example';
const tom = 'tom@halden.example';
const html =
  '<h1>NDA</h1><h2>1. One</h2><p>First words.</p><p>By <mark class="doc-blank" data-field="them">[their name]</mark> alone.</p>';

let keys = 0;
const key = () => `key-of-this-act-${++keys}`;

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}
const words = async (answer: Promise<Response>, status: number): Promise<string> =>
  (await done<{ error: { message: string } }>(answer, status)).error.message;

async function member(): Promise<Browser> {
  const browser = hub.browser();
  const account = { displayName: 'Ada', email: sender, password: 'meadow-lantern-otter' };
  await done(browser.post('/api/auth/sign-up', account));
  await db.pool.query('update account_user set email_verified = true where email = $1', [sender]);
  return browser;
}
const signIn = (ada: Browser) =>
  done(ada.post('/api/auth/sign-in', { email: sender, password: 'meadow-lantern-otter' }));

const links = async (ada: Browser) => (await done<{ links: OpenHead[] }>(ada.get('/api/open-links'))).links;
async function open(ada: Browser, changes: object = {}): Promise<{ id: string; o: string }> {
  const body = { key: key(), title: 'NDA', html, ...changes };
  const { id } = await done<{ id: string }>(ada.post('/api/open-links', body));
  const path = (await links(ada)).find((one) => one.id === id)?.path ?? '';
  return { id, o: new URLSearchParams(path.split('?')[1]).get('o') ?? '' };
}
const begin = (o: string, email = tom, more: object = {}) =>
  hub.browser().post('/api/signing/open', { o, key: key(), name: 'Tom Halden', email, ...more });
const tokenIn = (path: string | null) => new URLSearchParams(path?.split('?')[1]).get('t') ?? '';
const begun = async (o: string, email = tom) => tokenIn((await done<Begun>(begin(o, email))).path);
const view = (t: string) => done<SigningView>(hub.browser().get(`/api/signing?t=${encodeURIComponent(t)}`));
const look = (o: string, status = 200) =>
  done<OpenView>(hub.browser().get(`/api/signing/open?o=${encodeURIComponent(o)}`), status);
const list = (ada: Browser, query = '') => done<AgreementList>(ada.get(`/api/agreements${query}`));

async function mailsTo(email: string): Promise<{ key: string; subject: string; body: string }[]> {
  const { rows } = await db.pool.query(
    `select dedupe_key as key, payload->>'subject' as subject, payload->>'body' as body from outbound_message
     where payload->>'to' = $1 and dedupe_key like 'agreement:%' order by created_at, id`,
    [email],
  );
  return rows;
}
async function sign(t: string, email = tom, status = 200): Promise<unknown> {
  const by = hub.browser();
  await done(by.post('/api/signing/code', { t }));
  const code = (await mailsTo(email)).map(({ body }) => /"(\d{6})"/.exec(body)?.[1]).findLast(Boolean);
  const last = (await view(t)).versions.at(-1);
  const signature = { kind: 'typed', text: 'Tom Halden' };
  const file = { version: last?.version, sha256: last?.sha256 };
  return done(
    by.post('/api/signing/sign', {
      t,
      key: key(),
      ...file,
      consent: true,
      name: 'Tom Halden',
      signature,
      code,
    }),
    status,
  );
}
const tick = async () => {
  for (const job of hub.features.flatMap((feature) => feature.jobs ?? []))
    if (job.name === 'agreements-upkeep') await job.run();
};
const count = async (table: string) =>
  Number((await db.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

test('a stranger reads, begins, proves the address by a code, signs, and both get the sealed file', async () => {
  const ada = await member();
  const { id, o } = await open(ada, { message: 'Before the demo.' });
  expect(await look(o)).toMatchObject({ title: 'NDA', message: 'Before the demo.', blanks: 1, why: '' });
  expect(await count('agreement')).toBe(0);
  const t = await begun(o);
  expect(await mailsTo(tom)).toEqual([]);
  await done(
    hub.browser().post('/api/signing/fill', { t, key: key(), version: 1, answers: { them: 'Halden' } }),
  );
  await sign(t);
  await hub.deliver();
  expect((await view(t)).agreement).toMatchObject({ state: 'signed', isSealed: true });
  for (const email of [tom, sender])
    expect((await mailsTo(email)).filter(({ key: sent }) => sent.includes('finished'))).toHaveLength(1);
  expect(await links(ada)).toMatchObject([{ id, signed: 1, begun: 0, most: 50, state: 'open' }]);
  const [made] = (await list(ada, `?link=${id}`)).agreements;
  const detail = await done<AgreementDetail>(ada.get(`/api/agreements/${made?.id}`));
  expect(detail.isIntact).toBe(true);
  expect(detail.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['created', 'came by link', 'filled in', 'code right', 'signed', 'sealed']),
  );
  expect((await list(ada, '?link=opn_other')).agreements).toEqual([]);
});

test('the sender signs after each, with days of their own', async () => {
  const ada = await member();
  const { o } = await open(ada, { signsToo: true });
  expect(await words(begin(o, sender), 400)).toContain('own address');
  const t = await begun(o);
  const { agreement } = await view(t);
  expect(agreement.expiresAt).toBe(new Date(clock.now().getTime() + days(3)).toISOString());
  clock.move(days(2));
  await sign(t);
  await signIn(ada);
  const [made] = (await list(ada)).agreements;
  expect(made).toMatchObject({ waitsForYou: true, state: 'out' });
  expect(new Date(made?.expiresAt ?? 0).getTime() - clock.now().getTime()).toBe(days(14));
  expect((await mailsTo(sender)).some(({ key: sent }) => sent.includes('asked:1:1'))).toBe(true);
});

test('an address that has begun gets its link by email once an hour, and nobody else is shown it', async () => {
  const { o } = await open(await member());
  const t = await begun(o);
  for (const email of [tom, 'TOM@halden.example', tom])
    expect(await done<Begun>(begin(o, email))).toEqual({ path: null });
  expect(await mailsTo(tom)).toHaveLength(1);
  expect((await mailsTo(tom))[0]?.body).toContain(encodeURIComponent(t));
  await sign(t);
  clock.move(hours(1));
  expect(await done<Begun>(begin(o))).toEqual({ path: null });
  expect((await mailsTo(tom)).filter(({ key: sent }) => sent.includes(':again:'))).toHaveLength(2);
  expect(await count('agreement')).toBe(1);
});

test('the same press sent again is answered with the same link; another address by it is another person', async () => {
  const { o } = await open(await member());
  const press = { key: key() };
  const first = await done<Begun>(begin(o, tom, press));
  expect(await done<Begun>(begin(o, tom, press))).toEqual(first);
  expect(await done<Begun>(begin(o, 'mia@halden.example', press))).not.toEqual(first);
  expect(await mailsTo(tom)).toEqual([]);
  expect(await count('agreement')).toBe(2);
});

test('the limit, the end, a closed link and an unproven or suspended sender stop it, each in words', async () => {
  const ada = await member();
  const { id, o } = await open(ada, { most: 1, endsInDays: 2 });
  await begun(o);
  expect(await words(begin(o, 'mia@halden.example'), 409)).toContain('no place is free');
  expect((await look(o)).why).toContain('no place is free');
  await db.pool.query(`update account_user set suspended_at = now()`);
  clock.move(days(3));
  await tick();
  expect((await look(o)).why).toContain('is over');
  await db.pool.query('update agreement_open set ends_at = $1', [new Date(clock.now().getTime() + days(1))]);
  expect(await words(begin(o), 409)).toContain('closed this link');
  await db.pool.query(`update account_user set suspended_at = null, email_verified = false`);
  expect(await words(begin(o), 409)).toContain('closed this link');
  await db.pool.query(`update account_user set email_verified = true`);
  await signIn(ada);
  await begun(o);
  await done(ada.post(`/api/open-links/${id}/close`));
  await done(ada.post(`/api/open-links/${id}/close`));
  expect(await links(ada)).toMatchObject([{ state: 'closed', begun: 0 }]);
  expect(await words(begin(o, 'ben@x.example'), 409)).toContain('closed this link');
  await done(hub.browser().post(`/api/open-links/${id}/close`), 401);
});

test('closing stops who has begun; what was signed stays, and outlives the link', async () => {
  const ada = await member();
  const { id, o } = await open(ada);
  await sign(await begun(o));
  const mia = await begun(o, 'mia@halden.example');
  await done(ada.post(`/api/open-links/${id}/close`));
  expect((await view(mia)).why).toBe('The sender has withdrawn this agreement.');
  await hub.deliver();
  await done(ada.delete(`/api/open-links/${id}`));
  expect(await links(ada)).toEqual([]);
  expect((await list(ada)).agreements).toMatchObject([{ state: 'signed', isSealed: true }]);
  await look(o, 404);
  expect(await words(begin(o), 404)).toContain('no open link');
});

test('whoever doesn’t sign within three days makes way, and nobody is told', async () => {
  const ada = await member();
  const { o } = await open(ada, { most: 1 });
  await begun(o);
  clock.move(days(3));
  const mia = await begun(o, 'mia@halden.example');
  await tick();
  await view(mia);
  expect(await count('agreement')).toBe(1);
  await done(hub.browser().post('/api/signing/decline', { t: mia, reason: '' }));
  clock.move(days(3));
  await tick();
  expect(await count('agreement')).toBe(0);
  expect((await mailsTo(sender)).filter(({ key: sent }) => !sent.includes('declined'))).toEqual([]);
});

test('a place is kept for half an hour, and whoever signs later needs a free one', async () => {
  const { o } = await open(await member(), { most: 2 });
  const late = await begun(o);
  const lost = await begun(o, 'eve@x.example');
  expect(await words(begin(o, 'mia@halden.example'), 409)).toContain('no place is free');
  clock.move(minutes(31));
  // Made-up addresses hold nothing any more.
  await sign(await begun(o, 'mia@halden.example'), 'mia@halden.example');
  await sign(late);
  expect(JSON.stringify(await sign(lost, 'eve@x.example', 409))).toContain('limit of signatures');
  expect(await count("agreement_person where state = 'signed'")).toBe(2);
});

test('until a code has shown who they are, a stranger is named as not confirmed', async () => {
  const { o } = await open(await member());
  const t = await begun(o);
  await done(
    hub.browser().post('/api/signing/comment', { t, key: key(), version: 1, place: '', text: 'No.' }),
  );
  expect((await view(t)).comments[0]?.author).toContain('(address not confirmed)');
  await done(hub.browser().post('/api/signing/decline', { t, reason: 'We cancel' }));
  const told = (await mailsTo(sender)).map(({ subject }) => subject);
  expect(told.filter((subject) => subject.includes('(address not confirmed)'))).toHaveLength(2);
});

test('what the sender has answered stays, and expires as any other', async () => {
  const ada = await member();
  const { o } = await open(ada);
  const t = await begun(o);
  const said = { key: key(), version: 1, place: '', text: 'For how long?' };
  await done(hub.browser().post('/api/signing/comment', { t, ...said }));
  const [made] = (await list(ada)).agreements;
  await done(ada.post(`/api/agreements/${made?.id}/comments`, { ...said, key: key(), text: 'Two years.' }));
  clock.move(days(3));
  await tick();
  expect((await view(t)).agreement.state).toBe('expired');
  expect((await mailsTo(sender)).some(({ key: sent }) => sent.includes('expired'))).toBe(true);
});

test('a deleted agreement leaves its signature counted', async () => {
  const ada = await member();
  const { o } = await open(ada, { most: 1 });
  await sign(await begun(o));
  await hub.deliver();
  await done(ada.delete(`/api/agreements/${(await list(ada)).agreements[0]?.id}`));
  expect(await links(ada)).toMatchObject([{ signed: 1, state: 'full' }]);
  expect(await words(begin(o, 'mia@halden.example'), 409)).toContain('limit');
});

test('a full account of the sender is said to the stranger, and nothing is begun', async () => {
  const ada = await member();
  const { o } = await open(ada);
  await db.pool.query('update agreement_open set bytes = $1', [50 * 1024 * 1024]);
  expect(await words(begin(o), 409)).toContain('sender’s account is full');
  expect(await count('agreement')).toBe(0);
});

test('people who come by themselves take nothing from those a sender may ask in a day', async () => {
  const ada = await member();
  const { o } = await open(ada);
  await begun(o);
  await db.pool.query(
    `insert into agreement_person (owner_id, agreement_id, n, name, email, email_key, role, turn, state)
     select owner_id, id, n, '', '', '', 'copy', 1, 'sent' from agreement, generate_series(2, 400) n`,
  );
  const people = [{ name: 'Ben', email: 'ben@x.example', role: 'signs', turn: 1, party: null }];
  await done(ada.post('/api/agreements', { key: key(), title: 'Terms', html, people }));
});

test('codes for an open link are bounded by link and by caller', async () => {
  const { id, o } = await open(await member());
  const t = await begun(o);
  const now = new Date(clock.now().getTime() - (clock.now().getTime() % hours(1)));
  await db.pool.query(`insert into rate_limit (key, window_start, count) values ($1, $2, 400)`, [
    limitKey('open-letters-of', id),
    now,
  ]);
  await done(hub.browser().post('/api/signing/code', { t }), 429);
  expect(await mailsTo(tom)).toEqual([]);
});

test('an export has the link and its text, and forgetting takes it', async () => {
  const ada = await member();
  await open(ada);
  const { rows } = await db.pool.query<{ id: string }>('select id from account_user');
  const uid = rows[0]?.id ?? '';
  const { openMemberData } = await import('./member-data.ts');
  const data = openMemberData(hub.platform);
  const files: string[] = [];
  for await (const { path } of data.gather(uid)) files.push(path);
  expect(files.map((path) => path.replace(/-[0-9a-z]{6}\//, '/'))).toEqual([
    'agreements/open-links/nda/link.json',
    'agreements/open-links/nda/text.pdf',
  ]);
  await db.transaction((trx) => data.forget(trx, uid));
  expect(await count('agreement_open')).toBe(0);
});
