import { onTestFinished } from 'vitest';
import type { Clock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { createMailbox } from '#platform/server/mail/mailbox.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import type { TestDatabase } from '#testing/database.ts';
import { sampleSite } from '#testing/site.ts';
import { startSmtp, type TestSmtp } from '#testing/smtp.ts';
import { testSecret, willing } from '#testing/willing.ts';

interface Settings {
  smtpUrl?: string;
  live?: boolean;
  mailFrom?: string;
  dkimKey?: string;
  consent?: MailConsent;
  /** In milliseconds, for servers that say nothing. */
  patience?: number;
}

const receipt: MailMessage = {
  to: 'anna@example.com',
  kind: 'transactional',
  purpose: 'order',
  why: 'paid',
  subject: 'Your receipt',
  body: [{ kind: 'text', text: 'Thank you.' }],
  dedupeKey: 'receipt 1',
};

/** The mail side of a hub for one test: writes a mail, lets it go out, and tells what became of it. */
export function useMail(db: TestDatabase, clock: Clock, settings: Settings) {
  const { smtpUrl, live = true, mailFrom, dkimKey, consent = willing, patience = 10_000 } = settings;
  const outbox = createOutbox(db, clock);
  const mail = createMail(outbox);
  const ground = {
    config: { live, smtpUrl, mailFrom, dkimKey },
    db,
    clock,
    site: { words: sampleSite },
    origin: () => 'https://birch.example',
    consent,
    secret: testSecret,
  };
  const handler = mailHandler({
    ...ground,
    mail,
    timeouts: { stepTimeout: patience, answerTimeout: patience },
  });
  const worker = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(async () => {
    await worker.stop();
    await handler.close();
  });
  const row = (dedupeKey = receipt.dedupeKey) =>
    db
      .tables<OutboxTables>()
      .selectFrom('outbound_message')
      .selectAll()
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirstOrThrow();

  return {
    mail,
    handler,
    mailbox: createMailbox(ground),
    worker,
    row,
    async send(changes: Partial<MailMessage> = {}) {
      await db.transaction((trx) => mail.send(trx, { ...receipt, ...changes }));
      await worker.drain();
      return row(changes.dedupeKey);
    },
  };
}

export async function useSmtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const smtp = await startSmtp(options);
  onTestFinished(() => smtp.close());
  return smtp;
}

/** A header of a mail as it went over the wire, unfolded. */
export const header = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'mi')
    .exec(raw.split('\r\n\r\n')[0] ?? '')?.[1]
    ?.replaceAll(/\r\n[ \t]/g, ' ');
