import { type Clock, systemClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { testPlatform } from './platform.ts';

/** What a process of its own needs of a hub to write and send the newsletter, or reminders: on the database of DATABASE_URL. */
export async function openNewsletterHub(
  env: Record<string, string | undefined>,
  clock: Clock = systemClock,
): Promise<Platform> {
  const config = readConfig(env);
  const db = await openDatabase(config, silentLog);
  return testPlatform({ db, clock, config, origin: 'https://birch.example' });
}
