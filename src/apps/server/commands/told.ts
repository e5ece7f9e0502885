import { systemClock } from '#base/clock.ts';
import { type Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { commandLine, createSecurityLog } from '#platform/server/security/security-log.ts';

/** For commands that run without the hub: they are recorded in the security log, too. */
export async function tellSecurityLog(config: Config, command: string, open?: Database): Promise<void> {
  const db = open ?? (await openDatabase(config, silentLog));
  try {
    // No address is logged here, so no key is needed to hash one.
    const log = createSecurityLog({ db, clock: systemClock, log: silentLog, secret: () => Buffer.alloc(0) });
    await log.write({ what: `operator: ${command}`, outcome: 'ok', how: commandLine });
  } finally {
    if (!open) await db.close();
  }
}
