import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, hours, movableClock } from '#base/clock.ts';
import { type Behaviour, signed, startSmsEmulator } from '#emulators/sms/server.ts';
import { silentLog } from '#platform/server/log.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { twilioSignature } from './authentic.ts';
import { textHandler } from './handler.ts';
import { sendTexts, type TextConsent } from './message.ts';
import { nextMonth } from './month.ts';
import { wishOf } from './words.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
beforeEach(async () => {
  await sql`truncate outbound_message, text_count, text_month cascade`.execute(db.tables());
});

const rows = () =>
  db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().orderBy('dedupe_key').execute();

async function setting({
  shape = 'twilio',
  perMonth = 500,
  hubPerMonth = 10_000,
  isNight = () => false,
  timeoutMs = 3000,
  stopped = new Set<string>(),
  url,
}: {
  shape?: 'twilio' | 'generic';
  perMonth?: number;
  hubPerMonth?: number;
  isNight?: () => boolean;
  timeoutMs?: number;
  stopped?: Set<string>;
  url?: string;
} = {}) {
  const provider = await startSmsEmulator({ shape });
  onTestFinished(() => provider.close());
  const { account, token, from } = provider;
  const consent: TextConsent = {
    ask: async ({ to }) =>
      stopped.has(to)
        ? { allowed: false, reason: 'they replied STOP' }
        : isNight()
          ? { allowed: false, reason: 'quiet hours began before it could leave', isNight: true }
          : { allowed: true },
    stop: async (number) => void stopped.add(number),
    start: async (number) => void stopped.delete(number),
  };
  const handler = textHandler({
    db,
    clock,
    consent,
    timeoutMs,
    origin: () => 'https://birch.example',
    config: {
      live: true,
      textsPerMonth: perMonth,
      textsHubPerMonth: hubPerMonth,
      textsTo: new Set(['AT']),
      texts: { provider: shape, url: url ?? provider.url, account, token, from },
    },
  });
  const worker = () => {
    const one = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
    onTestFinished(() => one.stop());
    return one;
  };
  const outbox = createOutbox(db, clock);
  return {
    provider,
    handler,
    stopped,
    worker,
    put: (n: number, to = '+436641234567', owner = 'usr_ada') =>
      db.transaction((trx) =>
        sendTexts(outbox, trx, [
          {
            to,
            owner,
            text: 'Birch: Hello\nReply STOP to end.',
            person: 'bea@example.com',
            dedupeKey: `followup:usr_ada:run:s${n}`,
          },
        ]),
      ),
  };
}

test.each(['twilio', 'generic'] as const)(
  'a %s provider gets each text message once, as it asks for them',
  async (shape) => {
    const { provider, worker, put } = await setting({ shape });
    await put(1);
    await put(1);
    await worker().drain();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'done', attempts: 1 });
    expect(provider.faults).toEqual([]);
    expect(provider.texts).toMatchObject([
      {
        to: '+436641234567',
        text: 'Birch: Hello\nReply STOP to end.',
        statusUrl: `https://birch.example/api/texts/status?id=${row?.id}`,
      },
    ]);
  },
);

/** What the provider does, and how often it may have the text then. */
const answers: [string, Partial<Behaviour>, { state: string; taken: number; counted: number }][] = [
  ['is busy', { status: 429 }, { state: 'waiting', taken: 0, counted: 0 }],
  ['is down and says so', { status: 503 }, { state: 'waiting', taken: 0, counted: 0 }],
  ['fails and says so', { status: 500, code: 20500 }, { state: 'waiting', taken: 0, counted: 0 }],
  ['stands behind a gateway that gave up', { status: 502 }, { state: 'failed', taken: 0, counted: 1 }],
  ['cuts the line after it read', { cut: true }, { state: 'failed', taken: 1, counted: 1 }],
  ['never answers', { silent: true }, { state: 'failed', taken: 1, counted: 1 }],
  ['knows no such number', { status: 400, code: 21211 }, { state: 'failed', taken: 0, counted: 0 }],
  ['refuses our account', { status: 401, code: 20003 }, { state: 'failed', taken: 0, counted: 0 }],
];
test.each(answers)('at most once: a provider that %s', async (_, how, { state, taken, counted }) => {
  const { provider, worker, put } = await setting({ timeoutMs: 400 });
  provider.behave(how);
  await put(1);
  await worker().drain();
  const [row] = await rows();
  expect(row?.state).toBe(state);
  expect(`${row?.last_error} ${row?.note}`).not.toContain(provider.token);
  expect(`${row?.last_error} ${row?.note}`).not.toContain('+43664');
  provider.behave({});
  clock.move(days(2));
  await worker().drain();
  const left = await sql<{ n: number }>`select count(*)::int as n from text_count`.execute(db.tables());
  expect(provider.texts).toHaveLength(state === 'waiting' ? 1 : taken);
  expect(left.rows[0]?.n).toBe(state === 'waiting' ? 1 : counted);
});

