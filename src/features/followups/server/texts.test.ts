// Long because: each way in which a text message could reach somebody wrongly stands here beside the next.
import { createHash } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { signed, startSmsEmulator } from '#emulators/sms/server.ts';
import { useDatabase } from '#testing/database.ts';
import { origin, recoveryHub } from '#testing/recovery-hub.ts';
import { blocksOfFormer } from '#features/letters/rules/former.ts';
import type {
  OverviewAnswer,
  PeopleAnswer,
  PersonDetail,
  SequenceBody,
  SequenceDetail,
} from '../rules/contract.ts';
import type { PlanId } from '#features/plans/rules/plans.ts';
import type { Step } from '../rules/steps.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query(
    'truncate contact, followup_sequence, recovery_cart, outbound_message, text_consent, text_stop, text_heard, text_count, text_month, text_erased cascade',
  );
});

const number = '+436641234567';
const text = (id: string, words = 'Hello {{FirstName|there}}'): Step => ({ id, kind: 'text', text: words });
const wait = (id: string, n: number): Step => ({ id, kind: 'wait', hours: n });
const mail = (id: string): Step => ({
  id,
  kind: 'mail',
  subject: 'By email',
  blocks: blocksOfFormer({ body: 'Hello', button: '', link: '' }),
});
let made = 0;

async function setting({
  plan = 'ENTERPRISE',
  perMonth = 500,
  delivery = {},
}: { plan?: PlanId; perMonth?: number; delivery?: object } = {}) {
  const provider = await startSmsEmulator();
  onTestFinished(() => provider.close());
  const { url, account, token, from } = provider;
  const hub = recoveryHub(db, {
    texts: { provider: 'twilio', url, account, token, from },
    textsPerMonth: perMonth,
  });
  const n = (made += 1);
  const ada = await hub.member(`tada${n}`, plan);
  await ada.settle({}, { quietFrom: 0, quietTo: 0, capHours: 1, ...delivery });
  const email = `bea.t${n}@example.com`;
  const door = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    hub.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signed(token, `${origin}${path}`, fields),
      ...headers,
    });
  return {
    hub,
    ada,
    email,
    provider,
    door,
    write: (
      words: string,
      who = number,
      id = createHash('md5').update(`${words} ${who} ${Math.random()}`).digest('hex'),
    ) => door('/api/texts/incoming', { MessageSid: id, From: who, To: from, Body: words }),
    save: (steps: Step[], more: Partial<SequenceBody> = {}) =>
      ada.ask('PUT', '/api/followups/sequences/seq_texts', {
        name: 'Texts',
        trigger: { on: 'event', name: 'Joined' },
        steps,
        stopsOnPurchase: true,
        again: false,
        holdOut: 0,
        isOn: true,
        version: 0,
        ...more,
      }),
    joins: (more: object = {}) =>
      ada.ask<{ personId: string }>('POST', '/api/followups/events', {
        email,
        name: 'Bea Bright',
        event: 'Joined',
        phone: number,
        textProof: 'Ticked “Text me” on our form',
        proof: 'Ticked “Email me” on our form',
        ...more,
      }),
    async person(): Promise<PersonDetail> {
      const { people } = await ada.ask<PeopleAnswer>('GET', '/api/followups/people');
      return ada.ask<PersonDetail>('GET', `/api/followups/people/${people[0]?.id ?? ''}`);
    },
    detail: () => ada.ask<SequenceDetail>('GET', '/api/followups/sequences/seq_texts'),
  };
}

test('who agreed to text messages gets them in time, with the sender’s name and how to end it', async () => {
  const { hub, provider, save, joins, person, detail } = await setting();
  await save([text('text1'), wait('wait1', 24), text('text2', 'Second'), mail('mail1')]);
  await joins();
  await hub.run();
  expect(provider.texts.map((each) => [each.to, each.text])).toEqual([
    [number, 'Birch Press: Hello Bea\nReply STOP to end.'],
  ]);
  hub.clock.move(hours(24));
  await hub.run();
  // The pause between two messages counts over both kinds.
  expect(await hub.mails()).toEqual([]);
  hub.clock.move(hours(2));
  await hub.run();
  expect(provider.texts).toHaveLength(2);
  expect(await hub.mails()).toHaveLength(1);
  expect((await person()).messages.map(({ channel, state }) => `${channel} ${state}`)).toEqual([
    'mail sent',
    'text sent',
    'text sent',
  ]);
  const { sequence, mails } = await detail();
  expect(sequence.numbers).toMatchObject({ sent: 1, notSent: 0, texts: { sent: 2, notSent: 0 } });
  expect(mails['text1']).toMatchObject({ sent: 1, notSent: 0 });
  expect(hub.unexpected).toEqual([]);
});

