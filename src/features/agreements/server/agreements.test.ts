// Long because: each way through an agreement needs the same two people and their mails.
import { beforeEach, expect, test } from 'vitest';
import { days, hours, minutes, movableClock } from '#base/clock.ts';
import type {
  AgreementDetail,
  AgreementList,
  SendBody,
  SigningView,
} from '#features/agreements/rules/contract.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, { clock, hasLimits: false, live: true });
beforeEach(async () => {
  await db.pool.query('truncate outbound_message, agreement, account_user, rate_limit cascade');
});

type Browser = ReturnType<typeof hub.browser>;

const html = `<h1>Mutual NDA</h1>
<h2 id="purpose"><span class="doc-number">1.</span> Purpose</h2>
<p class="doc-sub"><span class="doc-number">1.1</span> The parties talk about a project.</p>
<p class="doc-sub"><span class="doc-number">1.2</span> Each keeps secret what it learns for two years.</p>
<div class="doc-signatures">
<div class="doc-signature"><p><strong>Wren Studio</strong></p><table><tbody><tr><th scope="row">Signature</th><td> </td></tr><tr><th scope="row">Date</th><td> </td></tr></tbody></table></div>
<div class="doc-signature"><p><strong>Halden GmbH</strong></p><table><tbody><tr><th scope="row">Signature</th><td> </td></tr></tbody></table></div>
</div>`;

let keys = 0;
const key = () => `key-of-this-act-${++keys}`;
const jonas = {
  name: 'Jonas Keller',
  email: 'jonas@halden.example',
  role: 'signs',
  turn: 1,
  party: 1,
} as const;
const ada = { name: 'Ada Moore', email: 'ada@wren.example', role: 'signs', turn: 1, party: 0 } as const;
const letter = (changes: Partial<SendBody> = {}): SendBody => ({
  key: key(),
  title: 'Mutual NDA',
  html,
  people: [jonas],
  ...changes,
});

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}

async function member(email: string, isProven = true): Promise<Browser> {
  const browser = hub.browser();
  await done(
    browser.post('/api/auth/sign-up', { displayName: 'Ada Moore', email, password: 'meadow-lantern-otter' }),
  );
  if (isProven)
    await db.pool.query('update account_user set email_verified = true where email = $1', [email]);
  return browser;
}

