import type { ChildProcess } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { sampleSite } from '#testing/site.ts';
import { startSmtp } from '#testing/smtp.ts';
import { testSecret, willing } from '#testing/willing.ts';
import { killProcess, startWorkerProcess } from '#testing/worker-process.ts';
import { mailHandler } from './handler.ts';
import { createMail } from './mail.ts';

const db = await useDatabase();

test('two processes killed while sending leave no email sent twice or lost', async () => {
  // The bodies that arrived, whether or not the sender lived to see the response.
  const arrived: string[] = [];
  let halfway: () => void = () => {};
  const inTheMiddle = new Promise<void>((resolve) => (halfway = resolve));
  const smtp = await startSmtp({
    async answer({ to }) {
      arrived.push(to[0] ?? '');
      if (arrived.length === 15) halfway();
      // From the 12th on, no one gets a response before the kill: the outcome of each of these is unknown.
      if (arrived.length >= 12 && arrived.length <= 15) await new Promise(() => {});
    },
  });
  afterAll(() => smtp.close());

  const clock = movableClock(new Date());
  const outbox = createOutbox(db, clock);
  const mail = createMail(outbox);
  const handler = mailHandler({
    config: { live: true, smtpUrl: smtp.url, mailFrom: undefined, dkimKey: undefined },
    db,
    clock,
    site: { words: sampleSite },
    origin: () => 'https://birch.example',
    consent: willing,
    secret: testSecret,
  });
  const people = Array.from({ length: 40 }, (_, n) => `person${n}@example.com`);
  await db.transaction(async (trx) => {
    for (const to of people) {
      await mail.send(trx, {
        to,
        kind: 'transactional',
        purpose: 'order',
        why: 'paid',
        subject: 'Receipt',
        body: [{ kind: 'text', text: 'Thanks.' }],
        dedupeKey: `receipt ${to}`,
      });
    }
  });

  const workers = [startProcess(smtp.url), startProcess(smtp.url)];
  await inTheMiddle;
  await Promise.all(workers.map(killProcess));

  // A quarter of an hour later, the hub is started again.
  clock.move(15 * 60_000);
  const survivor = startWorker({ db, handlers: [handler], clock, log: silentLog });
  await survivor.drain();
  await survivor.stop();
  await handler.close();

  expect(new Set(arrived).size).toBe(arrived.length);
  const rows = await db
    .tables<OutboxTables>()
    .selectFrom('outbound_message')
    .select(['payload', 'state', 'note'])
    .execute();
  const failed = rows.filter((row) => row.state === 'failed');
  expect(rows.filter((row) => row.state === 'done')).toHaveLength(40 - failed.length);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map((row) => row.note))).toEqual(
    new Set(['unknown: the process ended while sending']),
  );
  const unknown = failed.map((row) => (row.payload as { to: string }).to);
  expect(people.filter((person) => !arrived.includes(person) && !unknown.includes(person))).toEqual([]);
});

const startProcess = (smtpUrl: string): ChildProcess =>
  startWorkerProcess('mail-worker.ts', [], {
    ...process.env,
    DATABASE_URL: db.url,
    SMTP_URL: smtpUrl,
    PUBLIC_URL: 'https://birch.example',
  });