test.each([
  ['no phone number', { phone: '' }, {}],
  ['no consent to text messages', { textProof: '' }, {}],
  ['your plan has no text messages', {}, { plan: 'FREE' as const }],
  ['your 0 text message parts of this month are used up', {}, { perMonth: 0 }],
])('a text message that isn’t sent says why, and the person goes on: %s', async (reason, more, options) => {
  const { hub, provider, save, joins, person } = await setting(options);
  await save([text('text1'), mail('mail1')]);
  await joins(more);
  await hub.run();
  expect(provider.texts).toEqual([]);
  const { messages, runs } = await person();
  expect(messages.map(({ channel, state, reason: why }) => [channel, state, why])).toEqual(
    expect.arrayContaining([
      ['text', 'not sent', reason],
      ['mail', 'sent', ''],
    ]),
  );
  expect(runs).toMatchObject([{ state: 'finished' }]);
});

test('consent to email is none to text messages, and one member’s is none to another', async () => {
  const { hub, provider, save, joins, person } = await setting();
  const ben = await hub.member(`tben${made}`);
  await ben.ask('POST', '/api/followups/events', {
    email: 'bea@example.com',
    name: '',
    event: 'Joined',
    phone: number,
    textProof: 'Agreed to Ben',
  });
  await save([text('text1')]);
  await joins({ textProof: '' });
  await hub.run();
  expect(provider.texts).toEqual([]);
  expect((await person()).person.texts.consent).toBeNull();
});

test('held out, paused by night, or bought in the meantime: no text message leaves', async () => {
  const { hub, ada, email, provider, save, joins, person } = await setting({
    delivery: { quietFrom: 20, quietTo: 8, timeZone: 'UTC' },
  });
  await save([wait('wait1', 10), text('text1'), wait('wait2', 24), text('text2')]);
  await joins();
  await hub.run();
  hub.clock.move(hours(10));
  await hub.run();
  expect(provider.texts).toEqual([]);
  expect((await person()).runs[0]?.reason).toBe('moved out of quiet hours');
  hub.clock.move(hours(10));
  await hub.run();
  expect(provider.texts).toHaveLength(1);
  await ada.bought(email);
  hub.clock.move(days(2));
  await hub.run();
  expect(provider.texts).toHaveLength(1);
});

test('what waited for the provider until night isn’t sent any more', async () => {
  const { hub, provider, save, joins, person } = await setting({
    delivery: { quietFrom: 13, quietTo: 20, timeZone: 'UTC' },
  });
  provider.behave({ status: 503 });
  await save([text('text1')]);
  await joins();
  await hub.run();
  provider.behave({});
  hub.clock.move(hours(2));
  await hub.run();
  expect(provider.texts).toEqual([]);
  expect((await person()).messages[0]?.reason).toBe('quiet hours began before it could leave');
});

test('STOP ends all text messages to that number, of every member here, until START', async () => {
  const { hub, provider, save, joins, person, write } = await setting();
  await save([text('text1'), wait('wait1', 24), text('text2'), wait('wait2', 24), text('text3')]);
  await joins();
  await hub.run();
  const answer = await write(' Stop. ');
  expect(await answer.text()).toContain('<Response>');
  hub.clock.move(hours(24));
  await hub.run();
  expect(provider.texts).toHaveLength(1);
  const { person: bea, messages } = await person();
  expect(bea.texts.stopped?.words).toBe('they replied STOP');
  expect(messages[0]).toMatchObject({ state: 'not sent', reason: 'they replied STOP' });
  await write('START');
  hub.clock.move(hours(24));
  await hub.run();
  expect(provider.texts).toHaveLength(2);
});