interface Mail {
  subject: string;
  link: string;
  code: string;
}
async function mails(to: string): Promise<Mail[]> {
  const { rows } = await db.pool.query<{ payload: { subject: string; body: unknown } }>(
    `select payload from outbound_message where channel = 'mail' and payload->>'to' = $1
     and dedupe_key like 'agreement:%' order by created_at, id`,
    [to],
  );
  return rows.map(({ payload }) => {
    const text = JSON.stringify(payload.body);
    return {
      subject: payload.subject,
      link: decodeURIComponent(/\/sign\?t=([^"]+)/.exec(text)?.[1] ?? ''),
      code: /"(\d{6})"/.exec(text)?.[1] ?? '',
    };
  });
}
const linkOf = async (to: string) => (await mails(to)).findLast(({ link }) => link !== '')?.link ?? '';
const codeOf = async (to: string) => (await mails(to)).findLast(({ code }) => code !== '')?.code ?? '';

const view = (browser: Browser, t: string) =>
  done<SigningView>(browser.get(`/api/signing?t=${encodeURIComponent(t)}`));
const detail = (browser: Browser, id: string) => done<AgreementDetail>(browser.get(`/api/agreements/${id}`));
const list = (browser: Browser, query = '') => done<AgreementList>(browser.get(`/api/agreements${query}`));

async function send(browser: Browser, changes: Partial<SendBody> = {}): Promise<string> {
  return (await done<{ id: string }>(browser.post('/api/agreements', letter(changes)))).id;
}

async function signing(t: string, email: string, browser = hub.browser()) {
  const shown = await view(browser, t);
  if (shown.needsCode) await done(browser.post('/api/signing/code', { t }));
  const version = shown.versions.at(-1);
  return {
    t,
    key: key(),
    version: version?.version ?? 0,
    sha256: version?.sha256 ?? '',
    consent: true as const,
    name: shown.you.name,
    signature: { kind: 'typed', text: shown.you.name } as const,
    ...(shown.needsCode && { code: await codeOf(email) }),
  };
}

test('a document is sent, read, signed with a code, sealed, and everybody gets it', async () => {
  const sender = await member(ada.email);
  const id = await send(sender, { people: [jonas, ada] });
  const t = await linkOf(jonas.email);
  const browser = hub.browser();
  const shown = await view(browser, t);
  expect(shown).toMatchObject({ canAct: true, needsCode: true, sender: { email: ada.email } });
  expect(shown.people.map(({ email }) => email)).toEqual([jonas.email, 'a•••@wren.example']);
  await done(browser.post('/api/signing/seen', { t }));
  expect((await detail(sender, id)).people[0]?.state).toBe('seen');
  await done(browser.post('/api/signing/sign', await signing(t, jonas.email, browser)));
  expect((await detail(sender, id)).agreement).toMatchObject({ state: 'out', waitingFor: ['Ada Moore'] });
  // The sender signs by their own page: signed in with the proven address, no code is asked for.
  const own = (await list(sender)).agreements[0]?.link ?? '';
  const mine = new URL(own, 'http://hub.test').searchParams.get('t') ?? '';
  await done(sender.post('/api/signing/sign', await signing(mine, ada.email, sender)));
  await hub.deliver();
  const end = await detail(sender, id);
  expect(end.agreement).toMatchObject({ state: 'signed', isSealed: true });
  expect(end.isIntact).toBe(true);
  expect(end.events.map(({ kind }) => kind)).toEqual([
    'created',
    'asked',
    'asked',
    'seen',
    'code sent',
    'code right',
    'signed',
    'signed',
    'completed',
    'sealed',
  ]);
  const subjects = (await mails(jonas.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Signed by everybody: “Mutual NDA”');
  const file = await browser.get(`/api/signing/file?t=${encodeURIComponent(t)}`);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('opening a link, however often, accepts and changes nothing', async () => {
  const sender = await member(ada.email);
  const id = await send(sender);
  const t = await linkOf(jonas.email);
  const before = (await detail(sender, id)).events.length;
  for (let n = 0; n < 5; n++) await view(hub.browser(), t);
  await hub.browser().get(`/api/signing/file?t=${encodeURIComponent(t)}`);
  const after = await detail(sender, id);
  expect(after.events).toHaveLength(before);
  expect(after.people[0]?.state).toBe('asked');
});

test('the same key is sent once, and so is a signature, also at the same moment', async () => {
  const sender = await member(ada.email);
  const body = letter();
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await done<{ id: string }>(sender.post('/api/agreements', body))).id),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await mails(jonas.email)).toHaveLength(1);
  const t = await linkOf(jonas.email);
  const signed = await signing(t, jonas.email);
  await Promise.all([1, 2, 3].map(() => done(hub.browser().post('/api/signing/sign', signed))));
  const events = (await detail(sender, ids[0] ?? '')).events.filter(({ kind }) => kind === 'signed');
  expect(events).toHaveLength(1);
});

test('a changed text under the same key isn’t taken for sent', async () => {
  const sender = await member(ada.email);
  const body = letter();
  await done(sender.post('/api/agreements', body));
  for (const changes of [
    { html: html.replace('two years', 'nine years') },
    { message: 'As discussed.' },
    { title: 'NDA' },
  ]) {
    const { error } = await done<{ error: { message: string } }>(
      sender.post('/api/agreements', { ...body, ...changes }),
      409,
    );
    expect(error.message).toContain('with the text as it was before');
  }
  const [first, ...others] = body.people;
  const people = [{ ...first, name: 'Somebody else' }, ...others];
  const { error } = await done<{ error: { message: string } }>(
    sender.post('/api/agreements', { ...body, people }),
    409,
  );
  expect(error.message).toContain('to other people');
  expect(await mails(jonas.email)).toHaveLength(1);
});

test('a wrong code signs nothing, and five of them end that code', async () => {
  const sender = await member(ada.email);
  const id = await send(sender);
  const t = await linkOf(jonas.email);
  const signed = await signing(t, jonas.email);
  const wrong = { ...signed, code: signed.code === '000000' ? '000001' : '000000' };
  for (let n = 0; n < 5; n++) await done(hub.browser().post('/api/signing/sign', wrong), 400);
  await done(hub.browser().post('/api/signing/sign', wrong), 429);
  await done(hub.browser().post('/api/signing/sign', signed), 429);
  expect((await detail(sender, id)).agreement.state).toBe('out');
  clock.move(minutes(2));
  await done(hub.browser().post('/api/signing/sign', await signing(t, jonas.email)));
});

test('a code works for a quarter of an hour, and only for whom it was sent to', async () => {
  const sender = await member(ada.email);
  await send(sender);
  const t = await linkOf(jonas.email);
  const late = await signing(t, jonas.email);
  clock.move(minutes(16));
  await done(hub.browser().post('/api/signing/sign', late), 409);
  const other = { ...jonas, email: 'other@halden.example' };
  await send(sender, { people: [other] });
  const theirs = await signing(await linkOf(other.email), other.email);
  await done(hub.browser().post('/api/signing/sign', { ...late, code: theirs.code }), 409);
});

test('nothing is signed but the file that was shown', async () => {
  const sender = await member(ada.email);
  await send(sender);
  const t = await linkOf(jonas.email);
  const signed = await signing(t, jonas.email);
  await done(hub.browser().post('/api/signing/sign', { ...signed, sha256: 'a'.repeat(64) }), 409);
  await done(hub.browser().post('/api/signing/sign', { ...signed, version: 2 }), 409);
});

test('one after the other: the second is asked when the first has signed', async () => {
  const sender = await member('sender@wren.example');
  const second = { ...jonas, turn: 2 };
  await send(sender, { people: [{ ...ada, turn: 1 }, second] });
  expect(await mails(jonas.email)).toHaveLength(0);
  await done(hub.browser().post('/api/signing/sign', await signing(await linkOf(ada.email), ada.email)));
  expect(await mails(jonas.email)).toHaveLength(1);
});

test('a proposal that is taken is a new version, which everybody signs anew', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender, { people: [jonas, ada] });
  await done(hub.browser().post('/api/signing/sign', await signing(await linkOf(ada.email), ada.email)));
  const t = await linkOf(jonas.email);
  const words = 'Each keeps secret what it learns for three years.';
  const shown = await view(hub.browser(), t);
  const clause = shown.doc.blocks.findIndex((block) => block.b === 'clause');
  const proposal = { t, key: key(), version: 1, place: `${clause}.1`, text: 'Two is short.', words };
  await done(hub.browser().post('/api/signing/comment', proposal));
  await done(hub.browser().post('/api/signing/comment', proposal));
  const before = await detail(sender, id);
  expect(before.comments).toHaveLength(1);
  const [comment] = before.comments;
  const stale = await signing(t, jonas.email);
  const taken = await done<AgreementDetail>(
    sender.post(`/api/agreements/${id}/comments/${comment?.id}`, { outcome: 'taken' }),
  );
  expect(taken.versions.map(({ version }) => version)).toEqual([1, 2]);
  expect(JSON.stringify(taken.doc.blocks)).toContain(words);
  expect(taken.people.map(({ state }) => state)).toEqual(['asked', 'asked']);
  await done(hub.browser().post('/api/signing/sign', stale), 409);
  await done(sender.post(`/api/agreements/${id}/comments/${comment?.id}`, { outcome: 'taken' }));
  expect((await detail(sender, id)).versions).toHaveLength(2);
  // No minute has passed since the code of before, which is over.
  clock.move(1000);
  for (const { email } of [ada, jonas])
    await done(hub.browser().post('/api/signing/sign', await signing(await linkOf(email), email)));
  await hub.deliver();
  expect((await detail(sender, id)).agreement).toMatchObject({ state: 'signed', isSealed: true });
});

test('the other side fills in what was left open, once, and signs that', async () => {
  const sender = await member('sender@wren.example');
  const open = html.replace(
    'Halden GmbH',
    '<mark class="doc-blank" data-field="theirs">[their company]</mark>',
  );
  const id = await send(sender, { html: open });
  const t = await linkOf(jonas.email);
  expect((await view(hub.browser(), t)).blanks).toEqual([{ field: 'theirs', label: 'their company' }]);
  const fill = { t, key: key(), version: 1, answers: { theirs: 'Halden GmbH', purpose: 'not asked' } };
  for (let n = 0; n < 2; n++) await done<SigningView>(hub.browser().post('/api/signing/fill', fill));
  const shown = await view(hub.browser(), t);
  expect(shown).toMatchObject({ canAct: true, blanks: [] });
  expect(JSON.stringify(shown.doc)).not.toContain('not asked');
  expect((await detail(sender, id)).versions.map(({ words }) => words)).toEqual([
    'First version',
    'Jonas Keller filled in: their company',
  ]);
  expect(await mails(jonas.email)).toHaveLength(1);
  await done(hub.browser().post('/api/signing/sign', await signing(t, jonas.email)));
});

test('who declines ends it for everybody, with a reason for the sender', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender, { people: [jonas, ada] });
  await done(
    hub.browser().post('/api/signing/decline', { t: await linkOf(jonas.email), reason: 'Too long.' }),
  );
  const end = await detail(sender, id);
  expect(end.agreement.state).toBe('declined');
  expect(end.people[0]?.reason).toBe('Too long.');
  const theirs = await view(hub.browser(), await linkOf(ada.email));
  expect(theirs).toMatchObject({ canAct: false, why: 'Somebody declined this agreement.' });
  expect(theirs.people[0]?.reason).toBe('');
});

