// Long because: each way in which one member could hold up or reach others stands here beside the next.
import { createServer } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type {
  OverviewAnswer,
  PeopleAnswer,
  PersonDetail,
  SequenceBody,
  SequenceView,
} from '../rules/contract.ts';
import type { Step } from '../rules/steps.ts';

/** What one member does keeps no other waiting, and reaches no more strangers than it may. */

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query(
    'truncate contact, followup_sequence, followup_day, recovery_cart, outbound_message cascade',
  );
});

const mail = (id: string, subject: string): Step => ({
  id,
  kind: 'mail',
  subject,
  blocks: [{ id: 'text1', kind: 'text', text: 'Hello {{FirstName|there}}, here is what we promised.' }],
});
const series = (steps: Step[]): SequenceBody => ({
  name: 'Welcome',
  trigger: { on: 'hand' },
  steps,
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: true,
});

type Hub = ReturnType<typeof recoveryHub>;
let members = 0;
async function memberOf(hub: Hub) {
  const one = await hub.member(`apart${++members}`);
  await one.settle({}, { quietFrom: 0, quietTo: 0, capHours: 0 });
  const id = 'seq_all';
  return {
    ...one,
    save: (steps: Step[]) =>
      one.ask('PUT', `/api/followups/sequences/${id}`, { ...series(steps), version: 0 }),
    people: (emails: string[], proof = 'Signed up at the fair') =>
      one.ask('POST', '/api/followups/people/import', {
        csv: ['email,name', ...emails.map((email) => `${email},Bea`)].join('\n'),
        proof,
        tag: '',
      }),
    start: () =>
      one.ask<{ started: number }>('POST', `/api/followups/sequences/${id}/start`, {
        people: [],
        segment: {},
      }),
    overview: () => one.ask<OverviewAnswer>('GET', '/api/followups'),
    turn: (isOn: boolean) => one.ask<SequenceView>('POST', `/api/followups/sequences/${id}/turn`, { isOn }),
    async person(email: string) {
      const { people } = await one.ask<PeopleAnswer>('GET', `/api/followups/people?search=${email}`);
      return one.ask<PersonDetail>('GET', `/api/followups/people/${people[0]?.id ?? ''}`);
    },
  };
}
const addresses = (of: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${of}${n}@reader.example`);
const handed = async (ownerId: string): Promise<number> =>
  (
    await db.pool.query<{ n: number }>(
      `select count(*)::int as n from followup_message where owner_id = $1 and state <> 'not sent'`,
      [ownerId],
    )
  ).rows[0]?.n ?? 0;

test('a row that can’t go on waits alone, and everybody else goes on', async () => {
  const hub = recoveryHub(db);
  const eve = await memberOf(hub);
  const bob = await memberOf(hub);
  for (const one of [eve, bob]) {
    await one.save([mail('mail1', 'Hello')]);
    await one.people(addresses(one.uid, 3));
    await one.start();
  }
  // A step of a kind that nobody knows, as only a fault of ours could store it.
  await db.pool.query(
    `update followup_sequence set body = jsonb_set(body, '{steps}', '[{"id":"mail1","kind":"date","date":"0001-01-01","hour":0},{"id":"mail2","kind":"mail","subject":null}]') where owner_id = $1`,
    [eve.uid],
  );
  await hub.run();
  expect(await handed(bob.uid)).toBe(3);
  const { rows } = await db.pool.query<{ state: string; reason: string; due_at: Date }>(
    'select state, reason, due_at from followup_run where owner_id = $1',
    [eve.uid],
  );
  expect(rows).toHaveLength(3);
  for (const row of rows)
    expect(row).toMatchObject({ state: 'waiting', reason: 'something went wrong: tried again' });
  // Put right, it goes on by itself.
  await db.pool.query(
    `update followup_sequence set body = jsonb_set(body, '{steps}', $2) where owner_id = $1`,
    [eve.uid, JSON.stringify([mail('mail1', 'Hello')])],
  );
  hub.clock.move(hours(1));
  await hub.run();
  expect(await handed(eve.uid)).toBe(3);
});

test('a date of a year that nobody means is refused', async () => {
  const bob = await memberOf(recoveryHub(db));
  for (const date of ['0001-01-01', '0026-12-01', '9999-12-31', '1999-12-31', '2026-13-01'])
    await expect(
      bob.save([{ id: 'day1', kind: 'date', date, hour: 9 }, mail('mail1', 'Hello')]),
    ).rejects.toThrow('Choose a date.');
});

test('of a thousand that are due each member’s oldest go first, as many of each', async () => {
  const hub = recoveryHub(db);
  const eve = await memberOf(hub);
  const bob = await memberOf(hub);
  await eve.save([mail('mail1', 'Mass')]);
  await eve.people(addresses('mass', 300));
  await eve.start();
  hub.clock.move(1000);
  await bob.save([mail('mail1', 'One')]);
  await bob.people(addresses('bob', 2));
  await bob.start();
  expect(await hub.followups.engine.goOn(20)).toBeGreaterThan(0);
  expect(await handed(bob.uid)).toBe(2);
  expect(await handed(eve.uid)).toBeLessThanOrEqual(20);
});

/** Takes what it is sent, or says that nobody lives there. */
async function mailServer(refuses: (to: string) => boolean) {
  const got: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let to = '';
    socket.write('220 here\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n')) {
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          got.push(to);
          socket.write('250 taken\r\n');
        } else if (/^RCPT/i.test(line)) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? '';
          socket.write(refuses(to) ? '550 5.1.1 no such user\r\n' : '250 ok\r\n');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else if (line !== '') socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { got, url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

test('a new member reaches 200 strangers on the first day and the next ones on the next, nobody lost', async () => {
  const { url } = await mailServer(() => false);
  const hub = recoveryHub(db, { smtpUrl: url });
  const eve = await memberOf(hub);
  await eve.save([mail('mail1', 'Mass')]);
  await eve.people(addresses('stranger', 700));
  // Whoever has confirmed their address to this hub isn't one of them.
  await db.pool.query(
    `update consent_record set confirmed_at = given_at where purpose = $1 and address_key like 'stranger69%'`,
    [fromMember(eve.uid)],
  );
  await eve.start();
  await hub.followups.engine.goOnWithAll();
  expect(await handed(eve.uid)).toBe(200 + 11);
  const { rows } = await db.pool.query<{ state: string; reason: string; n: number }>(
    `select state, min(reason) as reason, count(*)::int as n from followup_run where owner_id = $1
    group by state order by n`,
    [eve.uid],
  );
  // Whose turn it was among those who came in together is nobody's promise.
  expect(rows).toEqual([
    expect.objectContaining({ n: 211 }),
    { state: 'waiting', reason: expect.stringContaining('no more people today'), n: 489 },
  ]);
  hub.clock.move(days(1));
  await hub.followups.engine.goOnWithAll();
  expect(await handed(eve.uid)).toBe(600 + 11);
  hub.clock.move(days(1));
  await hub.followups.engine.goOnWithAll();
  expect(await handed(eve.uid)).toBe(700);
});

test('a storm of bounces pauses itself, says so, and goes on when its owner has looked', async () => {
  const { url, got } = await mailServer((to) => /^gone/.test(to));
  const hub = recoveryHub(db, { smtpUrl: url });
  const eve = await memberOf(hub);
  await eve.save([mail('mail1', 'One'), { id: 'wait1', kind: 'wait', hours: 24 }, mail('mail2', 'Two')]);
  await eve.people([...addresses('gone', 30), ...addresses('here', 40)]);
  await eve.start();
  await hub.run();
  expect(got).toHaveLength(40);
  expect((await eve.overview()).sender.paused).toBe('30 of your last 70 emails came back');
  hub.clock.move(hours(25));
  await hub.run();
  expect(got).toHaveLength(40);
  expect((await eve.person('here0@')).runs[0]).toMatchObject({ state: 'waiting', reason: 'paused' });
  expect((await eve.ask<OverviewAnswer>('POST', '/api/followups/go-on', {})).sender.paused).toBe('');
  await hub.run();
  // Who came back gets nothing more in any case.
  expect(got).toHaveLength(80);
});

test('a mailbox that got its share from here is written to later, not never', async () => {
  const hub = recoveryHub(db);
  const reader = 'popular@reader.example';
  const all = await Promise.all(Array.from({ length: 8 }, () => memberOf(hub)));
  for (const one of all) {
    await one.save([mail('mail1', `From ${one.uid}`)]);
    await one.people([reader]);
    await one.start();
  }
  for (let hour = 0; hour < 4; hour += 1) {
    await hub.run();
    hub.clock.move(hours(1) + 60_000);
  }
  const subjects = (await hub.mails(reader))
    .filter(({ state }) => state === 'kept')
    .map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(all.map(({ uid }) => `From ${uid}`).toSorted());
});

test('who may send nothing isn’t walked step by step: looked at again for a week, then told why', async () => {
  const hub = recoveryHub(db);
  const eve = await memberOf(hub);
  await eve.save(Array.from({ length: 40 }, (_, n) => mail(`mail${n}`, `Mail ${n}`)));
  await eve.people(addresses('nobody', 2));
  await eve.start();
  await db.pool.query(
    `update recovery_owner set delivery = delivery || '{"postalAddress":""}' where owner_id = $1`,
    [eve.uid],
  );
  await hub.run();
  const at = async () => (await eve.person('nobody0@')).runs[0];
  expect(await at()).toMatchObject({ state: 'waiting', reason: expect.stringContaining('postal address') });
  hub.clock.move(days(8));
  await hub.run();
  expect(await at()).toMatchObject({ state: 'stopped', reason: expect.stringContaining('postal address') });
  expect((await eve.person('nobody0@')).messages).toEqual([]);
});

test('on and off is an act of its own: no text saved late undoes it, no other version is in its way', async () => {
  const hub = recoveryHub(db);
  const ada = await memberOf(hub);
  await ada.save([mail('mail1', 'One')]);
  expect((await ada.turn(false)).isOn).toBe(false);
  const { isOn: _, ...text } = series([mail('mail1', 'One, changed')]);
  await ada.ask('PUT', '/api/followups/sequences/seq_all', { ...text, version: 1 });
  expect((await ada.overview()).sequences[0]).toMatchObject({ isOn: false, version: 2 });
  expect((await ada.turn(true)).isOn).toBe(true);
  expect((await ada.turn(true)).isOn).toBe(true);
  await ada.ask('PUT', '/api/followups/sequences/seq_all', { ...text, name: 'Renamed', version: 2 });
  expect((await ada.overview()).sequences[0]).toMatchObject({ isOn: true, version: 3, name: 'Renamed' });
});

test('a person has as many fields and tags as they may, however they come', async () => {
  const hub = recoveryHub(db);
  const ada = await memberOf(hub);
  const fields = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${from + n}`, 'x']));
  const report = (given: object) =>
    ada.ask('POST', '/api/followups/events', {
      email: 'mia@reader.example',
      name: '',
      event: 'did',
      fields: given,
    });
  await report(fields(0, 50));
  await report(fields(0, 50));
  await expect(report(fields(50, 1))).rejects.toThrow('up to 50 fields');
  await expect(report(fields(0, 51))).rejects.toThrow('up to 50 fields');
  const { person } = await ada.person('mia@');
  const empty = { name: '', tags: [], fields: {}, timeZone: '' };
  const change = (body: object) =>
    ada.ask('PUT', `/api/followups/people/${person.id}`, { ...empty, ...body, was: empty });
  await expect(change({ fields: fields(60, 1) })).rejects.toThrow('up to 50 fields');
  const tags = (of: string) => Array.from({ length: 50 }, (_, n) => `${of}${n}`);
  await change({ tags: tags('a') });
  await expect(change({ tags: tags('b') })).rejects.toThrow('up to 50 tags');
});

test('who unsubscribed stays so in a file that says it, whatever proof it comes with', async () => {
  const hub = recoveryHub(db);
  const ada = await memberOf(hub);
  await ada.ask('POST', '/api/followups/people/import', {
    csv: 'email,unsubscribed at\nout@reader.example,2026-01-01\nin@reader.example,\n',
    proof: 'Signed up',
    tag: '',
  });
  expect((await ada.person('out@')).person.standing).toBe('unsubscribed');
  expect((await ada.person('in@')).person.standing).toBe('agreed');
});
