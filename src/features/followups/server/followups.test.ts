// Long because: each way in which a mail could reach somebody wrongly stands here beside the next.
import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import type { Block } from '#features/letters/rules/blocks.ts';
import { blocksOfFormer } from '#features/letters/rules/former.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type {
  OverviewAnswer,
  PeopleAnswer,
  PersonDetail,
  SequenceBody,
  SequenceDetail,
} from '../rules/contract.ts';
import type { Step } from '../rules/steps.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate contact, followup_sequence, recovery_cart, outbound_message cascade');
});

let people = 0;
const greeting =
  'Hello {{FirstName|there}}, read [our guide](https://shop.example/guide) when you have a moment.';
const written = (body = greeting, button = '', link = '') => blocksOfFormer({ body, button, link });
const mail = (id: string, subject: string, more: Partial<Extract<Step, { kind: 'mail' }>> = {}): Step => ({
  id,
  kind: 'mail',
  subject,
  blocks: written(),
  ...more,
});
const wait = (id: string, n: number): Step => ({ id, kind: 'wait', hours: n });

const series = (more: Partial<SequenceBody> = {}): SequenceBody => ({
  name: 'Welcome',
  trigger: { on: 'lead', funnelId: '', step: '' },
  steps: [
    mail('mail1', 'First'),
    wait('wait1', 48),
    mail('mail2', 'Second'),
    wait('wait2', 48),
    mail('mail3', 'Third'),
  ],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: true,
  ...more,
});

/** A member with a name and an address to send from, and somebody who leaves theirs. */
async function setting() {
  const hub = recoveryHub(db);
  const n = ++people;
  const ada = await hub.member(`fada${n}`);
  await ada.settle({}, { quietFrom: 0, quietTo: 0, capHours: 20 });
  const buyer = `bea.f${n}@example.com`;
  const { platform, followups } = hub;
  let made = 0;
  return {
    hub,
    ada,
    buyer,
    save: (body: SequenceBody, id = 'seq_welcome', version = 0) =>
      ada.ask<{ sequence: { version: number }; moved: number; ended: number }>(
        'PUT',
        `/api/followups/sequences/${id}`,
        { ...body, version },
      ),
    detail: (id = 'seq_welcome') => ada.ask<SequenceDetail>('GET', `/api/followups/sequences/${id}`),
    overview: () => ada.ask<OverviewAnswer>('GET', '/api/followups'),
    list: (query = '') => ada.ask<PeopleAnswer>('GET', `/api/followups/people${query}`),
    async person(email = buyer) {
      const { people: found } = await ada.ask<PeopleAnswer>(
        'GET',
        `/api/followups/people?search=${encodeURIComponent(email)}`,
      );
      return ada.ask<PersonDetail>('GET', `/api/followups/people/${found[0]?.id ?? ''}`);
    },
    /** As a funnel's form does. */
    leaves: (email = buyer, { agrees = true, funnelId = 'fun_1', uid = ada.uid } = {}) =>
      platform.db.transaction(async (trx) => {
        if (agrees)
          await hub.recovery.intake.consent.give(trx, {
            email,
            purpose: fromMember(uid),
            consentText: 'Send me the guide and what goes with it',
            source: `funnel ${funnelId}`,
          });
        made += 1;
        await followups.happened(
          trx,
          { ownerId: uid, email, name: 'Bea Bright', source: 'a funnel' },
          { on: 'lead', funnelId, step: 'Start', id: `led_${n}_${made}` },
        );
      }),
    subjects: async (email = buyer) =>
      (await hub.mails(email)).filter(({ state }) => state !== 'cancelled').map(({ subject }) => subject),
  };
}

test('whoever leaves an address gets the series in time, and nothing more once they bought', async () => {
  const { hub, ada, buyer, save, leaves, subjects, detail, person } = await setting();
  await save(series());
  await leaves();
  await hub.run();
  expect(await subjects()).toEqual(['First']);
  const [first] = await hub.mails(buyer);
  expect(first).toMatchObject({ kind: 'marketing', purpose: fromMember(ada.uid), state: 'kept' });
  expect(first?.words).toContain('Hello Bea');
  expect(first?.words).toContain('Birch Press, 1 Mill Lane, York');

  hub.clock.move(hours(47));
  await hub.run();
  expect(await subjects()).toEqual(['First']);
  hub.clock.move(hours(1));
  await hub.run();
  expect(await subjects()).toEqual(['First', 'Second']);
  await ada.bought(buyer, 'order-1', 4500);
  hub.clock.move(days(30));
  await hub.run();
  expect(await subjects()).toEqual(['First', 'Second']);

  const { sequence } = await detail();
  expect(sequence.numbers).toEqual({
    underWay: 0,
    finished: 0,
    stopped: 1,
    sent: 2,
    clicked: 0,
    notSent: 0,
    texts: { sent: 0, notSent: 0 },
    bought: 1,
    revenue: [{ currency: 'USD', cents: 4500 }],
  });
  const { runs, history } = await person();
  expect(runs).toMatchObject([{ state: 'stopped', reason: 'bought' }]);
  expect(history.map(({ words }) => words)).toEqual([
    'Bought (order order-1)',
    'Left their address on “Start”',
  ]);
});

