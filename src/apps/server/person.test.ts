import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import type { PersonData } from '#platform/server/feature.ts';
import { silentLog } from '#platform/server/log.ts';
import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { personCommands } from './person.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const outbox = createOutbox(db, clock);

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

async function run(line: string, features: { name: string; person?: PersonData }[] = []): Promise<string[]> {
  const [subject, verb, ...args] = line.split(' ');
  const printed: string[] = [];
  const command = personCommands({ db, clock }, features).find(({ name }) => name === `${subject} ${verb}`);
  await command?.run(args, (text) => printed.push(text));
  return printed;
}

const put = (dedupeKey: string, payload: unknown, dueAt = clock.now()) =>
  db.transaction((trx) => outbox.put(trx, { channel: 'mail', dedupeKey, payload, dueAt }));
const rows = () =>
  db
    .tables<OutboxTables>()
    .selectFrom('outbound_message')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const finish = (dedupeKey: string) =>
  db
    .tables<OutboxTables>()
    .updateTable('outbound_message')
    .set({ state: 'done', done_at: clock.now(), note: '250 queued for anna@example.com' })
    .where('dedupe_key', '=', dedupeKey)
    .execute();

const orders: PersonData = {
  erasing: { goes: 'Orders' },
  export: async (email) => (email === 'anna@example.com' ? [{ order: 'ord_1' }] : null),
  erase: async () => ['1 order kept for ten years, as tax law asks'],
};

test('an export contains what every feature stores and every email, without anyone else’s', async () => {
  await put('a', { to: 'Anna@Example.com', subject: 'Receipt' });
  await put('b', { to: 'xanna@example.com', subject: 'Other' });
  await put('c', { url: 'https://hooks.example/', secret: 'whsec_1', body: '{"email":"anna@example.com"}' });
  await put('d', {
    to: 'owner@example.com',
    body: [{ kind: 'text', text: 'From anna@example.com.uk and anna@example.community' }],
  });
  await put('e', {
    to: 'eve@example.com',
    body: [{ kind: 'text', text: 'anna@example.com: /reset#token=eves' }],
  });
  const exported = JSON.parse(
    (
      await run('person export anna@example.com', [{ name: 'orders', person: orders }, { name: 'store' }])
    ).join(''),
  ) as Record<string, unknown>;
  expect(exported['orders']).toEqual([{ order: 'ord_1' }]);
  expect(exported['mail and webhooks']).toMatchObject([
    { payload: { subject: 'Receipt' } },
    { payload: { url: 'https://hooks.example/' } },
    { payload: { mentioned: true } },
  ]);
  expect(JSON.stringify(exported)).not.toContain('token=eves');
  expect(JSON.stringify(exported)).not.toContain('whsec_1');
});

test('an exported file is readable by its owner only and never replaces another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'person-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'anna.json');
  expect(await run(`person export anna@example.com ${file}`, [{ name: 'orders', person: orders }])).toEqual([
    `${file}: orders`,
  ]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ address: 'anna@example.com' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'mine');
  await expect(run(`person export anna@example.com ${file}`)).rejects.toThrow('EEXIST');
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('erasing clears sent messages, cancels waiting ones, and leaves others alone', async () => {
  await put('sent to anna@example.com', {
    to: 'anna@example.com',
    subject: 'Receipt',
    body: [{ kind: 'text', text: 'Dear Anna' }],
  });
  await finish('sent to anna@example.com');
  await put(
    'waiting',
    { to: 'ANNA@example.com', subject: 'Reminder' },
    new Date(clock.now().getTime() + hours(1)),
  );
  await put('to the owner', {
    to: 'owner@example.com',
    body: [{ kind: 'lines', lines: [['Email', 'Anna <anna@example.com>, again']] }],
  });
  await put('other', { to: 'bert@example.com', subject: 'Hi' });

  const printed = await run('person erase anna@example.com', [{ name: 'orders', person: orders }]);
  expect(printed).toContain('orders: 1 order kept for ten years, as tax law asks');
  expect(printed).toContain(
    'mail and webhooks: 3 outgoing messages cleared, 2 of them before they were sent',
  );

  const all = await rows();
  expect(JSON.stringify(all).toLowerCase()).not.toContain('anna');
  expect(all.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'cancelled', 'done', 'waiting']);
  expect(all.find(({ state }) => state === 'waiting')?.payload).toEqual({
    to: 'bert@example.com',
    subject: 'Hi',
  });
  expect(JSON.parse((await run('person export anna@example.com')).join(''))).not.toHaveProperty(
    'mail and webhooks',
  );
});

test('a delivery in progress while its person is erased is not retried', async () => {
  await put('busy', { to: 'anna@example.com' });
  let delivered = 0;
  const handler: OutboxHandler = {
    channel: 'mail',
    leaseSeconds: 60,
    retrySeconds: [10],
    afterLostLease: 'give up',
    async deliver() {
      delivered++;
      await run('person erase anna@example.com');
      return { done: false, error: 'come back later', retry: true };
    },
  };
  const worker = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(() => worker.stop());
  await worker.drain();
  clock.move(hours(1));
  await worker.drain();
  expect(delivered).toBe(1);
  expect((await rows())[0]).toMatchObject({ state: 'cancelled', note: 'erased', payload: { erased: true } });
});

test('one feature’s failure doesn’t stop the others from erasing, and the command says so', async () => {
  await put('waiting', { to: 'anna@example.com' });
  const broken: PersonData = {
    erasing: { goes: 'Files' },
    export: async () => null,
    erase: async () => Promise.reject(new Error('disk full')),
  };
  await expect(run('person erase anna@example.com', [{ name: 'files', person: broken }])).rejects.toThrow(
    'files (disk full)',
  );
  expect((await rows())[0]).toMatchObject({ state: 'cancelled', payload: { erased: true } });
});

test('a name, a list or a pattern is not an address', async () => {
  for (const wrong of ['anna', '%@example.com', 'a@example.com,b@example.com', '']) {
    await expect(run(`person erase ${wrong}`)).rejects.toMatchObject({ code: 'bad_request' });
  }
});
