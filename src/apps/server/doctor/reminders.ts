import { fileURLToPath } from 'node:url';
import type { Clock } from '#base/clock.ts';
import { stateWords } from '#features/recovery/rules/own-store.ts';
import { createOwnStore } from '#features/recovery/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { type Finding, good, note, unknown } from './finding.ts';

const shipped = fileURLToPath(new URL('../../../../content', import.meta.url));

/** Whether buyers of the hub's own store are reminded of their cart, and what that still needs. */
export async function remindersFinding(db: Database, config: Config, clock: Clock): Promise<Finding> {
  try {
    const site = await openSite(config.siteDir, shipped, silentLog, clock);
    site.close();
    const { standing, since } = await createOwnStore({ db, clock, config, site, log: silentLog }).read(
      db.tables(),
    );
    const words = stateWords(standing, since);
    return standing.isOn ? good('reminders', words) : note('reminders', words, standing.advice);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SiteMistake') throw error;
    return unknown('reminders', 'unknown: the site folder has a mistake', error.message.split('\n')[0]);
  }
}