test('a mail that lies in the outbox when somebody buys is taken back, the last of a sequence too', async () => {
  const { hub, ada, buyer, save, leaves, person } = await setting();
  await save(series({ steps: [mail('only1', 'Only')] }));
  await leaves();
  await hub.followups.engine.goOnWithAll();
  expect(await hub.mails(buyer)).toMatchObject([{ state: 'waiting' }]);
  await ada.bought(buyer);
  await hub.run();
  expect(await hub.mails(buyer)).toMatchObject([{ state: 'cancelled' }]);
  expect((await person()).messages).toMatchObject([{ state: 'not sent', reason: 'bought' }]);
});

test('who bought gets the thanks for that, and the purchase that began it doesn’t stop it', async () => {
  const { hub, ada, save, leaves, subjects } = await setting();
  await save(series());
  await save(
    series({
      name: 'Thanks',
      trigger: { on: 'bought', contains: '', which: 'first' },
      steps: [wait('wait1', 24), mail('mail1', 'Thanks')],
    }),
    'seq_thanks',
  );
  await leaves();
  await ada.bought(`bea.f${people}@example.com`, 'order-1');
  await hub.run();
  hub.clock.move(days(1));
  await hub.run();
  expect(await subjects()).toEqual(['Thanks']);
  // Told twice it is one order; another one is not the first.
  await ada.bought(`bea.f${people}@example.com`, 'order-1');
  await ada.bought(`bea.f${people}@example.com`, 'order-2');
  hub.clock.move(days(2));
  await hub.run();
  expect(await subjects()).toEqual(['Thanks']);
});

test('consent to one member is none to another, and what is withdrawn ends what is under way', async () => {
  const { hub, buyer, save, leaves, subjects, person } = await setting();
  const eve = await hub.member(`eve${people}`);
  await eve.settle({}, { quietFrom: 0, quietTo: 0 });
  await eve.ask('PUT', '/api/followups/sequences/seq_eve', { ...series(), version: 0 });
  await save(series());
  await leaves();
  await leaves(buyer, { agrees: false, uid: eve.uid });
  await hub.run();
  expect(await subjects()).toEqual(['First']);
  const { people: hers } = await eve.ask<PeopleAnswer>('GET', '/api/followups/people');
  const seen = await eve.ask<PersonDetail>('GET', `/api/followups/people/${hers[0]?.id ?? ''}`);
  expect(seen.person).toMatchObject({ standing: 'none', consent: null });
  expect(seen.messages).toMatchObject([{ state: 'not sent', reason: 'no consent' }]);

  const { rows } = await db.pool.query<{ id: string }>(
    'select id from consent_record where address_key = $1 and purpose like $2',
    [mailAddressKey(buyer), 'member:%'],
  );
  expect(rows).toHaveLength(1);
  await hub.platform.db.transaction((trx) =>
    hub.recovery.intake.consent.withdraw(trx, { email: buyer, purpose: fromMember(`fada${people}`) }),
  );
  hub.clock.move(days(3));
  await hub.run();
  expect(await subjects()).toEqual(['First']);
  expect((await person()).runs).toMatchObject([{ state: 'stopped', reason: 'unsubscribed' }]);
});

test('a mail in the outbox is refused when its reader unsubscribed after it was handed over', async () => {
  const { hub, buyer, ada, save, leaves, person } = await setting();
  await save(series());
  await leaves();
  await hub.followups.engine.goOnWithAll();
  await hub.platform.db.transaction((trx) =>
    hub.recovery.intake.consent.withdraw(trx, { email: buyer, purpose: fromMember(ada.uid) }),
  );
  await hub.run();
  expect((await person()).messages).toMatchObject([{ state: 'not sent', reason: 'withdrawn' }]);
});