test('an agreement runs out by the clock, reminds three times before, and can be extended', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender);
  const tick = async () => {
    for (const feature of hub.features)
      for (const job of feature.jobs ?? []) if (job.name === 'agreements-upkeep') await job.run();
  };
  for (let day = 0; day < 13; day++) {
    clock.move(hours(24) + 1000);
    await tick();
    await tick();
  }
  const subjects = (await mails(jonas.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Reminder'))).toHaveLength(3);
  clock.move(days(2));
  const t = await linkOf(jonas.email);
  expect(await view(hub.browser(), t)).toMatchObject({ canAct: false });
  await done(hub.browser().post('/api/signing/code', { t }), 409);
  await tick();
  expect((await detail(sender, id)).agreement.state).toBe('expired');
  await done(sender.post(`/api/agreements/${id}/extend`, { days: 7 }));
  await done(hub.browser().post('/api/signing/sign', await signing(t, jonas.email)));
});

test('passed on or corrected, the former link stops working', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender);
  const first = await linkOf(jonas.email);
  await done(
    hub.browser().post('/api/signing/forward', { t: first, name: 'Mia Roth', email: 'mia@halden.example' }),
  );
  await done(hub.browser().get(`/api/signing?t=${encodeURIComponent(first)}`), 404);
  const second = await linkOf('mia@halden.example');
  expect((await view(hub.browser(), second)).you.name).toBe('Mia Roth');
  await done(sender.post(`/api/agreements/${id}/people/0/address`, { email: 'mia.roth@halden.example' }));
  await done(hub.browser().get(`/api/signing?t=${encodeURIComponent(second)}`), 404);
  expect((await view(hub.browser(), await linkOf('mia.roth@halden.example'))).canAct).toBe(true);
});

