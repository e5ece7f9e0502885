import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { PeopleAnswer, SequenceBody } from '../rules/contract.ts';
import { type Condition, meets } from '../rules/question.ts';
import { listPeople } from './people.ts';

/** What is asked about people: the same answer from the database, from the rules and before a sequence starts. */

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate contact, followup_sequence, recovery_cart, outbound_message cascade');
});

const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'pro',
    'Pro',
    'PRO ',
    'pro plan',
    '10',
    '9',
    '-3',
    '9.5',
    '10.0',
    '1e3',
    '٣',
    '2026-05-31',
    '2026-6-1',
  ),
  fc.constantFrom('2025-12-31', '9999999999', '100%', '_ro', '\\', "'", 'Ä', 'ä', '🙂', '0.30', '0.3'),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\p{C}\p{Lu}\p{Lt}]/gu, '')),
);
const name = fc.constantFrom('plan', 'age', 'constructor');
const conditions = fc.array(
  fc.oneof(
    fc.record({
      is: fc.constant('field' as const),
      name,
      test: fc.constantFrom('is', 'has', 'above', 'below', 'filled' as const),
      value,
      not: fc.boolean(),
    }),
    fc.record({ is: fc.constant('tag' as const), tag: fc.constantFrom('a', 'A', 'b'), not: fc.boolean() }),
    fc.record({ is: fc.constant('bought' as const), since: fc.constant('ever' as const), not: fc.boolean() }),
    fc.record({
      is: fc.constant('source' as const),
      contains: fc.constantFrom('shop', 'SHOP', '%', '_'),
      not: fc.boolean(),
    }),
  ),
  { minLength: 1, maxLength: 3 },
);
const person = fc.record({
  fields: fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }),
  tags: fc.uniqueArray(fc.constantFrom('a', 'A', 'b')),
  source: fc.constantFrom('', 'your shop', 'Shop%', 'a_b'),
  hasBought: fc.boolean(),
});

test('the database finds exactly those whom the rules let in, whatever is asked of whatever is kept', async () => {
  const now = new Date('2026-11-28T12:00:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 8 }), conditions, async (people, only) => {
      await db.pool.query('truncate contact cascade');
      for (const [n, { fields, tags, source, hasBought }] of people.entries())
        await sql`insert into contact (owner_id, id, email_key, email, name, time_zone, fields, tags, source, created_at, bought_at, orders)
          values ('o', ${`person_${n}`}, ${`p${n}@x.example`}, ${`p${n}@x.example`}, '', '', ${JSON.stringify(fields)}, ${tags}::text[],
            ${source}, ${now}, ${hasBought ? now : null}, 0)`.execute(db.tables());
      const { people: found } = await listPeople(db.tables(), 'o', {
        search: '',
        tag: '',
        consent: 'any',
        bought: 'any',
        sequenceId: '',
        only,
      });
      const fitting = people.flatMap(({ fields, tags, source, hasBought }, n) => {
        const lastBoughtAt = hasBought ? now : null;
        const facts = {
          fields,
          tags: new Set(tags),
          source,
          lastBoughtAt,
          hasClicked: false,
          startedAt: now,
        };
        return meets(only, facts) ? [`person_${n}`] : [];
      });
      expect(found.map(({ id }) => id).toSorted()).toEqual(fitting.toSorted());
    }),
    { numRuns: 60 },
  );
});

const sequence = (only: Condition[], on: SequenceBody['trigger'] = { on: 'event', name: 'came' }) => ({
  name: 'For some',
  trigger: on,
  only,
  steps: [{ id: 'wait1', kind: 'wait', hours: 24 }],
  stopsOnPurchase: false,
  again: true,
  holdOut: 0,
  isOn: true,
  version: 0,
});

let members = 0;
async function aMember() {
  const hub = recoveryHub(db);
  const one = await hub.member(`asks${++members}`);
  await one.settle({}, { quietFrom: 0, quietTo: 0, capHours: 0 });
  const states = async () =>
    (
      await db.pool.query<{ state: string; n: number }>(
        `select c.email as state, count(r.id)::int as n from contact c
        left join followup_run r on r.contact_id = c.id and r.owner_id = c.owner_id group by 1 order by 1`,
      )
    ).rows.map(({ state, n }) => `${state} ${n}`);
  return { hub, ...one, states };
}

