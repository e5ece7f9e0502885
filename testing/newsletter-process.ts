import { type Clock, systemClock } from '#base/clock.ts';
import { mailConsent } from '#features/consent/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { sampleSite } from './site.ts';

/** What a process of its own needs of a hub to write and send the newsletter, or reminders: on the database of DATABASE_URL. */
export async function openNewsletterHub(
  env: Record<string, string | undefined>,
  clock: Clock = systemClock,
): Promise<Platform> {
  const config = readConfig(env);
  const db = await openDatabase(config, silentLog);
  const outbox = createOutbox(db, clock);
  const site = { words: sampleSite } as Platform['site'];
  const origin = () => 'https://birch.example';
  const platform: Platform = {
    config,
    clock,
    log: silentLog,
    db,
    outbox,
    files: {} as Platform['files'],
    site,
    ai: createAi({ config: { ai: undefined } }),
    mail: createMail({ config, db, clock, outbox, site, origin }),
    secret: (name) => Buffer.from(name.padEnd(32, 'x')),
    listening: () => {},
    origin,
  };
  platform.mail.askConsent(mailConsent(platform));
  return platform;
}