test('branches ask about the person as they are then; tags, fields and ends are followed', async () => {
  const { hub, save, leaves, subjects, person, ada } = await setting();
  const steps: Step[] = [
    { id: 'tag01', kind: 'tag', add: true, tag: 'lead' },
    wait('wait1', 1),
    {
      id: 'branch1',
      kind: 'branch',
      when: { is: 'field', name: 'role', value: 'Founder' },
      yes: [mail('mail1', 'For founders'), { id: 'end01', kind: 'end' }],
      no: [mail('mail2', 'For others')],
    },
    wait('wait2', 48),
    mail('mail3', 'For others, later'),
  ];
  await save(series({ steps }));
  await leaves();
  await hub.run();
  const { person: seen } = await person();
  expect(seen.tags).toEqual(['lead']);
  await ada.ask('PUT', `/api/followups/people/${seen.id}`, {
    name: seen.name,
    tags: seen.tags,
    fields: { role: ' founder ' },
    timeZone: '',
  });
  await leaves('other@example.com');
  await hub.run();
  hub.clock.move(hours(2));
  await hub.run();
  hub.clock.move(days(4));
  await hub.run();
  expect(await subjects()).toEqual(['For founders']);
  expect(await subjects('other@example.com')).toEqual(['For others', 'For others, later']);
});