test('what was never written to the provider is tried again', async () => {
  const { worker, put } = await setting({ url: 'http://127.0.0.1:1' });
  await put(1);
  await worker().drain();
  expect((await rows())[0]).toMatchObject({
    state: 'waiting',
    last_error: 'the provider wasn’t reached: ECONNREFUSED',
  });
});

test('a process that is killed while it sends: nobody sends that text message again', async () => {
  const { provider, worker, put } = await setting();
  await put(1);
  await sql`
    update outbound_message set state = 'sending', attempts = 1, lease_until = ${new Date(clock.now().getTime() + 1000)}`.execute(
    db.tables(),
  );
  clock.move(hours(1));
  await worker().drain();
  expect(provider.texts).toEqual([]);
  expect((await rows())[0]).toMatchObject({
    state: 'failed',
    note: 'unknown: the process ended while sending',
  });
});

test('the provider says STOP for somebody who wrote it there: nothing more goes to that number', async () => {
  const { provider, worker, put, stopped } = await setting();
  provider.behave({ status: 400, code: 21610 });
  const one = worker();
  await put(1);
  await one.drain();
  expect(stopped).toEqual(new Set(['+436641234567']));
  provider.behave({});
  await put(2);
  await one.drain();
  expect(provider.texts).toEqual([]);
  expect((await rows())[1]).toMatchObject({ state: 'cancelled', note: 'they replied STOP' });
});

test('the monthly bound holds from several processes at once, and a new month begins anew', async () => {
  const { provider, worker, put } = await setting({ perMonth: 7 });
  for (let n = 0; n < 20; n++) await put(n, `+4366400000${String(n).padStart(2, '0')}`);
  await Promise.all([worker(), worker(), worker()].map((one) => one.drain()));
  expect(provider.texts).toHaveLength(7);
  clock.move(days(31));
  await put(99, '+436640000099');
  await worker().drain();
  // One of the others may have taken it.
  await expect.poll(() => provider.texts.length).toBe(8);
});

test('the hub’s month holds from several processes at once, and what waits leaves on a later morning', async () => {
  let isNight = false;
  const { provider, worker, put } = await setting({ hubPerMonth: 7, isNight: () => isNight });
  for (let n = 0; n < 12; n++) await put(n, `+4366400000${String(n).padStart(2, '0')}`, `usr_${n % 5}`);
  const processes = [worker(), worker(), worker()];
  const drain = () => Promise.all(processes.map((one) => one.drain()));
  await drain();
  expect(provider.texts).toHaveLength(7);
  const waiting = async () => (await rows()).filter(({ state }) => state === 'waiting');
  const words = (await waiting()).map(({ last_error }) => last_error);
  expect(words).toHaveLength(5);
  expect(new Set(words).size).toBe(1);
  expect(words[0]).toMatch(/^waiting until \w+ 1: this hub’s text messages of this month are used up$/);
  // A month begins at night.
  clock.move(nextMonth(clock.now()).getTime() - clock.now().getTime());
  isNight = true;
  await drain();
  clock.move(hours(8));
  await drain();
  expect(provider.texts).toHaveLength(7);
  expect(await waiting()).toHaveLength(5);
  isNight = false;
  clock.move(hours(1));
  await drain();
  expect(provider.texts).toHaveLength(12);
  expect(new Set(provider.texts.map(({ to }) => to)).size).toBe(12);
});

test('the signature of a call is reckoned as the provider reckons it', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(fc.dictionary(word, word, { maxKeys: 6 }), word, (fields, token) => {
      const address = 'https://birch.example/api/texts/status?id=msg_1';
      const well = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
      );
      expect(twilioSignature(token, address, new URLSearchParams(well))).toBe(signed(token, address, well));
    }),
  );
});

test.each([
  ['STOP', 'stop'],
  [' stop! ', 'stop'],
  ['Stop all', 'stop'],
  ['STOP texting me', 'stop'],
  ['Stopp', 'stop'],
  ['Abmelden.', 'stop'],
  ['Kündigen', 'stop'],
  ['Arrêt', 'stop'],
  ['DÉSABONNER', 'stop'],
  ['baja', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['END', 'stop'],
  ['In the end I liked it', null],
  ['Please do not stop', null],
  ['start', 'start'],
  ['Hilfe', 'help'],
  ['', null],
  ['\u202e\u0000', null],
])('who writes %j means %j', (words, wish) => {
  expect(wishOf(words)).toBe(wish);
});

test.each([
  ['+8821630123456', 'this isn’t a mobile number'],
  ['+43900123456', 'this isn’t a mobile number'],
  ['+18762101234', 'this hub doesn’t send text messages to this country: Jamaica'],
])('the last door: whoever put it there, nothing leaves for %s', async (to, note) => {
  const { provider, worker, put } = await setting();
  await put(1, to);
  await worker().drain();
  expect(provider.texts).toEqual([]);
  expect((await rows())[0]).toMatchObject({ state: 'cancelled', note });
  const { rows: counted } = await sql`select from text_count`.execute(db.tables());
  expect(counted).toEqual([]);
});
