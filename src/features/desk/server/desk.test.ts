import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createAuthenticator, type Odd } from '#testing/authenticator.ts';
import { useDatabase } from '#testing/database.ts';
import { deskHub, deskOrigin } from '#testing/desk-hub.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query(
    'truncate desk_operator, desk_invitation, desk_ticket, desk_record, security_event cascade',
  );
});

test('an invitation makes a passkey, and the passkey opens the desk: a cookie of its own, short, strict', async () => {
  const hub = deskHub(db);
  const ada = hub.sit();
  const joined = await ada.join(await hub.invite(), 'Ada');
  expect(joined.status).toBe(200);
  const [cookie = ''] = joined.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Secure-hub_desk=[a-z0-9]{40}; Path=\/desk; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
  );
  expect(await ada.read('/desk')).toContain('Today');
  const later = hub.sit(ada.device);
  expect((await later.browser.get('/desk')).status).toBe(401);
  expect((await later.enter()).status).toBe(200);
  expect(await later.read('/desk/tills')).toContain('<h1><bdi>tills</bdi></h1>');
  expect((await later.send('/desk/leave', {})).status).toBe(303);
  expect((await later.browser.get('/desk/tills')).status).toBe(401);
  expect(hub.unexpected).toEqual([]);
});

test('[law] an invitation counts once: not twice, not at once, not after a day, not withdrawn', async () => {
  const hub = deskHub(db);
  const link = await hub.invite('Ada');
  const both = await Promise.all([hub.sit().join(link), hub.sit().join(link)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await hub.sit().join(link)).status).toBe(404);

  const old = await hub.invite('Ben');
  hub.clock.move(24 * 3_600_000);
  expect((await hub.sit().join(old)).status).toBe(404);

  const ada = await hub.operator('Cleo');
  const gone = await hub.invite('Dora');
  const [, id] = /href="\/desk\/operators\/([\w-]{40,})"/.exec(await ada.read('/desk/operators')) ?? [];
  expect((await ada.act(`/desk/operators/${id}/withdraw`)).status).toBe(303);
  expect((await hub.sit().join(gone)).status).toBe(404);
  // The first link of a start ends those before it.
  const [first, second] = [await hub.invite(), await hub.invite()];
  expect((await hub.sit().join(first)).status).toBe(404);
  expect((await hub.sit().join(second, 'Eve')).status).toBe(200);
});

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const lies: [string, Odd][] = [
  ['another key', { key: stranger }],
  ['another site', { origin: 'https://hub.example.evil.example' }],
  ['made for another site', { rpId: 'evil.example' }],
  ['a challenge of its own', { challenge: Buffer.from('0'.repeat(40)).toString('base64url') }],
  ['nobody there', { flags: 0x00 }],
  ['somebody who was not recognised', { flags: 0x01 }],
  ['the answer to another question', { type: 'webauthn.create' }],
  ['a count from before: a copy', { counter: 1 }],
];

test.each(lies)('the desk stays shut for a passkey with %s', async (_, odd) => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  expect((await hub.sit(ada.device).enter()).status).toBe(200);
  const liar = hub.sit(ada.device);
  expect((await liar.enter(odd)).status).toBe(401);
  expect(liar.browser.jar.size).toBe(0);
});

test('a replayed answer, and the passkey of nobody known, open nothing', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const seat = hub.sit(ada.device);
  const begun = (await (await seat.browser.post('/desk/api/begin', {})).json()) as { options: never };
  const passkey = ada.device.use(begun.options);
  expect((await seat.browser.post('/desk/api/enter', { passkey })).status).toBe(200);
  expect((await hub.sit().browser.post('/desk/api/enter', { passkey })).status).toBe(401);
  expect((await hub.sit(createAuthenticator(deskOrigin)).enter({ userHandle: 'b3By' })).status).toBe(401);
});

test('[law] a session ends unused after half an hour, and after twelve hours in any case', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  for (let minutes = 29; minutes < 12 * 60; minutes += 29) {
    hub.clock.move(29 * 60_000);
    expect((await ada.browser.get('/desk')).status, `after ${minutes} minutes`).toBe(200);
  }
  hub.clock.move(29 * 60_000);
  expect((await ada.browser.get('/desk')).status).toBe(401);
  expect((await ada.enter()).status).toBe(200);
  hub.clock.move(30 * 60_000);
  expect((await ada.browser.get('/desk')).status).toBe(401);
});

