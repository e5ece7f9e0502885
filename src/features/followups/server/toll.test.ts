import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { signed, startSmsEmulator } from '#emulators/sms/server.ts';
import { useDatabase } from '#testing/database.ts';
import { origin, recoveryHub } from '#testing/recovery-hub.ts';
import type { PeopleAnswer, PersonDetail } from '../rules/contract.ts';
import type { Step } from '../rules/steps.ts';

/** Strangers type numbers that cost a fortune into forms, and members write long. Neither may empty the operator’s purse. */

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query(
    'truncate contact, followup_sequence, recovery_cart, outbound_message, text_consent, text_stop, text_heard, text_count, text_month, text_erased cascade',
  );
});

const mobile = '+436641234567';
const jamaican = '+18762101234';
const premium = ['+43900123456', '+8821630123456', '+19002345678', '+421900123456', '+353152012345'];
const no = 'This number can’t get text messages here: it isn’t a mobile number. Use another one.';
const text = (id: string, words = 'Hello'): Step => ({ id, kind: 'text', text: words });
let made = 0;

async function setting(
  options: { textsPerMonth?: number; textsHubPerMonth?: number; delivery?: object } = {},
) {
  const { delivery = {}, ...bounds } = options;
  const provider = await startSmsEmulator();
  onTestFinished(() => provider.close());
  const { url, account, token, from } = provider;
  const hub = recoveryHub(db, { texts: { provider: 'twilio', url, account, token, from }, ...bounds });
  const ada = await hub.member(`ttoll${(made += 1)}`, 'ENTERPRISE');
  await ada.settle({}, { quietFrom: 0, quietTo: 0, capHours: 1, timeZone: 'UTC', ...delivery });
  const joins = (email: string, phone: string, more: object = {}) =>
    ada.ask<{ personId: string }>('POST', '/api/followups/events', {
      email,
      name: '',
      event: 'Joined',
      phone,
      textProof: 'Ticked “Text me” on our form',
      ...more,
    });
  return {
    hub,
    ada,
    provider,
    joins,
    save: (steps: Step[]) =>
      ada.ask('PUT', '/api/followups/sequences/seq_texts', {
        name: 'Texts',
        trigger: { on: 'event', name: 'Joined' },
        steps,
        stopsOnPurchase: true,
        again: false,
        holdOut: 0,
        isOn: true,
        version: 0,
      }),
    people: async () => (await ada.ask<PeopleAnswer>('GET', '/api/followups/people')).people,
    detail: (id: string) => ada.ask<PersonDetail>('GET', `/api/followups/people/${id}`),
    phone: (id: string, body: object) =>
      ada.ask<PersonDetail>('PUT', `/api/followups/people/${id}/phone`, body),
  };
}

test('a program that tells a premium number is refused in words that say why, and nobody is kept', async () => {
  const { joins, people } = await setting();
  for (const number of premium) await expect(joins('bea@example.com', number)).rejects.toThrow(no);
  expect(await people()).toEqual([]);
});

test('by hand, too; what was there before can still be taken back and taken away', async () => {
  const { joins, phone, detail } = await setting();
  const { personId } = await joins('bea@example.com', mobile);
  for (const number of premium)
    await expect(phone(personId, { phone: number, proof: 'By phone' })).rejects.toThrow(
      `"fields":{"phone":"${no}"}`,
    );
  await expect(phone(personId, { phone: premium[0], isOver: true })).rejects.toThrow(no);
  // As it was kept before such numbers were refused.
  await db.pool.query('update contact set phone = $1', [premium[0]]);
  await db.pool.query('update text_consent set number = $1', [premium[0]]);
  expect((await detail(personId)).person.texts).toMatchObject({ refused: 'this isn’t a mobile number' });
  const { person } = await phone(personId, { phone: premium[0], isOver: true });
  expect(person.texts.consent?.withdrawnAt).not.toBeNull();
  expect((await phone(personId, { phone: '' })).person.phone).toBe('');
});

test('STOP and START are heard from any number, also one that could never be texted', async () => {
  const { hub, provider } = await setting();
  const writes = (From: string, Body: string) => {
    const fields = { MessageSid: `SM${From.slice(1)}${Body}`, From, Body };
    const path = '/api/texts/incoming';
    return hub.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signed(provider.token, `${origin}${path}`, fields),
    });
  };
  const stopped = async () =>
    (await db.pool.query<{ number: string }>('select number from text_stop')).rows.map(
      ({ number }) => number,
    );
  for (const number of premium) expect((await writes(number, 'STOP')).status).toBe(200);
  expect((await stopped()).toSorted()).toEqual(premium.toSorted());
  for (const number of premium) await writes(number, 'START');
  expect(await stopped()).toEqual([]);
});

