import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';

const db = await useDatabase();
beforeEach(() => db.pool.query('truncate desk_operator, desk_invitation, desk_ticket, desk_record cascade'));

test('[law] a form that was open during an upgrade does nothing, keeps what was typed, and is sent again', async () => {
  const old = deskHub(db, { build: 'one' });
  const ada = await old.operator('Ada');
  const before = { note: await ada.formOf('/desk/tills/a/note'), end: await ada.formOf('/desk/tills/a/end') };
  const hub = deskHub(db, { build: 'two' });
  const later = hub.sit(ada.device);
  await later.enter();
  const text = 'three <b>words</b> & a "quote"';
  const answer = await later.send('/desk/tills/a/note', { token: before.note.token, text });
  const shown = await answer.text();
  expect([answer.status, hub.done]).toEqual([409, []]);
  expect(shown).toContain('The hub was upgraded since you opened this form.');
  expect(shown).toContain('three &lt;b&gt;words&lt;/b&gt; &amp; a &quot;quote&quot;');
  const token = /name="token" value="([a-z0-9]+)"/.exec(shown)?.[1] ?? '';
  expect((await later.send('/desk/tills/a/note', { token, text })).status).toBe(303);
  expect(hub.done).toEqual([`Ada noted ${text} on a`]);
  // The old form's passkey confirmed the old form.
  const touch = before.end.touch && { touch: JSON.stringify(later.device.use(before.end.touch)) };
  expect((await later.send('/desk/tills/a/end', { token: before.end.token, ...touch })).status).toBe(409);
  expect((await later.act('/desk/tills/a/end')).status).toBe(303);
  expect(hub.done).toHaveLength(2);
  expect(hub.unexpected).toEqual([]);
});

test('a form whose act is gone gives back what was typed, its secrets apart, to whoever is at the desk', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada', 'content');
  for (const path of ['/desk/tills/a/gone-act', '/desk/gone-page/-/add', '/desk/gone-page/%00/x']) {
    const answer = await ada.send(path, { token: 'x', text: 'hours <of> work', secretWord: 'hidden-word' });
    const shown = await answer.text();
    expect(answer.status).toBe(404);
    expect(shown).toContain('hours &lt;of&gt; work');
    expect(shown).not.toContain('hidden-word');
  }
  expect((await hub.sit().send('/desk/gone-page/-/add', { text: 'x' })).status).toBe(401);
  expect(hub.unexpected).toEqual([]);
});

test('[law] rights that go while a form is open: nothing is done; what was typed is there, and the lock', async () => {
  const hub = deskHub(db);
  await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  const { token } = await ben.formOf('/desk/tills/a/note');
  await hub.command('desk rights Ben --rights content');
  const text = 'an hour <of> typing';
  const answer = await ben.send('/desk/tills/a/note', { token, text, secretWord: 'hidden-word' });
  const shown = await answer.text();
  expect([answer.status, hub.done]).toEqual([403, []]);
  expect(shown).toContain('an hour &lt;of&gt; typing');
  expect(shown).not.toContain('hidden-word');
  for (const page of [shown, await ben.read('/desk/tills'), await ben.read('/desk/words/none')])
    expect(page).toContain('action="/desk/leave"');
  // A script on another page of this site learns not even a name.
  const script = await ben.browser.get('/desk/tills', { 'sec-fetch-mode': 'cors' });
  expect([script.status, (await script.text()).includes('/desk/leave')]).toEqual([403, false]);
  expect(hub.unexpected).toEqual([]);
});

test('an erased address is in nothing that was said to an operator and not yet read', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const { token } = await ada.formOf('/desk/tills/a/note');
  const said =
    "insert into desk_ticket (hash, about, expires_at) values ($1, $1, now() + interval '10 years')";
  for (const words of ['said A test is on its way to Ada_@Example.com.', 'said Sent to adam@example.com.'])
    await db.pool.query(said, [words]);
  await hub.feature.person?.erase('ada_@example.com');
  const { rows } = await db.pool.query("select about from desk_ticket where about like 'said %'");
  expect(rows).toEqual([{ about: 'said Sent to adam@example.com.' }]);
  expect((await ada.send('/desk/tills/a/note', { token, text: 'kept' })).status).toBe(303);
});

test('[law] what waited at the door for one operator is neither done nor shown when another one opens it', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben');
  const page = await ada.read('/desk/tills/a/note');
  const [, token = ''] = /name="token" value="([a-z0-9]+)"/.exec(page) ?? [];
  const [, writer = ''] = /name="writer" value="(\w+)"/.exec(page) ?? [];
  const form = { token, writer, text: 'of Ada alone' };
  const others = await ben.send('/desk/tills/a/note', form);
  const shown = await others.text();
  expect([others.status, hub.done]).toEqual([409, []]);
  expect(shown).toContain('Another operator began this form');
  expect(shown).not.toContain('of Ada alone');
  // It is still hers.
  expect((await ada.send('/desk/tills/a/note', form)).status).toBe(303);
  expect(hub.done).toEqual(['Ada noted of Ada alone on a']);
});