test('only the provider is heard at its doors, and a notice that comes again does nothing', async () => {
  const { hub, door, write, person, save, joins } = await setting();
  await save([text('text1')]);
  await joins();
  const stop = { MessageSid: 'SM0001', From: number, Body: 'STOP' };
  const stopped = async () => (await person()).person.texts.stopped !== null;
  const path = '/api/texts/incoming';
  const forged = [
    { 'x-twilio-signature': 'AAAA' },
    { 'x-twilio-signature': '' },
    { 'x-twilio-signature': signed('another token', `${origin}${path}`, stop) },
    { 'x-twilio-signature': signed('sms-token-of-the-stand-in', `${origin}/elsewhere`, stop) },
    { authorization: 'Bearer sms-token-of-the-stand-in', 'x-twilio-signature': 'x' },
  ];
  for (const headers of forged) expect((await door(path, stop, headers)).status).toBe(403);
  expect((await door(path, stop, { 'content-type': 'application/json' })).status).toBe(415);
  expect((await door(path, { ...stop, Body: 'x'.repeat(100_000) })).status).toBe(413);
  expect((await write('STOP', 'whatsapp:+43 664 1')).status).toBe(200);
  expect((await write('\u0000'.repeat(5000), number)).status).toBe(200);
  expect(await stopped()).toBe(false);
  const start = { MessageSid: 'SM0002', From: number, Body: 'START' };
  await door(path, start);
  await door(path, stop);
  expect(await stopped()).toBe(true);
  // An old START, caught on its way, and sent again.
  expect((await door(path, start)).status).toBe(200);
  expect(await stopped()).toBe(true);
  const help = await write('HELP');
  expect(await help.text()).toContain('Reply STOP to end.');
  expect(hub.unexpected).toEqual([]);
});

test('what the provider could not deliver is shown as not sent, with its reason', async () => {
  const { hub, provider, door, save, joins, person } = await setting();
  await save([text('text1')]);
  await joins();
  await hub.run();
  const path = (provider.texts[0]?.statusUrl ?? '').slice(origin.length);
  const status = (fields: Record<string, string>) => door(path, { MessageSid: 'SM1', ...fields });
  expect((await status({ MessageStatus: 'sent' })).status).toBe(200);
  expect((await person()).messages[0]).toMatchObject({ state: 'sent' });
  await status({ MessageStatus: 'undelivered', ErrorCode: '30005' });
  expect((await person()).messages[0]).toMatchObject({
    state: 'not sent',
    reason: 'nobody has this number any more',
  });
  expect((await door('/api/texts/status?id=msg_unknown', { MessageStatus: 'failed' })).status).toBe(200);
  expect((await door(path, { MessageStatus: 'failed' }, { 'x-twilio-signature': 'no' })).status).toBe(403);
});

test('a number and consent come by file and by hand; what was taken back no file brings again', async () => {
  const { hub, ada, provider, email, save, person } = await setting();
  const csv = `email,phone,no text messages since\n${email},+43 664 123 45 67,\njon@example.com,0664 1,\n`;
  const taken = await ada.ask<{ added: number; reports: { words: string }[] }>(
    'POST',
    '/api/followups/people/import',
    {
      csv,
      proof: '',
      textProof: 'At our stand in Graz',
    },
  );
  expect(taken.added).toBe(2);
  expect(taken.reports.map(({ words }) => words).join()).toContain('country code');
  const { people } = await ada.ask<PeopleAnswer>('GET', `/api/followups/people?search=${email}`);
  const id = people[0]?.id ?? '';
  const set = (body: object) => ada.ask<PersonDetail>('PUT', `/api/followups/people/${id}/phone`, body);
  const { person: bea } = await set({ phone: number });
  expect(bea).toMatchObject({ phone: number, texts: { consent: { text: 'At our stand in Graz' } } });
  await set({ phone: number, isOver: true });
  await ada.ask('POST', '/api/followups/people/import', { csv, proof: '', textProof: 'Again' });
  expect((await set({ phone: number })).person.texts.consent?.withdrawnAt).not.toBeNull();
  await save([text('text1')], { trigger: { on: 'hand' } });
  await ada.ask('POST', '/api/followups/sequences/seq_texts/start', { people: [id] });
  await hub.run();
  expect(provider.texts).toEqual([]);
  // Another number is another consent.
  expect((await set({ phone: '+436649999999' })).person.texts.consent).toBeNull();
  expect((await set({ phone: '+436649999999', proof: 'On the phone' })).person.texts.consent?.text).toBe(
    'On the phone',
  );
  await expect(set({ phone: '0664 1' })).rejects.toThrow(/country code/);
  const file = await ada.call('GET', '/api/followups/people/export');
  expect(await file.text()).toContain('+436649999999');
  expect((await ada.ask<OverviewAnswer>('GET', '/api/followups')).sender).toMatchObject({
    textsOff: '',
    textsLeft: 500,
  });
  expect(await person()).toBeDefined();
});

test('a text message that can’t go out to anybody isn’t saved', async () => {
  const { save } = await setting();
  await expect(save([text('text1', 'ж'.repeat(400))])).rejects.toThrow(/longer than 4 parts/);
  await expect(save([text('text1', 'Hello {{Name')])).rejects.toThrow(/isn’t closed/);
  await expect(save([text('text1', 'Our [offer of the week]')])).rejects.toThrow(/brackets/);
});