test('a file: a line with such a number is told, the person stays, and the number is a field', async () => {
  const { ada, people, detail } = await setting();
  const csv = `email,phone\nann@example.com,${mobile}\nbea@example.com,${premium[0]}\ncleo@example.com,${jamaican}\n`;
  const { added, reports } = await ada.ask<{ added: number; reports: { line: number; words: string }[] }>(
    'POST',
    '/api/followups/people/import',
    { csv, proof: '', textProof: 'At our stand' },
  );
  expect(added).toBe(3);
  expect(reports).toEqual([
    {
      line: 3,
      words: `${premium[0]} can’t get text messages here: it isn’t a mobile number. It was kept as a field.`,
    },
    {
      line: 4,
      words: `${jamaican} was kept, and gets no text message: this hub doesn’t send text messages to this country: Jamaica.`,
    },
  ]);
  const all = await Promise.all((await people()).map(({ id }) => detail(id)));
  const byEmail = new Map(all.map(({ person }) => [person.email, person]));
  expect(byEmail.get('bea@example.com')).toMatchObject({ phone: '', fields: { phone: premium[0] } });
  expect(byEmail.get('cleo@example.com')).toMatchObject({ phone: jamaican });
});

test.each([
  [jamaican, 'this hub doesn’t send text messages to this country: Jamaica'],
  [premium[0] ?? '', 'this isn’t a mobile number'],
])(
  'what lies in a list already is not sent, says why, and the person goes on: %s',
  async (number, reason) => {
    const { hub, provider, save, joins, detail } = await setting();
    await save([text('text1')]);
    const { personId } = await joins('bea@example.com', mobile);
    await db.pool.query('update contact set phone = $1', [number]);
    await db.pool.query('update text_consent set number = $1', [number]);
    await hub.run();
    expect(provider.texts).toEqual([]);
    const { messages, runs } = await detail(personId);
    expect(messages).toMatchObject([{ channel: 'text', state: 'not sent', reason }]);
    expect(runs).toMatchObject([{ state: 'finished' }]);
  },
);

test('a long text message uses up as much as it costs', async () => {
  const { hub, provider, save, joins, detail } = await setting({ textsPerMonth: 3 });
  await save([text('text1', 'x'.repeat(200)), text('text2', 'y'.repeat(200)), text('text3')]);
  const { personId } = await joins('bea@example.com', mobile);
  for (let n = 0; n < 4; n++) {
    await hub.run();
    hub.clock.move(hours(2));
  }
  expect(provider.texts).toHaveLength(2);
  expect(
    (await detail(personId)).messages.map(({ state, reason }) => `${state} ${reason}`.trim()).toSorted(),
  ).toEqual(['not sent it takes more parts than the 1 of your 3 that are left this month', 'sent', 'sent']);
});

test('once the hub’s month is used up people wait, are told until when, and nobody is lost', async () => {
  const { hub, provider, save, joins, detail } = await setting({
    textsHubPerMonth: 2,
    delivery: { quietFrom: 20, quietTo: 8 },
  });
  await save([text('text1')]);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await joins(`p${n}@example.com`, `+43664111111${n}`)).personId);
  await hub.run();
  expect(provider.texts).toHaveLength(2);
  const runs = async () => (await Promise.all(ids.map(detail))).flatMap((each) => each.runs);
  const [waiting] = (await runs()).filter(({ state }) => state === 'waiting');
  expect(waiting).toMatchObject({
    reason: 'waiting until December 1: this hub’s text messages of this month are used up',
    // The month begins at night, and nobody is woken.
    nextAt: '2026-12-01T08:00:00.000Z',
  });
  hub.clock.move(days(10));
  await hub.run();
  expect(provider.texts).toHaveLength(3);
  expect(new Set(provider.texts.map(({ to }) => to)).size).toBe(3);
});

test('[law] whoever writes how much to however many: the provider takes no more than the hub pays', async () => {
  const { hub, provider, save, joins } = await setting({ textsPerMonth: 40, textsHubPerMonth: 25 });
  const plan = fc.record({
    lengths: fc.array(fc.constantFrom(10, 200, 400, 560), { minLength: 1, maxLength: 3 }),
    people: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ lengths, people }) => {
      await db.pool.query(
        'truncate contact, followup_sequence, outbound_message, text_consent, text_count, text_month cascade',
      );
      provider.texts.splice(0);
      await save(lengths.map((length, n) => text(`text${n}`, 'x'.repeat(length))));
      for (let n = 0; n < people; n++) await joins(`p${n}@example.com`, `+43664111111${n}`);
      for (let n = 0; n < lengths.length; n++) {
        await hub.run();
        hub.clock.move(hours(2));
      }
      const parts = provider.texts.reduce(
        (sum, { text: sent }) => sum + (sent.length <= 160 ? 1 : Math.ceil(sent.length / 153)),
        0,
      );
      expect(parts).toBeLessThanOrEqual(25);
      const { rows } = await db.pool.query<{ parts: number }>('select parts from text_month');
      expect(rows.reduce((sum, row) => sum + row.parts, 0)).toBe(parts);
    }),
    { numRuns: 12 },
  );
});