test('[law] rights count from the next request on; who is removed is out on every device', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  expect((await ben.browser.get('/desk/tills')).status).toBe(200);
  expect((await ben.browser.get('/desk/words')).status).toBe(403);
  expect((await ben.browser.get('/desk/operators')).status).toBe(403);
  expect(await ben.read('/desk/tills')).not.toContain('/desk/words');
  const { token } = await ben.formOf('/desk/tills/a/note');
  await hub.command('desk rights Ben --rights content');
  // The form was open when the right went.
  expect((await ben.send('/desk/tills/a/note', { token, text: 'late' })).status).toBe(403);
  expect((await ben.browser.get('/desk/words')).status).toBe(200);
  expect(hub.done).toEqual([]);

  const phone = hub.sit(ben.device);
  await phone.enter();
  const [, id] = /href="\/desk\/operators\/(opr_\w+)">.*Ben/.exec(await ada.read('/desk/operators')) ?? [];
  expect((await ada.act(`/desk/operators/${id}/remove`)).status).toBe(303);
  for (const seat of [ben, phone]) expect((await seat.browser.get('/desk')).status).toBe(401);
  expect((await ben.enter()).status).toBe(401);
});

test('[law] whoever may do everything stays: the desk never removes its last one, whoever presses at once', async () => {
  const hub = deskHub(db);
  const seats = [await hub.operator('Ada'), await hub.operator('Ben')] as const;
  const ids = [...(await seats[0].read('/desk/operators')).matchAll(/operators\/(opr_\w+)/g)].map(
    ([, id]) => id,
  );
  expect(ids).toHaveLength(2);
  await Promise.all([
    seats[0].act(`/desk/operators/${ids[1]}/remove`),
    seats[1].act(`/desk/operators/${ids[0]}/remove`),
  ]);
  const left = await hub.command('desk list');
  expect(left).toHaveLength(1);
  const last = left[0]?.includes('Ada') ? seats[0] : seats[1];
  const id = left[0]?.split(' ')[0];
  const refused = await last.act(`/desk/operators/${id}/rights`, { money: 'yes' });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Someone must be left'),
  ]);
  // On the machine itself it can be done, and undone there.
  expect(await hub.command(`desk remove ${id}`)).toEqual([expect.stringContaining('no longer')]);
});