test('a cap per day holds over all sequences of a member, and over cart reminders', async () => {
  const { hub, ada, buyer, save, leaves } = await setting();
  for (let n = 0; n < 5; n += 1)
    await save(series({ name: `S${n}`, steps: [mail('mail1', `Mail ${n}`)] }), `seq_${n}abc`);
  await ada.switchOn();
  await leaves();
  await ada.add(buyer);
  const at: number[] = [];
  for (let hour = 0; hour < 24 * 9; hour += 1) {
    const before = (await hub.mails(buyer)).length;
    await hub.run();
    const after = (await hub.mails(buyer)).length;
    for (let n = before; n < after; n += 1) at.push(hour);
    hub.clock.move(hours(1));
  }
  expect(at.length).toBeGreaterThanOrEqual(6);
  const gaps = at.slice(1).map((hour, n) => hour - (at[n] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20);
});

test('a link counts once a person opens it, leads where the email said, and tells a choice', async () => {
  const { hub, buyer, save, leaves, subjects, detail } = await setting();
  await save(
    series({
      steps: [
        mail('mail1', 'First', { blocks: written(greeting, 'Open', 'https://shop.example/offer?x=1') }),
        wait('wait1', 24),
        {
          id: 'branch1',
          kind: 'branch',
          when: { is: 'clicked' },
          yes: [mail('mail2', 'You looked')],
          no: [mail('mail3', 'You didn’t look')],
        },
      ],
    }),
  );
  await leaves();
  await leaves('other@example.com');
  await hub.run();
  const [first] = await hub.mails(buyer);
  const [, path = ''] = /(\/go\/[a-z0-9]+\?n=1)/.exec(first?.words ?? '') ?? [];
  const scanned = await hub.send('GET', path);
  expect(scanned.status).toBe(302);
  expect((await detail()).mails['mail1']).toMatchObject({ clicked: 0 });
  const opened = await hub.send('GET', path, undefined, { 'sec-fetch-mode': 'navigate' });
  expect(opened.headers.get('location')).toBe('https://shop.example/offer?x=1');
  await hub.send('GET', path.replace('?n=1', ''), undefined, { 'sec-fetch-mode': 'navigate' });
  expect((await detail()).mails['mail1']).toMatchObject({ sent: 2, clicked: 1 });
  expect((await hub.send('GET', '/go/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404);
  hub.clock.move(days(1));
  await hub.run();
  expect(await subjects()).toEqual(['First', 'You looked']);
  expect(await subjects('other@example.com')).toEqual(['First', 'You didn’t look']);
});

test('turned off everybody waits where they are; on again they go on, and nothing is sent twice', async () => {
  const { hub, save, leaves, subjects, person } = await setting();
  await save(series());
  await leaves();
  await hub.run();
  await save(series({ isOn: false }), 'seq_welcome', 1);
  expect((await person()).runs).toMatchObject([
    { state: 'waiting', next: 'The sequence is off', nextAt: null },
  ]);
  hub.clock.move(days(10));
  await hub.run();
  expect(await subjects()).toEqual(['First']);
  await save(series(), 'seq_welcome', 2);
  await hub.run();
  expect(await subjects()).toEqual(['First', 'Second']);
  hub.clock.move(days(2));
  await hub.run();
  expect(await subjects()).toEqual(['First', 'Second', 'Third']);
});

test('a changed sequence leads on from the step after one that is gone, and a stale save is refused', async () => {
  const { hub, ada, save, leaves, subjects } = await setting();
  await save(series());
  await leaves();
  await hub.run();
  // They wait before “Second”, which goes.
  const changed = series({
    steps: [mail('mail1', 'First'), wait('wait1', 48), wait('wait2', 24), mail('mail3', 'Third, rewritten')],
  });
  expect(await save(changed, 'seq_welcome', 1)).toMatchObject({
    moved: 1,
    ended: 0,
    sequence: { version: 2 },
  });
  const stale = await ada.call('PUT', '/api/followups/sequences/seq_welcome', { ...series(), version: 1 });
  expect(stale.status).toBe(409);
  // The same save once more, since no answer came.
  expect(await save(changed, 'seq_welcome', 1)).toMatchObject({ sequence: { version: 2 } });
  hub.clock.move(days(2));
  await hub.run();
  hub.clock.move(days(1));
  await hub.run();
  expect(await subjects()).toEqual(['First', 'Third, rewritten']);
});

test('what its owner has still to write keeps a sequence off, and so does a missing sender', async () => {
  const { ada, hub } = await setting();
  const put = (body: SequenceBody) =>
    ada.call('PUT', '/api/followups/sequences/seq_new1', { ...body, version: 0 });
  const unwritten = series({ steps: [mail('mail1', 'Hello', { blocks: written('Hello,\n\n[Your text]') })] });
  expect((await put(unwritten)).status).toBe(400);
  expect((await put({ ...unwritten, isOn: false })).status).toBe(200);
  expect((await put(series({ steps: [mail('mail1', 'Hi {{First Name}}')] }))).status).toBe(400);
  const nobody = await hub.member(`nameless${people}`);
  const refused = await nobody.call('PUT', '/api/followups/sequences/seq_new1', { ...series(), version: 0 });
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining('postal address') },
  });
});

test('a ring of tags ends, and a tag given by hand starts what waits for it', async () => {
  const { hub, ada, save, list } = await setting();
  const ring = (from: string, to: string): SequenceBody =>
    series({
      name: from,
      trigger: { on: 'tag', tag: from },
      again: true,
      steps: [
        { id: 'gone1', kind: 'tag', add: false, tag: to },
        { id: 'give1', kind: 'tag', add: true, tag: to },
      ],
    });
  await save(ring('a', 'b'), 'seq_ring_a');
  await save(ring('b', 'a'), 'seq_ring_b');
  await ada.ask('POST', '/api/followups/people', {
    email: 'ring@example.com',
    name: '',
    tags: ['a'],
    fields: {},
    timeZone: '',
    proof: '',
  });
  await hub.run();
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int as n from followup_run');
  expect(rows[0]?.n).toBe(6);
  expect((await list()).people).toMatchObject([{ email: 'ring@example.com', standing: 'none' }]);
});

test('birthdays are met once a year on the day it is there, the 29th of February too', async () => {
  const { hub, ada, save, subjects } = await setting();
  await save(
    series({
      trigger: { on: 'date', field: 'birthday', daysBefore: 0, yearly: true },
      again: true,
      steps: [mail('mail1', 'Happy birthday')],
    }),
  );
  const add = (email: string, birthday: string, timeZone: string) =>
    ada.ask('POST', '/api/followups/people', {
      email,
      name: '',
      tags: [],
      fields: { birthday },
      timeZone,
      proof: 'Told us at the counter, 2026',
    });
  await add('leap@example.com', '1996-02-29', 'Europe/Berlin');
  await add('east@example.com', '1990-11-23', 'Pacific/Auckland');
  await add('broken@example.com', '1990-99-99', '');
  const [, dates] = hub.following.jobs ?? [];
  for (let hour = 0; hour < 24 * 110; hour += 6) {
    await dates?.run();
    await hub.run();
    hub.clock.move(hours(6));
  }
  expect(await subjects('leap@example.com')).toEqual(['Happy birthday']);
  expect(await subjects('east@example.com')).toEqual(['Happy birthday']);
  expect(await subjects('broken@example.com')).toEqual([]);
  const { rows } = await db.pool.query<{ cause: string }>('select cause from followup_run order by 1');
  expect(rows.map(({ cause }) => cause)).toEqual(['date:2026-11-23', 'date:2027-02-28']);
});

test('people come in by CSV with what they agreed to; lines that don’t fit are told; they go out again', async () => {
  const { ada, list, hub, buyer, leaves } = await setting();
  await leaves();
  await hub.platform.db.transaction((trx) =>
    hub.recovery.intake.consent.withdraw(trx, { email: buyer, purpose: fromMember(ada.uid) }),
  );
  const csv = `Email,First name,Last name,Tags,Date of birth\r\n${buyer},,,vip,\r\nno address,,,,\r\n"cy@example.com",Cy,Stone,"a;b",1990-01-02\r\ncy@example.com,Cyrus,,,\r\n`;
  const answer = await ada.ask('POST', '/api/followups/people/import', {
    csv,
    proof: 'Signed up at our fair, 3 May 2026',
    tag: 'fair',
  });
  expect(answer).toEqual({
    added: 1,
    updated: 1,
    refused: 1,
    reports: [{ line: 3, words: 'This isn’t an email address.' }],
  });
  const { people: all, total } = await list();
  expect(total).toBe(2);
  expect(all.map(({ email, standing, tags }) => [email, standing, [...tags].sort().join()]).sort()).toEqual([
    [buyer, 'unsubscribed', 'fair,vip'],
    ['cy@example.com', 'agreed', 'fair'],
  ]);
  expect((await list('?consent=yes')).total).toBe(1);
  expect((await list('?tag=vip')).total).toBe(1);
  const out = await (await ada.call('GET', '/api/followups/people/export')).text();
  expect(out).toContain('"Signed up at our fair, 3 May 2026"');
});

test('nobody reaches the people or sequences of somebody else', async () => {
  const { hub, ada, save, leaves, person } = await setting();
  await save(series());
  await leaves();
  const { person: hers, runs } = await person();
  const eve = await hub.member(`mallory${people}`);
  const tries: [string, string, unknown?][] = [
    ['GET', '/api/followups/sequences/seq_welcome'],
    ['DELETE', '/api/followups/sequences/seq_welcome'],
    ['POST', '/api/followups/sequences/seq_welcome/start', { people: [hers.id] }],
    ['GET', '/api/followups/sequences/seq_welcome/versions?version=1'],
    ['GET', `/api/followups/people/${hers.id}`],
    ['PUT', `/api/followups/people/${hers.id}`, { name: 'x', tags: [], fields: {}, timeZone: '' }],
    ['DELETE', `/api/followups/people/${hers.id}`],
    ['POST', `/api/followups/people/${hers.id}/stop`, { runId: runs[0]?.id }],
    ['POST', `/api/followups/people/${hers.id}/resume`, { runs: [runs[0]?.id] }],
    ['POST', '/api/followups/sequences/seq_welcome/unstart', { cause: 'hand:1' }],
  ];
  for (const [method, path, body] of tries) expect((await eve.call(method, path, body)).status).toBe(404);
  // A sequence of hers under the same id is another one, and takes nobody of Ada's along.
  await eve.settle({}, { quietFrom: 0, quietTo: 0 });
  await eve.ask('PUT', '/api/followups/sequences/seq_welcome', { ...series({ name: 'Mine' }), version: 0 });
  expect(
    await eve.ask('POST', '/api/followups/sequences/seq_welcome/start', { people: [hers.id] }),
  ).toMatchObject({
    started: 0,
    skipped: 1,
  });
  expect((await ada.ask<SequenceDetail>('GET', '/api/followups/sequences/seq_welcome')).sequence.name).toBe(
    'Welcome',
  );
});

test('a person who is deleted gets nothing more, and who had unsubscribed stays so', async () => {
  const { hub, ada, buyer, save, leaves, subjects, person } = await setting();
  await save(series());
  await leaves();
  await hub.followups.engine.goOnWithAll();
  const { person: seen } = await person();
  await ada.ask('DELETE', `/api/followups/people/${seen.id}`);
  await hub.run();
  hub.clock.move(days(9));
  await hub.run();
  expect(await subjects()).toEqual([]);
  await leaves();
  await hub.platform.db.transaction((trx) =>
    hub.recovery.intake.consent.withdraw(trx, { email: buyer, purpose: fromMember(ada.uid) }),
  );
  await ada.ask('DELETE', `/api/followups/people/${(await person()).person.id}`);
  await ada.ask('POST', '/api/followups/people/import', { csv: `email\n${buyer}\n`, proof: 'they said so' });
  expect((await person()).person.standing).toBe('unsubscribed');
});

test('two devices change one person: neither loses what the other one, or a sequence, did', async () => {
  const { ada, leaves, person } = await setting();
  await leaves();
  const { person: seen } = await person();
  const was = { name: seen.name, tags: seen.tags, fields: seen.fields, timeZone: seen.timeZone };
  const put = (change: object) =>
    ada.ask('PUT', `/api/followups/people/${seen.id}`, { ...was, ...change, was });
  await Promise.all([
    put({ tags: ['vip'] }),
    put({ fields: { city: 'York' } }),
    put({ name: 'Bea B.' }),
    put({ tags: ['fair'] }),
  ]);
  const { person: after } = await person();
  expect(after).toMatchObject({ name: 'Bea B.', fields: { city: 'York' } });
  expect([...after.tags].sort()).toEqual(['fair', 'vip']);
});

test('what an earlier release stored is shown and sent in blocks, and what is saved it can read as well', async () => {
  const { hub, ada, buyer, save, leaves, detail } = await setting();
  const former = {
    id: 'mail1',
    kind: 'mail',
    subject: 'First',
    body: 'Hello {{FirstName|there}}',
    button: 'Open',
    link: 'https://shop.example/offer',
  };
  // A program that knows no blocks sends it.
  await save({ ...series(), steps: [former] } as never);
  const stored = async () =>
    (await db.pool.query<{ step: object }>(`select body->'steps'->0 as step from followup_sequence`)).rows[0]
      ?.step;
  const blocks = written(former.body, former.button, former.link);
  expect(await stored()).toEqual({ ...former, blocks });
  // As that release left it.
  await db.pool.query(`update followup_sequence set body = jsonb_set(body, '{steps,0}', $1)`, [former]);
  await db.pool.query(`update followup_version set body = jsonb_set(body, '{steps,0}', $1)`, [former]);
  expect((await detail()).sequence.steps).toEqual([mail('mail1', 'First', { blocks })]);
  const version = await ada.ask<{ body: SequenceBody }>(
    'GET',
    '/api/followups/sequences/seq_welcome/versions?version=1',
  );
  expect(version.body.steps).toEqual([mail('mail1', 'First', { blocks })]);
  await leaves();
  await hub.run();
  const [first] = await hub.mails(buyer);
  expect(first?.body.slice(0, 2)).toEqual([
    { kind: 'prose', spans: [{ text: 'Hello Bea' }] },
    { kind: 'button', label: 'Open', url: expect.stringMatching(/\/go\/[a-z0-9]{32}$/) as string },
  ]);
});

test('every kind of block goes out filled in, its links by way of ours, and a preview says what to mend', async () => {
  const { hub, ada, buyer, save, leaves } = await setting();
  const picture = `/pictures/${'a'.repeat(32)}.png`;
  const blocks: Block[] = [
    {
      id: 'a',
      kind: 'picture',
      picture,
      alt: 'For {{FirstName|you}}',
      link: '',
      width: 'full',
      align: 'left',
    },
    {
      id: 'b',
      kind: 'product',
      name: 'Guide for {{FirstName|you}}',
      picture: '',
      price: '$29',
      words: '',
      label: '',
      link: 'https://shop.example/guide',
    },
    { id: 'c', kind: 'coupon', code: 'SAVE-{{FirstName|10}}', words: '' },
    { id: 'd', kind: 'social', links: [{ name: 'Instagram', link: 'https://i.example/' }] },
  ];
  await save(series({ steps: [mail('mail1', 'First', { blocks })] }));
  await leaves();
  await hub.run();
  const [first] = await hub.mails(buyer);
  const via = (n: string) => expect.stringMatching(new RegExp(`/go/[a-z0-9]{32}${n}$`)) as string;
  expect(first?.body.slice(0, 4)).toEqual([
    { kind: 'picture', url: `https://birch.example${picture}`, alt: 'For Bea' },
    { kind: 'product', name: 'Guide for Bea', price: '$29', words: [], label: 'View', url: via('') },
    { kind: 'coupon', code: 'SAVE-Bea', words: '' },
    { kind: 'links', links: [{ text: 'Instagram', url: via('[?]n=1') }] },
  ]);
  const seen = await ada.ask<{ html: string; warnings: string[] }>('POST', '/api/followups/preview', {
    subject: 'First',
    blocks: [...blocks, { id: 'e', kind: 'picture', picture: 'https://x.example/p.png' }],
  });
  expect(seen.html).toContain('href="https://shop.example/guide"');
  expect(seen.warnings).toEqual([
    'A picture has no words. Say what it shows, for everyone who doesn’t see it.',
  ]);
});
