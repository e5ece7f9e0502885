// A process of its own that sends what the outbox of DATABASE_URL holds to SMTP_URL, for tests that kill it.
import { systemClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { testSecret, willing } from './willing.ts';
import { sampleSite } from '#testing/site.ts';

const config = readConfig(process.env);
const db = await openDatabase(config, silentLog);
const handler = mailHandler({
  config,
  db,
  clock: systemClock,
  site: { words: sampleSite },
  origin: () => 'https://birch.example',
  consent: willing,
  secret: testSecret,
});
startWorker({ db, handlers: [handler], clock: systemClock, log: silentLog });