test('[law] what is grave takes the passkey again: this operator’s, for this very form, once', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben');
  const path = '/desk/tills/a/end';
  const form = async () => {
    const { token, touch } = await ada.formOf(path);
    if (!touch) throw new Error('no passkey is asked for');
    return { token, touch };
  };
  const one = await form();
  const other = await form();
  const wrong: [string, string, string][] = [
    ['none', (await form()).token, ''],
    ['rubbish', (await form()).token, '{"id":1}'],
    ['of another form', one.token, JSON.stringify(ada.device.use(other.touch))],
    ['without a person', other.token, JSON.stringify(ada.device.use(other.touch, { flags: 0x01 }))],
  ];
  const theirs = await form();
  wrong.push(['another operator’s', theirs.token, JSON.stringify(ben.device.use(theirs.touch))]);
  for (const [name, token, touch] of wrong) {
    const answer = await ada.send(path, { token, touch });
    expect(answer.status, name).toBe(403);
    expect(await answer.text(), name).toContain('Nothing was changed.');
  }
  const good = await form();
  const sent = { token: good.token, touch: JSON.stringify(ada.device.use(good.touch)) };
  const both = await Promise.all([ada.send(path, sent), ada.send(path, sent)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect((await ben.send(path, sent)).status).toBe(409);
  expect(hub.done).toEqual(['Ada ended a']);
});

test('a form counts once, for its operator and its thing; another site’s is refused', async () => {
  const hub = deskHub(db);
  const [ada, ben] = [await hub.operator('Ada'), await hub.operator('Ben')];
  const path = '/desk/tills/a/note';
  const { token } = await ada.formOf(path);
  const form = { token, text: 'Kept "words" <b>' };
  expect((await ada.send(path, form, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await ada.send(path, form, { origin: deskOrigin, 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  const stolen = await ben.send(path, form);
  expect(stolen.status).toBe(409);
  // What was typed is still there.
  expect(await stolen.text()).toContain('Kept &quot;words&quot; &lt;b&gt;');
  const again = (await ada.formOf(path)).token;
  expect((await ada.send('/desk/tills/b/note', { ...form, token: again })).status).toBe(409);
  const third = { ...form, token: (await ada.formOf(path)).token };
  expect((await ada.send(path, third)).status).toBe(303);
  expect((await ada.send(path, third)).status).toBe(409);
  expect(hub.done).toEqual(['Ada noted Kept "words" <b> on a']);
});

test('[law] a form that was sent after the session’s end is kept, and goes out once the door is open', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const { token } = await ada.formOf('/desk/tills/a/note');
  hub.clock.move(31 * 60_000);
  const locked = await ada.send('/desk/tills/a/note', { token, text: 'An hour’s "work"' });
  expect(locked.status).toBe(401);
  const page = await locked.text();
  expect(page).toContain('Nothing is lost');
  expect(page).toContain('name="text" value="An hour’s &quot;work&quot;"');
  expect(page).toContain('action="/desk/tills/a/note"');
  await ada.enter();
  expect((await ada.send('/desk/tills/a/note', { token, text: 'An hour’s "work"' })).status).toBe(303);
  expect(hub.done).toHaveLength(1);
});

test('[law] an invitation’s link is shown once, and no table holds it', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const answer = await ada.act('/desk/operators/-/invite', { name: 'Ben', money: 'yes' });
  const link = /desk\/join#([a-z0-9]{40})/.exec(await answer.text())?.[1] ?? 'none';
  for (const table of ['ticket', 'invitation', 'record']) {
    const { rows } = await db.pool.query(`select * from desk_${table}`);
    expect(JSON.stringify(rows), table).not.toContain(link);
  }
  expect(await ada.read('/desk/operators')).not.toContain(link);
  expect((await hub.sit().join(link, 'Ben')).status).toBe(200);
});

test('[law] every act has its line: who, what, before and after; also one that was refused', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  await ada.act('/desk/tills/a/note', { text: 'new' });
  await ada.act('/desk/tills/buyer%40example.com/note', { text: 'x' });
  const [first, second] = await hub.record();
  expect(first).toMatchObject({
    operator: 'Ada',
    act: 'tills note',
    subject: 'a',
    outcome: 'done',
    before: { text: 'old' },
    after: { text: 'new' },
  });
  expect(JSON.stringify(second)).not.toContain('buyer@example.com');
  expect(await ada.read('/desk/record')).toContain('text: new');
  const id = (await hub.command('desk list'))[0]?.split(' ')[0];
  await ada.act(`/desk/operators/${id}/remove`);
  expect((await hub.record()).at(-1)).toMatchObject({ act: 'operators remove', outcome: 'refused' });
  const { rows } = await db.pool.query(
    `select what, account, how from security_event where what = 'desk: tills note'`,
  );
  expect(rows[0]).toMatchObject({ account: id, how: 'desk' });
});

test('the record is found by who, what and outcome: refused presses by the hundred bury nothing', async () => {
  const hub = deskHub(db);
  const [ada, ben] = [await hub.operator('Ada'), await hub.operator('Ben')];
  await ada.act('/desk/operators/-/invite', { name: 'Cleo', money: 'yes' });
  const by = async (name: string) =>
    (await db.pool.query<{ id: string }>('select id from desk_operator where name = $1', [name])).rows[0]?.id;
  await db.pool.query(
    `insert into desk_record (at, operator_id, operator, act, subject, outcome)
     select $1, $2, 'Ben', 'tills end', n::text, 'refused' from generate_series(1, 300) n`,
    [hub.clock.now(), await by('Ben')],
  );
  const rowsOf = (page: string) => (page.match(/tills end/g) ?? []).length;
  const read = async (query: string) => ada.read(`/desk/record?${query}`);
  expect(await read('')).not.toContain('operators invite');
  for (const query of ['who=ada', 'act=invite', 'outcome=done', `who=${(await by('Ada'))?.slice(-4)}`])
    expect(await read(query), query).toContain('operators invite');
  for (const query of ['who=100%25', 'who=_', 'act=%27', 'outcome=x', 'who=%00x', 'who=Ben&outcome=done'])
    expect(await read(query), query).toContain('Nothing.');
  // Going on to older ones keeps what is looked for.
  const first = await read('who=Ben&act=end&outcome=refused');
  expect(rowsOf(first)).toBe(100);
  const [, older = ''] = /href="\?([^"]*before=\d+)"/.exec(first) ?? [];
  const second = await read(older.replaceAll('&amp;', '&'));
  expect([rowsOf(second), older.includes('outcome=refused')]).toEqual([100, true]);
  expect((await ben.browser.get('/desk/record')).status).toBe(200);
});
