import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { sampleSite } from '#testing/site.ts';
import { refusal, startSmtp } from '#testing/smtp.ts';
import { testSecret, willing } from '#testing/willing.ts';
import { mailHandler } from './handler.ts';
import { createMail } from './mail.ts';

const db = await useDatabase();

/** What goes wrong with a mail at its first try, and whether it may have left by then. */
const fates = {
  nothing: false,
  'the question for consent fails': false,
  'the database goes away before it is sent': false,
  'the database goes away as it is about to be sent': false,
  'the process ends before it is sent': false,
  'the sender is refused for now': false,
  'the line is cut before the text': false,
  'the line is cut after the text': true,
  'nobody answers after the text, and the process ends': true,
} as const;
type Fate = keyof typeof fates;

const endConnections = () =>
  db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hub at fault'`,
  );
const hang = () => new Promise<never>(() => {});

test('[law] whatever fails when: no mail arrives twice, and only what had begun to leave is given up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(fates) as Fate[])), { minLength: 1, maxLength: 7 }),
      async (drawn) => {
        await db.pool.query('truncate outbound_message cascade');
        const its = await openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog);
        its.pool.options.application_name = 'hub at fault';
        const first = new Map(drawn.map((fate, n) => [`person${n}@example.com`, fate]));
        const reached = new Set<string>();
        const cuts: Promise<unknown>[] = [];
        let isOver = false;
        const cutDatabase = () => {
          const cut = endConnections();
          cuts.push(cut);
          return cut;
        };
        /** Whether this fate strikes now: only once, at the first try. */
        const strikes = (to: string, ...at: Fate[]): boolean => {
          const fate = first.get(to);
          if (isOver || fate === undefined || !at.includes(fate) || reached.has(to)) return false;
          reached.add(to);
          return true;
        };
        const arrived: string[] = [];
        const smtp = await startSmtp({
          onRcptTo({ address }, { id }, done) {
            if (strikes(address, 'the sender is refused for now')) return done(refusal(451, '4.7.1 later'));
            if (strikes(address, 'the line is cut before the text')) return smtp.hangUp(id);
            if (strikes(address, 'the database goes away as it is about to be sent'))
              return void cutDatabase().then(() => done(), done);
            done();
          },
          async answer({ to: [to = ''] }, cut) {
            arrived.push(to);
            if (strikes(to, 'the line is cut after the text')) {
              cut();
              await hang();
            }
            if (strikes(to, 'nobody answers after the text, and the process ends')) await hang();
          },
        });
        const clock = movableClock('2026-11-28T12:00:00Z');
        const mail = createMail(createOutbox(db, clock));
        const handlerOf = (on: typeof its) =>
          mailHandler({
            config: { live: true, smtpUrl: smtp.url, mailFrom: undefined, dkimKey: undefined },
            db: on,
            clock,
            site: { words: sampleSite },
            origin: () => 'https://birch.example',
            secret: testSecret,
            timeouts: { stepTimeout: 5000, answerTimeout: 60_000 },
            consent: {
              ...willing,
              async ask({ to, ...asked }) {
                if (strikes(to, 'the question for consent fails')) throw new Error('no connection');
                if (strikes(to, 'the database goes away before it is sent')) await cutDatabase();
                if (strikes(to, 'the process ends before it is sent')) await hang();
                return willing.ask({ to, ...asked });
              },
            },
          });
        await db.transaction(async (trx) => {
          for (const to of first.keys())
            await mail.send(trx, {
              to,
              kind: 'transactional',
              purpose: 'order',
              why: 'account',
              subject: 'Receipt',
              body: [{ kind: 'text', text: 'Thanks.' }],
              dedupeKey: to,
            });
        });
        const abandoned = handlerOf(its);
        startWorker({
          db: its,
          handlers: [abandoned],
          clock,
          log: silentLog,
          concurrency: 10,
          pollSeconds: 3600,
        });
        // A mail that another one's fault hit first waits for its next try.
        const isSettled = async () => {
          const { rows } = await db.pool.query<{ to: string }>(
            `select dedupe_key as to from outbound_message where state = 'sending' or attempts = 0`,
          );
          return rows.every(({ to }) => reached.has(to));
        };
        await expect.poll(isSettled, { timeout: 20_000, interval: 20 }).toBe(true);
        await Promise.all(cuts);
        isOver = true;

        const handler = handlerOf(db);
        const survivor = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
        for (let n = 0; n < 4; n++) {
          clock.move(hours(1));
          await survivor.drain();
        }
        await survivor.stop();
        await Promise.all([handler.close(), abandoned.close(), smtp.close(), its.close()]);
        const { rows } = await db.pool.query<{ to: string; state: string }>(
          `select dedupe_key as to, state from outbound_message`,
        );
        expect(new Set(arrived).size).toBe(arrived.length);
        for (const { to, state } of rows) {
          const fate = (reached.has(to) && first.get(to)) || 'nothing';
          expect({ to, state, arrived: arrived.includes(to) }).toEqual({
            to,
            state: fates[fate] ? 'failed' : 'done',
            arrived: true,
          });
        }
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