test('nobody else sees an agreement: not by its id, not by a forged link', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender);
  const other = await member('other@example.com');
  for (const path of ['', '/file']) await done(other.get(`/api/agreements/${id}${path}`), 404);
  for (const path of ['withdraw', 'read', 'people/0/remind'])
    await done(other.post(`/api/agreements/${id}/${path}`), 404);
  expect((await list(other)).agreements).toEqual([]);
  const t = await linkOf(jonas.email);
  for (const forged of [t.slice(0, -2), t.replace(/:0:0/, ':1:0'), `${t}x`, '', 'agr_x'])
    await done(hub.browser().get(`/api/signing?t=${encodeURIComponent(forged)}`), 404);
});

test('what is sent to an address is listed for its owner only once it is proven', async () => {
  const sender = await member('sender@wren.example');
  await send(sender);
  const receiver = await member(jonas.email, false);
  expect((await list(receiver)).agreements).toEqual([]);
  await db.pool.query('update account_user set email_verified = true where email = $1', [jonas.email]);
  const [one] = (await list(receiver, '?show=yours')).agreements;
  expect(one).toMatchObject({ title: 'Mutual NDA', waitsForYou: true, isSender: false });
  expect(one?.link).toMatch(/^\/sign\?t=/);
});

test('a member who hasn’t proven their address writes to nobody', async () => {
  const stranger = await member('stranger@example.com', false);
  await done(stranger.post('/api/agreements', letter()), 403);
  expect(await mails(jonas.email)).toEqual([]);
});

test('a changed or missing event is found', async () => {
  const sender = await member('sender@wren.example');
  const id = await send(sender, { people: [jonas, ada] });
  expect((await detail(sender, id)).isIntact).toBe(true);
  await db.pool.query(`update agreement_event set data = data || '{"email":"x@y.example"}' where seq = 2`);
  expect((await detail(sender, id)).isIntact).toBe(false);
  await db.pool.query('delete from agreement_event where seq >= 2');
  expect((await detail(sender, id)).isIntact).toBe(false);
});

test.each([
  ['no signer', { people: [{ ...jonas, role: 'copy' as const }] }, 'who signs'],
  ['the same address twice', { people: [jonas, { ...ada, email: 'JONAS@halden.example' }] }, 'twice'],
  ['one block for two', { people: [jonas, { ...ada, party: 1 }] }, 'same signature block'],
  ['a block that isn’t there', { people: [{ ...jonas, party: 7 }] }, 'fewer signature blocks'],
  ['an invisible name', { people: [{ ...jonas, name: 'Jonas\u202eKeller' }] }, 'can’t be seen'],
  [
    'two addresses in one',
    { people: [{ ...jonas, email: 'a@b.example, c@d.example' }] },
    'one email address',
  ],
])('refuses %s in words', async (_what, changes, words) => {
  const sender = await member('sender@wren.example');
  const { error } = await done<{ error: { message: string } }>(
    sender.post('/api/agreements', letter(changes)),
    400,
  );
  expect(JSON.stringify(error)).toContain(words);
  expect(await mails(jonas.email)).toEqual([]);
});
