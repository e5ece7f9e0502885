// A process of its own that sends what the outbox of DATABASE_URL holds to SMTP_URL, for tests that kill it.
import { systemClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { sampleSite } from '#testing/site.ts';

const config = readConfig(process.env);
const db = await openDatabase(config, silentLog);
const outbox = createOutbox(db, systemClock);
const mail = createMail({
  config,
  db,
  clock: systemClock,
  outbox,
  site: { words: sampleSite },
  origin: () => 'https://birch.example',
});
startWorker({ db, handlers: [mail.handler], clock: systemClock, log: silentLog });