test('whatever would start it, a sequence takes in only those it is for, and says how many it left out', async () => {
  const ada = await aMember();
  const only: Condition[] = [
    { is: 'field', name: 'age', test: 'above', value: '17', not: false },
    { is: 'tag', tag: 'no', not: true },
  ];
  await ada.ask('PUT', '/api/followups/sequences/seq_event', sequence(only));
  await ada.ask('PUT', '/api/followups/sequences/seq_hand', sequence(only, { on: 'hand' }));
  await ada.ask('POST', '/api/followups/people/import', {
    csv: 'email,age,tags\nfits@x.example,18,\nyoung@x.example,9,\nno@x.example,40,no\nempty@x.example,,',
    proof: 'Signed up at the fair',
    tag: '',
  });
  const started = await ada.ask<{ started: number; skipped: number }>(
    'POST',
    '/api/followups/sequences/seq_hand/start',
    { people: [], segment: {} },
  );
  expect(started).toMatchObject({ started: 1, skipped: 3 });
  for (const email of ['fits', 'young', 'no', 'empty'])
    await ada.ask('POST', '/api/followups/events', {
      event: 'came',
      name: '',
      email: `${email}@x.example`,
      id: `e_${email}`,
    });
  expect(await ada.states()).toEqual([
    'empty@x.example 0',
    'fits@x.example 2',
    'no@x.example 0',
    'young@x.example 0',
  ]);
});

test('the export of conditions on fields is the list; what can’t be asked is refused at its place', async () => {
  const ada = await aMember();
  await ada.ask('POST', '/api/followups/people/import', {
    csv: 'email,plan\na@x.example,pro\nb@x.example,free',
    proof: 'Signed up at the fair',
    tag: '',
  });
  const asked = (only: unknown) => `?only=${encodeURIComponent(JSON.stringify(only))}`;
  const pro = asked([{ is: 'field', name: 'plan', value: 'PRO' }]);
  const { people, total } = await ada.ask<PeopleAnswer>('GET', `/api/followups/people${pro}`);
  expect([people.map(({ email }) => email), total]).toEqual([['a@x.example'], 1]);
  const file = await (await ada.call('GET', `/api/followups/people/export${pro}`)).text();
  expect(
    file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['a@x.example']);
  for (const wrong of [
    [{ is: 'field', name: 'plan', test: 'above', value: 'pro' }],
    [{ is: 'clicked' }],
    [{ is: 'bought', since: 'start' }],
    Array.from({ length: 11 }, () => ({ is: 'tag', tag: 'x' })),
    'x',
  ])
    expect((await ada.call('GET', `/api/followups/people${asked(wrong)}`)).status).toBe(400);
  expect((await ada.call('GET', '/api/followups/people?only=%5B')).status).toBe(400);
});

test('a purchase starts what is meant for its currency and size, to the cent', async () => {
  const ada = await aMember();
  const bought = { on: 'bought' as const, contains: '', which: 'any' as const };
  const trigger = { ...bought, minCents: 1000, maxCents: 5000, currency: 'EUR' };
  await ada.ask('PUT', '/api/followups/sequences/seq_paid', sequence([], trigger));
  const buy = (email: string, totalCents: number, currency: string) =>
    ada.ask('POST', '/api/recovery/purchases', { email, totalCents, currency, orderId: `o_${email}` });
  await buy('low@x.example', 999, 'EUR');
  await buy('least@x.example', 1000, 'EUR');
  await buy('most@x.example', 5000, 'EUR');
  await buy('above@x.example', 5001, 'EUR');
  await buy('other@x.example', 2000, 'USD');
  expect(await ada.states()).toEqual([
    'above@x.example 0',
    'least@x.example 1',
    'low@x.example 0',
    'most@x.example 1',
    'other@x.example 0',
  ]);
  const wrong = sequence([], { ...trigger, minCents: 6000 });
  await expect(ada.ask('PUT', '/api/followups/sequences/seq_wrong', wrong)).rejects.toThrow(/most is below/);
});
